"""Troubles in a store: wrong answers, and proofs that contradict each other or the expected verdict.

The views of :mod:`gourds.bench.store.schema` judge whenever they are read. Here the judgement is put
into words.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from dataclasses import dataclass

from gourds.bench.store.schema import FAILURES


@dataclass(frozen=True)
class Trouble:
    """A wrong answer, or a contradiction."""

    plan_id: int | None
    """The run that gave a wrong answer; None if proofs contradict each other or the expected verdict."""
    text: str
    """In words."""


@dataclass(frozen=True)
class Failure:
    """Runs of one solver that failed for the same reason."""

    solver: str
    """Its label."""
    cause: str
    """Of :data:`gourds.bench.store.schema.FAILURES`."""
    reason: str
    """Of the first of them, in words."""
    runs: int
    """How many."""
    instance: str
    """The name of the first one's instance."""


def find_failures(connection: sqlite3.Connection) -> list[Failure]:
    """All runs that failed, by solver and reason, the most frequent first. Reasons differ if more than numbers do."""
    rows = connection.execute(
        "SELECT label, cause, COALESCE(detail, ''), instance.name, COUNT(*) FROM run JOIN plan ON plan.id = run.plan_id"
        " JOIN solver ON solver.id = solver_id JOIN instance ON instance.id = instance_id"
        f" WHERE cause IN ({', '.join('?' * len(FAILURES))}) GROUP BY label, cause, detail ORDER BY MIN(plan.id)",
        FAILURES,
    )
    groups: dict[tuple[str, str, str], list[tuple[str, str, int]]] = defaultdict(list)
    for label, cause, detail, name, count in rows:
        groups[label, cause, re.sub("[0-9]+", "#", detail)].append((detail, name, count))
    found = [
        Failure(label, cause, group[0][0], sum(count for *_, count in group), group[0][1])
        for (label, cause, _), group in groups.items()
    ]
    return sorted(found, key=lambda failure: -failure.runs)


def find_wrong(connection: sqlite3.Connection, plan_id: int) -> list[Trouble]:
    """The trouble with one run, if its answer is wrong; the time does not depend on the number of runs."""
    return _wrong_runs(connection, " AND judged.plan_id = ?", (plan_id,))


def find_troubles(connection: sqlite3.Connection, plan_id: int | None = None) -> list[Trouble]:
    """All troubles, on the instance of a planned run or in the whole store."""
    values = () if plan_id is None else (plan_id,)
    where = "" if plan_id is None else " AND instance.id = (SELECT instance_id FROM plan WHERE id = ?)"
    contradicted = connection.execute(
        "SELECT name, expected, instance.why, placed_by IS NOT NULL, refuted_by IS NOT NULL FROM instance"
        f" JOIN truth ON truth.instance_id = instance.id WHERE contradicted{where}",
        values,
    )
    found = [Trouble(None, _contradicted(*row)) for row in contradicted]
    return _wrong_runs(connection, where, values) + found


def _wrong_runs(connection: sqlite3.Connection, where: str, values: tuple[int, ...]) -> list[Trouble]:
    wrong = connection.execute(
        "SELECT run.plan_id, label, instance.name, run.verdict, truth, truth_why, placement_check, detail"
        " FROM judged JOIN run USING (plan_id) JOIN instance ON instance.id = judged.instance_id"
        f" JOIN solver ON solver.id = judged.solver_id WHERE judgement = 'wrong'{where} ORDER BY run.plan_id",
        values,
    )
    return [Trouble(row[0], _wrong(*row[1:])) for row in wrong]


def _wrong(
    label: str, name: str, verdict: str, truth: str | None, why: str | None, placement: str | None, detail: str | None
) -> str:
    said = f"{label} says {verdict} on {name}"
    if truth is not None and verdict != truth:
        return f"{said}, which is {truth} ({why})"
    return f"{said}, and {'its placement' if placement == 'invalid' else 'its certificate'} is wrong: {detail}"


def _contradicted(name: str, expected: str | None, why: str | None, placed: bool, refuted: bool) -> str:
    if placed and refuted:
        return f"{name} has both a checked placement and a checked certificate that there is none"
    proof = "a checked placement" if placed else "a checked certificate"
    return f"{name} was expected to be {expected} ({why}), but {proof} shows the opposite"
