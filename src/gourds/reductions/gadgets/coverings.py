"""All coverings of a gadget by exhaustion, and the table of what they use.

Filler never meets another color in a gourd, so a gadget's other cells are covered among themselves, and what a gadget
can do is the set of its *signatures*: how many gourds of each kind a covering uses. The search covers the first open
cell with each open neighbor in turn. It shares no code with the solvers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gourds.hexgrid import DIRECTIONS, Cell
from gourds.reductions.gadgets.drawing import Gadget, GadgetSet, Gourds, Pair, pair

Covering = tuple[tuple[Cell, Cell], ...]
Signature = tuple[tuple[Pair, int], ...]
"""Kinds of gourds, sorted, with how many of each."""


def signature_of(gourds: Gourds) -> Signature:
    """The kinds that occur, sorted."""
    return tuple(sorted((kind, count) for kind, count in gourds.items() if count))


def format_signature(signature: Signature) -> str:
    """As people write it.

    >>> format_signature(((("V", "x"), 6),))
    '6 (V, x)'
    """
    return ", ".join(f"{count} ({a}, {b})" for (a, b), count in signature) or "nothing"


def supplied_kinds(gadgets: GadgetSet) -> frozenset[Pair]:
    """The kinds of gourds that an instance may have, in the symbols of a clause gadget."""
    kinds = set(gadgets.clause.gourds)
    for (a, b), count in gadgets.variable.gourds.items():
        if count:
            kinds |= {pair(z if a == "x" else a, z if b == "x" else b) for z in "XYZ"}
    return frozenset(kinds)


def allowed_kinds(gadgets: GadgetSet, gadget: Gadget) -> frozenset[Pair]:
    """The kinds of gourds that can lie in a gadget."""
    kinds = supplied_kinds(gadgets)
    if gadget.name == "clause":
        return kinds
    return frozenset(pair(*("x" if c in ("X", "Y", "Z") else c for c in kind)) for kind in kinds)


def coverings(gadget: Gadget, allowed: frozenset[Pair]) -> Iterator[Covering]:
    """All ways to cover the cells that are not filler with gourds of the allowed kinds."""
    cells, symbol = gadget.inner, gadget.symbol_at
    inside = set(cells)
    later = {
        cell: [
            other
            for dq, dr in DIRECTIONS
            if (other := (cell[0] + dq, cell[1] + dr)) in inside and pair(symbol[cell], symbol[other]) in allowed
        ]
        for cell in cells
    }
    covered: set[Cell] = set()
    chosen: list[tuple[Cell, Cell]] = []

    def search(k: int) -> Iterator[Covering]:
        while k < len(cells) and cells[k] in covered:
            k += 1
        if k == len(cells):
            yield tuple(chosen)
            return
        cell = cells[k]
        for other in later[cell]:
            if other in covered:
                continue
            covered.update((cell, other))
            chosen.append((cell, other))
            yield from search(k + 1)
            chosen.pop()
            covered.difference_update((cell, other))

    return search(0)


@dataclass(frozen=True)
class Table:
    """What a gadget can do."""

    gadget: Gadget
    count: dict[Signature, int]
    """The number of coverings with each signature, signatures sorted."""
    example: dict[Signature, Covering]
    """The first covering found with each signature."""

    @classmethod
    def of(cls, gadgets: GadgetSet, gadget: Gadget) -> Table:
        """The table by exhaustion."""
        symbol = gadget.symbol_at
        count: Counter[Signature] = Counter()
        example: dict[Signature, Covering] = {}
        for covering in coverings(gadget, allowed_kinds(gadgets, gadget)):
            used = signature_of(Counter(pair(symbol[a], symbol[b]) for a, b in covering))
            count[used] += 1
            example.setdefault(used, covering)
        return cls(gadget, dict(sorted(count.items())), dict(sorted(example.items())))

    @property
    def total(self) -> int:
        """The number of coverings."""
        return sum(self.count.values())

    def meaning(self, signature: Signature) -> str:
        """The name of the covering that the gadget's drawing gives to a signature, or nothing."""
        named = self.gadget.coverings.items()
        return next((name for name, used in named if signature_of(used) == signature), "")

    def covering(self, name: str) -> Covering | None:
        """A covering that means what the name says; None if there is none."""
        return self.example.get(signature_of(self.gadget.coverings[name]))
