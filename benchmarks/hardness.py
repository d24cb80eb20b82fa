"""Which families are hard for whom: families of a few sizes against MiniSat, CaDiCaL, CP-SAT, the algebra and ``auto``.

Usage: python benchmarks/hardness.py [--cap S] [--seeds N] [--only FAMILY …] [--solvers NAME …]

Times are processor time, of all processes of a run together, so that other work on the machine matters little; the cap
is a hard limit. Printed for every row: the cells, the verdicts that were found, and for each solver the median time
over the seeds, or how many of them it decided if not all. MiniSat is PySAT's, on
the formula of ``gourds encode --to cnf``, as in a competition; the others are ours. Exits with 1 if two answers differ,
or one differs from what the family knows by construction.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

from gourds.errors import InputError
from gourds.families import FAMILIES, generate
from gourds.instance import Instance
from gourds.running.isolation import run_limited
from gourds.solvers import find_solver, solve

ROWS: Final[dict[str, list[dict[str, Any]]]] = {
    "threshold": [{"radius": 8}, {"radius": 10}, {"radius": 12}, {"radius": 10, "percent": 120, "coloring": "planted"}],
    "edge": [
        *({"radius": radius, "side": side} for radius in (7, 9) for side in ("outside", "at")),
        *({"radius": 9, "side": side} for side in ("inside", "along")),
        *({"radius": 12, "colors": 2, "towards": towards} for towards in ("one-colored", "mixed")),
    ],
    "extreme": [{"radius": 12, "colors": colors} for colors in (3, 5, 8)] + [{"radius": 12, "favor": "one-kind"}],
    "beyond": [{"radius": 12, "colors": colors} for colors in (3, 5, 8)] + [{"radius": 12, "favor": "one-kind"}],
    "symmetric": [{"radius": 8, "colors": 6}, {"radius": 10, "colors": 8}, {"radius": 12, "colors": 10}],
    "parity": [
        *({"width": width, "height": 8} for width in (6, 8, 10)),
        {"width": 12, "height": 12},
        {"width": 10, "height": 10, "private": 2},
        {"width": 12, "height": 12, "private": 3},
    ],
    "mixture": [{"core": "edge", "radius": 9, "filler": 1000}, {"core": "threshold", "radius": 10, "filler": 1000}],
    "ring-sum": [{"rings": 16, "length": 10}],
}
PATIENCE: Final = 6
"""How much longer than the cap a run may take by the clock."""
SOLVERS: Final = ("minisat", "sat", "cpsat", "algebraic", "auto")


def minisat(instance: Instance) -> str:
    """The verdict of PySAT's MiniSat 2.2 on the exported formula."""
    from pysat.formula import CNF
    from pysat.solvers import Minisat22

    from gourds.encodings.export import export

    with Minisat22(bootstrap_with=CNF(from_string=export(instance, "cnf")).clauses) as solver:
        return "feasible" if solver.solve() else "infeasible"


def answer(name: str, instance: Instance) -> str:
    """A verdict."""
    return minisat(instance) if name == "minisat" else solve(instance, name).status.value


def load(names: list[str]) -> None:
    """Import and compile what they need before any clock starts."""
    from pysat.solvers import Minisat22  # noqa: F401

    small = generate(FAMILIES["beyond"], {"radius": 4}, 1)
    for name in names:
        if name != "minisat":
            find_solver(name)
            solve(small, name, time_limit=10)


def instances(family: str, parameters: dict[str, Any], count: int) -> Iterator[Instance]:
    """The first so many that can be made."""
    seed = 0
    while count and seed < 100:
        seed += 1
        try:
            yield generate(FAMILIES[family], parameters, seed)
            count -= 1
        except InputError:
            continue


def row(family: str, parameters: dict[str, Any], asked: argparse.Namespace, show: Callable[[str], None]) -> bool:
    """Run all solvers on some instances and show a line; whether all answers agree."""
    seconds: dict[str, list[float]] = {name: [] for name in asked.solvers}
    verdicts, agree, cells = [], True, 0
    known = FAMILIES[family].known(parameters)
    for instance in instances(family, parameters, asked.seeds):
        cells = instance.board.size
        found = {known.verdict} if known is not None else set()
        for name in asked.solvers:
            limits = {"cpu_limit": asked.cap, "time_limit": PATIENCE * asked.cap, "memory_limit": 6000.0}
            ended = run_limited(answer, name, instance, **limits)
            if ended.value not in (None, "unknown"):
                seconds[name].append(ended.cpu_s)
                found.add(ended.value)
        agree &= len(found) < 2
        verdicts.append("".join(sorted(word[0] for word in found)) or "?")
    words = " ".join(f"{key}={value}" for key, value in parameters.items())
    columns = "".join(f"{_shown(seconds[name], asked):>12}" for name in asked.solvers)
    show(f"{f'{family} {words}':<52}{cells:>6} {''.join(verdicts):<5}{columns}")
    return agree


def _shown(seconds: list[float], asked: argparse.Namespace) -> str:
    if len(seconds) < asked.seeds:
        return f"{len(seconds)} of {asked.seeds}"
    return f"{statistics.median(seconds):.2f} s"


def main() -> int:
    """Run the benchmark and give its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cap", type=float, default=10.0)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", nargs="+", default=list(ROWS), choices=ROWS)
    parser.add_argument("--solvers", nargs="+", default=list(SOLVERS))
    asked = parser.parse_args()
    load(asked.solvers)
    print(f"{'':<52}{'cells':>6} {'':<5}" + "".join(f"{name:>12}" for name in asked.solvers))
    agree = [
        row(family, parameters, asked, lambda line: print(line, flush=True))
        for family in asked.only
        for parameters in ROWS[family]
    ]
    return int(not all(agree))


if __name__ == "__main__":
    sys.exit(main())
