"""Signature tables: which numbers of edges of each class the perfect matchings of a small component use.

Take the first uncovered cell in scan order and cover it with each of its free neighbors in turn (or leave it empty
once, in the component that holds the empty cell): what remains depends on the set of covered cells alone, so the
signatures of the rest are worked out once per set. A component of m cells and width w has at most m·2^w such sets.
Signatures are packed into one integer, a field of bits for each class, so that adding an edge adds one number.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

from gourds.errors import LimitError
from gourds.matching.components.splitting import Kind

MAX_CELLS = 160
MAX_ENTRIES = 60_000
"""No table with more (covered set, signature) entries than this is made."""


@dataclass(eq=False)
class SignatureTable:
    """All signatures of the perfect matchings of a kind, and a matching for each.

    Raises LimitError beyond the limits, which are MAX_CELLS and MAX_ENTRIES unless others are given, or at the
    deadline, a time of ``time.monotonic``.
    """

    kind: Kind
    most_cells: int | None = None
    most_entries: int | None = None
    deadline: float = math.inf
    _steps: list[list[tuple[int, int, int]]] = field(init=False)
    _rest: dict[int, dict[int, int]] = field(init=False)
    _bits: int = field(init=False)
    _entries: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        kind, size = self.kind, len(self.kind.cells)
        if size > (MAX_CELLS if self.most_cells is None else self.most_cells):
            raise LimitError(f"a component of {size} cells is too large to tabulate")
        self._bits = (size // 2).bit_length()
        unit = {pair: 1 << (self._bits * k) for k, pair in enumerate(kind.classes)}
        self._steps = [[] for _ in range(size)]
        for a, b in kind.edges:
            self._steps[a].append((b, 1 << a | 1 << b, unit.get(kind.class_of((a, b)), 0)))
        # Bit `size` of a covered set says that the empty cell has been chosen; it starts set where there is none.
        self._full = (1 << size + 1) - 1
        if kind.empty_color is not None:
            for v in range(size):
                if kind.colors[v] == kind.empty_color:
                    self._steps[v].append((v, 1 << v | 1 << size, 0))
        self._rest = {self._full: {0: 1}}
        self._start = 1 << size if kind.empty_color is None else 0
        self._packed = self._count(self._start)

    def _options(self, covered: int) -> list[tuple[int, int, int]]:
        """Ways to deal with the first uncovered cell: (other cell, bits to set, signature to add)."""
        first = (~covered & (covered + 1)).bit_length() - 1
        if first >= len(self._steps):
            return []
        return [step for step in self._steps[first] if not covered & step[1]]

    def _count(self, start: int) -> dict[int, int]:
        """For every signature of the cells outside of a covered set, the number of matchings that have it."""
        rest = self._rest
        most = MAX_ENTRIES if self.most_entries is None else self.most_entries
        stack = [start]
        while stack:
            covered = stack[-1]
            if covered in rest:
                stack.pop()
                continue
            options = self._options(covered)
            missing = [covered | bits for _, bits, _ in options if covered | bits not in rest]
            if missing:
                stack += missing
                continue
            found: dict[int, int] = {}
            for _, bits, unit in options:
                for signature, count in rest[covered | bits].items():
                    found[signature + unit] = found.get(signature + unit, 0) + count
            rest[covered] = found
            self._entries += len(found) + 1
            if self._entries > most or (len(rest) % 1024 == 0 and time.monotonic() > self.deadline):
                raise LimitError("the signature table of a component is too large")
            stack.pop()
        return rest[start]

    @property
    def signatures(self) -> list[tuple[int, ...]]:
        """All signatures, sorted: for each class of the kind the number of its edges."""
        return sorted(map(self._unpack, self._packed))

    @property
    def counts(self) -> dict[tuple[int, ...], int]:
        """The number of matchings of each signature."""
        return {self._unpack(packed): self._packed[packed] for packed in self._packed}

    def _unpack(self, packed: int) -> tuple[int, ...]:
        mask = (1 << self._bits) - 1
        return tuple(packed >> (self._bits * k) & mask for k in range(len(self.kind.classes)))

    def matching(self, signature: tuple[int, ...]) -> tuple[list[tuple[int, int]], int | None]:
        """A matching with a given signature of the table, as pairs of positions, and the empty position if any."""
        packed = sum(count << (self._bits * k) for k, count in enumerate(signature))
        covered, edges, empty = self._start, [], None
        while covered != self._full:
            first = (~covered & (covered + 1)).bit_length() - 1
            for other, bits, unit in self._options(covered):
                if packed - unit in self._rest[covered | bits]:
                    if other == first:
                        empty = first
                    else:
                        edges.append((first, other))
                    covered, packed = covered | bits, packed - unit
                    break
            else:
                raise KeyError(signature)
        return edges, empty
