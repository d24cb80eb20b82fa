"""The smallest board on which gadgets fail, with the assignment that fails there.

Cubic formulas are sent through, the smallest first. Where the gadgets do not even give an instance, because gourds are
missing or left over, the smallest formula shows it. The placement of a satisfying assignment is laid as far as gourds
and coverings go: what lacks a gourd stays open.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final

from gourds.errors import InputError
from gourds.formulas.enumerate_cubic import all_cubic
from gourds.formulas.formula import Assignment, OneInThree
from gourds.formulas.verdict import all_assignments
from gourds.hexgrid import Cell
from gourds.reductions.chain.cubic_to_board import BoardReduction, arrange, read_values
from gourds.reductions.check import MEANING, Case, Kind, check_formula
from gourds.reductions.gadgets.coverings import Covering, Table
from gourds.reductions.gadgets.drawing import FILLER, GadgetSet, Pair, pair
from gourds.reductions.gadgets.ledger import spell_kind
from gourds.words import enumerated

SMALLEST: Final = OneInThree(3, ((1, 2, 3),) * 3)
UP_TO: Final = 6
"""Formulas with at most this many variables are sent through."""


@dataclass(frozen=True)
class Witness:
    """A formula on which gadgets fail."""

    formula: OneInThree
    values: tuple[bool | None, ...]
    """The assignment that fails; None: the placement gives the variable no value. Empty: there is none to speak of."""
    failure: str
    """What fails, in a few words."""
    reasons: tuple[str, ...]
    """Why, in words."""
    gourds: tuple[tuple[Cell, Cell], ...]
    """What lies on the board."""
    gadgets: GadgetSet
    order: str = "variables-first"
    order_seed: int = 0

    @property
    def board(self) -> BoardReduction:
        """The board of the formula."""
        n = self.formula.variables
        blocks = arrange(n, len(self.formula.clauses), self.order, self.order_seed)
        return BoardReduction(self.formula, self.gadgets, blocks)

    @property
    def assignment(self) -> str:
        """The assignment in words: 'x1 = true, x2 = x3 = false'."""
        return spell_assignment(self.values)

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "variables": self.formula.variables,
            "clauses": [list(clause) for clause in self.formula.clauses],
            "assignment": list(self.values) or None,
            "failure": self.failure,
            "reasons": list(self.reasons),
            "gourds": [[list(a), list(b)] for a, b in self.gourds],
        }


def spell_assignment(values: tuple[bool | None, ...]) -> str:
    """Values of variables in words.

    >>> spell_assignment((True, False, None, False))
    'x1 = true, x2 = x4 = false, x3 has no value'
    """
    parts = []
    for value, word in ((True, "true"), (False, "false")):
        names = [f"x{v}" for v, found in enumerate(values, start=1) if found is value]
        if names:
            parts.append(f"{' = '.join(names)} = {word}")
    names = [f"x{v}" for v, found in enumerate(values, start=1) if found is None]
    if names:
        parts.append(f"{enumerated(names)} {'has' if len(names) == 1 else 'have'} no value")
    return ", ".join(parts)


def first_failure(gadgets: GadgetSet, up_to: int = UP_TO) -> Witness | None:
    """The first failure among all cubic formulas with at most so many variables; None if there is none."""
    smallest = Witness(SMALLEST, (), "the smallest board is no instance", (), (), gadgets)
    try:
        smallest.board.instance()
    except InputError as error:
        return _laid(replace(smallest, reasons=(error.faults[0].reason,)))
    for n in range(3, up_to + 1):
        for formula in all_cubic(n):
            case = check_formula(formula, gadgets)
            if case.failure is not None:
                return witness_of(case, gadgets)
    return None


def witness_of(case: Case, gadgets: GadgetSet) -> Witness | None:
    """What a failed case shows; None if its formula is not cubic."""
    formula = case.formula
    if case.failure is None or not isinstance(formula, OneInThree) or not formula.is_cubic:
        return None
    said = f"{case.failure.value}: {MEANING[case.failure]}"
    base = Witness(formula, (), said, (), (), gadgets, case.order, case.order_seed)
    if case.failure in (Kind.YES_TO_NO, Kind.FORWARD) or case.placement is None:
        found = _laid(base)
        return found if found.values else replace(base, reasons=(case.detail,))
    board = base.board
    columns = [board.columns[v] for v in range(1, formula.variables + 1)]
    values = tuple(read_values(case.placement, gadgets.variable, columns))
    reasons = [f"the placement reads {spell_assignment(values)}"]
    for k, clause in enumerate(formula.clauses, start=1):
        true = [f"x{v}" for v in clause if values[v - 1]]
        if None not in (values[v - 1] for v in clause) and len(true) != 1:
            reasons.append(
                f"{enumerated(true) or 'no variable'} of clause {k} {'are' if true else 'is'} true, not exactly one"
            )
            break
    return replace(base, values=values, reasons=tuple(reasons), gourds=tuple(case.placement.gourds))


def _laid(base: Witness) -> Witness:
    """The first satisfying assignment whose placement cannot be laid, laid as far as it goes."""
    board, found = base.board, base
    tables = {table.gadget.name: table for table in base.gadgets.tables}
    for assignment in sorted(all_assignments(base.formula, 20), reverse=True):
        why, gourds = _lay(board, tables, assignment)
        if why or found is base:
            found = replace(base, values=assignment, reasons=(*base.reasons, *why), gourds=gourds)
        if why:
            break
    return found


def _lay(
    board: BoardReduction, tables: dict[str, Table], assignment: Assignment
) -> tuple[list[str], tuple[tuple[Cell, Cell], ...]]:
    """The gourds of an assignment that there are, and what is missing or left over, in words."""
    reasons: list[str] = []
    wanted: list[tuple[tuple[Cell, Cell], Pair]] = []
    missing: dict[str, list[str]] = {}
    for block in board.blocks:
        gadget = board.gadgets.variable if block > 0 else board.gadgets.clause
        column = board.columns[block]
        if block > 0:
            name, label, stands = "true" if assignment[block - 1] else "false", f"x{block}", {"x": f"x{block}"}
        else:
            clause = board.formula.clauses[-block - 1]
            name = next(s for s, v in zip("XYZ", clause, strict=True) if assignment[v - 1])
            label, stands = f"c{-block}", {s: f"x{v}" for s, v in zip("XYZ", clause, strict=True)}
        covering: Covering | None = tables[gadget.name].covering(name)
        if covering is None:
            missing.setdefault(f"the {gadget.name} gadget has no covering '{name}'", []).append(label)
        symbol = gadget.symbol_at
        inside = [(a, b) for a, b in gadget.filler_gourds if symbol.get(b) == FILLER]
        for a, b in (*(covering or ()), *inside):
            kind = pair(*(stands.get(symbol[cell], symbol[cell]) for cell in (a, b)))
            wanted.append((((a[0] + column, a[1]), (b[0] + column, b[1])), kind))
    reasons += [
        f"{what}, so {enumerated(names)} {'stays' if len(names) == 1 else 'stay'} open"
        for what, names in missing.items()
    ]
    given, needed = board.budgets(), Counter(kind for _, kind in wanted)
    gourds, left = [], Counter(given)
    for gourd, kind in wanted:
        if left[kind] > 0:
            left[kind] -= 1
            gourds.append(gourd)
    short = {kind: count - given.get(kind, 0) for kind, count in needed.items() if count > given.get(kind, 0)}
    reasons += [
        f"it needs {needed[kind]:,} {spell_kind(kind)}, {given.get(kind, 0):,} given: {gap:,} too few"
        for kind, gap in short.items()
    ]
    if not missing:
        over = {kind: count for kind, count in left.items() if count > 0}
        reasons += [
            f"it needs {needed[kind]:,} {spell_kind(kind)}, {given[kind]:,} given: {gap:,} too many"
            for kind, gap in over.items()
        ]
    return reasons, tuple(gourds)
