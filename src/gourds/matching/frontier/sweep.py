"""The transfer-matrix sweep: all perfect matchings of a graph at once, sorted by how many edges of each class they use.

A :class:`Piece` is a graph whose edges may belong to *classes*, with vertices of which one may stay empty. The sweep
deals with its vertices in a narrow order. A vertex that is not yet covered is joined to a later neighbor, or stays
empty. What matters for the rest is only the *state*: which later vertices are covered, whether the empty vertex
is chosen, and the *signature*, the number of edges used of each class. So partial matchings with equal states are
added up: F_t(state) is the number of ways to reach it in t steps, an exact integer.

**Signatures as numbers.** F_t(covered set, ·) is a polynomial Σ_e N_e y^e with one indeterminate for each class.
It is held as *one* integer (Kronecker's substitution): coefficient N_e stands at bit w·Σ_c ⌊e_c/2^{j_c}⌋·s_c, with
fields of w bits, strides s_c, and the low j_c bits of e_c beside the covered set in the key of a dictionary. Using an
edge adds one to a field of the key, and on overflow shifts the integer; adding polynomials is adding integers.
- j_c > 0 halves the polynomials as often as the parities of the e_c are settled by the covered set (each color's
  covered vertices lie on bichromatic edges up to an even number), and makes many classes with small budgets sparse.
- Exponents above the budget are cut off before a shift, so they never run into the next stride.
- w bits hold every coefficient: the same sweep without classes bounds them. With w = 1 and "or" instead of
  addition the sweep only decides, at a fraction of the cost.
- A class whose total is known (``exact``) drops states as soon as too few of its edges are left.

**Correct**, by induction over steps: each partial matching that covers the first t vertices (and later partners) is
extended in each possible way at vertex t once. **Cost**: states per step ≤ 2^f · 2^{Σ j_c}, integers of
w·Π(⌊b_c/2^{j_c}⌋ + 1) bits.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from math import isqrt, prod

from gourds.errors import LimitError
from gourds.instance import Instance
from gourds.matching.components.splitting import Kind, Listed, Pair
from gourds.matching.frontier.order import frontier_sizes, narrow_order

MAX_STATES = 3_000_000
"""No layer may hold more states, unless told otherwise."""
MAX_BYTES = 3 * 2**30
"""Nor may it take more memory, estimated."""
CLEAR, GROWTH, HOPELESS = 20_000, 0.7, 100.0
"""With more than CLEAR states, each cell that the frontier still grows by is taken to multiply them by 2^GROWTH; if
that makes HOPELESS times too many, the sweep stops at once."""
DENSE_BITS = 40_000
"""Polynomials of more bits than this are split over several keys."""

Layer = dict[int, int]
Signature = tuple[int, ...]


@dataclass(frozen=True)
class Piece:
    """A graph for a sweep. Exactly one vertex stays empty if ``empties`` is not None, none otherwise."""

    size: int
    """The number of vertices."""
    edges: tuple[tuple[int, int, int], ...]
    """Edges (v, w, class), class −1 for edges that are not counted."""
    caps: tuple[int, ...] = ()
    """For each class the largest number of edges of interest."""
    exact: tuple[bool, ...] = ()
    """For each class whether only matchings with exactly ``caps`` edges are of interest."""
    empties: tuple[int, ...] | None = None
    """The vertices that may stay empty."""
    cells: tuple[tuple[int, int], ...] | None = field(default=None, compare=False)
    """Where the vertices lie on the grid."""

    @cached_property
    def order(self) -> list[int]:
        """A narrow order."""
        return narrow_order(self.neighbors, self.cells)

    @cached_property
    def neighbors(self) -> list[list[int]]:
        """The neighbors of each vertex."""
        rows: list[list[int]] = [[] for _ in range(self.size)]
        for v, w, _ in self.edges:
            rows[v].append(w)
            rows[w].append(v)
        return rows

    @cached_property
    def frontier(self) -> int:
        """The largest frontier of the order."""
        return max(frontier_sizes(self.neighbors, self.order), default=0)

    @cached_property
    def bound_bits(self) -> int:
        """Bits that hold every coefficient of every state: a sweep without classes, where nothing is cut off."""
        largest = 1
        sweep = Sweep(replace(self, edges=tuple((v, w, -1) for v, w, _ in self.edges), caps=(), exact=()), self.order)
        for layer in sweep.forward():
            largest = max(largest, max(layer.values(), default=0))
        return largest.bit_length()


def pieces_of(instance: Instance, listed: Listed) -> list[Piece]:
    """A piece for each kind of component.

    A class that only one component has must have its budget there: a piece for that component alone counts exact
    numbers. Other classes are counted up to what a component of the kind can use.
    """
    rows: list[list[tuple[Pair, ...]]] = [[] for _ in listed.kinds]
    for component in listed.components:
        rows[component.kind].append(component.classes)
    owners = Tally(pair for component in listed.components for pair in component.classes)
    return [_piece(instance, kind, mine, owners) for kind, mine in zip(listed.kinds, rows, strict=True)]


def _piece(instance: Instance, kind: Kind, rows: list[tuple[Pair, ...]], owners: Tally[Pair]) -> Piece:
    number = {pair: c for c, pair in enumerate(kind.classes)}
    edges = tuple((v, w, number.get(kind.class_of((v, w)), -1)) for v, w in kind.edges)
    cells_of = Tally(kind.colors)
    caps, exact = [], []
    for c, (a, b) in enumerate(kind.classes):
        budget = max(instance.budgets[row[c]] for row in rows)
        alone = len(rows) == 1 and owners[rows[0][c]] == 1
        caps.append(budget if alone else min(budget, cells_of[a], cells_of[b]))
        exact.append(alone)
    return Piece(len(kind.cells), edges, tuple(caps), tuple(exact), kind.empties, kind.cells)


@dataclass(frozen=True)
class Option:
    """One way to deal with a vertex."""

    edge: int
    """Its edge, −1: it stays empty."""
    bits: int
    """What is covered by it in keys: they must be clear before and are set after."""
    full: int = 0
    """The field of its class in keys, all bits set."""
    one: int = 0
    """One in that field, 0 for no class; a field of no bits has 1 and ``full`` = 0, so that it always overflows."""
    unit: int = 0
    """Bits to shift when the field overflows."""
    keep: int = 0
    """Coefficients that may be shifted."""


@dataclass(frozen=True)
class Step:
    """A vertex: its bit in keys (0 if no earlier vertex can cover it), its options, and what is checked after it."""

    bit: int
    options: tuple[Option, ...]
    checks: tuple[tuple[int, int, int, int], ...] = ()
    """Rows (field position, field mask, least, most) for the exponents that stand wholly in the key."""


class Sweep:
    """A piece with everything worked out for the steps."""

    def __init__(
        self,
        piece: Piece,
        order: list[int] | None = None,
        *,
        width: int | None = None,
        decide: bool = False,
        dense: int = DENSE_BITS,
        max_states: int | None = None,
    ) -> None:
        self.piece = piece
        self.max_states = max_states
        self.order = piece.order if order is None else order
        self.decide = decide
        self.width = 1 if decide else width if width is not None else piece.bound_bits if piece.caps else 1
        self.place = [0] * piece.size
        for k, v in enumerate(self.order):
            self.place[v] = k
        self.frontiers = frontier_sizes(piece.neighbors, self.order)
        self.peaks = list(accumulate(reversed(self.frontiers), max))[::-1]
        self._choose_fields(dense)
        self.steps = self._compile()

    def _choose_fields(self, dense: int) -> None:
        """How many low bits of each exponent stand in the key."""
        caps = self.piece.caps
        self.low = [1 if len(caps) == 1 else 0] * len(caps)
        while True:
            self.sizes = [(cap >> low) + 1 for cap, low in zip(caps, self.low, strict=True)]
            if prod(self.sizes) * self.width <= dense or not any(size > 1 for size in self.sizes):
                break
            self.low[max(range(len(caps)), key=self.sizes.__getitem__)] += 1
        self.strides = [prod(self.sizes[:c]) for c in range(len(caps))]
        self.bits = prod(self.sizes) * self.width

    def _compile(self) -> list[Step]:
        piece, place = self.piece, self.place
        edges_at: list[list[tuple[int, int, int]]] = [[] for _ in range(piece.size)]
        for e, (v, w, c) in enumerate(piece.edges):
            first, second = (v, w) if place[v] < place[w] else (w, v)
            edges_at[first].append((e, second, c))
        slot, slots = self._slots(edges_at)
        self.empty_bit = 1 << slots if piece.empties is not None else 0
        self.start = 0
        at = slots + 1
        self.fields: list[tuple[int, int]] = []
        for low in self.low:
            self.fields.append((at, (1 << low) - 1))
            at += low
        parts = [self._class_part(c) for c in range(len(piece.caps))]
        can_be_empty = frozenset(piece.empties or ())
        checks = self._checks()
        steps = []
        for k, v in enumerate(self.order):
            options = [
                Option(e, slot[w]) if c < 0 else Option(e, slot[w], *parts[c])
                for e, w, c in sorted(edges_at[v], key=lambda row: row[2])
            ]
            if v in can_be_empty:
                options.append(Option(-1, self.empty_bit))
            steps.append(Step(slot[v], tuple(options), tuple(checks.get(k, ()))))
        return steps

    def _slots(self, edges_at: list[list[tuple[int, int, int]]]) -> tuple[list[int], int]:
        """A bit for every vertex that can wait in the frontier; bits are used again when vertices are done."""
        slot = [0] * self.piece.size
        free: list[int] = []
        used = 0
        for v in self.order:
            for _, w, _ in edges_at[v]:
                if not slot[w]:
                    if not free:
                        free.append(1 << used)
                        used += 1
                    slot[w] = free.pop()
            if slot[v]:
                free.append(slot[v])
        return slot, used

    def _class_part(self, c: int) -> tuple[int, int, int, int]:
        """Field, one, shift and kept coefficients of a class."""
        at, mask = self.fields[c]
        stride, size = self.strides[c], self.sizes[c]
        block = (1 << stride * (size - 1) * self.width) - 1  # all but the largest exponent of this class
        keep = 0
        for start in range(0, prod(self.sizes), stride * size):
            keep |= block << start * self.width
        return mask << at, 1 << at if mask else 1, stride * self.width, keep

    def _checks(self) -> dict[int, list[tuple[int, int, int, int]]]:
        """For exact classes that stand wholly in keys: the least exponent from which the rest can be made up."""
        piece, checks = self.piece, dict[int, list[tuple[int, int, int, int]]]()
        for c in [c for c, exact in enumerate(piece.exact) if exact and self.sizes[c] == 1]:
            firsts = [0] * piece.size
            for v, w, d in piece.edges:
                if d == c:
                    firsts[min(self.place[v], self.place[w])] = 1
            left = sum(firsts)
            for k, first in enumerate(firsts):
                left -= first
                if first and left < piece.caps[c]:
                    at, mask = self.fields[c]
                    checks.setdefault(k, []).append((at, mask, piece.caps[c] - left, piece.caps[c]))
        return checks

    # -- forward --------------------------------------------------------------------------------------------

    def advance(self, layer: Layer, k: int) -> Layer:
        """The layer after step k, given the one before it."""
        step = self.steps[k]
        out: Layer = {}
        get, decide, bit = out.get, self.decide, step.bit
        plain = [option.bits for option in step.options if not option.one]
        counted = [(o.bits, o.full, o.one, o.unit, o.keep) for o in step.options if o.one]
        for key, value in layer.items():
            if key & bit:
                to = key ^ bit
                out[to] = get(to, 0) | value if decide else get(to, 0) + value
                continue
            for bits in plain:
                if not key & bits:
                    to = key | bits
                    out[to] = get(to, 0) | value if decide else get(to, 0) + value
            for bits, full, one, unit, keep in counted:
                if key & bits:
                    continue
                if key & full != full:
                    to = key + one | bits
                    out[to] = get(to, 0) | value if decide else get(to, 0) + value
                else:
                    moved = (value & keep) << unit
                    if moved:
                        to = (key ^ full) | bits
                        out[to] = get(to, 0) | moved if decide else get(to, 0) + moved
        for at, mask, least, most in step.checks:
            out = {key: value for key, value in out.items() if least <= key >> at & mask <= most}
        self._guard(len(out), k)
        return out

    def _guard(self, states: int, k: int) -> None:
        """Give up when a layer is too large, or when it is clear from the frontiers ahead that one will be."""
        most = min(MAX_STATES if self.max_states is None else self.max_states, MAX_BYTES / (self.bits / 8 + 120))
        ahead = states * 2.0 ** (GROWTH * min(self.peaks[k] - self.frontiers[k], 900)) if states > CLEAR else 0.0
        if states <= most and ahead <= HOPELESS * most:
            return
        what = f"a sweep over {self.piece.size:,} cells with a frontier of {max(self.frontiers)} cells"
        what += f" and {len(self.piece.caps)} classes to count" if self.piece.caps else ""
        now = "will have far" if states <= most else f"has {states:,} states after {k + 1:,} of them,"
        raise LimitError(f"too wide or too many colors: {what} {now} more than the {int(most):,} states allowed")

    def forward(self) -> Iterator[Layer]:
        """All layers, the first one before any step."""
        layer = {self.start: 1}
        yield layer
        for k in range(len(self.steps)):
            layer = self.advance(layer, k)
            yield layer

    def last(self, notice: Callable[[int, Layer], None] | None = None) -> Layer:
        """The layer after all steps: keys without covered vertices."""
        layer: Layer = {}
        for k, layer in enumerate(self.forward()):
            if notice is not None:
                notice(k, layer)
        return {key: value for key, value in layer.items() if key & self.empty_bit == self.empty_bit}

    # -- signatures -----------------------------------------------------------------------------------------

    def table(self, last: Mapping[int, int]) -> dict[Signature, int]:
        """The number of matchings of each signature of interest (1 if only deciding), from the last layer."""
        found: dict[Signature, int] = {}
        one = (1 << self.width) - 1 if self.piece.caps else -1
        for key, value in last.items():
            base = [key >> at & mask for at, mask in self.fields]
            if not self.piece.caps:
                found[()] = value
                continue
            for position in range(prod(self.sizes)):
                count = value >> position * self.width & one
                if count:
                    signature = tuple(
                        (position // stride % size << low) + rest
                        for stride, size, low, rest in zip(self.strides, self.sizes, self.low, base, strict=True)
                    )
                    if self._is_wanted(signature):
                        found[signature] = count
        return found

    def _is_wanted(self, signature: Signature) -> bool:
        rows = zip(signature, self.piece.caps, self.piece.exact, strict=True)
        return all(e == cap if exact else e <= cap for e, cap, exact in rows)

    def locate(self, signature: Signature) -> tuple[int, int]:
        """The key of the last layer and the position of the coefficient of a signature."""
        key, position = self.empty_bit, 0
        for e, (at, mask), low, stride in zip(signature, self.fields, self.low, self.strides, strict=True):
            key |= (e & mask) << at
            position += (e >> low) * stride
        return key, position


class Layers:
    """A forward run that can be read backwards: every √T-th layer is kept, the others are made again in blocks."""

    def __init__(self, sweep: Sweep) -> None:
        self.sweep = sweep
        self.block = isqrt(len(sweep.steps)) + 1
        self.kept: list[Layer] = []
        self.last = sweep.last(self._keep)

    def _keep(self, k: int, layer: Layer) -> None:
        if k % self.block == 0:
            self.kept.append(layer)

    def backward(self) -> Iterator[tuple[int, Layer]]:
        """Steps from last to first, each with the layer before it."""
        steps = self.sweep.steps
        for b in range(len(self.kept) - 1, -1, -1):
            start = b * self.block
            block = [self.kept[b]]
            for k in range(start, min(start + self.block, len(steps)) - 1):
                block.append(self.sweep.advance(block[-1], k))
            for k in range(min(start + self.block, len(steps)) - 1, start - 1, -1):
                yield k, block[k - start]
