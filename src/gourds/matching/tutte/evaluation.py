"""The randomized polynomial algorithm for few colors: Pfaffians of Tutte matrices, evaluated and interpolated.

**The polynomial.** Give every edge e of the board the weight x_e·y_c, where c is its class if it joins two different
colors, and x_e if it does not; join an extra vertex, the *apex*, to every cell that may stay empty. The Pfaffian of the
skew-symmetric matrix of these weights (Tutte, 1947) is the sum over the perfect matchings, each with its own product of
x_e, so that nothing cancels. By the counting laws (:mod:`gourds.counting`) a placement exists iff the coefficient of
Π y_c^b_c is not zero as a polynomial in the x_e: monochromatic classes need no indeterminate. With random x_e modulo a
prime p, a coefficient that is not zero proves that a placement exists, and one that should not be zero is zero with
probability at most (V/2)/p, as its degree is V/2 (Schwartz, Zippel). That is the algorithm of Mulmuley, Vazirani and
Vazirani for exact matching, applied to two colors by Nomikos, Pagourtzis and Zachos, and to any constant number by
Stamoulis; the paper states it for a constant number of colors.

**The points.** Let lo ≤ e_c ≤ hi bound the exponents of y_c, and let N_c be *even* and larger than b_c − lo and
hi − b_c. Then b_c is the only exponent in reach that is b_c modulo N_c, so that

    Σ y^(−b)·Pf(y)  over all y with y_c^N_c = 1    =    Π N_c · coefficient of y^b:

only the exponent that is wanted must be alone, all others may alias. This halves the points for every class compared
with interpolation. Changing the sign of all y_c at one color multiplies Pf and y^b by the same sign, as the number of
cells of that color on bichromatic edges has a fixed parity. So one point of each orbit suffices: for every class of a
spanning forest of the graph of colors, half of the roots of unity. The roots exist modulo p if every N_c divides
p − 1, and p is chosen so.

**Parts.** The polynomial of a disconnected graph is the product over its parts, and a part has values only over the
classes that occur in it. What is to be computed is then a sum of products of tensors, one per part: classes are summed
out one by one (:func:`contract`), so that many small parts with few classes each do not need the whole grid.

**Cost.** O(V·b²) for each part and point, b ≈ √V the width of the board: :mod:`gourds.matching.kasteleyn.banded`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gourds.errors import InputError
from gourds.matching.kasteleyn.banded import IntArray, Residues
from gourds.matching.kasteleyn.primes import interpolating, powers, primes, root_of_unity
from gourds.matching.tutte.problem import Part, Problem

BLOCK: Final = 1 << 21
"""This many entries of matrices are made at a time."""
ORDER_LIMIT: Final = 1 << 24
"""The least common multiple of the orders of the roots of unity stays below this, so that primes are plenty."""
SMOOTH: Final = (1 << 22, 720_720, 1_441_440, 2_162_160, 3_603_600, 7_207_200, 14_414_400, 10_810_800, 12_252_240)
"""Numbers with many divisors, for classes whose orders have no small common multiple."""
RATE: Final = 1.2e-9
"""Seconds for one product, about."""


@dataclass(frozen=True, eq=False)
class Tensor:
    """Values over the points of some classes."""

    axes: tuple[int, ...]
    """The classes, ascending."""
    values: IntArray
    """One dimension per class."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Where the polynomial of a problem is evaluated, and how its coefficient is put together."""

    p: int
    """The prime."""
    points: Mapping[int, IntArray]
    """For each class with an indeterminate the values of y."""
    weights: Mapping[int, IntArray]
    """The coefficient is, up to a constant, the sum over all points of weight times value."""

    @property
    def axes(self) -> tuple[int, ...]:
        """The classes with an indeterminate."""
        return tuple(self.points)

    def axes_of(self, part: Part) -> tuple[int, ...]:
        """Those that occur in a part."""
        return tuple(c for c in sorted(part.hi) if c in self.points)

    def count(self, axes: Iterable[int]) -> int:
        """The number of points over some classes."""
        return math.prod(len(self.points[c]) for c in axes)

    def coordinates(self, axes: tuple[int, ...]) -> dict[int, IntArray]:
        """For each of these classes its y at every point of their grid, in one row."""
        mesh = np.meshgrid(*(self.points[c] for c in axes), indexing="ij")
        return {c: row.reshape(-1) for c, row in zip(axes, mesh, strict=True)}


