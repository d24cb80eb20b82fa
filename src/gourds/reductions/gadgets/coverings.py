"""All coverings of a gadget by exhaustion, and the table of what they use.

Filler never meets another color in a gourd, so a gadget's other cells are covered among themselves, and what a gadget
can do is the set of its *signatures*: how many gourds of each kind a covering uses. The search covers the first open
cell with each open neighbor in turn. It shares no code with the solvers. Gadgets that are too large for it, or have too
many coverings, are counted by a table of the signatures of what is left (:mod:`gourds.matching.components.signatures`),
whose work grows with the sets of covered cells and not with the number of coverings.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Final

from gourds.errors import LimitError
from gourds.hexgrid import DIRECTIONS, Cell
from gourds.reductions.gadgets.drawing import FILLER, Gadget, GadgetSet, Gourds, Pair, pair
from gourds.words import counted

MAX_CELLS: Final = 200
"""Gadgets with more cells besides the filler are not searched: each gourd is one more call on the stack."""
MAX_STEPS: Final = 300_000
"""Gourds that a search lays before it gives up, half a second's work."""
MAX_STATES: Final = 1_000_000
"""So many states are kept at most, up to 200 MB: sets of covered cells, each with the signatures of what is left."""

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
    """The kinds of gourds that an instance may have, in the symbols of a clause gadget.

    Two variables that are X and Y in one clause may be Y and Z in another. So if there are gourds of any two variables
    of a clause, there may be gourds of every two.
    """
    kinds = set(gadgets.clause.gourds)
    mixed = {pair(a, b) for a, b in combinations("XYZ", 2)}
    if kinds & mixed:
        kinds |= mixed
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


def every_kind(gadget: Gadget) -> frozenset[Pair]:
    """All kinds of gourds without filler that two cells of the gadget can hold, supplied or not."""
    symbols = sorted({*gadget.symbol_at.values()} - {FILLER})
    return frozenset(combinations_with_replacement(symbols, 2))


def partners(gadget: Gadget, allowed: frozenset[Pair]) -> dict[Cell, list[Cell]]:
    """For every cell that is not filler the cells with which it can share a gourd of an allowed kind."""
    symbol, inside = gadget.symbol_at, set(gadget.inner)
    return {
        cell: [
            other
            for dq, dr in DIRECTIONS
            if (other := (cell[0] + dq, cell[1] + dr)) in inside and pair(symbol[cell], symbol[other]) in allowed
        ]
        for cell in gadget.inner
    }


def coverings(
    gadget: Gadget, allowed: frozenset[Pair], *, max_steps: float = math.inf, deadline: float = math.inf
) -> Iterator[Covering]:
    """All ways to cover the cells that are not filler with gourds of the allowed kinds.

    Raises LimitError after so many steps, or at the deadline, a time of ``time.monotonic``.
    """
    cells, later = gadget.inner, partners(gadget, allowed)
    covered: set[Cell] = set()
    chosen: list[tuple[Cell, Cell]] = []
    steps = 0

    def search(k: int) -> Iterator[Covering]:
        nonlocal steps
        while k < len(cells) and cells[k] in covered:
            k += 1
        if k == len(cells):
            yield tuple(chosen)
            return
        cell = cells[k]
        for other in later[cell]:
            if other in covered:
                continue
            steps += 1
            if steps > max_steps or (steps % 4096 == 0 and time.monotonic() > deadline):
                raise LimitError(f"the {gadget.name} gadget has too many coverings to list them all")
            covered.update((cell, other))
            chosen.append((cell, other))
            yield from search(k + 1)
            chosen.pop()
            covered.difference_update((cell, other))

    return search(0)


