"""
All affiliates of one licensee in a register of up to millions, beside DuckDB.

`python -m bench.groups [COMPANIES...]` makes a register of each size and lets each contender, in a
process of its own, read the CSV file and find the group of the same licensee: what it controls, who
controls it, and what they control.  What counts is the processor time of the process from its start
to the answer as an Arrow array (the least of two runs) and its peak memory.  All
contenders must give the same set.
"""

import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa

from bench.made_up_register import MadeUpRegister

SEED = 7
SIZES = (100_000, 1_000_000)
RUNS = 2
THREADS = 2

READ = """
CREATE TABLE row AS SELECT owner, owned, CAST(percent * 100 AS INTEGER) AS part
FROM read_csv($file, columns = {'owner': 'VARCHAR', 'owned': 'VARCHAR', 'percent': 'DECIMAL(5, 2)'})
"""
OWN = """
CREATE TABLE stake AS SELECT row.owner, owned, row.part, coalesce(own.part, 0)::BIGINT AS own
FROM row LEFT JOIN (SELECT owned, sum(part) AS part FROM row WHERE owner = owned GROUP BY owned) AS own USING (owned)
WHERE row.owner <> owned
"""
# Everybody above the licensee, and the stakes among these.
ABOVE = """
CREATE TABLE above AS WITH RECURSIVE up(node) AS (
  SELECT $licensee UNION SELECT owner FROM stake JOIN up ON stake.owned = up.node)
SELECT stake.* FROM stake JOIN up ON stake.owned = up.node
"""
# What each source controls; a row that changed in the last round and is inside has just joined.
CONTROL = """
WITH RECURSIVE reached(source, node, held, inside) USING KEY (source, node) AS (
  SELECT node, node, 0::BIGINT, true FROM {sources}
 UNION
  SELECT reached.source, stake.owned,
         any_value(coalesce(known.held, 0)) + sum(stake.part)::BIGINT AS now,
         2 * (any_value(coalesce(known.held, 0)) + sum(stake.part)) + any_value(stake.own) > 10000
  FROM reached JOIN {stakes} AS stake ON stake.owner = reached.node
  LEFT JOIN recurring.reached AS known ON known.source = reached.source AND known.node = stake.owned
  WHERE reached.inside AND NOT coalesce(known.inside, false)
  GROUP BY reached.source, stake.owned)
SELECT source, node FROM reached WHERE inside
"""
UPWARD = "CREATE TABLE upward AS " + CONTROL.format(
    sources="(SELECT DISTINCT owner AS node FROM above)", stakes="above"
)
# Of those who control the licensee, the ones that no other of them controls; else the licensee.
TOP = """
CREATE TABLE top AS WITH controls AS (SELECT source AS node FROM upward WHERE node = $licensee AND source <> $licensee),
  under AS (SELECT b.node FROM upward AS b JOIN controls AS a ON a.node = b.source WHERE b.source <> b.node
    AND NOT EXISTS (FROM upward AS c WHERE c.source = b.node AND c.node = b.source AND b.node < b.source))
SELECT node FROM controls WHERE node NOT IN (FROM under)
UNION SELECT $licensee WHERE NOT EXISTS (FROM controls)
"""
GROUP = "SELECT DISTINCT node FROM (" + CONTROL.format(sources="top", stakes="stake") + ") WHERE node <> $licensee"


def with_k3license(register: Path, licensee: str) -> Any:
    # Each contender pays for its own imports only.
    from k3license.facts.group.bulk import BulkGroups  # noqa: PLC0415
    from k3license.facts.group.bulk_tables import read_bulk  # noqa: PLC0415

    groups = BulkGroups(read_bulk(register), as_of=date(2026, 11, 30), reading="more-than-half", common_owner="anyone")
    return groups.sure_members(licensee)


def with_duckdb(register: Path, licensee: str) -> Any:
    import duckdb  # noqa: PLC0415

    database = duckdb.connect(config={"threads": THREADS})
    database.execute(READ, {"file": str(register)})
    database.execute(OWN)
    database.execute(ABOVE, {"licensee": licensee})
    database.execute(UPWARD)
    database.execute(TOP, {"licensee": licensee})
    return database.sql(GROUP, params={"licensee": licensee}).to_arrow_table()["node"]


CONTENDERS: dict[str, Callable[[Path, str], Any]] = {"k3license": with_k3license, "DuckDB": with_duckdb}


def peak_megabytes() -> float:
    """Return the most memory that this program had (Linux); what `getrusage` says includes the program before it."""
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def run(contender: str, register: Path, licensee: str) -> dict[str, Any]:
    """Return what one contender needs in this process, with the size and the digest of its answer."""
    pa.set_cpu_count(THREADS)
    answer = CONTENDERS[contender](register, licensee)
    used = resource.getrusage(resource.RUSAGE_SELF)
    peak = peak_megabytes()
    ids = "\n".join(sorted(answer.to_pylist()))
    return {
        "seconds": used.ru_utime + used.ru_stime,
        "megabytes": peak,
        "members": len(answer),
        "digest": hashlib.sha256(ids.encode()).hexdigest(),
    }


def in_own_process(contender: str, register: Path, licensee: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.groups", "--run", contender, str(register), licensee]
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"}
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def measure(companies: int) -> None:
    """Print a line for each contender; SystemExit if their answers differ."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "register.csv")
        register = MadeUpRegister(companies, seed=SEED)
        licensee, stakes = register.write(path), len(register.stakes)
        del register
        digests = set()
        for contender in CONTENDERS:
            runs = [in_own_process(contender, path, licensee) for _ in range(RUNS)]
            digests |= {each["digest"] for each in runs}
            print(
                f"{companies:>9,} {stakes:>9,} {runs[0]['members']:>9,}  {contender:<9} "
                f"{min(each['seconds'] for each in runs):8.2f} s {max(each['megabytes'] for each in runs):7,.0f} MB",
                flush=True,
            )
        if len(digests) != 1:
            raise SystemExit("the answers differ")


def main(arguments: Sequence[str]) -> None:
    if arguments[:1] == ["--run"]:
        contender, register, licensee = arguments[1:]
        print(json.dumps(run(contender, Path(register), licensee)))
        return
    print("companies    stakes   members  by         CPU time  peak memory")
    for size in [int(each.replace(",", "").replace("_", "")) for each in arguments] or SIZES:
        measure(size)


if __name__ == "__main__":
    main(sys.argv[1:])
