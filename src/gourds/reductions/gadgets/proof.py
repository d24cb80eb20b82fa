"""Why a pair of gadgets is right for every cubic formula: conditions on their tables alone.

Let a variable gadget with signature s use s(x, V) gourds of kind (x, V), and likewise for a clause gadget and X, Y,
Z. Write g for what the instance is given per gadget. If the following hold, a board is feasible iff its formula is
satisfiable.

- *isolated*: filler separates the gadgets (the two first and the two last columns), no gourd joins filler and another
  color, and filler comes in even runs, so that horizontal gourds cover it.
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

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gourds.reductions.gadgets.coverings import Signature, Table, signature_of
from gourds.reductions.gadgets.drawing import FILLER, VARIABLE_FILLER, GadgetSet, Gourds, Pair, odd_runs, pair


@dataclass(frozen=True)
class Condition:
    """One condition, and whether it holds."""

    name: str
    holds: bool
    detail: str
    """The figures."""


@dataclass(frozen=True)
class Proof:
    """The conditions, all of which together prove the gadgets right."""

    conditions: tuple[Condition, ...]

    def __bool__(self) -> bool:
        return all(condition.holds for condition in self.conditions)


def prove(gadgets: GadgetSet, variable: Table | None = None, clause: Table | None = None) -> Proof:
    """Check the conditions on the tables of the gadgets; tables that are at hand need not be made again."""
    variable = variable or Table.of(gadgets, gadgets.variable)
    clause = clause or Table.of(gadgets, gadgets.clause)
    return Proof(
        (
            _isolated(gadgets),
            _two_values(variable),
            *_uses(gadgets, variable, clause),
            _balance(gadgets, variable, clause),
        )
    )


def _isolated(gadgets: GadgetSet) -> Condition:
    for gadget in (gadgets.variable, gadgets.clause):
        borders = {symbol for row in gadget.rows for symbol in (*row[:2], *row[-2:])}
        if borders != {FILLER}:
            return Condition("isolated", False, f"a {gadget.name} gadget has another color than filler at its border")
        if any(FILLER in kind and kind != (FILLER, FILLER) for kind, count in gadget.gourds.items() if count):
            return Condition("isolated", False, f"a {gadget.name} gadget brings gourds of filler and another color")
        if odd_runs(gadget.rows):
            return Condition("isolated", False, f"the filler of a {gadget.name} gadget comes in an odd run")
    return Condition("isolated", True, "filler all around, joined to nothing else")


def _two_values(variable: Table) -> Condition:
    wanted = {signature_of(variable.gadget.coverings[name]) for name in ("false", "true")}
    holds = len(wanted) == 2 and set(variable.count) == wanted
    return Condition("two values", holds, f"{len(variable.count)} signatures in {variable.total} coverings")


def _use(signature: Signature, symbol: str) -> int:
    return dict(signature).get(pair(symbol, VARIABLE_FILLER), 0)


def _uses(gadgets: GadgetSet, variable: Table, clause: Table) -> tuple[Condition, Condition]:
    uses = [tuple(_use(signature, symbol) for symbol in "XYZ") for signature in clause.count]
    bounds = [(min(column), max(column)) for column in zip(*uses, strict=True)] if uses else []
    given = gadgets.variable.gourds.get(pair("x", VARIABLE_FILLER), 0)
    left = []
    for symbol in "XYZ":
        per_clause = gadgets.clause.gourds.get(pair(symbol, VARIABLE_FILLER), 0)
        used = (variable.gadget.coverings[name].get(pair("x", VARIABLE_FILLER), 0) for name in ("false", "true"))
        left.append(tuple(Fraction(given - use, 3) + per_clause for use in used))
    fits = bool(bounds) and all(low < high for low, high in bounds) and len(set(bounds)) == 1 and left == bounds
    detail = "a clause uses " + ", ".join(
        f"{low} to {high} ({symbol}, V)" for symbol, (low, high) in zip("XYZ", bounds, strict=bool(bounds))
    )
    no_excess = Condition("no excess", fits, detail if bounds else "the clause gadget has no covering")
    extreme = [use for use in uses if all(count in bound for count, bound in zip(use, bounds, strict=True))]
    one = all(sum(count == high for count, (_, high) in zip(use, bounds, strict=True)) == 1 for use in extreme)
    exactly = Condition(
        "exactly one", fits and one, f"{len(extreme)} of {len(uses)} signatures are low or high throughout"
    )
    return no_excess, exactly


def _balance(gadgets: GadgetSet, variable: Table, clause: Table) -> Condition:
    missing = [
        f"{table.gadget.name} '{name}'"
        for table in (variable, clause)
        for name in table.gadget.coverings
        if table.covering(name) is None
    ]
    if missing:
        return Condition("balance", False, f"there is no covering {missing[0]}")
    wrong = _unbalanced(gadgets)
    return Condition("balance", not wrong, wrong or "every kind of gourd is used up")


def _unbalanced(gadgets: GadgetSet) -> str:
    """The first kind of gourd that satisfying assignments do not use up; empty if there is none."""
    given_v, given_c = gadgets.variable.gourds, gadgets.clause.gourds
    false, true = (gadgets.variable.coverings[name] for name in ("false", "true"))
    options = gadgets.clause.coverings
    # (x, x) and (x, V): a true variable is the true one of its three clauses, a false one never is.
    for mine, theirs in ((pair("x", "x"), "self"), (pair("x", VARIABLE_FILLER), "filler")):
        for symbol in "XYZ":
            kind = pair(symbol, symbol) if theirs == "self" else pair(symbol, VARIABLE_FILLER)
            total = given_v.get(mine, 0) + 3 * given_c.get(kind, 0)
            others = [name for name in "XYZ" if name != symbol]
            if total != true.get(mine, 0) + 3 * options[symbol].get(kind, 0):
                return f"a true variable does not use up ({kind[0]}, {kind[1]})"
            if any(total != false.get(mine, 0) + 3 * options[name].get(kind, 0) for name in others):
                return f"a false variable does not use up ({kind[0]}, {kind[1]})"
    # Kinds of two variables: as many as given, whichever is true.
    for a, b in (("X", "Y"), ("X", "Z"), ("Y", "Z")):
        if any(used.get(pair(a, b), 0) != given_c.get(pair(a, b), 0) for used in options.values()):
            return f"a clause does not use up ({a}, {b})"
    # (V, V): a third of the variables is true, and there are as many clauses as variables.
    both = pair(VARIABLE_FILLER, VARIABLE_FILLER)
    values = Fraction(true.get(both, 0) + 2 * false.get(both, 0), 3)
    if any(given_v.get(both, 0) + given_c.get(both, 0) != values + used.get(both, 0) for used in options.values()):
        return "(V, V) is not used up"
    return _filler_unbalanced(gadgets)


def _filler_unbalanced(gadgets: GadgetSet) -> str:
    kind: Pair = (FILLER, FILLER)
    for gadget in (gadgets.variable, gadgets.clause):
        needed = len(gadget.filler_gourds)
        given: Gourds | Mapping[Pair, int] = gadget.gourds
        if given.get(kind, 0) != needed:
            return f"the filler of a {gadget.name} gadget takes {needed} gourds, {given.get(kind, 0)} are given"
    return ""