def count_coverings(
    gadget: Gadget, allowed: frozenset[Pair], *, max_states: int = MAX_STATES, deadline: float = math.inf
) -> tuple[dict[Signature, int], dict[Signature, Covering]]:
    """How many coverings have each signature, and an example of each, without listing them; see :func:`coverings`.

    Cells are covered row by row or column by column, along the shorter side, so that few sets of them occur.
    Raises LimitError if there are too many states, or at the deadline, a time of ``time.monotonic``.
    """
    from gourds.matching.components.signatures import SignatureTable
    from gourds.matching.components.splitting import Kind

    symbol, near = gadget.symbol_at, partners(gadget, allowed)
    wide, high = (len({cell[axis] for cell in gadget.inner}) for axis in (0, 1))
    cells = sorted(gadget.inner) if high <= wide else gadget.inner
    at = {cell: k for k, cell in enumerate(cells)}
    colors = {name: k for k, name in enumerate(sorted({symbol[cell] for cell in cells}))}
    edges = sorted((at[a], at[b]) for a in cells for b in near[a] if at[a] < at[b])
    kind = Kind(tuple(cells), tuple(colors[symbol[cell]] for cell in cells), tuple(edges), None)
    try:
        table = SignatureTable(kind, most_cells=len(cells), most_entries=max_states, deadline=deadline)
    except LimitError as error:
        if time.monotonic() > deadline:
            raise LimitError(f"no time left to count the coverings of the {gadget.name} gadget") from error
        many = counted(max_states, "state")
        raise LimitError(f"the {gadget.name} gadget has too many coverings: more than {many} to count them") from error
    count: dict[Signature, int] = {}
    example: dict[Signature, Covering] = {}
    for signature, number in table.counts.items():
        covering = tuple((cells[a], cells[b]) for a, b in table.matching(signature)[0])
        used = signature_of(Counter(pair(symbol[a], symbol[b]) for a, b in covering))
        count[used], example[used] = number, covering
    return count, example


@dataclass(frozen=True)
class Table:
    """What a gadget can do."""

    gadget: Gadget
    count: dict[Signature, int]
    """The number of coverings with each signature, signatures sorted."""
    example: dict[Signature, Covering]
    """The first covering found with each signature."""
    method: str = "exhaustion"
    """How it was made: ``exhaustion`` or ``transfer matrix``."""

    @classmethod
    def of(cls, gadgets: GadgetSet, gadget: Gadget, *, deadline: float = math.inf) -> Table:
        """The table, by exhaustion if that is possible. Raises LimitError if it is too large, or at the deadline."""
        return cls.with_kinds(gadget, allowed_kinds(gadgets, gadget), deadline=deadline)

    @classmethod
    def with_kinds(
        cls, gadget: Gadget, allowed: frozenset[Pair], *, max_steps: int = MAX_STEPS, deadline: float = math.inf
    ) -> Table:
        """The table of the coverings with gourds of the allowed kinds."""
        symbol = gadget.symbol_at
        count: Counter[Signature] = Counter()
        example: dict[Signature, Covering] = {}
        try:
            if len(gadget.inner) > MAX_CELLS:
                raise LimitError("too large to be searched")
            for covering in coverings(gadget, allowed, max_steps=max_steps, deadline=deadline):
                used = signature_of(Counter(pair(symbol[a], symbol[b]) for a, b in covering))
                count[used] += 1
                example.setdefault(used, covering)
        except LimitError:
            swept, shown = count_coverings(gadget, allowed, deadline=deadline)
            return cls(gadget, dict(sorted(swept.items())), dict(sorted(shown.items())), "transfer matrix")
        return cls(gadget, dict(sorted(count.items())), dict(sorted(example.items())))

    def within(self, kinds: frozenset[Pair]) -> Table:
        """The part of the table that uses no kinds but these."""
        kept = [signature for signature in self.count if all(kind in kinds for kind, _ in signature)]
        return Table(self.gadget, {s: self.count[s] for s in kept}, {s: self.example[s] for s in kept}, self.method)

    def nearest(self, wanted: Gourds) -> Signature | None:
        """The signature that differs least from a use of gourds; None if there is no covering."""

        def far(signature: Signature) -> int:
            used = dict(signature)
            return sum(abs(used.get(kind, 0) - wanted.get(kind, 0)) for kind in {*used, *wanted})

        return min(self.count, key=far, default=None)

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
