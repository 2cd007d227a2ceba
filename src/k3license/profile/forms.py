"""Short forms of a profile's records, turned into the blocks of keys that they stand for."""

from collections.abc import Callable
from typing import Final

from k3license.profile.parts import Placed

_AMOUNT_KEYS: Final = frozenset({"at_least", "at_most", "more_than", "less_than"})


def with_places(block: str, *keys: str) -> Callable[[object], object]:
    """
    Return a function that gives figures their path, which they keep for reasons and questions.

    It takes the blocks of *block* by id, each of which may have figures under *keys*.
    """

    def placed(value: object) -> object:
        if not isinstance(value, dict):
            return value
        return {id: with_place(f"{block}.{id}", *keys)(each) for id, each in value.items()}

    return placed


def with_place(path: str, *keys: str) -> Callable[[object], object]:
    """Return a function that gives the figures under *keys* of the block at *path* their path."""

    def placed(value: object) -> object:
        if not isinstance(value, dict):
            return value
        found = {key: Placed(f"{path}.{key}", value[key]) for key in keys if isinstance(value.get(key), str | dict)}
        return {**value, **found}

    return placed


def source_block(value: object) -> object:
    """Return the block of a source that may be given as its text alone."""
    return {"document": value} if isinstance(value, str) else value


def stake_block(value: object) -> object:
    """Return the block of a stake that may be given as its percentage alone."""
    if isinstance(value, str) or (isinstance(value, dict) and value.keys() <= _AMOUNT_KEYS and value):
        return {"percent": value}
    return value


def owns_block(value: object) -> object:
    """Return stakes by entity; a list of ids means all of each."""
    if isinstance(value, str):
        return {} if value == "none" else {value: "100"}
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return dict.fromkeys(value, "100")
    return value


def model_block(value: object) -> object:
    """Return the block of a model; `unread` says that its license has not been read."""
    return {"license": value} if value == "unread" else value


def control_block(value: object) -> object:
    """Return what customers control; `none` is a no to everything."""
    if value == "none":
        return {"inputs": "none", "system_prompt": "no", "parameters": "no", "training_data": "no"}
    return {} if value == "unknown" else value


def access_list(value: object) -> object:
    """Return the list of ways to the model; one way may stand without a list."""
    return [value] if isinstance(value, str | dict) else value


def access_block(value: object) -> object:
    """
    Return the block of one way to the model, with its route by name.

    `hosts` and `inside` are routes of their own; a text alone is the route.
    """
    if isinstance(value, str):
        return {"route": value}
    if not isinstance(value, dict):
        return value
    for route in ("hosts", "inside"):
        if route in value and "route" not in value:
            return {"route": route, **value}
    return value


def display_list(value: object) -> object:
    """Return the list of displays; one may stand without a list."""
    return [value] if isinstance(value, dict) else value


def choice_block(value: object) -> object:
    """Return the block of a chosen reading that may be given as its name alone."""
    return {"reading": value} if isinstance(value, str) else value
