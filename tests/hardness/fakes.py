"""A search with made-up solvers: what they say depends on the instance alone, and nothing takes time.

A is stopped by its limit iff a board has at least ``hard_from`` cells, and takes a second for every hundred cells below.
B answers iff a board has fewer than ``open_from`` cells. The verdict follows from the digest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from gourds.bench.run.runner import Session
from gourds.bench.store.machine import this_machine
from gourds.bench.store.task import Record, Task
from gourds.families import FAMILIES, Family, Parameter, generate
from gourds.files.certificates import Certificate
from gourds.hardness.axes import AXES, Axes
from gourds.hardness.brackets import Question
from gourds.hardness.frontier import Step
from gourds.hardness.hardening import Hardening, harden
from gourds.hardness.search import Found, Goal
from gourds.instance import Instance


class Silent:
    """A watcher who counts."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.largest = 0

    def begin(self, name: str, planned: int, done: int, to_do: int) -> None: ...

    def ended(self, task: Any, record: Any) -> None: ...

    def trouble(self, trouble: Any) -> None: ...

    def say(self, text: str) -> None: ...

    def finish(self) -> None: ...

    def looks(self, step: Step, cells: int, found: Sequence[Found], left: float) -> None:
        self.steps.append(step)
        self.largest = max(self.largest, cells)


@dataclass
class Machine:
    """A backend that makes up how runs end, one after the other."""

    hard_from: int = 200
    open_from: int = 10**9
    runs_left: int = 10**9
    """It is killed after so many runs."""
    jobs: int = 1
    """How many runs are under way at a time; the last one begun ends first."""
    seen: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, session: Session) -> None:
        waiting: list[Task] = []
        while True:
            while len(waiting) < self.jobs and (task := session.next_task()) is not None:
                waiting.append(task)
            if not waiting:
                return
            if not self.runs_left:
                raise KeyboardInterrupt
            self.runs_left -= 1
            task = waiting.pop()
            self.seen.append((task.instance.digest, task.solver.label))
            session.end(task, self.record(task))

    def record(self, task: Task) -> Record:
        cells, wall = task.instance.cells, task.limits.wall or 0.0
        if task.keeps_evidence:
            if cells >= self.open_from:
                return Record(this_machine(), "unknown", "time limit", solve_s=wall, wall_s=wall, cpu_s=wall)
            evidence = Certificate("counting", task.instance.digest, {})
            if verdict_of(task.instance.digest) == "feasible":
                return Record(
                    this_machine(), "feasible", "done", placement_check="valid", solve_s=0.1, evidence=evidence
                )
            checked = {"certificate": "counting", "certificate_check": "valid"}
            return Record(this_machine(), "infeasible", "done", **checked, solve_s=0.1, evidence=evidence)
        needed = 10**9 if cells >= self.hard_from else cells / 100
        if needed > wall:
            return Record(this_machine(), "unknown", "time limit", solve_s=wall, wall_s=wall, cpu_s=wall)
        return Record(this_machine(), verdict_of(task.instance.digest), "done", solve_s=needed, wall_s=needed)


def verdict_of(digest: str) -> str:
    """The made-up verdict of an instance."""
    return "feasible" if int(digest[-1], 16) % 2 else "infeasible"


def of_strip(values: dict[str, Any], seed: int) -> Instance:
    """A strip with exactly as many cells as asked for, one fewer if that is even."""
    return _strip(values["size"] - 1 + values["size"] % 2, seed)


@cache
def _strip(size: int, seed: int) -> Instance:
    made = generate(FAMILIES["strip"], {"size": size, "colors": 2, "coloring": "random"}, seed)
    return replace(made, source=None)


FAMILY = Family("fake", "strips", (Parameter("size", "cells", 21),), of_strip)
QUESTION = Question.of(["sat:cadical195:60"], "auto:600", 1000, ["fake"])


@contextmanager
def fake_family() -> Iterator[None]:
    """With a family that has one line."""
    FAMILIES["fake"], AXES["fake"] = FAMILY, Axes("size", first=21)
    try:
        yield
    finally:
        del FAMILIES["fake"], AXES["fake"]


def search(folder: Path, machine: Machine, goal: Goal, question: Question = QUESTION) -> tuple[Hardening, Silent]:
    """What a search finds with the made-up solvers."""
    watcher = Silent()
    with fake_family():
        return harden(question, goal, folder, machine, watcher), watcher
