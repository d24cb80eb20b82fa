"""Why a pair of gadgets is right for every cubic formula: conditions on their tables alone.

Let a variable gadget with signature s use s(x, V) gourds of kind (x, V), and likewise for a clause gadget and X, Y,
Z. Write g for what the instance is given per gadget. If the following hold, a board is feasible iff its formula is
satisfiable.

- *isolated*: a column of filler separates each gadget from the next (the paper has two at either end), no gourd joins
  filler and another color, and gourds of filler cover the filler (horizontal ones where it comes in even runs).
- *two values*: the variable gadget has exactly two signatures, f (false) and t (true).
- *no excess*: the clause gadget has numbers low < high such that low ≤ s(X, V) ≤ high for all its signatures s, and
  likewise for Y, Z; and what a variable leaves over fits them exactly: g_v(x, V) + 3·g_c(X, V) − f(x, V) = 3·low, and
  the same with t and high.
- *exactly one*: a signature of the clause gadget with s(X, V), s(Y, V), s(Z, V) all low or high has exactly one of
  them high.
- *balance*: the three coverings of the clause gadget exist, and together with f and t they use up what is given,
  whichever variable of each clause is true.

Infeasible if unsatisfiable: take a placement. A variable whose gadget is covered by t leaves 3·high gourds (x, V) for
the three clause gadgets with color x; none takes more than high, so each takes exactly high; after f each takes
exactly low. By *exactly one* each clause has exactly one variable of covering t. Feasible if satisfiable: *balance*
says that the coverings which an assignment names use exactly the gourds that there are; filler covers itself. In a
cubic formula with n variables n/3 are true, which is what the balance of kind (V, V) rests on.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

from gourds.hexgrid import Cell
from gourds.reductions.gadgets.coverings import Covering, Signature, Table, signature_of
from gourds.reductions.gadgets.drawing import FILLER, VARIABLE_FILLER, Gadget, GadgetSet, pair
from gourds.reductions.gadgets.filler import faulty_rows, spell_rows
from gourds.reductions.gadgets.ledger import difference, ledger, merged, spell_gourds, spell_kind, spell_number
from gourds.words import counted, enumerated


@dataclass(frozen=True)
class Failure:
    """One way in which a condition does not hold."""

    expected: str
    found: str
    gadget: str = ""
    """``variable`` or ``clause``: where the covering or the cells are; empty if it concerns both."""
    covering: Covering | None = None
    """A covering that shows it."""
    cells: tuple[Cell, ...] = ()
    """Cells that are at fault."""

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        covering = None if self.covering is None else [[list(a), list(b)] for a, b in self.covering]
        changed = {"gadget": self.gadget or None, "covering": covering, "cells": [list(cell) for cell in self.cells]}
        return {**asdict(self), **changed}


@dataclass(frozen=True)
class Condition:
    """One condition, and whether it holds."""

    name: str
    holds: bool
    detail: str
    """The figures."""
    failures: tuple[Failure, ...] = ()
    """What was expected and what was found instead; empty if it holds."""

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        failures = [failure.to_json() for failure in self.failures]
        return {"condition": self.name, "holds": self.holds, "detail": self.detail, "failures": failures}


@dataclass(frozen=True)
class Proof:
    """The conditions, all of which together prove the gadgets right."""

    conditions: tuple[Condition, ...]

    def __bool__(self) -> bool:
        return all(condition.holds for condition in self.conditions)

    @property
    def broken(self) -> list[Condition]:
        """The conditions that do not hold."""
        return [condition for condition in self.conditions if not condition.holds]


def prove(gadgets: GadgetSet, variable: Table | None = None, clause: Table | None = None) -> Proof:
    """Check the conditions on the tables of the gadgets; tables that are at hand need not be made again."""
    variable = variable or gadgets.tables[0]
    clause = clause or gadgets.tables[1]
    no_excess, bounds = _no_excess(gadgets, variable, clause)
    return Proof(
        (
            _isolated(gadgets),
            _two_values(variable),
            no_excess,
            _exactly_one(clause, no_excess, bounds),
            _balance(gadgets, variable, clause),
        )
    )


def _judged(name: str, detail: str, failures: list[Failure]) -> Condition:
    return Condition(name, not failures, detail, tuple(failures))


# -- filler ---------------------------------------------------------------------------------------------------


def _isolated(gadgets: GadgetSet) -> Condition:
    failures = [failure for gadget in (gadgets.variable, gadgets.clause) for failure in leaks(gadget)]
    detail = failures[0].found if failures else "filler all around, joined to nothing else"
    return _judged("isolated", detail, failures)


def leaks(gadget: Gadget) -> list[Failure]:
    """Where a gadget touches others, or its filler cannot be covered."""
    name, found = gadget.name, []
    bare, odd = faulty_rows(gadget.rows)
    if bare:
        open_cells = tuple((0, r) for r in bare)
        colors = enumerated(sorted({gadget.symbol_at[cell] for cell in open_cells}))
        what = f"a {name} gadget has another color than filler at its border: {counted(len(open_cells), 'cell')} of "
        found.append(Failure("filler in the first column", what + colors, name, cells=open_cells))
    mixed = {k: n for k, n in gadget.gourds.items() if n and FILLER in k and k != (FILLER, FILLER)}
    if mixed:
        what = f"a {name} gadget brings gourds of filler and another color: {spell_gourds(mixed)}"
        cells = tuple(c for c, symbol in gadget.symbol_at.items() if any(symbol in kind for kind in mixed))
        found.append(Failure("no gourd that joins filler and another color", what, name, cells=cells))
    if odd:
        what = (
            f"gourds of filler cannot cover the filler of a {name} gadget, which comes in odd runs in {spell_rows(odd)}"
        )
        cells = tuple(cell for cell, symbol in gadget.symbol_at.items() if cell[1] in odd and symbol == FILLER)
        found.append(Failure("filler that gourds of filler cover", what, name, cells=cells))
    return found


# -- the variable gadget --------------------------------------------------------------------------------------


def _two_values(variable: Table) -> Condition:
    stated = variable.gadget.coverings
    wanted = {name: signature_of(stated[name]) for name in ("false", "true")}
    expected = "two signatures: " + ", ".join(f"{spell_gourds(stated[name])} for {name}" for name in wanted)
    failures = []
    if wanted["false"] == wanted["true"]:
        what = f"'false' and 'true' are stated to use the same gourds: {spell_gourds(stated['true'])}"
        failures.append(Failure("different coverings for false and for true", what, "variable"))
    failures += _missing(variable)
    for signature, count in variable.count.items():
        if signature not in wanted.values():
            how = "a covering uses" if count == 1 else f"{counted(count, 'covering')} use"
            what = f"{how} {spell_gourds(dict(signature))}, which is neither false nor true"
            failures.append(Failure(expected, what, "variable", variable.example[signature]))
    detail = f"{counted(len(variable.count), 'signature')} in {counted(variable.total, 'covering')}"
    return _judged("two values", detail, failures)


def _missing(table: Table) -> list[Failure]:
    """The stated coverings that a gadget does not have, each with the covering that comes nearest."""
    gadget, found = table.gadget, []
    for name, stated in gadget.coverings.items():
        if table.covering(name) is not None:
            continue
        near = table.nearest(stated)
        what = f"the {gadget.name} gadget has no covering '{name}'"
        if near is None:
            what += ", and no other either"
        else:
            what += f"; the nearest one has {difference(dict(near), stated)}"
        expected = f"a covering '{name}' that uses {spell_gourds(stated)}"
        found.append(Failure(expected, what, gadget.name, None if near is None else table.example[near]))
    return found


# -- what clauses take ----------------------------------------------------------------------------------------

Bounds = dict[str, tuple[int, int]]
"""For X, Y and Z the smallest and the largest number of (X, V) that a covering uses."""


def use_of(signature: Signature, symbol: str) -> int:
    """How many gourds of a variable and V a signature has."""
    return dict(signature).get(pair(symbol, VARIABLE_FILLER), 0)


def bounds_of(clause: Table) -> Bounds:
    """The bounds over all signatures; empty if there is none."""
    if not clause.count:
        return {}
    uses = {symbol: [use_of(signature, symbol) for signature in clause.count] for symbol in "XYZ"}
    return {symbol: (min(found), max(found)) for symbol, found in uses.items()}


def _no_excess(gadgets: GadgetSet, variable: Table, clause: Table) -> tuple[Condition, Bounds]:
    bounds = bounds_of(clause)
    if not bounds:
        nothing = Failure("coverings of the clause gadget", "the clause gadget has no covering", "clause")
        return _judged("no excess", nothing.found, [nothing]), bounds
    detail = "a clause uses " + ", ".join(f"{low} to {high} ({symbol}, V)" for symbol, (low, high) in bounds.items())
    failures = []
    if len(set(bounds.values())) > 1:
        usual = max(bounds.values(), key=list(bounds.values()).count)
        symbol = next(s for s, bound in bounds.items() if bound != usual)
        extreme = bounds[symbol][1] if bounds[symbol][1] != usual[1] else bounds[symbol][0]
        shown = next(s for s in clause.count if use_of(s, symbol) == extreme)
        what = f"{detail}; this covering has {extreme} ({symbol}, V)"
        failures.append(Failure("the same bounds for X, Y and Z", what, "clause", clause.example[shown]))
    for symbol, (low, high) in bounds.items():
        if low == high:
            example = next(iter(clause.example.values()))
            what = f"every covering of the clause gadget uses {low} ({symbol}, V)"
            failures.append(Failure("coverings that use more and fewer of them", what, "clause", example))
    failures += _leftovers(gadgets, variable, clause, bounds)
    return _judged("no excess", detail, failures), bounds


def _leftovers(gadgets: GadgetSet, variable: Table, clause: Table, bounds: Bounds) -> list[Failure]:
    """Where what a variable leaves for its three clauses is not three times what each can take."""
    mine = pair("x", VARIABLE_FILLER)
    given = gadgets.variable.gourds.get(mine, 0)
    found = []
    for value, which in (("false", 0), ("true", 1)):
        used = variable.gadget.coverings[value].get(mine, 0)
        wrong: dict[tuple[Fraction, int], list[str]] = {}
        for symbol, bound in bounds.items():
            per_clause = gadgets.clause.gourds.get(pair(symbol, VARIABLE_FILLER), 0)
            left = Fraction(given - used, 3) + per_clause
            if left != bound[which]:
                wrong.setdefault((left, bound[which]), []).append(symbol)
        for (left, bound_), symbols in wrong.items():
            kinds = "(x, V)" if len(symbols) == 3 else enumerated([f"({symbol}, V)" for symbol in symbols])
            most = "most" if which else "least"
            total = f"{3 * bound_:,} {kinds}"
            expected = f"a {value} variable to leave {total} for its three clauses, the {most} that they can use"
            leaves = f"leaves {spell_number(3 * left)}" if left >= 0 else f"lacks {spell_number(-3 * left)}"
            what = f"it {leaves}: {given:,} {spell_kind(mine)} given, {used:,} used by '{value}'"
            shown = next(s for s in clause.count if use_of(s, symbols[0]) == bound_)
            found.append(Failure(expected, what, "clause", clause.example[shown]))
    return found


def _exactly_one(clause: Table, no_excess: Condition, bounds: Bounds) -> Condition:
    extreme = [s for s in clause.count if all(use_of(s, symbol) in bound for symbol, bound in bounds.items())]
    wrong: dict[tuple[int, ...], list[Signature]] = {}
    for signature in extreme:
        uses = tuple(use_of(signature, symbol) for symbol in bounds)
        if sum(count == high != low for count, (low, high) in zip(uses, bounds.values(), strict=True)) != 1:
            wrong.setdefault(uses, []).append(signature)
    failures = []
    for uses, signatures in wrong.items():
        high = [s for (s, (low, top)), count in zip(bounds.items(), uses, strict=True) if count == top != low]
        true = f"{enumerated(high)} are true" if high else "none of X, Y and Z is true"
        how = "a covering uses" if len(signatures) == 1 else f"coverings with {len(signatures)} signatures use"
        said = ", ".join(f"{count} ({symbol}, V)" for symbol, count in zip(bounds, uses, strict=True))
        expected = "exactly one of X, Y and Z high where each is low or high"
        failures.append(Failure(expected, f"{how} {said}, so {true}", "clause", clause.example[signatures[0]]))
    if not no_excess.holds and not failures:
        what = "there are none, so this cannot be judged: see 'no excess'"
        failures.append(Failure("numbers low and high that fit X, Y and Z", what, "clause"))
    many = counted(len(clause.count), "signature")
    detail = f"{len(extreme)} of {many} {'is' if len(extreme) == 1 else 'are'} low or high throughout"
    return _judged("exactly one", detail, failures)


# -- the books ------------------------------------------------------------------------------------------------


def _balance(gadgets: GadgetSet, variable: Table, clause: Table) -> Condition:
    failures = [*_seen(_missing(variable)), *_missing(clause)]
    tables = {"variable": variable, "clause": clause}
    uneven = [entry for entry in ledger(gadgets) if not entry.is_even]
    for entry in merged(uneven):
        gadget, covering = _example_of(entry.name, tables)
        failures.append(Failure(f"all {spell_kind(entry.kind)} to be used up", str(entry), gadget, covering))
    if not failures:
        return _judged("balance", "every kind of gourd is used up", [])
    return _judged("balance", failures[0].found, failures)


def _seen(failures: list[Failure]) -> list[Failure]:
    """Failures that another condition draws, without their pictures."""
    return [replace(failure, covering=None) for failure in failures]


def _example_of(name: str, tables: dict[str, Table]) -> tuple[str, Covering | None]:
    """A covering that goes with an entry of the books, if one does."""
    for value in ("true", "false"):
        if name == f"a {value} variable":
            return "variable", tables["variable"].covering(value)
    return (name, None) if name in tables else ("", None)
