"""Boards of the paper's reduction: ``auto`` against textbook CP-SAT, against loading, and against the source formula.

Usage: python benchmarks/reduction.py [CAP]      CAP: seconds for textbook CP-SAT on each board of 481 cells, 60

- n = 6 (481 cells), satisfiable and unsatisfiable: ``auto`` is at least 200 times as fast as textbook CP-SAT in all.
  Textbook is the matching ILP with at most one gourd for every cell. Beside it, without a limit to keep: CP-SAT on the
  textbook model with variables for the empty cell, which is much easier for it.
- n = 300 (24,001 cells): decided, placement built and checked in at most 5 times the time of loading the file.
- n = 999 (79,921 cells): in at most 5 times loading plus 2 times CaDiCaL on the source formula, in under 1 GB.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import gourds  # noqa: E402
from gourds.formulas.formula import OneInThree  # noqa: E402
from gourds.instance import Instance  # noqa: E402
from gourds.solvers import Options, Status, find_solver, solve  # noqa: E402
from tests.reduction_boards import (  # noqa: E402
    is_satisfiable,
    planted_cubic,
    random_cubic,
    reduction_board,
    unsatisfiable_cubic,
)

ROUNDS = 7


def seconds(task: object, rounds: int = ROUNDS) -> float:
    """The median time of a task."""
    assert callable(task)
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        task()
        times.append(time.perf_counter() - start)
    return median(times)


def fresh(path: Path) -> Instance:
    """The instance as loaded: nothing about it is worked out yet."""
    instance = gourds.load(path)
    assert isinstance(instance, Instance)
    return instance


def auto_seconds(path: Path, expected: Status, rounds: int = ROUNDS) -> float:
    """The median time from a loaded instance to the checked verdict."""
    times = []
    for _ in range(rounds):
        instance = fresh(path)
        start = time.perf_counter()
        result = solve(instance, "auto")
        times.append(time.perf_counter() - start)
        assert result.status is expected, (path, result.status)
    return median(times)


def textbook_seconds(instance: Instance, cap: float, expected: Status, covering: bool) -> tuple[float, bool]:
    """The time of CP-SAT on a textbook model of the whole board, and whether it finished."""
    solver, _ = find_solver("cpsat")
    start = time.perf_counter()
    outcome = solver.run(
        instance, Options(time_limit=cap, encoding="textbook", presolve=False, settings={"covering": covering})
    )
    taken = time.perf_counter() - start
    assert outcome.status in (expected, Status.UNKNOWN)
    return taken, outcome.status is expected


def against_textbook(folder: Path, cap: float) -> bool:
    """N = 6, five satisfiable formulas and an unsatisfiable one."""
    chosen = [*(random_cubic(6, seed) for seed in range(5)), unsatisfiable_cubic(6)]
    print("n = 6, 481 cells     verdict     textbook CP-SAT        auto      ratio    with covering, ratio")
    total = ours = covered = 0.0
    for k, formula in enumerate(chosen):
        path = folder / f"six{k}.json"
        instance = reduction_board(formula)
        gourds.save(instance, path)
        expected = Status.FEASIBLE if is_satisfiable(formula) else Status.INFEASIBLE
        mine = auto_seconds(path, expected, 15)
        theirs, finished = textbook_seconds(fresh(path), cap, expected, covering=False)
        easier, _ = textbook_seconds(fresh(path), cap, expected, covering=True)
        total, ours, covered = total + theirs, ours + mine, covered + easier
        mark = " " if finished else ">"
        figures = (
            f"{theirs:11.2f} s  {mine * 1e3:8.2f} ms  {theirs / mine:8.0f}×  {easier:8.2f} s  {easier / mine:6.0f}×"
        )
        print(f"  formula {k}        {expected.value:>10}  {mark} {figures}")
    kept = total >= 200 * ours
    figures = f"{total:11.2f} s  {ours * 1e3:8.2f} ms  {total / ours:8.0f}×  {covered:8.2f} s  {covered / ours:6.0f}×"
    print(f"  in all                        {figures}  at least 200×: {kept}\n")
    return kept


def against_loading(folder: Path, n: int, formulas: dict[str, OneInThree], with_source: bool) -> bool:
    """Larger boards: what is allowed is a multiple of loading, and of CaDiCaL on the source formula."""
    print(f"n = {n}              verdict      loading      CaDiCaL         auto      allowed")
    kept = True
    for name, formula in formulas.items():
        path = folder / f"board{n}{name}.json"
        gourds.save(reduction_board(formula), path)
        satisfiable = is_satisfiable(formula)
        loading = seconds(lambda path=path: gourds.load(path))
        source = seconds(lambda formula=formula: is_satisfiable(formula))
        mine = auto_seconds(path, Status.FEASIBLE if satisfiable else Status.INFEASIBLE)
        allowed = 5 * loading + (2 * source if with_source else 0)
        kept &= mine <= allowed
        verdict = "feasible" if satisfiable else "infeasible"
        figures = f"{loading * 1e3:8.1f} ms  {source * 1e3:8.1f} ms  {mine * 1e3:8.1f} ms  {allowed * 1e3:8.1f} ms"
        print(f"  {name:<12}  {verdict:>10}  {figures}  {'kept' if mine <= allowed else 'exceeded'}")
    print()
    return kept


def main() -> int:
    """Run the benchmark and give its exit code."""
    cap = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small = against_loading(
            folder, 300, {"planted": planted_cubic(300, 1), "random": random_cubic(300, 0)}, with_source=False
        )
        large = against_loading(
            folder, 999, {"planted": planted_cubic(999, 1), "random": random_cubic(999, 0)}, with_source=True
        )
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"peak memory so far: {peak:.0f} MB, allowed 1,000 MB\n")
        tiny = against_textbook(folder, cap)
    return int(not (small and large and tiny and peak < 1000))


if __name__ == "__main__":
    sys.exit(main())