@dataclass(frozen=True)
class Cost:
    """What an evaluation takes."""

    points: int
    """Eliminations, over all parts."""
    cells: int
    """The largest tensor on the way to the coefficient."""
    operations: float
    """Products modulo p, for one try."""
    band: int
    """The largest width of a band."""

    @property
    def seconds(self) -> float:
        """About how long one try takes."""
        return self.operations * RATE + self.cells * 2e-8 + self.points * 1e-6


def spans(problem: Problem) -> dict[int, int]:
    """For each class whose exponent is not settled the even order N of its roots of unity, as small as can be."""
    found = {}
    for c, budget in enumerate(problem.budgets):
        if problem.lo[c] < problem.hi[c]:
            found[c] = 2 * (max(budget - problem.lo[c], problem.hi[c] - budget) // 2 + 1)
    return found


def make_grid(problem: Problem, prime: int | None = None) -> Grid:
    """The points for a problem whose budgets are within their bounds; ``prime`` is chosen if not given."""
    orders = spans(problem)
    if prime is None:
        orders, prime = _orders_and_prime(orders)
    forest = problem.forest(orders)
    points, weights = {}, {}
    for c, order in orders.items():
        budget = problem.budgets[c]
        if (prime - 1) % order == 0:
            y, w = _roots_of_unity(order, budget, prime)
        else:
            y, w = _symmetric_points(problem.lo[c], problem.hi[c], budget, prime)
        keep = slice(len(y) // 2) if c in forest else slice(None)
        if len(y[keep]) > 1:
            points[c], weights[c] = y[keep], w[keep]
    return Grid(prime, points, weights)


def _roots_of_unity(order: int, budget: int, p: int) -> tuple[IntArray, IntArray]:
    """All roots, the second half minus the first, and their powers −budget."""
    y = powers(root_of_unity(order, p), order, p)
    return y, y[-budget * np.arange(order) % order]


def _symmetric_points(lo: int, hi: int, budget: int, p: int) -> tuple[IntArray, IntArray]:
    """Points ±1, ±2, … and the weights that give the coefficient by interpolation; for primes without the roots."""
    half = (hi - lo) // 2 + 1
    if 2 * half > p - 1:
        raise InputError(f"the prime {p} is too small: exponents from {lo} to {hi} need {2 * half} points")
    y = [t % p for sign in (1, -1) for t in range(sign, sign * (half + 1), sign)]
    w = [share * pow(t, -lo, p) % p for t, share in zip(y, interpolating(y, budget - lo, p), strict=True)]
    return np.array(y, dtype=np.int64), np.array(w, dtype=np.int64)


def _orders_and_prime(orders: dict[int, int]) -> tuple[dict[int, int], int]:
    """Orders that are not smaller, and a prime below 2³¹ such that all of them divide p − 1."""
    common = math.lcm(2, *orders.values())
    if common > ORDER_LIMIT:
        choices = []
        for number in SMOOTH:
            divisors = [d for d in range(2, 1 << 13, 2) if number % d == 0]
            larger = {c: next((d for d in divisors if d >= order), 0) for c, order in orders.items()}
            if all(larger.values()):
                choices.append((math.prod(larger.values()), number, larger))
        if not choices:
            raise InputError("the exponents reach too far for roots of unity modulo a prime below 2^31")
        _, common, orders = min(choices)
    return orders, next(primes(common))


def draw(problem: Problem, p: int, rng: np.random.Generator) -> list[IntArray]:
    """Random x_e for the edges of each part."""
    return [rng.integers(0, p, size=len(part.pairs), dtype=np.int64) for part in problem.parts]


class Entries(NamedTuple):
    """The entries x_e·y_c of a matrix."""

    labels: IntArray
    """The class c of each edge, −1 for none."""
    x: IntArray
    """Its random weight."""

    def at(self, y: Mapping[int, IntArray], count: int, p: int) -> Residues:
        """The entries at ``count`` points, of shape (edges, points); ``y`` has the coordinates of the points."""
        rows = np.empty((len(self.x), count), dtype=np.uint32)
        for label in np.unique(self.labels).tolist():
            chosen = self.labels == label
            column = self.x[chosen, None]
            rows[chosen] = column * y[label][None, :] % p if label in y else column
        return rows


def evaluate(part: Part, x: IntArray, grid: Grid) -> Tensor:
    """The Pfaffian of a part at all points of its classes."""
    axes = grid.axes_of(part)
    count = grid.count(axes)
    at = grid.coordinates(axes)
    view = Entries(part.labels, x)
    found = np.empty(count, dtype=np.int64)
    block = max(16, BLOCK // max(1, len(part.pairs)) // 16 * 16)
    for start in range(0, count, block):
        stop = min(start + block, count)
        here = {c: row[start:stop] for c, row in at.items()}
        found[start:stop] = part.shape.pfaffians(view.at(here, stop - start, grid.p), grid.p)
    return Tensor(axes, found.reshape([len(grid.points[c]) for c in axes]))


def contract(tensors: Sequence[Tensor], grid: Grid, keep: tuple[int, ...] = ()) -> Tensor:
    """The product of tensors, summed with weights over all classes but those to keep; these get their weights too."""
    left = [Tensor((c,), grid.weights[c]) for c in grid.axes] + list(tensors)
    for c, _ in _summing_plan([tensor.axes for tensor in left], grid, keep):
        among = [tensor for tensor in left if c in tensor.axes]
        merged = _product(among, grid.p)
        place = merged.axes.index(c)
        axes = merged.axes[:place] + merged.axes[place + 1 :]
        summed: IntArray = merged.values.sum(axis=place) % grid.p
        left = [tensor for tensor in left if c not in tensor.axes] + [Tensor(axes, summed)]
    return _product(left, grid.p)


def _product(tensors: Sequence[Tensor], p: int) -> Tensor:
    axes = tuple(sorted({c for tensor in tensors for c in tensor.axes}))
    total: NDArray[np.int64] = np.ones([1] * len(axes), dtype=np.int64)
    for tensor in sorted(tensors, key=lambda tensor: tensor.values.size):
        lengths = dict(zip(tensor.axes, tensor.values.shape, strict=True))
        total = total * tensor.values.reshape([lengths.get(c, 1) for c in axes]) % p
    return Tensor(axes, total)


def _summing_plan(scopes: Iterable[tuple[int, ...]], grid: Grid, keep: tuple[int, ...]) -> list[tuple[int, int]]:
    """The classes to sum out, each time one with the smallest product, and the size of that product."""
    beside: dict[int, set[int]] = {}
    for scope in scopes:
        for c in scope:
            beside.setdefault(c, set()).update(scope)
    todo = {c: grid.count(union) for c, union in beside.items() if c not in keep}
    plan = []
    while todo:
        best = min(todo, key=lambda c: (todo[c], c))
        plan.append((best, todo.pop(best)))
        union = beside.pop(best) - {best}
        for c in union:
            beside[c] = (beside[c] | union) - {best}
            if c in todo:
                todo[c] = grid.count(beside[c])
    return plan


def cost_of(problem: Problem, grid: Grid) -> Cost:
    """What one try takes."""
    scopes = [grid.axes_of(part) for part in problem.parts]
    counts = [grid.count(scope) for scope in scopes]
    operations = sum(n * part.shape.operations for n, part in zip(counts, problem.parts, strict=True))
    plan = _summing_plan(scopes, grid, ())
    band = max((part.shape.width for part in problem.parts), default=0)
    return Cost(sum(counts), max((size for _, size in plan), default=1), operations, band)
