"""The cross-check itself: every approach on every instance, judged instance by instance, until one disagrees.

Runs go out in the order of the instances, as many at once as there are jobs. An instance is judged when its last run
has ended. After the first disagreement, runs on later instances no longer begin, but runs on earlier instances are
finished. So the reported disagreement is the first in the given order, however fast the processes are. It is then
shrunk, with only the approaches that disagree.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from gourds.crosscheck.answers import Answer, Count, Ending
from gourds.crosscheck.approaches import USUAL, Approach, Counter, Limits, select_approaches
from gourds.crosscheck.judging import Finding, Record, judge
from gourds.crosscheck.loading import compile_kernels, load_packages
from gourds.crosscheck.report import Disagreement, Report, bare
from gourds.crosscheck.running import FORMULA, run_approach, run_counter, run_formula
from gourds.crosscheck.shrinking import Shown, shrink
from gourds.crosscheck.subjects import Subject, name_subjects
from gourds.instance import Instance
from gourds.reductions.reduction import is_reduced
from gourds.running.pool import Done, Pool, usable_cores
from gourds.solvers.base import Solver

TICK: Final = 0.25
"""Seconds between progress reports while no run ends."""
SHRINK_SECONDS: Final = 60.0
"""Seconds for the search for a smaller instance."""
SHRINK_RUN: Final = 2.0
"""Seconds for a run on a smaller instance, at most."""

DIED: Final = "the process that worked on it died"

Task = tuple[int, int]
"""The numbers of an instance and of an approach; −1 for the formula."""


@dataclass(frozen=True)
class Progress:
    """Where a cross-check stands."""

    stage: str
    """loading, running, shrinking."""
    done: int
    """Instances that are finished."""
    total: int
    elapsed: float
    """Seconds since it began."""
    left: float | None
    """An estimate of the seconds that remain; None while there is none."""
    running: tuple[str, ...] = ()
    """What is being worked on: 'sat on drawn/garden'."""
    record: Record | None = None
    """The instance that was just finished."""


OnProgress = Callable[[Progress], None]


def crosscheck(
    instances: Iterable[Instance | Subject],
    *,
    approaches: Mapping[str, Solver] | None = None,
    counters: Mapping[str, Counter] | None = None,
    names: Sequence[str] = (),
    all_variants: bool = False,
    time_limit: float = USUAL,
    memory_limit: float | None = None,
    seed: int = 0,
    jobs: int | None = None,
    outside: Sequence[str] = (),
    on_progress: OnProgress | None = None,
) -> Report:
    """Run every approach on every instance and compare the answers.

    ``approaches`` are solvers by name (default: all), ``counters`` count for the solver of their name, ``names``
    chooses among the approaches, ``all_variants`` runs every variant and encoding. The limits hold for every single
    run. ``outside`` names checkers of other people that have to accept every proof as well. An interrupt ends the run
    early; the report then holds what was finished.
    """
    subjects = name_subjects(instances)
    chosen = select_approaches(approaches, counters, names, all_variants=all_variants)
    limits = Limits(time_limit, memory_limit, seed, tuple(outside))
    width = jobs if jobs is not None else usable_cores()
    return _Check(subjects, chosen, limits, max(width, 1), on_progress or (lambda progress: None)).run()


def run_task(
    subjects: Sequence[Subject], approaches: Sequence[Approach], limits: Limits, task: Task
) -> tuple[list[Answer], Count | None]:
    """One approach on one instance: a verdict, and a count if the approach counts."""
    instance = subjects[task[0]].instance
    if task[1] < 0:
        return [run_formula(instance, limits)], None
    approach = approaches[task[1]]
    answers = run_approach(instance, approach, limits)
    return answers, run_counter(instance, approach, limits, answers[0])


class _Check:
    """The state of one cross-check."""

    def __init__(
        self,
        subjects: Sequence[Subject],
        approaches: tuple[Approach, ...],
        limits: Limits,
        jobs: int,
        on_progress: OnProgress,
    ) -> None:
        self.subjects = subjects
        self.approaches = approaches
        self.limits = limits
        self.jobs = jobs
        self.on_progress = on_progress
        self.start = self.run_start = time.monotonic()
        self.started = datetime.now().astimezone().isoformat(timespec="seconds")
        self.records: dict[int, Record] = {}
        self.parts: dict[int, dict[int, tuple[list[Answer], Count | None]]] = {k: {} for k in range(len(subjects))}
        self.tasks = [task for k in range(len(subjects)) for task in self._tasks(k)]
        self.weight_done = 0.0

    def _tasks(self, k: int) -> list[Task]:
        own = [(k, a) for a in range(len(self.approaches))]
        return [*own, (k, -1)] if is_reduced(self.subjects[k].instance) else own

    def run(self) -> Report:
        """Everything, up to the first disagreement or an interrupt."""
        is_interrupted = False
        disagreement = None
        try:
            self._tell("loading")
            load_packages(self.approaches)
            compile_kernels(self.approaches, max((one.instance.board.size for one in self.subjects), default=0))
            self._run_all()
            wrong = self._first_wrong()
            if wrong is not None:
                disagreement = self._shrink(self.records[wrong])
        except KeyboardInterrupt:
            is_interrupted = True
            wrong = self._first_wrong()
            if wrong is not None:
                record = self.records[wrong]
                disagreement = Disagreement(record, record.findings[0], record, 0, "the run was interrupted")
        return Report(
            records=tuple(self.records[k] for k in sorted(self.records)),
            approaches=self.approaches,
            limits=self.limits,
            jobs=self.jobs,
            total=len(self.subjects),
            time_s=time.monotonic() - self.start,
            disagreement=disagreement,
            is_interrupted=is_interrupted,
            started=self.started,
        )

    def _first_wrong(self) -> int | None:
        return min((k for k, record in self.records.items() if record.findings), default=None)

    def _run_all(self) -> None:
        def is_wanted(task: Task) -> bool:
            wrong = self._first_wrong()
            return wrong is None or task[0] < wrong

        self.run_start = time.monotonic()
        with Pool.forked(self.jobs, run_task, self.subjects, self.approaches, self.limits) as pool:
            for done in pool.work(filter(is_wanted, self.tasks), TICK, is_eager=True):
                running = tuple(map(self._describe, pool.running))
                if done is None:
                    self._tell("running", running)
                else:
                    self._take(done, running)
                wrong = self._first_wrong()
                if wrong is not None and all(k in self.records for k in range(wrong)):
                    return  # all remaining runs are on later instances

    def _describe(self, task: Task) -> str:
        name = FORMULA if task[1] < 0 else self.approaches[task[1]].name
        return f"{name} on {self.subjects[task[0]].name}"

    def _take(self, done: Done, running: tuple[str, ...]) -> None:
        """File the result of a task; judge the instance if it was the last."""
        k, a = done.task
        if done.error is None:
            self.parts[k][a] = done.value
        else:
            name = FORMULA if a < 0 else self.approaches[a].name
            reason = DIED if done.is_lost else done.error
            self.parts[k][a] = ([Answer(name, Ending.FAILED, reason=reason)], None)
        record = None
        if len(self.parts[k]) == len(self._tasks(k)):
            parts = [self.parts[k][a] for _, a in self._tasks(k)]
            answers = [answer for found, _ in parts for answer in found]
            record = judge(self.subjects[k], answers, [count for _, count in parts if count is not None])
            self.records[k] = record
        self.weight_done += self._weight(done.task)
        self._tell("running", running, record)

    def _weight(self, task: Task) -> float:
        """Roughly how long a task takes compared with others."""
        return 0.05 + self.subjects[task[0]].instance.board.size / 2_000

    def _tell(self, stage: str, running: tuple[str, ...] = (), record: Record | None = None) -> None:
        now = time.monotonic()
        whole = sum(map(self._weight, self.tasks))
        share = self.weight_done / whole if whole else 1.0
        left = (now - self.run_start) * (1 - share) / share if share > 0.02 else None
        done, total = len(self.records), len(self.subjects)
        self.on_progress(Progress(stage, done, total, now - self.start, left, running, record))

    # -- shrinking --------------------------------------------------------------------------------------------

    def _shrink(self, record: Record) -> Disagreement:
        """The disagreement on the smallest instance that still shows it."""
        finding = _best_to_shrink(record.findings)
        concerned = self._concerned(finding)
        if concerned is None:
            return Disagreement(record, finding, record, 0, "it is not between approaches that can be run on others")
        short = replace(self.limits, time=min(self.limits.time, SHRINK_RUN))

        def shows(instance: Instance, limits: Limits = short) -> Shown:
            found = _examine(Subject("smaller", instance), concerned, limits)
            is_shown = any(_is_like(other, finding) for other in found.findings)
            return Shown(is_shown, found.placement)

        whole = record.subject.instance
        if not shows(bare(whole), self.limits).is_shown:
            why = "the approaches concerned, run again by themselves, did not show it"
            return Disagreement(record, finding, record, 1, why)

        def on_step(instance: Instance, tries: int) -> None:
            size = f"{instance.board.size:,} cells, {tries:,} tries"
            self._tell("shrinking", (size,))

        self._tell("shrinking")
        shrunk = shrink(whole, shows, placement=record.placement, time_limit=SHRINK_SECONDS, on_step=on_step)
        source = {"shrunk_from": record.subject.name, "finding": finding.text}
        instance = replace(bare(shrunk.instance), name="smallest disagreement", source=source)
        smallest = _examine(Subject(f"{record.subject.name}, shrunk", instance), concerned, self.limits)
        why = "" if shrunk.is_finished else "tries or time ran out: a smaller one may show it too"
        return Disagreement(record, finding, smallest, shrunk.tries, why)

    def _concerned(self, finding: Finding) -> list[Approach] | None:
        """The approaches to run on smaller instances: the accused, and a witness if it takes two to disagree."""
        own = {approach.name: approach for approach in self.approaches}

        def runnable(names: Iterable[str]) -> list[Approach]:
            """A proof is another run of the same approach."""
            return [own[name] for name in dict.fromkeys(n.removesuffix("+proof") for n in names) if name in own]

        accused, witnesses = runnable(finding.accused), runnable(finding.witnesses)
        if not accused or finding.kind.startswith("known"):
            return None
        if finding.kind not in ("verdicts", "counts", "count and verdict"):
            return accused
        if not witnesses and len(accused) < 2:
            return None
        return list(dict.fromkeys([*accused, *witnesses[:1]]))


def _best_to_shrink(findings: Sequence[Finding]) -> Finding:
    """The first finding that does not rest on facts about this instance alone."""
    return next((one for one in findings if not one.kind.startswith("known") and one.kind != "back map"), findings[0])


def _is_like(other: Finding, finding: Finding) -> bool:
    """Whether a finding on a smaller instance is of the same kind, and against one of the same approaches."""
    return other.kind == finding.kind and bool(set(other.accused) & set(finding.accused))


def _examine(subject: Subject, approaches: Sequence[Approach], limits: Limits) -> Record:
    """What some approaches say about an instance, one after the other."""
    done = [run_task([subject], approaches, limits, (0, a)) for a in range(len(approaches))]
    answers = [answer for found, _ in done for answer in found]
    return judge(subject, answers, [count for _, count in done if count is not None])
