"""All that ``gourds check-reduction`` finds: tables of coverings, the proof that rests on them, formulas sent through.

The tables of coverings are made anew by exhaustion and compared with those beside the drawings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from gourds.bundled import bundled_folder
from gourds.files.raw import read_text
from gourds.formulas.formula import Formula
from gourds.reductions.check import Case, Plan, Report, check
from gourds.reductions.gadgets.coverings import Table
from gourds.reductions.gadgets.drawing import GadgetSet, bundled_gadgets, gadget_folder
from gourds.reductions.gadgets.proof import Proof, prove
from gourds.reductions.gadgets.tables import differences, table_rows
from gourds.reductions.gadgets.witness import Witness, witness_of


@dataclass(frozen=True)
class GadgetCheck:
    """What the gadgets alone show."""

    gadgets: GadgetSet
    tables: tuple[Table, ...]
    """All coverings, of the variable gadget and of the clause gadget."""
    wrong: dict[str, list[str] | None]
    """For each gadget how its table differs from the one beside its drawing; None: there is none to compare with."""
    proof: Proof
    """The conditions that make the gadgets right for every cubic formula."""


@dataclass(frozen=True)
class ReductionCheck:
    """What the check of a reduction found. True in conditions iff nothing is wrong."""

    gadgets: GadgetCheck
    """What the gadgets alone show."""
    report: Report
    """The formulas that were sent through."""

    def __bool__(self) -> bool:
        return bool(self.report) and not any(self.gadgets.wrong.values())

    def __repr__(self) -> str:
        fate = "nothing is wrong" if self else "something is wrong"
        return f"<ReductionCheck of {len(self.report.cases)} formulas: {fate}>"

    @property
    def proof(self) -> Proof:
        """The conditions that make the gadgets right for every cubic formula."""
        return self.gadgets.proof

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds check-reduction --json`` prints."""
        return {
            "gadgets": {
                table.gadget.name: {
                    "coverings": table.total,
                    "signatures": table_rows(table),
                    "differs_from_table": self.gadgets.wrong[table.gadget.name],
                }
                for table in self.gadgets.tables
            },
            "proof": [condition.to_json() for condition in self.proof.conditions],
            "proved": bool(self.proof),
            "formulas": [_case_json(case) for case in self.report.cases],
            "failure": None if self.report.failure is None else _case_json(self.report.failure) | self._witness_json(),
        }

    @cached_property
    def witness(self) -> Witness | None:
        """The failure on the board of its formula, with the assignment that fails; None if there is none to show."""
        return None if self.report.failure is None else witness_of(self.report.failure, self.gadgets.gadgets)

    def _witness_json(self) -> dict[str, Any]:
        if self.witness is None:
            return {"assignment": None, "reasons": []}
        return {"assignment": list(self.witness.values) or None, "reasons": list(self.witness.reasons)}


def _case_json(case: Case) -> dict[str, Any]:
    return {
        "origin": case.origin,
        "variables": case.formula.variables,
        "clauses": [list(clause) for clause in case.formula.clauses],
        "cells": case.cells,
        "satisfiable": case.is_satisfiable,
        "assignments_tried": case.assignments_tried,
        "assignments": case.assignments,
        "placements": None if case.placements is None else str(case.placements),
        "failure": None if case.failure is None else case.failure.value,
        "detail": case.detail,
    }


def check_gadgets(gadgets: GadgetSet, folder: Path | None) -> GadgetCheck:
    """Check the gadgets alone; against the tables in the folder of the drawings, if there are any."""
    tables = gadgets.tables
    wrong = {table.gadget.name: _compare(table, folder) for table in tables}
    return GadgetCheck(gadgets, tables, wrong, prove(gadgets, *tables))


def check_whole(
    plan: Plan | None = None,
    gadgets: GadgetSet | None = None,
    *,
    chosen: Iterable[tuple[str, Formula]] | None = None,
    tables: Path | None = None,
    on_gadgets: Callable[[GadgetCheck], None] = lambda found: None,
    on_case: Callable[[Case], None] = lambda case: None,
) -> ReductionCheck:
    """Check gadgets, with the folder of their tables, and then formulas: the chosen ones, or those of a plan."""
    folder = tables
    if gadgets is None:
        gadgets, folder = bundled_gadgets(), bundled_folder("reductions") / "one_in_three_sat" / "gadgets"
    found = check_gadgets(gadgets, folder)
    on_gadgets(found)
    return ReductionCheck(found, check(plan, gadgets, chosen=chosen, on_case=on_case))


def _compare(table: Table, folder: Path | None) -> list[str] | None:
    path = None if folder is None else gadget_folder(folder) / f"{table.gadget.name}.toml"
    return differences(table, read_text(path)) if path is not None and path.exists() else None
