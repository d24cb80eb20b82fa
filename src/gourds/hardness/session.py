"""A search as a session on a store: it plans the next run when a slot is free, and learns from every run that ends.

The store is the memory. What the session knows at its start it reads from there, so a search that was killed goes on
where it was. Evidence is written to a file before the run that found it is written to the store; an answer whose file
is gone counts as not given.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from gourds.bench.campaign.planning import PlannedInstance
from gourds.bench.campaign.plugins import Plugin
from gourds.bench.run.runner import Observer, Session
from gourds.bench.store.extending import add_run
from gourds.bench.store.reading import read_entries
from gourds.bench.store.store import Store
from gourds.bench.store.task import Record, Task, unpack_instance
from gourds.files import save
from gourds.hardness.axes import Line
from gourds.hardness.brackets import Question
from gourds.hardness.frontier import Step
from gourds.hardness.knowledge import Candidate, Ending, Knowledge
from gourds.hardness.search import Found, Goal, Search

EVIDENCE = "evidence"


class Watcher(Observer, Protocol):
    """Who hears how a search goes."""

    def looks(self, step: Step, cells: int, found: Sequence[Found], left: float) -> None:
        """A run begins; seconds are left."""


class EnoughError(Exception):
    """Everything that was wanted has been found."""


class HardSession(Session):
    """Hands out the runs that a search asks for."""

    def __init__(
        self,
        store: Store,
        observer: Watcher,
        *,
        question: Question,
        goal: Goal,
        lines: Sequence[Line],
        folder: Path,
        deadline: float,
        plugins: Sequence[Plugin] = (),
        retry_failed: bool = False,
    ) -> None:
        super().__init__(store, observer, plugins=plugins)
        self.watcher = observer
        self.folder = folder
        self.deadline = deadline
        self.to_do = 10**9
        self.search = Search(read_knowledge(store, question, lines, folder), goal, lines)
        self.numbers = {config.label: number for number, config in store.solvers.items()}
        self.steps: dict[int, Step] = {}

    def next_task(self) -> Task | None:
        """The next run; None if there is none now, or nothing would end in time."""
        known = self.search.known
        left = self.deadline - time.monotonic()
        if left <= 0 or self.search.is_over:
            return None
        step = self.search.next_step(left)
        if step is None:
            return None
        planned = known.board(step.candidate)
        assert planned is not None
        plan_id = add_run(self.store, planned, self.numbers[step.label])
        self.steps[plan_id] = step
        known.under_way.add((planned.instance.digest, step.label))
        self.search.touch(step.candidate.line)
        self.watcher.looks(step, planned.instance.board.size, self.search.found(), left)
        answers = known.question.answers
        keeps = step.label in (*answers[0], *answers[1])
        return replace(self.store.task(plan_id, self.plugins), keeps_evidence=keeps)

    def end(self, task: Task, record: Record) -> None:
        """Write how a run ended, with its evidence, and learn from it. Raises EnoughError."""
        if record.evidence is not None:
            save(record.evidence, evidence_file(self.folder, task.instance.digest))
        super().end(task, record)
        known, step = self.search.known, self.steps.pop(task.plan_id)
        known.under_way.discard((task.instance.digest, step.label))
        ending = _ending(record)
        if task.keeps_evidence and record.evidence is None:
            ending = replace(ending, is_proved=False)
        known.endings[task.instance.digest, step.label] = ending
        self.search.touch(step.candidate.line)
        if self.search.is_over:
            raise EnoughError


def evidence_file(folder: Path, digest: str) -> Path:
    """Where the evidence for an instance's verdict lies."""
    return folder / EVIDENCE / f"{digest[:24]}.json.gz"


def _ending(record: Record) -> Ending:
    is_proved = "valid" in (record.placement_check, record.certificate_check)
    seconds = record.wall_s if record.solve_s is None else record.solve_s
    spent = max(record.ended - record.started, 0.0)
    return Ending(
        record.verdict, record.cause, seconds, is_proved, record.certificate, spent, record.detail, record.cpu_s
    )


_ENDINGS = """
SELECT instance.digest, solver.label, verdict, cause, COALESCE(solve_s, wall_s),
       COALESCE(placement_check = 'valid', 0) OR COALESCE(certificate_check = 'valid', 0), certificate,
       MAX(ended - started, 0.0), detail, cpu_s
FROM run JOIN plan ON plan.id = run.plan_id JOIN instance ON instance.id = plan.instance_id
JOIN solver ON solver.id = plan.solver_id ORDER BY run.plan_id
"""


def read_knowledge(store: Store, question: Question, lines: Sequence[Line], folder: Path) -> Knowledge:
    """What a store knows."""
    known = Knowledge(question)
    answers = (*question.answers[0], *question.answers[1])
    for digest, label, verdict, cause, seconds, is_proved, *rest in store.connection.execute(_ENDINGS):
        if label in answers and is_proved and not evidence_file(folder, digest).is_file():
            continue
        known.endings[digest, label] = Ending(verdict, cause, seconds, bool(is_proved), *rest)
    packed = dict(store.connection.execute("SELECT id, data FROM instance"))
    for entry in read_entries(store):
        for line in lines:
            if entry.family != line.family or entry.seed is None:
                continue
            if all(entry.parameters.get(key) == value for key, value in line.fixed):
                candidate = Candidate(line, entry.parameters[line.size], entry.seed)
                instance = unpack_instance(packed[entry.number], entry.cells)
                known.remember(candidate, PlannedInstance(instance, candidate.name, None, None))
                break
    return known
