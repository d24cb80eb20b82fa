"""Troubles in a store: wrong answers, and proofs that contradict each other or the expected verdict.

The views of :mod:`gourds.bench.store.schema` judge whenever they are read. Here the judgement is put
into words.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True)
class Trouble:
    """A wrong answer, or a contradiction."""

    plan_id: int | None
    """The run that gave a wrong answer; None if proofs contradict each other or the expected verdict."""
    text: str
    """In words."""


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
