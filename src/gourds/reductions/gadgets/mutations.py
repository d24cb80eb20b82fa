"""The check of the reduction, checked: gadgets broken on purpose.

A *mutant* is a pair of gadgets in which one was changed a little. It is *caught* if a small formula shows a failure,
and *equivalent* if the conditions of :mod:`gourds.reductions.gadgets.proof` hold for it, so that it is right for every
formula. A mutant that is neither has *survived*: the check is too weak, or the conditions are.

Three kinds of mutants, the later ones harder to catch:

- *recolored*: one cell has another color. The color totals no longer fit, so counting alone refutes every board.
- *repainted*: one cell has another color, and one end of the gourds that come with the gadget is repainted likewise, in
  every possible way. The totals fit again.
- *swapped*: two cells have exchanged their colors. All totals stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from gourds.formulas.enumerate_cubic import all_cubic
from gourds.formulas.formula import OneInThree
from gourds.hexgrid import Cell
from gourds.reductions.check import Kind, check_formula
from gourds.reductions.gadgets.drawing import FILLER, SYMBOLS, VARIABLE_FILLER, Gadget, GadgetSet, pair
from gourds.reductions.gadgets.proof import prove

KINDS: Final = ("recolored", "repainted", "swapped")


@dataclass(frozen=True)
class Mutant:
    """A changed gadget."""

    kind: str
    """One of KINDS."""
    gadget: str
    """``variable`` or ``clause``."""
    cells: tuple[Cell, ...]
    change: str
    gadgets: GadgetSet


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant."""

    mutant: Mutant
    failure: Kind | None
    """How it was caught; None: it was not."""
    variables: int
    """The number of variables of the formula that caught it."""
    is_equivalent: bool
    """True iff it was not caught and is proved right."""

    @property
    def has_survived(self) -> bool:
        """True iff the mutant was neither caught nor proved right."""
        return self.failure is None and not self.is_equivalent

    def to_json(self) -> dict[str, Any]:
        """What ``gourds check-reduction --mutations KIND --json`` lists of it."""
        return {
            "kind": self.mutant.kind,
            "gadget": self.mutant.gadget,
            "cells": [list(cell) for cell in self.mutant.cells],
            "change": self.mutant.change,
            "caught": None if self.failure is None else self.failure.value,
            "by_formula_with_variables": self.variables or None,
            "equivalent": self.is_equivalent,
        }


def mutants(gadgets: GadgetSet, kind: str) -> Iterator[Mutant]:
    """All mutants of a kind."""
    make = {"recolored": _recolored, "repainted": _repainted, "swapped": _swapped}[kind]
    for name in ("variable", "clause"):
        gadget: Gadget = getattr(gadgets, name)
        for cells, change, changed in make(gadget):
            yield Mutant(kind, name, cells, change, replace(gadgets, **{name: changed}))


Changes = Iterator[tuple[tuple[Cell, ...], str, Gadget]]


def _recolored(gadget: Gadget) -> Changes:
    colors = (*SYMBOLS[gadget.name], VARIABLE_FILLER, FILLER)
    for cell, old in gadget.symbol_at.items():
        for new in colors:
            if new != old:
                yield (cell,), f"{old} to {new}", _painted(gadget, {cell: new})


def _repainted(gadget: Gadget) -> Changes:
    for (cell,), change, changed in _recolored(gadget):
        old, _, new = change.split()
        for kind in gadget.gourds:
            if old in kind:
                other = kind[1] if kind[0] == old else kind[0]
                gourds = Counter(gadget.gourds)
                gourds[kind] -= 1
                gourds[pair(other, new)] += 1
                painted = f"{change}, a gourd ({kind[0]}, {kind[1]}) to ({', '.join(pair(other, new))})"
                yield (cell,), painted, replace(changed, gourds={k: count for k, count in gourds.items() if count})


def _swapped(gadget: Gadget) -> Changes:
    cells = list(gadget.symbol_at.items())
    for k, (first, a) in enumerate(cells):
        for second, b in cells[k + 1 :]:
            if a != b:
                yield (first, second), f"{a} and {b}", _painted(gadget, {first: b, second: a})


def _painted(gadget: Gadget, colors: dict[Cell, str]) -> Gadget:
    rows = (tuple(colors.get((q, r), symbol) for q, symbol in enumerate(row)) for r, row in enumerate(gadget.rows))
    return replace(gadget, rows=tuple(rows))


@cache
def _formulas(up_to: int) -> tuple[OneInThree, ...]:
    return tuple(formula for n in range(3, up_to + 1) for formula in all_cubic(n))


def judge(mutant: Mutant, up_to: int = 6) -> Outcome:
    """Send all cubic formulas with at most this many variables through a mutant, until one catches it."""
    for formula in _formulas(up_to):
        if failure := check_formula(formula, mutant.gadgets).failure:
            return Outcome(mutant, failure, formula.variables, False)
    return Outcome(mutant, None, 0, bool(prove(mutant.gadgets)))


def judge_all(
    gadgets: GadgetSet, kind: str, *, on_outcome: Callable[[Outcome], None] = lambda outcome: None
) -> list[Outcome]:
    """What becomes of every mutant of a kind."""
    outcomes = []
    for mutant in mutants(gadgets, kind):
        outcomes.append(judge(mutant))
        on_outcome(outcomes[-1])
    return outcomes
