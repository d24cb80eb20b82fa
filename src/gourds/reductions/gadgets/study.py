"""Everything about drawn gadgets at once, right or not: what ``gourds gadget`` shows.

Each part is made as far as the files allow. A gadget with faults is still drawn, and covered if it is a parallelogram;
the conditions and the books need both gadgets; boards need gadgets of one height without faults. If only one gadget is
given, the other is the one in the same folder, or else the paper's.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from gourds.errors import Fault, InputError, LimitError
from gourds.files.raw import naming, read_text
from gourds.reductions.gadgets.budgets import Budgets, NoBudgets, suggest
from gourds.reductions.gadgets.coverings import Table
from gourds.reductions.gadgets.drafts import Draft, read_draft
from gourds.reductions.gadgets.drawing import Gadget, GadgetSet, bundled_gadgets
from gourds.reductions.gadgets.ledger import Entry, ledger, merged, miscounted, smallest_totals
from gourds.reductions.gadgets.proof import Proof, prove
from gourds.reductions.gadgets.tables import groups_of, table_rows
from gourds.reductions.gadgets.witness import UP_TO, Witness, first_failure
from gourds.running.isolation import run_limited
from gourds.words import counted, enumerated

NAMES: Final = ("variable", "clause")
TIME_LIMIT: Final = 20.0
"""Seconds for all of it, unless told otherwise."""


@dataclass(frozen=True)
class Sheet:
    """One gadget and what it can do."""

    file: str
    """Where it was drawn."""
    draft: Draft
    table: Table | None
    """All coverings with the kinds of gourds that the two files supply; None if they could not be counted."""
    remark: str = ""
    """Why there is no table."""

    @property
    def name(self) -> str:
        """``variable`` or ``clause``."""
        return self.draft.name


@dataclass(frozen=True)
class Study:
    """What was found out about one gadget or two. True in conditions iff they are proved right."""

    sheets: tuple[Sheet, ...]
    """The gadgets that were given."""
    partner: str
    """Which gadget completes the pair if only one was given, in words; else empty."""
    gadgets: GadgetSet | None
    """Both gadgets; None if one of them is no parallelogram."""
    faults: tuple[Fault, ...]
    """What is wrong with the two together."""
    proof: Proof | None
    books: tuple[Entry, ...]
    """What is given and what satisfying assignments use."""
    budgets: Budgets | NoBudgets | None
    """Gourds and coverings with which the gadgets work; None if this was not found out."""
    witness: Witness | None
    """The smallest board on which they fail."""
    remarks: tuple[str, ...]
    """What was not found out, and why; what was tried without a failure."""

    def __bool__(self) -> bool:
        return not self.has_faults and bool(self.proof)

    def __repr__(self) -> str:
        names = enumerated([sheet.name for sheet in self.sheets])
        return f"<Study of the {names} gadget{'s' * (len(self.sheets) > 1)}: {self.verdict}>"

    @property
    def has_faults(self) -> bool:
        """True iff a file or the pair has faults, so that there is no reduction to judge."""
        return bool(self.faults) or any(sheet.draft.faults for sheet in self.sheets)

    @property
    def verdict(self) -> str:
        """The outcome in one line."""
        if self.has_faults:
            return "the drawings have faults"
        if self.proof is None:
            return "not decided"
        if self.proof:
            return "right for every cubic formula"
        names = enumerated([f"'{condition.name}'" for condition in self.proof.broken])
        return f"{names} {'does' if len(self.proof.broken) == 1 else 'do'} not hold"

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds gadget --json`` prints."""
        return {
            "gadgets": {sheet.name: _sheet_json(sheet) for sheet in self.sheets},
            "partner": self.partner or None,
            "faults": [asdict(fault) for fault in self.faults],
            "books": [
                {"kind": list(e.kind), "when": e.when, "given": e.given}
                | {"used": str(e.used), "off": str(e.given - e.used)}
                for e in self.books
            ],
            "proof": None if self.proof is None else [condition.to_json() for condition in self.proof.conditions],
            "proved": bool(self),
            "budgets": _budgets_json(self.budgets),
            "failure": None if self.witness is None else self.witness.to_json(),
            "remarks": list(self.remarks),
        }


