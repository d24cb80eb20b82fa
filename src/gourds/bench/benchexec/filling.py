"""Writes the store of an import: campaign, machines, solvers, instances, plan and results at once."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path, PurePath
from typing import Any

from gourds.bench.benchexec.importing import Import, Imported, ImportedRun, Subject
from gourds.bench.benchexec.words import new_name
from gourds.bench.campaign.expected import Expected, expect
from gourds.bench.store.checking import check_store
from gourds.bench.store.new import drafted_store, insert_solver, instance_row
from gourds.bench.store.store import insert, note_machine, result_row
from gourds.bench.store.task import Record
from gourds.errors import InputError
from gourds.files.raw import check_output


def import_results(
    paths: Sequence[str | os.PathLike[str]], store: Path, tell: Callable[[str], None] = lambda text: None
) -> Imported:
    """Make a store from result files; it appears whole or not at all. Raises InputError.

    ``tell`` hears what is being read.
    """
    if os.path.lexists(store):
        raise InputError("exists already; an import makes a new store", str(store))
    check_output(store)
    found = Import(tell)
    for path in paths:
        found.add(path)
    if not found.runs:
        raise InputError("there is no run with a status in these files" if paths else "an import needs a result file")
    _settle(found, tell)
    with drafted_store(store) as connection:
        _fill(connection, found)
        check_store(connection)
    known = sum(subject.planned is not None for subject in found.subjects)
    labels = tuple(config.label for config in found.solvers)
    return Imported(str(store), len(found.runs), labels, len(found.subjects), known, found.unfinished, found.repeated)


def _settle(found: Import, tell: Callable[[str], None]) -> None:
    """Give tasks short names that differ, and expected verdicts where only we know one."""
    folders = [os.path.dirname(subject.name) for subject in found.subjects if os.path.isabs(subject.name)]
    shared = os.path.commonpath(folders) if folders else ""
    taken: set[str] = set()
    for subject in found.subjects:
        name = subject.name
        if shared and os.path.isabs(name):
            name = PurePath(os.path.relpath(name, shared)).as_posix().removesuffix(".yml")
        subject.name = new_name(name, taken, " #")
        if subject.expected is None and subject.planned is not None and subject.file is not None:
            tell(f"what is known of {subject.name}")
            subject.expected = expect(subject.planned.instance, Path(subject.file))


def _fill(connection: sqlite3.Connection, found: Import) -> None:
    limits = asdict(found.limits)
    insert(connection, "campaign", (1, *_campaign(found)))
    for number, config in enumerate(found.solvers, 1):
        insert_solver(connection, number, config, None)
    for number, subject in enumerate(found.subjects, 1):
        insert(connection, "instance", _instance(number, subject))
    of_machine: dict[int, int] = {}
    for number, run in enumerate(found.runs, 1):
        subject, solver = found.subjects[run.subject], found.solvers[run.solver]
        key = json.dumps([subject.digest, solver.label, solver.identity(), run.seed, run.repetition, limits])
        row = (number, hashlib.sha256(key.encode()).hexdigest()[:24], run.subject + 1, run.solver + 1)
        insert(connection, "plan", (*row, run.seed, run.repetition))
        record = _judged(run, subject.expected)
        machine = id(record.machine)  # runs of a file share it
        if machine not in of_machine:
            of_machine[machine] = note_machine(connection, record.machine)
        insert(connection, "run", (number, *result_row(record, of_machine[machine])))


def _judged(run: ImportedRun, expected: Expected | None) -> Record:
    """The record; an answer that the file calls wrong stays wrong even if the expected verdict agrees with it."""
    record = run.record
    if not run.is_rejected or record.verdict == "unknown":
        return record
    if expected is not None and expected.verdict != record.verdict:
        return record
    check = "placement_check" if record.verdict == "feasible" else "certificate_check"
    changes: dict[str, Any] = {check: "invalid", "detail": record.detail or "BenchExec's category is wrong"}
    return replace(record, **changes)


def _campaign(found: Import) -> tuple[Any, ...]:
    first = found.files[0]
    names = list(dict.fromkeys(file.attributes.get("benchmarkname", "") for file in found.files))
    name = " and ".join(filter(None, names[:3])) or first.path.name.partition(".")[0]
    lines = ["# imported from BenchExec"]
    lines += [f"# {file.path.name}: {file.attributes.get('generator', '')}".rstrip(" :") for file in found.files]
    text = "".join(f"{' '.join(line.split())}\n" for line in lines)
    limits = found.limits
    repetitions = max(run.repetition for run in found.runs)
    seeds = json.dumps(sorted({run.seed for run in found.runs}))
    created = min(run.record.started for run in found.runs) or time.time()
    digest = hashlib.sha256(text.encode()).hexdigest()
    about = (name, first.description, text, digest, str(first.path.resolve().parent), "[]")
    return (*about, limits.wall, limits.cpu, limits.memory, repetitions, seeds, created, None)


def _instance(number: int, subject: Subject) -> tuple[Any, ...]:
    expected = subject.expected
    if subject.planned is not None:
        return instance_row(number, replace(subject.planned, name=subject.name, expected=expected))
    verdict = (None, None) if expected is None else (expected.verdict, expected.why)
    return (number, subject.digest, subject.name, None, None, None, subject.file, 0, 0, 0, *verdict, None, None, b"")
