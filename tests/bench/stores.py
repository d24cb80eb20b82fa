"""Stores with results that a test makes up, without running anything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gourds.bench.store.machine import this_machine
from gourds.bench.store.reading import read_results, snapshot
from gourds.bench.store.results import Results
from gourds.bench.store.task import Record
from tests.bench.campaigns import new_store

LIMIT = 10.0
BOARDS = (
    f"[limits]\nwall = {LIMIT}\n"
    '[[instances]]\nfamily = "hexagon"\nseeds = 1\nparameters = { radius = [1, 2, 3], colors = 2, coloring = "planted" }\n'
)
"""Boards of 7, 19 and 37 cells, feasible by construction."""
SOLVERS = '[[solvers]]\nname = "sat"\nlabel = "A"\n[[solvers]]\nname = "cpsat"\nlabel = "B"\n'

Said = tuple[str, float] | None
Answers = Callable[[str, int, int], Said]
"""From label, cells and repetition to a verdict with seconds, or a cause without; None: the run is still to come."""


def made_up(path: Path, answers: Answers, text: str = BOARDS + SOLVERS) -> Path:
    """A store with these answers."""
    store = new_store(path, text)
    plan = store.connection.execute(
        "SELECT plan.id, label, cells, repetition FROM plan JOIN solver ON solver.id = solver_id"
        " JOIN instance ON instance.id = instance_id ORDER BY plan.id"
    ).fetchall()
    for plan_id, label, cells, repetition in plan:
        said = answers(label, cells, repetition)
        if said is not None:
            store.record(plan_id, record(*said))
    store.close()
    return path


def record(said: str, seconds: float) -> Record:
    times = {"wall_s": seconds, "cpu_s": seconds, "peak_mb": 100.0, "started": 1e9, "ended": 1e9 + seconds}
    if said == "feasible":
        return Record(this_machine(), said, "done", placement_check="valid", solve_s=seconds, **times)
    if said == "infeasible":
        return Record(this_machine(), said, "done", certificate="claimed", solve_s=seconds, **times)
    if said == "proof":
        checked = {"certificate": "drat", "certificate_check": "valid"}
        return Record(this_machine(), "infeasible", "done", solve_s=seconds, **checked, **times)
    return Record(this_machine(), "unknown", said, **times)


def by_table(table: dict[tuple[str, int], object]) -> Answers:
    """Answers from a table by label and cells: seconds of a feasible answer, a pair, or a list of one for each run."""

    def answers(label: str, cells: int, repetition: int) -> Said:
        found = table.get((label, cells), "time limit")
        if isinstance(found, list):
            found = found[repetition - 1]
        if isinstance(found, int | float):
            return "feasible", float(found)
        return (found, LIMIT) if isinstance(found, str) else found

    return answers


def read(path: str | Path) -> Results:
    with snapshot(Path(path)) as store:
        return read_results(store)