def find_files(paths: Sequence[str | os.PathLike[str]]) -> list[Path]:
    """The gadget files that paths name: files, and of folders ``variable.txt`` and ``clause.txt``."""
    found = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = [path / f"{name}.txt" for name in NAMES if (path / f"{name}.txt").exists()]
            if not inside:
                raise InputError("neither variable.txt nor clause.txt is there", str(path))
            found += inside
        else:
            found.append(path)
    return found


def read_drafts(files: Sequence[Path]) -> dict[str, tuple[str, Draft]]:
    """The drawings by kind. Raises InputError if a file is no gadget, or two are of one kind."""
    found: dict[str, tuple[str, Draft]] = {}
    for file in files:
        with naming(file):
            draft = read_draft(read_text(file), file.stem if file.stem in NAMES else None)
        if draft.name in found:
            raise InputError(f"is a {draft.name} gadget, and so is {found[draft.name][0]}", str(file))
        found[draft.name] = str(file), draft
    return {name: found[name] for name in NAMES if name in found}


def study(paths: Sequence[str | os.PathLike[str]], *, time_limit: float = TIME_LIMIT) -> Study:
    """Everything that can be said about the gadgets in some files or in a folder, within a time limit."""
    deadline = time.monotonic() + time_limit
    files = find_files(paths)
    drafts = read_drafts(files)
    partner, other = _partner(drafts)
    gadget: dict[str, Gadget] = {name: draft.gadget for name, (_, draft) in drafts.items()} | other
    pair = GadgetSet(gadget["variable"], gadget["clause"])
    sheets = tuple(_sheet(file, draft, pair, deadline) for file, draft in drafts.values())
    base = Study(sheets, partner, None, (), None, (), None, None, ())
    if not all(gadget[name].rows for name in NAMES):
        return base
    base = replace(base, gadgets=pair, faults=_height_faults(pair, partner))
    tables = {sheet.name: sheet.table for sheet in sheets}
    tables |= {name: _table(pair, gadget, deadline)[0] for name, gadget in other.items()}
    if tables["variable"] is None or tables["clause"] is None:
        return replace(base, remarks=tuple(sheet.remark for sheet in sheets if sheet.remark))
    proof = prove(pair, tables["variable"], tables["clause"])
    base = replace(base, proof=proof, books=tuple(merged(ledger(pair))))
    if base.has_faults or proof:
        return base if base.has_faults else replace(base, budgets=Budgets(pair, ()))
    return _with_boards(_with_budgets(base, pair, deadline), pair, deadline)


def study_of(gadgets: GadgetSet, tables: Sequence[Table], proof: Proof, witness: Witness | None) -> Study:
    """The same about gadgets that were studied already, without files."""
    sheets = []
    for table in tables:
        cells = table.gadget.symbol_at
        draft = Draft(table.gadget.name, cells, table.gadget, (), dict.fromkeys(cells, ""))
        sheets.append(Sheet(f"{table.gadget.name}.txt", draft, table))
    books = tuple(merged(ledger(gadgets)))
    return Study(tuple(sheets), "", gadgets, (), proof, books, None, witness, ())


def _with_budgets(found: Study, gadgets: GadgetSet, deadline: float) -> Study:
    try:
        return replace(found, budgets=suggest(gadgets, deadline=deadline))
    except LimitError as error:
        return replace(found, remarks=(*found.remarks, f"no budgets were looked for: {error}"))


def _with_boards(found: Study, gadgets: GadgetSet, deadline: float) -> Study:
    """The same with the smallest board that fails, sought in a process of its own."""
    left = deadline - time.monotonic()
    ended = run_limited(first_failure, gadgets, time_limit=left) if left > 0.1 else None
    if ended is None or ended.cause != "done":
        why = "no time was left" if ended is None else f"stopped by the {ended.cause}"
        return replace(found, remarks=(*found.remarks, f"no board was decided: {why}"))
    if ended.value is None:
        said = f"every cubic formula with at most {UP_TO} variables agrees with its board"
        said += ": the conditions are sufficient, not necessary"
        return replace(found, remarks=(*found.remarks, said))
    return replace(found, witness=ended.value)


