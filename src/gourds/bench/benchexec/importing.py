"""Result files of BenchExec as a store, so that reports and comparisons work on them.

What a file says is what somebody else claims: its answers are recorded as claimed, no placement and no certificate
counts as checked, and the truth of a task is its expected verdict at most. An answer in the category ``wrong`` that the
expected verdict does not contradict was rejected by somebody, and stays wrong here.

A task whose input file is there and holds an instance becomes that instance; tasks with equal puzzles become one. Of
any other task only the name is known: 0 cells, no data. Runs without a status never ended, and are left out. Files
of the same tool, version and options are repetitions where they share a task; a run that is in two files (BenchExec
writes one for every set of tasks besides the whole) counts once.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from gourds.bench.benchexec.competitors import competitor_of
from gourds.bench.benchexec.records import instance_of, limits_of, machines_of, record_of
from gourds.bench.benchexec.words import VERDICTS, new_name
from gourds.bench.benchexec.xml_reading import ResultFile, RunElement, read_results_file
from gourds.bench.campaign.definition import SolverConfig
from gourds.bench.campaign.expected import Expected
from gourds.bench.campaign.planning import PlannedInstance
from gourds.bench.store.machine import Machine
from gourds.bench.store.task import Record
from gourds.display import brief
from gourds.errors import Fault, Faults, InputError
from gourds.running.isolation import Limits


@dataclass(frozen=True)
class Imported:
    """What an import brought into a store."""

    store: str
    runs: int
    solvers: tuple[str, ...]
    """Their labels."""
    instances: int
    known: int
    """How many of them are instances of ours; of the others only the name is known."""
    unfinished: int
    """Runs without a status, which were left out."""
    repeated: int
    """Runs that were in two files."""

    __repr__ = brief

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds bench import --json`` prints."""
        return {**asdict(self), "solvers": list(self.solvers)}


@dataclass
class Subject:
    """What a task is, as far as it is known."""

    name: str
    digest: str
    file: str | None
    planned: PlannedInstance | None
    """None if only the name is known."""
    expected: Expected | None = None


@dataclass(frozen=True)
class ImportedRun:
    """A run that ended, with the indices of what it belongs to."""

    subject: int
    solver: int
    seed: int
    repetition: int
    record: Record
    is_rejected: bool
    """Whether the file calls its answer wrong."""


class Import:
    """Collects the runs of result files."""

    def __init__(self, tell: Callable[[str], None] = lambda text: None) -> None:
        self.tell = tell
        self.files: list[ResultFile] = []
        self.subjects: list[Subject] = []
        self.solvers: list[SolverConfig] = []
        self.runs: list[ImportedRun] = []
        self.unfinished = 0
        self.repeated = 0
        self._identities: dict[str, int] = {}
        self._tasks: dict[tuple[str, str], int] = {}
        self._digests: dict[str, int] = {}
        self._taken: dict[tuple[int, int, int], dict[int, tuple[float, float]]] = {}

    def add(self, path: str | os.PathLike[str]) -> None:
        """Read a file and take its runs. Raises InputError with every fault."""
        self.tell(f"reading {os.fspath(path)}")
        file = read_results_file(path)
        faults = Faults()
        try:
            if self.files and limits_of(file) != self.limits:
                first = self.files[0].path
                raise InputError(f"has other limits than {first}; runs within different limits are not compared")
            solver, seed = self._solver(file)
            machines = machines_of(file)
        except InputError as error:
            raise error.in_source(str(path)) from None
        self.files.append(file)
        for run in file.runs:
            try:
                self._run(file, run, solver, seed, machines)
            except InputError as error:
                faults += error.faults
        if faults:
            raise InputError(faults, str(path))

    @property
    def limits(self) -> Limits:
        """Of all runs."""
        return limits_of(self.files[0])

    def _solver(self, file: ResultFile) -> tuple[int, int]:
        config, seed = competitor_of(file)
        identity = json.dumps([config.identity(), config.label])
        if identity not in self._identities:
            self._identities[identity] = len(self.solvers)
            labels = {one.label.lower() for one in self.solvers}
            version = config.settings.get("version")
            label = f"{config.label} {version}" if config.label.lower() in labels and version else config.label
            self.solvers.append(replace(config, label=new_name(label, labels, " #")))
        return self._identities[identity], seed

    def _run(self, file: ResultFile, run: RunElement, solver: int, seed: int, machines: dict[str, Machine]) -> None:
        if not run.columns.get("status"):
            self.unfinished += 1
            return
        number = self._subject(file, run)
        subject = self.subjects[number]
        record = record_of(file, run, machines)
        category = run.columns.get("category", "")
        self._expect(file, run, subject, record, category)
        taken = self._taken.setdefault((number, solver, seed), {})
        when = (record.started, record.wall_s)
        if when[0] and when in taken.values():
            self.repeated += 1
            return
        told = file.attributes.get("repetition", "")
        wanted = int(told) if told.isdecimal() and 0 < len(told) < 10 else 1
        repetition = wanted if wanted not in taken else max(taken) + 1
        taken[repetition] = when
        self.runs.append(ImportedRun(number, solver, seed, repetition, record, category == "wrong"))

    def _expect(self, file: ResultFile, run: RunElement, subject: Subject, record: Record, category: str) -> None:
        """Note the expected verdict of a task; of several files, the first that gives one."""
        told = run.attributes.get("expectedVerdict", "").partition("(")[0]
        if told not in VERDICTS and category == "correct" and record.verdict != "unknown":
            found = Expected(record.verdict, f"BenchExec: {file.path.name} calls this answer correct")
        elif told in VERDICTS:
            found = Expected(VERDICTS[told], f"BenchExec: expected in {file.path.name}")
        else:
            return
        if subject.expected is None:
            subject.expected = found
        elif subject.expected.verdict != found.verdict and found.why.startswith("BenchExec: expected"):
            reason = f"expects {found.verdict}, but {subject.expected.why.removeprefix('BenchExec: ')}"
            raise InputError(Fault(run.place, f"{reason}: {subject.expected.verdict}"))

    def _subject(self, file: ResultFile, run: RunElement) -> int:
        name, about = run.attributes["name"], run.attributes.get("properties", "")
        if run.files:
            name = os.path.abspath(file.path.parent / name)
        key = (name, about)
        if key not in self._tasks:
            self.tell(f"task {len(self._tasks) + 1}: {name}")
            found = instance_of(file, run)
            digest = _digest("task of BenchExec", *key) if found is None else found.instance.digest
            if digest not in self._digests:
                self._digests[digest] = len(self.subjects)
                path = None if found is None else found.file
                self.subjects.append(Subject(name, digest, path, found))
            self._tasks[key] = self._digests[digest]
        return self._tasks[key]


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
