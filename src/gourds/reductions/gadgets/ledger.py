"""The books of a pair of gadgets: how many gourds of each kind are given, and how many satisfying assignments use.

A variable is in three clauses, so its kinds are counted for its own gadget and three clause gadgets together: as the X,
the Y or the Z of all three, which is enough because the uses add up. A true variable is the true one of its clauses, a
false one never is. A third of the variables is true and there are as many clauses as variables, so (V, V) is counted
for a variable on average and a clause. Filler is counted for each gadget by itself.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

from gourds.reductions.gadgets.drawing import FILLER, VARIABLE_FILLER, Gadget, GadgetSet, Gourds, Pair, pair
from gourds.words import counted, enumerated


@dataclass(frozen=True)
class Entry:
    """One kind of gourd in one situation."""

    kind: Pair
    when: str
    """The situation, as the subject of a sentence: 'a true variable and its three clauses'."""
    given: int
    used: Fraction
    name: str
    """In short, for messages: 'a true variable', 'a clause'."""

    @property
    def is_even(self) -> bool:
        """True iff what is given is used up."""
        return self.used == self.given

    @property
    def off(self) -> str:
        """By how much it is off: '2 too many', '1 too few'."""
        difference = self.given - self.used
        return f"{spell_number(abs(difference))} too {'many' if difference > 0 else 'few'}" if difference else "even"

    def __str__(self) -> str:
        verb = "needs" if self.when.startswith("the ") else "need"
        given = f"{self.given:,} {'is' if self.given == 1 else 'are'} given"
        return f"{self.when} {verb} {spell_number(self.used)} {spell_kind(self.kind)}, {given}: {self.off}"


def spell_kind(kind: Pair) -> str:
    """A kind as people write it, variables before fillers.

    >>> spell_kind(("V", "x"))
    '(x, V)'
    """
    a, b = sorted(kind, key=lambda color: (color in (VARIABLE_FILLER, FILLER), color))
    return f"({a}, {b})"


def spell_gourds(gourds: Gourds) -> str:
    """How many gourds of each kind, as people write it; in the order of the paper.

    >>> spell_gourds({("V", "V"): 3, ("V", "x"): 2})
    '2 (x, V), 3 (V, V)'
    """
    rows = sorted(
        gourds.items(),
        key=lambda row: (FILLER in row[0], row[0].count(VARIABLE_FILLER) or 3, len(set(row[0])), row[0]),
    )
    return ", ".join(f"{count:,} {spell_kind(kind)}" for kind, count in rows if count) or "no gourds"


def spell_number(number: Fraction | int) -> str:
    """A whole number, or a mixed one.

    >>> spell_number(Fraction(7, 3)), spell_number(6)
    ('2⅓', '6')
    """
    whole, rest = divmod(Fraction(number), 1)
    part = {Fraction(0): "", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 2): "½"}.get(rest)
    if part is None:
        return str(number)
    return f"{whole:,}{part}" if whole or not part else part


def difference(found: Gourds, wanted: Gourds) -> str:
    """What one use of gourds has more and fewer than another.

    >>> difference({("x", "x"): 3}, {("x", "x"): 2, ("V", "V"): 1})
    '1 (x, x) more and 1 (V, V) fewer'
    """
    gap = {kind: found.get(kind, 0) - wanted.get(kind, 0) for kind in {**found, **wanted}}
    more, fewer = ({kind: abs(n) for kind, n in gap.items() if n * sign > 0} for sign in (1, -1))
    parts = [f"{spell_gourds(more)} more"] * bool(more) + [f"{spell_gourds(fewer)} fewer"] * bool(fewer)
    return " and ".join(parts) or "the same"


def ledger(gadgets: GadgetSet) -> list[Entry]:
    """What is given and what is used, of every kind in every situation; where all is even, the gadgets are balanced."""
    given_v, given_c = gadgets.variable.gourds, gadgets.clause.gourds
    values, options = gadgets.variable.coverings, gadgets.clause.coverings
    entries = []
    for mine, other in ((pair("x", "x"), ""), (pair("x", VARIABLE_FILLER), VARIABLE_FILLER)):
        for symbol in "XYZ":
            kind = pair(symbol, other or symbol)
            given = given_v.get(mine, 0) + 3 * given_c.get(kind, 0)
            for name in "XYZ":
                value = "true" if name == symbol else "false"
                used = values[value].get(mine, 0) + 3 * options[name].get(kind, 0)
                rest = "" if name == symbol else f" where {name} is true"
                when = f"a {value} variable and its three clauses, as {symbol} of each{rest},"
                entries.append(Entry(kind, when, given, Fraction(used), f"a {value} variable"))
    for a, b in (("X", "Y"), ("X", "Z"), ("Y", "Z")):
        for name, uses in options.items():
            when = f"the clause where {name} is true"
            entries.append(Entry((a, b), when, given_c.get((a, b), 0), Fraction(uses.get((a, b), 0)), "a clause"))
    both = pair(VARIABLE_FILLER, VARIABLE_FILLER)
    third = Fraction(values["true"].get(both, 0) + 2 * values["false"].get(both, 0), 3)
    given = given_v.get(both, 0) + given_c.get(both, 0)
    for name, uses in options.items():
        when = f"the average variable with a clause where {name} is true"
        entries.append(Entry(both, when, given, third + uses.get(both, 0), ""))
    filler = (FILLER, FILLER)
    for gadget in (gadgets.variable, gadgets.clause):
        cells = Fraction(Counter(gadget.symbol_at.values())[FILLER], 2)
        entries.append(
            Entry(filler, f"the filler of a {gadget.name} gadget", gadget.gourds.get(filler, 0), cells, gadget.name)
        )
    return entries


def merged(entries: list[Entry]) -> list[Entry]:
    """Entries that say the same of X, Y and Z, or of true and false, said once of x."""
    found: dict[tuple[Pair, str, int, Fraction], list[Entry]] = {}
    for entry in entries:
        kind = entry.kind
        if entry.name.endswith("variable") and FILLER not in kind:
            kind = pair(*("x" if c in "XYZ" else c for c in kind))
        found.setdefault((kind, entry.name, entry.given, entry.used), []).append(entry)
    result: list[Entry] = []
    for (kind, name, given, used), same in found.items():
        if kind != same[0].kind and len({entry.kind for entry in same}) == 3:
            twin = next((e for e in result if (e.kind, e.given, e.used) == (kind, given, used)), None)
            if twin is None:
                result.append(Entry(kind, f"{name} and its three clauses", given, used, name))
            else:
                result[result.index(twin)] = replace(twin, when="a variable and its three clauses")
        elif kind == same[0].kind and len(same) == 3:
            when = "the clause" if name == "a clause" else "the average variable with a clause"
            result.append(Entry(kind, when, given, used, name))
        else:
            result += same
    return result


def miscounted(gadget: Gadget) -> list[str]:
    """The coverings that a gadget states whose ends do not fit the colors of its cells: how, in words."""
    cells = Counter(gadget.symbol_at.values())
    found = []
    for name, used in gadget.coverings.items() if cells else ():
        ends: Counter[str] = Counter()
        for (a, b), count in used.items():
            ends[a] += count
            ends[b] += count
        wrong = [
            f"{counted(ends[color], 'end')} of {color} for {counted(cells[color], 'cell')}"
            for color in sorted({*cells, *ends} - {FILLER})
            if ends[color] != cells[color]
        ]
        if wrong:
            found.append(f"covering '{name}' as stated has {enumerated(wrong)}")
    return found


def smallest_totals(gadgets: GadgetSet) -> tuple[int, int, int]:
    """Of the smallest board, three variables and three clauses: its cells, the gourds they take, the gourds given."""
    both = (gadgets.variable, gadgets.clause)
    cells = 3 * sum(len(gadget.symbol_at) for gadget in both) + 1
    return cells, cells // 2, 3 * sum(sum(gadget.gourds.values()) for gadget in both)
