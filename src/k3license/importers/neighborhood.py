"""What can matter for the affiliates of one entity, found among millions of links."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from typing import Final

# Who is above an entity: whoever holds or controls it, and the next above.  Inside: these,
# and all that they hold or control.  With them come the other holders of what is inside,
# since the shares of outsiders leave less for the group.
_NEIGHBORHOOD: Final = """
WITH RECURSIVE
  above(id) AS (SELECT ? UNION SELECT owner FROM link JOIN above ON link.owned = above.id),
  inside(id) AS (SELECT id FROM above UNION SELECT owned FROM link JOIN inside ON link.owner = inside.id)
SELECT id FROM inside
"""
_OTHER_HOLDERS: Final = "SELECT owner FROM link WHERE owned = ?"


def neighborhood(root: str, links: Iterable[tuple[str, str]]) -> tuple[frozenset[str], frozenset[str]]:
    """
    Return the entities inside the neighborhood of *root*, and the other holders of these.

    Each link leads from who holds or controls to what is held or controlled.  They wait in
    a database that the disk holds where memory does not: what is kept is what is found.
    """
    with closing(sqlite3.connect("")) as database:
        database.executescript("PRAGMA journal_mode = OFF; CREATE TABLE link (owner TEXT, owned TEXT)")
        database.executemany("INSERT INTO link VALUES (?, ?)", links)
        database.executescript(
            "CREATE INDEX by_owned ON link (owned, owner); CREATE INDEX by_owner ON link (owner, owned)"
        )
        inside = frozenset(id for (id,) in database.execute(_NEIGHBORHOOD, (root,)))
        holders = {owner for id in inside for (owner,) in database.execute(_OTHER_HOLDERS, (id,))}
    return inside, frozenset(holders - inside)
