"""What random profiles and completions choose from."""

import random
from datetime import date
from typing import Any

from tests.reference.scalars import month_of

NAMES = ("alpha", "beta", "gamma", "delta", "epsilon")
START = month_of(date(2025, 1, 1))
PERCENTS = ("100", "75", "60", "51", "50.01", "50", "49.99", "40", "30", "25", "20", "19.99", "10", "5")
AUDIENCE_CHOICES: list[list[str]] = [
    ["staff"],
    ["staff", "contractors"],
    ["customers"],
    ["public"],
    ["affiliates"],
    ["staff", "customers"],
    ["authorities", "staff"],
    ["others"],
]
OUTPUT_CHOICES: list[Any] = [
    "no",
    "yes",
    ["responses"],
    ["edited"],
    ["code"],
    ["decisions"],
    ["scores", "decisions"],
]
SERVES_CHOICES: list[list[str]] = [[], ["inference"], ["inference", "fine-tuning"]]
RELAY_CHOICES: list[Any] = ["no", "yes", ["routing", "billing"], ["routing", "caching"], ["filtering"]]
KINDS = ("fixed-feature", "assistant", "agent", "general-chat", "builder", "task-api", "raw-api")
CHARGED = ("free", "at-cost", "advertising", "paid")
PURPOSES = ("production", "evaluation", "research", "public-task")
SHOWN = ("Kimi K3", "Built on Kimi K3", "Kimi K3.1", "Kimi K2.6", "Kimi K2.7 Code", "Acme Assistant")
MODELS: dict[str, Any] = {
    "desk-tuned": {"derived_from": "kimi-k3", "how": "fine-tune"},
    "desk-twice": {"derived_from": "desk-tuned"},
    "desk-merged": {"derived_from": ["kimi-k3", "other"]},
    "desk-small": {"trained_on_outputs_of": "kimi-k3"},
    "coder": {"derived_from": "kimi-k2.6"},
}
USERS = (0, 20_000, 1_000_000, 99_999_999, 100_000_000, 100_000_001, 150_000_000)


def often(rng: random.Random, chance: float) -> bool:
    return rng.random() < chance