def _partner(drafts: dict[str, tuple[str, Draft]]) -> tuple[str, dict[str, Gadget]]:
    """The gadget that completes a pair, by its name, and where it is from."""
    missing = next((name for name in NAMES if name not in drafts), None)
    if missing is None:
        return "", {}
    ((file, _),) = drafts.values()
    beside = Path(file).parent / f"{missing}.txt"
    if file != "-" and beside.is_file():
        with naming(beside):
            draft = read_draft(read_text(beside), missing)
        if not draft.faults:
            return f"the {missing} gadget is {beside}", {missing: draft.gadget}
    gadget: Gadget = getattr(bundled_gadgets(), missing)
    return f"the {missing} gadget is the paper's", {missing: gadget}


def _sheet(file: str, draft: Draft, pair: GadgetSet, deadline: float) -> Sheet:
    if not draft.is_whole:
        return Sheet(file, draft, None, f"the {draft.name} gadget is no parallelogram, so it is not covered")
    return Sheet(file, draft, *_table(pair, draft.gadget, deadline))


def _table(pair: GadgetSet, gadget: Gadget, deadline: float) -> tuple[Table | None, str]:
    try:
        return Table.of(pair, gadget, deadline=deadline), ""
    except LimitError as error:
        return None, str(error)


def _height_faults(gadgets: GadgetSet, partner: str) -> tuple[Fault, ...]:
    high, other = gadgets.variable.height, gadgets.clause.height
    if high == other:
        return ()
    rows = f"the variable gadget has {counted(high, 'row')}, the clause gadget {other}"
    return (
        Fault(
            "", f"gadgets that stand side by side must be equally high: {rows}" + (f"; {partner}" if partner else "")
        ),
    )


def count_faults(found: Study) -> list[str]:
    """Counts that are off, in words: stated coverings against cells, gourds against the smallest board."""
    said = [line for sheet in found.sheets for line in miscounted(sheet.draft.gadget)]
    if found.gadgets is not None and not found.faults:
        cells, needed, given = smallest_totals(found.gadgets)
        if needed != given:
            gap = f"{abs(needed - given):,} too {'few' if given < needed else 'many'}"
            said.append(
                f"the smallest board has {cells:,} cells, which take {needed:,} gourds; {given:,} are given: {gap}"
            )
    return said


# -- JSON -----------------------------------------------------------------------------------------------------


def _sheet_json(sheet: Sheet) -> dict[str, Any]:
    table = sheet.table
    return {
        "file": sheet.file,
        "faults": [asdict(fault) for fault in sheet.draft.faults],
        "cells": len(sheet.draft.symbols),
        "coverings": None if table is None else table.total,
        "method": None if table is None else table.method,
        "signatures": None if table is None else _rows_json(table),
        "miscounted": miscounted(sheet.draft.gadget),
        "remark": sheet.remark or None,
    }


def _rows_json(table: Table) -> list[dict[str, Any]]:
    rows = dict(zip(table.count, table_rows(table), strict=True))
    return [
        rows[signature]
        | {"group": group.title, "reading": group.reading or None}
        | {"example": [[list(a), list(b)] for a, b in table.example[signature]]}
        for group in groups_of(table)
        for signature in group.signatures
    ]


def _budgets_json(found: Budgets | NoBudgets | None) -> dict[str, Any] | None:
    if found is None:
        return None
    if isinstance(found, NoBudgets):
        return {"exist": False, "condition": found.condition, "reason": found.reason}
    texts = {gadget.name: gadget.text() for gadget in (found.gadgets.variable, found.gadgets.clause)}
    return {"exist": True, "changes": [asdict(change) for change in found.changes], "files": texts}
