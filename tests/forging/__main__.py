"""``scripts/forge --minutes N``: all forgers in turn, in one process per core; exit code 1 if anything was accepted."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.forging.cases import ACCEPTED, CRASHED, FORGERS, REJECTED, RIGHT, work

COLUMNS = (REJECTED, RIGHT, ACCEPTED, CRASHED)


def main(arguments: list[str]) -> int:
    """Run and print a table."""
    parser = argparse.ArgumentParser(prog="scripts/forge", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of chance; default: the clock")
    parser.add_argument("--only", choices=FORGERS, action="append", help="this forger; may be given again")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("-o", "--output", type=Path, default=Path("forged"), help="folder for what was accepted")
    asked = parser.parse_args(arguments)
    names = asked.only or list(FORGERS)
    tasks = [(asked.seed * 1000 + k, 60 * asked.minutes, names, asked.output) for k in range(asked.jobs)]
    print(f"forging with seed {asked.seed} in {asked.jobs} processes for {asked.minutes:g} min", file=sys.stderr)
    counts: Counter[tuple[str, str]] = Counter()
    with ProcessPoolExecutor(asked.jobs) as pool:
        for found in pool.map(work, *zip(*tasks, strict=True)):
            counts += found
    print(f"{'sort':<28}" + "".join(f"{name:>12}" for name in COLUMNS))
    for sort in [*sorted({sort for sort, _ in counts}), ""]:
        total = [sum(n for (s, e), n in counts.items() if e == name and sort in ("", s)) for name in COLUMNS]
        print(f"{sort or 'all':<28}" + "".join(f"{number:>12,}" for number in total))
    wrong = sum(n for (_, ending), n in counts.items() if ending in (ACCEPTED, CRASHED))
    if wrong:
        print(f"{wrong:,} went wrong; see {asked.output}/")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
