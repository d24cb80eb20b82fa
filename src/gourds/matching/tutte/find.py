"""From a coefficient that is not zero to a matching, by algebra alone, without a fresh decision for every edge.

Let w be the weights that give the coefficient from the values at the points, so that C = Σ w(y)·Pf A(y) is not zero.
Expanding the Pfaffian along a vertex v,

    C = Σ_j ± C_vj    with    C_vj = Σ w(y)·a_vj(y)·Pf(A(y) without v and j),

so some C_vj is not zero, and then a placement with a gourd on vj exists. Fix it, take w·a_vj for w and go on: with the
same random weights this never fails and never has to go back.

**Reuse.** The vertices are fixed in the order of the band. All that lies beyond the reach of the next few is eliminated
once (:meth:`gourds.matching.kasteleyn.banded.Shape.absorbed`); what remains are matrices about as large as the band is
wide, one for each point, whose minors are the Pfaffians needed for these vertices. With n vertices, P points and a band
of width b, a decision costs P·n·b², all minors together P·n·b³, and the matrices are made n/b times, P·n²·b. Every time
an eighth of a large part is fixed, the problem is set up anew: what is left has fewer cells and lower exponents, so
fewer points. In all it is some ten decisions, not one for every edge.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from gourds.errors import InternalError, LimitError
from gourds.matching.kasteleyn.banded import Absorbed, IntArray, Residues, Shape
from gourds.matching.tutte.evaluation import BLOCK, Entries, Grid, Tensor, contract, draw, evaluate, make_grid
from gourds.matching.tutte.problem import Part, Problem

AT_ONCE: Final = 3e7
"""A part whose evaluation takes fewer products is matched without setting the problem up anew."""
STATE_LIMIT: Final = 1e8
"""At most this many entries are kept of the matrices that are left."""
ATTEMPTS: Final = 40
"""So often fresh weights are drawn for what is left; one zero in a million or so is expected."""


class DisagreementError(LimitError):
    """The points disagree on a pivot, by chance, and there are too many to do without common pivots."""


@dataclass
class Fixed:
    """What was fixed in a part."""

    complete: bool = False
    """Whether the whole part is matched."""
    edges: list[int] = field(default_factory=list)
    """Edges of the board."""
    empty: int | None = None
    """The cell that stays empty, if that was decided."""
    values: IntArray = field(default_factory=lambda: np.ones(1, dtype=np.int64))
    """The product of the weights of the edges at all points of the part."""


def find(
    problem: Problem, grid: Grid, xs: list[IntArray], tensors: list[Tensor], rng: np.random.Generator
) -> list[int]:
    """The edges of a placement, given weights whose coefficient is not zero."""
    chosen: list[int] = []
    while True:
        edges, empty, complete = _fix_parts(problem, grid, xs, tensors, rng)
        chosen += edges
        if complete:
            return chosen
        problem = problem.after(edges, empty)
        if problem.refutation is not None:
            raise InternalError(f"the algebra fixed edges that no placement has: {problem.refutation}")
        grid = make_grid(problem)
        for _ in range(ATTEMPTS):
            xs = draw(problem, grid.p, rng)
            tensors = [evaluate(part, x, grid) for part, x in zip(problem.parts, xs, strict=True)]
            if contract(tensors, grid).values.item():
                break
        else:
            raise InternalError("the algebra fixed edges that no placement has")


def _fix_parts(
    problem: Problem, grid: Grid, xs: list[IntArray], tensors: list[Tensor], rng: np.random.Generator
) -> tuple[list[int], int | None, bool]:
    """Edges, the empty cell if it was decided, and whether nothing is left to do."""
    edges: list[int] = []
    empty = None
    current = list(tensors)
    by_cost = sorted(
        range(len(problem.parts)), key=lambda k: tensors[k].values.size * problem.parts[k].shape.operations
    )
    for k in by_cost:
        part, axes = problem.parts[k], current[k].axes
        rest = contract(current[:k] + current[k + 1 :], grid, axes).values.reshape(-1)
        fixed = _Fixing(part, xs[k], rest, grid, rng).run()
        edges += fixed.edges
        empty = fixed.empty if fixed.empty is not None else empty
        if not fixed.complete:
            return edges, empty, False
        current[k] = Tensor(axes, fixed.values.reshape(current[k].values.shape))
    return edges, empty, True


@dataclass(eq=False)
class _State:
    """Matrices for the vertices that are near, one for each point."""

    names: IntArray
    """The vertices that they are about."""
    pairs: IntArray
    """Where they have entries, as pairs of places in ``names``."""
    values: Residues
    """The entries, of shape (pairs, points)."""
    factors: IntArray
    """What was eliminated, for each point."""
    last: int
    """They serve to fix the vertices up to this one."""

    def without(self, *gone: int) -> _State:
        """The matrices without some vertices."""
        kept = ~np.isin(self.names, gone)
        place = np.cumsum(kept) - 1
        inside = kept[self.pairs].all(axis=1)
        return _State(self.names[kept], place[self.pairs[inside]], self.values[inside], self.factors, self.last)

    def pfaffians(self, p: int) -> IntArray:
        """The Pfaffians at all points, of all that was left when the matrices were made."""
        return Shape.of(len(self.names), self.pairs).pfaffians(self.values, p) * self.factors % p


class _Fixing:
    """The vertices of one part, fixed in the order of its band."""

    def __init__(self, part: Part, x: IntArray, weights: IntArray, grid: Grid, rng: np.random.Generator) -> None:
        self.part, self.x, self.p, self.rng = part, x, grid.p, rng
        self.at = grid.coordinates(grid.axes_of(part))
        self.count = len(weights)
        self.weights = weights
        self.fixed = Fixed(values=np.ones(self.count, dtype=np.int64))
        self.has_apex = bool(part.size and part.cells[-1] < 0)
        self.inner = part.size - self.has_apex
        self.alive = np.ones(part.size, dtype=bool)
        self.at_vertex: list[list[tuple[int, int]]] = [[] for _ in range(part.size)]
        for m, (v, w) in enumerate(part.pairs.tolist()):
            self.at_vertex[v].append((w, m))

    def run(self) -> Fixed:
        """Fix the whole part, or the first eighth of it if it is large."""
        large = self.count * self.part.shape.operations > AT_ONCE and self.p > 1 << 24
        stop = self.inner // 8 + 1 if large else self.inner
        v = 0
        while v < stop:
            if not self.alive[v]:
                v += 1
                continue
            state = self._state(v, stop)
            while v <= state.last and v < stop:
                if self.alive[v]:
                    state = self._fix(v, state)
                v += 1
        self.fixed.complete = not self.alive[: self.inner].any()
        return self.fixed

    def _entry(self, m: int) -> IntArray:
        label = int(self.part.labels[m])
        return self.x[m] * self.at[label] % self.p if label in self.at else np.full(self.count, self.x[m])

    def _fix(self, v: int, state: _State) -> _State:
        options = [(w, m) for w, m in self.at_vertex[v] if self.alive[w]]
        self.rng.shuffle(options)
        for w, m in options:
            entry = self._entry(m)
            minor = state.without(v, w)
            value = self.weights * entry % self.p
            if len(options) > 1 and not int((value * minor.pfaffians(self.p) % self.p).sum() % self.p):
                continue
            self.weights = value
            self.fixed.values = self.fixed.values * entry % self.p
            self.alive[[v, w]] = False
            if w >= self.inner:
                self.fixed.empty = int(self.part.cells[v])
            else:
                self.fixed.edges.append(int(self.part.edges[m]))
            return minor
        raise InternalError("a coefficient that is not zero came from none of the edges at a cell")

    def _state(self, v: int, stop: int) -> _State:
        """Matrices for the next few vertices; everything beyond their reach is eliminated, if that is much."""
        part = self.part
        length = max(2, part.shape.width * 5 // 4)
        while True:
            last = min(v + length, self.inner - 1, stop)
            top = int(part.shape.reach[last])
            near = int(self.alive[v : top + 1].sum()) + 2
            if length <= 2 or self.count * near * near < 2 * STATE_LIMIT:
                break
            length //= 2
        inner, apex = np.flatnonzero(self.alive[: self.inner]), np.flatnonzero(self.alive[self.inner :]) + self.inner
        order = np.append(inner[::-1], apex)  # from the far end to the vertices that are next
        far = int(self.alive[top + 1 : self.inner].sum())
        place = np.full(part.size, -1, dtype=np.int64)
        place[order] = np.arange(len(order))
        chosen = np.flatnonzero(self.alive[part.pairs].all(axis=1))
        pairs = np.sort(place[part.pairs[chosen]], axis=1).reshape(-1, 2)
        view = Entries(part.labels[chosen], self.x[chosen])
        disagreed = False
        if far >= 8 and self.count * near * near <= 4 * STATE_LIMIT and self.p > 1 << 24:
            state = self._absorbed(Shape(len(order), pairs, len(apex)), order, view, far, last)
            if state is not None:
                return state
            disagreed = True
        if self.count * len(chosen) > STATE_LIMIT:
            raise (DisagreementError if disagreed else LimitError)(
                f"{self.count} points are too many to find a placement"
            )
        rows = view.at(self.at, self.count, self.p)
        return _State(order, pairs, rows, np.ones(self.count, dtype=np.int64), self.inner)

    def _absorbed(self, shape: Shape, order: IntArray, view: Entries, far: int, last: int) -> _State | None:
        """The matrices after elimination of the first vertices; None if the points disagree on a pivot."""
        block = max(16, BLOCK // max(1, len(view.labels)) // 16 * 16)
        found: list[Absorbed] = []
        for start in range(0, self.count, block):
            here = {c: row[start : start + block] for c, row in self.at.items()}
            rows = view.at(here, min(block, self.count - start), self.p)
            done = shape.absorbed(rows, self.p, far)
            if done is None or (found and not np.array_equal(done.left, found[0].left)):
                return None
            found.append(done)
        left, pairs = found[0].left, found[0].pairs
        values = found[0].values if len(found) == 1 else np.concatenate([done.values for done in found], axis=1)
        factors = np.concatenate([done.factors for done in found])
        used = values.any(axis=1)
        return _State(order[left], pairs[used], values if used.all() else values[used], factors, last)
