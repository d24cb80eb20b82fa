"""Which gourds and which coverings make a pair of drawn gadgets work, whatever the files state.

Everything follows from a choice of two signatures f and t of the variable gadget and of three signatures of the clause
gadget, one for each of X, Y and Z as the true one: *balance* then fixes the budgets, and these fix which kinds there
are. So the search goes over the choices, over tables in which every kind is allowed, and drops them step by step:

- f and t are the only signatures with their kinds (*two values*);
- f uses 3δ more (x, V) than t, for some δ > 0 (*no excess*);
- the covering for X uses low + δ of (X, V), low of (Y, V) and of (Z, V), and likewise for Y and Z;
- the three agree in (X, Y), (X, Z) and (Y, Z) (*balance*). All else agrees by itself: the cells of a color are covered
  in every covering, so the numbers of (X, X) and (V, V) follow from the others.

What is left is proved like any gadgets. Of several ways the one that changes least is taken. If a step drops everything
that is left, no budgets work, and the step says which condition cannot be met.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from gourds.reductions.gadgets.coverings import Signature, Table, allowed_kinds, every_kind
from gourds.reductions.gadgets.drawing import FILLER, VARIABLE_FILLER, GadgetSet, Gourds, Pair, pair
from gourds.reductions.gadgets.proof import leaks, prove, use_of
from gourds.words import counted, enumerated

XV: Pair = pair("x", VARIABLE_FILLER)
VV: Pair = (VARIABLE_FILLER, VARIABLE_FILLER)
MIXED: tuple[Pair, ...] = (("X", "Y"), ("X", "Z"), ("Y", "Z"))
MOST_PROVED = 2_000
"""So many choices are proved at most."""


@dataclass(frozen=True)
class Change:
    """A line of a gadget file that would have to change."""

    gadget: str
    section: str
    """``gourds`` or ``coverings``."""
    stated: str
    """What the file states; empty if nothing."""
    wanted: str
    """What it should state; empty if the line should go."""


@dataclass(frozen=True)
class Budgets:
    """Gourds and coverings with which the five conditions hold."""

    gadgets: GadgetSet
    changes: tuple[Change, ...]
    """How they differ from what the files state; empty if they do not."""


@dataclass(frozen=True)
class NoBudgets:
    """No gourds and coverings make the gadgets work."""

    condition: str
    """The condition that cannot be met."""
    reason: str


def suggest(gadgets: GadgetSet, *, deadline: float = math.inf) -> Budgets | NoBudgets:
    """Budgets with which the gadgets are right, or why there are none. Raises LimitError at the deadline."""
    for gadget in (gadgets.variable, gadgets.clause):
        for leak in leaks(replace(gadget, gourds={})):
            return NoBudgets("isolated", leak.found)
    variable, clause = (
        Table.with_kinds(gadget, every_kind(gadget), deadline=deadline) for gadget in (gadgets.variable, gadgets.clause)
    )
    values = _values(variable)
    if isinstance(values, NoBudgets):
        return values
    chosen, blocked = _options(values, clause)
    best: tuple[int, GadgetSet] | None = None
    for k, (false, true, options) in enumerate(chosen):
        if k >= MOST_PROVED or time.monotonic() > deadline:
            break
        made = _with(gadgets, false, true, options)
        tables = (
            t.within(allowed_kinds(made, t.gadget))
            for t in (replace(variable, gadget=made.variable), replace(clause, gadget=made.clause))
        )
        proof = prove(made, *tables)
        if proof:
            far = _distance(gadgets, made)
            if best is None or far < best[0]:
                best = far, made
        else:
            broken = proof.broken[0]
            failure = broken.failures[0]
            blocked = NoBudgets(broken.name, f"the best choice of coverings needs {failure.expected}; {failure.found}")
    if best is None:
        return blocked
    return Budgets(best[1], tuple(_changes(gadgets, best[1])))


# -- choices --------------------------------------------------------------------------------------------------

Values = list[tuple[Signature, Signature, int]]
"""Signatures for false and true, and δ."""
Choice = tuple[Signature, Signature, dict[str, Signature]]
"""Signatures for false and true, and for X, Y and Z."""


def _values(variable: Table) -> Values | NoBudgets:
    """Pairs of signatures of the variable gadget that can stand for false and true."""
    if len(variable.count) < 2:
        found = f"has {counted(len(variable.count), 'signature')}" if variable.count else "has no covering"
        return NoBudgets("two values", f"the variable gadget {found}, whatever gourds there are; it takes two")
    kinds = {signature: frozenset(kind for kind, _ in signature) for signature in variable.count}
    pairs = [
        (f, t)
        for f, t in permutations(variable.count, 2)
        if sum(kinds[s] <= kinds[f] | kinds[t] for s in variable.count) == 2
    ]
    if not pairs:
        many = counted(len(variable.count), "signature")
        return NoBudgets("two values", f"the variable gadget has {many}, and no choice of kinds leaves two of them")
    gaps = [(f, t, dict(f).get(XV, 0) - dict(t).get(XV, 0)) for f, t in pairs]
    values = [(f, t, gap // 3) for f, t, gap in gaps if gap > 0 and gap % 3 == 0]
    if not values:
        uses = enumerated(sorted({str(dict(s).get(XV, 0)) for two in pairs for s in two}))
        reason = (
            f"the coverings of the variable gadget use {uses} (x, V); false must use 3, 6 or another multiple of 3 more"
        )
        return NoBudgets("no excess", reason)
    return values


def _options(values: Values, clause: Table) -> tuple[Iterator[Choice], NoBudgets]:
    """The choices that are left, and the reason why there is none if there is none."""
    if not clause.count:
        return iter(()), NoBudgets("balance", "the clause gadget has no covering, whatever gourds there are")
    by_use: dict[tuple[int, ...], dict[tuple[int, ...], Signature]] = {}
    for signature in clause.count:
        used = dict(signature)
        uses = tuple(use_of(signature, symbol) for symbol in "XYZ")
        by_use.setdefault(uses, {})[tuple(used.get(kind, 0) for kind in MIXED)] = signature
    found: list[Choice] = []
    blocked = ""
    for false, true, delta in values:
        for low in sorted({min(uses) for uses in by_use}):
            wanted = {s: tuple(low + delta * (s == other) for other in "XYZ") for s in "XYZ"}
            missing = [s for s in "XYZ" if wanted[s] not in by_use]
            if missing:
                said = ", ".join(f"{n} ({s}, V)" for s, n in zip("XYZ", wanted[missing[0]], strict=True))
                blocked = (
                    blocked or f"no covering of the clause gadget uses {said}, as it must where {missing[0]} is true"
                )
                continue
            common = set.intersection(*(set(by_use[wanted[s]]) for s in "XYZ"))
            found += [(false, true, {s: by_use[wanted[s]][key] for s in "XYZ"}) for key in sorted(common)]
            if not common:
                blocked = "no coverings for X, Y and Z use equally many (X, Y), (X, Z) and (Y, Z)"
    return iter(found), NoBudgets("balance", blocked)


# -- budgets --------------------------------------------------------------------------------------------------


def _with(gadgets: GadgetSet, false: Signature, true: Signature, options: dict[str, Signature]) -> GadgetSet:
    """The gadgets with the coverings that were chosen, and with the budgets that balance them."""
    f, t = dict(false), dict(true)
    uses = {symbol: dict(signature) for symbol, signature in options.items()}
    variable: dict[Pair, int] = {}
    clause: dict[Pair, int] = {kind: uses["X"].get(kind, 0) for kind in MIXED}
    for mine, other in ((XV, VARIABLE_FILLER), (pair("x", "x"), "")):
        kinds = {symbol: pair(symbol, other or symbol) for symbol in "XYZ"}
        totals = {symbol: t.get(mine, 0) + 3 * uses[symbol].get(kinds[symbol], 0) for symbol in "XYZ"}
        own = gadgets.variable.gourds.get(mine, 0)
        if not all(total >= own and (total - own) % 3 == 0 for total in totals.values()):
            own = min(totals.values())
        variable[mine] = own
        clause |= {kinds[symbol]: (total - own) // 3 for symbol, total in totals.items()}
    total = (t.get(VV, 0) + 2 * f.get(VV, 0)) // 3 + uses["X"].get(VV, 0)
    own = gadgets.variable.gourds.get(VV, 0)
    variable[VV] = own if own <= total else min(total, (t.get(VV, 0) + 2 * f.get(VV, 0)) // 3)
    clause[VV] = total - variable[VV]
    made = []
    for gadget, gourds, named in (
        (gadgets.variable, variable, {"false": f, "true": t}),
        (gadgets.clause, clause, uses),
    ):
        gourds[FILLER, FILLER] = len(gadget.filler_gourds)
        kept = {kind: count for kind, count in gourds.items() if count}
        ordered = sorted(
            kept.items(), key=lambda row: list(gadget.gourds).index(row[0]) if row[0] in gadget.gourds else 99
        )
        made.append(replace(gadget, gourds=dict(ordered), coverings=named))
    return GadgetSet(made[0], made[1])


def _distance(old: GadgetSet, new: GadgetSet) -> int:
    """By how much the gourds and coverings of two pairs of gadgets differ."""

    def apart(a: Gourds, b: Gourds) -> int:
        return sum(abs(a.get(kind, 0) - b.get(kind, 0)) for kind in {*a, *b})

    total = 0
    for one, other in ((old.variable, new.variable), (old.clause, new.clause)):
        total += apart(one.gourds, other.gourds)
        total += sum(apart(one.coverings[name], other.coverings[name]) for name in other.coverings)
    return total


def _changes(old: GadgetSet, new: GadgetSet) -> Iterator[Change]:
    for one, other in ((old.variable, new.variable), (old.clause, new.clause)):
        for kind in {**one.gourds, **other.gourds}:
            before, after = ({kind: count} if (count := gadget.gourds.get(kind, 0)) else {} for gadget in (one, other))
            if before != after:
                yield Change(one.name, "gourds", _line(before), _line(after))
        for name, wanted in other.coverings.items():
            stated = {kind: count for kind, count in one.coverings[name].items() if count}
            wanted = {kind: wanted[kind] for kind in (*stated, *wanted) if kind in wanted}
            if stated != wanted:
                old_line = f"{name}: {_line(stated)}" if stated else ""
                yield Change(one.name, "coverings", old_line, f"{name}: {_line(wanted)}")


def _line(gourds: Gourds) -> str:
    """Gourds as gadget files write them.

    >>> _line({("V", "x"): 6})
    'x V 6'
    """
    fillers = (VARIABLE_FILLER, FILLER)
    parts = []
    for kind, count in gourds.items():
        a, b = sorted(kind, key=lambda color: (color in fillers, color))
        parts.append(f"{a} {b} {count}")
    return ", ".join(parts)
