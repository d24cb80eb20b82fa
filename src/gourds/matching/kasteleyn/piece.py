"""Counting the matchings of one component by signature, exactly: Kasteleyn Pfaffians modulo primes, put together.

A *piece* is a component of an instance, or any colored graph of edges between adjacent cells. The component that holds
the empty cell is counted once for each cell that may stay empty, a *hole* (:mod:`gourds.matching.kasteleyn.orientation`
tells how the orientation changes). For each hole h the Pfaffian is σ_h · Σ_s N_s·y^s with σ_h = ±1.

**Exactness.** Evaluate at y = 1 first, modulo primes whose product is more than twice a bound on the number of
matchings: this gives σ_h·Σ_s N_s as an integer, so both σ_h and the exact total (if it is 0, σ_h does not matter).
No N_s is larger than the total, so that the second round, on the grid of :mod:`gourds.matching.kasteleyn.grid`, needs
primes only up to twice the total.

**The bound.** Take the vertices in order and match the first one that is left with one of its *later* neighbors. Each
of the n steps has at most as many options as that vertex has later neighbors, and no vertex comes twice, so there are
at most as many matchings as the product of the n largest numbers of later neighbors: 3^n or less on any board.

**Reach.** Two maximum matchings give a range for each exponent: a matching has at most ν(class) edges of one class; and
if it has s of them and leaves t vertices bare, then without them it leaves 2s + t, at least the deficiency of the graph
without that class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.errors import InternalError
from gourds.matching.kasteleyn.banded import LANES, Shape, scan_orders
from gourds.matching.kasteleyn.grid import Grid, Range, make_grid
from gourds.matching.kasteleyn.orientation import Orientation, plane_orientation
from gourds.matching.kasteleyn.primes import combine, primes
from gourds.matching.maximum import maximum_matching

IntArray = NDArray[np.int64]
CountArray = NDArray[np.object_]
"""Exact integers of any size."""

COLUMNS_AT_ONCE = 1 << 12
"""About this many weightings go to the Pfaffian kernel in one call, to keep memory small."""


@dataclass(frozen=True, eq=False)
class Matrix:
    """The skew matrix of a piece without its hole: where the entries stand, and their signs."""

    hole: int | None
    """The vertex that is left out."""
    size: int
    """The number of rows."""
    entries: IntArray
    """Shape (E, 2): row < column of each entry above the diagonal."""
    kept: IntArray
    """The edge of the piece behind each entry."""
    signs: IntArray
    """±1 for each entry."""

    @cached_property
    def bound(self) -> int:
        """An upper bound on the number of perfect matchings."""
        later = np.sort(np.bincount(self.entries[:, 0], minlength=self.size))[::-1]
        return prod(later[: self.size // 2].tolist())

    @cached_property
    def band(self) -> int:
        """The width of the band of entries."""
        return int((self.entries[:, 1] - self.entries[:, 0]).max(initial=0))

    @cached_property
    def _shape(self) -> Shape:
        return Shape.of(self.size, self.entries)

    def pfaffians(self, weights: IntArray, p: int) -> IntArray:
        """The Pfaffian modulo p for each column of weights; there is a row for each edge of the piece."""
        if not self.size:
            return np.ones(weights.shape[1], dtype=np.int64)
        values = weights[self.kept] * self.signs[:, None] % p
        return self._shape.pfaffians(values.astype(np.uint32), p)


@dataclass(frozen=True, eq=False)
class Piece:
    """A colored graph of edges between adjacent cells."""

    cells: IntArray
    """Shape (V, 2), in scan order."""
    colors: tuple[int, ...]
    """The color of each cell, 0, 1, …"""
    edges: IntArray
    """Shape (M, 2)."""
    holes: tuple[int, ...] | None = None
    """The cells that may stay empty; None: all are covered."""

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.colors)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The classes: pairs of different colors that an edge joins, sorted."""
        return tuple(sorted({pair for pair in self._edge_pairs if pair[0] != pair[1]}))

    @cached_property
    def _edge_pairs(self) -> list[tuple[int, int]]:
        ends = np.array(self.colors, dtype=np.int64)[self.edges].reshape(-1, 2)
        return [(a, b) for a, b in np.sort(ends, axis=1).tolist()]

    @cached_property
    def classes(self) -> IntArray:
        """The class of each edge, as an index into ``pairs``; the number of pairs for edges of equal colors."""
        number = {pair: k for k, pair in enumerate(self.pairs)}
        return np.array([number.get(pair, len(number)) for pair in self._edge_pairs], dtype=np.int64)

    @cached_property
    def parity(self) -> list[int]:
        """For each color the number of its covered cells."""
        counts = np.bincount(np.array(self.colors, dtype=np.int64)).tolist()
        if self.holes:
            counts[self.colors[self.holes[0]]] -= 1
        return [int(count) for count in counts]

    @cached_property
    def reach(self) -> list[Range]:
        """Bounds for the number of edges of each class in a matching; (1, 0) if there is no matching."""
        bare = int(self.holes is not None)
        if self.size % 2 != bare or self.holes == ():
            return [(1, 0)] * len(self.pairs)
        ranges = []
        for c in range(len(self.pairs)):
            chosen = self.classes == c
            most = int((maximum_matching(self.size, self.edges[chosen]) >= 0).sum()) // 2
            missed = int((maximum_matching(self.size, self.edges[~chosen]) < 0).sum())
            ranges.append((max(0, (missed - bare + 1) // 2), most))
        return ranges

    @cached_property
    def orientation(self) -> Orientation:
        """The Kasteleyn orientation of the whole piece."""
        return plane_orientation(self.cells, self.edges)

    @cached_property
    def matrices(self) -> tuple[Matrix, ...]:
        """One matrix for each hole, or a single one."""
        if self.size % 2 != (self.holes is not None):
            return ()
        every: tuple[int | None, ...] = (None,) if self.holes is None else self.holes
        return tuple(self._matrix(hole, self._places) for hole in every)

    @cached_property
    def _places(self) -> IntArray:
        return _narrow_order(self.cells, self.edges)

    def _matrix(self, hole: int | None, place: IntArray) -> Matrix:
        signs = self.orientation.without(() if hole is None else (hole,)).astype(np.int64)
        kept = np.arange(len(self.edges))
        if hole is not None:
            kept = kept[(self.edges != hole).all(axis=1)]
            place = place - (place > place[hole])
        ends = place[self.edges[kept]]
        turned = ends[:, 0] > ends[:, 1]
        signs = np.where(turned, -signs[kept], signs[kept])
        return Matrix(hole, self.size - (hole is not None), np.sort(ends, axis=1), kept, signs)

    @cached_property
    def totals(self) -> list[tuple[int, int]]:
        """For each matrix the sign σ of its Pfaffian and the number of its matchings of all signatures."""
        ones = np.ones((len(self.edges), 1), dtype=np.int64)
        found = []
        for matrix in self.matrices:
            moduli = enough_primes(1, matrix.bound)
            value = combine([int(matrix.pfaffians(ones, p)[0]) for p in moduli], moduli) if matrix.bound else 0
            if abs(value) > matrix.bound:
                raise InternalError(f"a Pfaffian counts {abs(value)} matchings, where {matrix.bound} is a bound")
            found.append((1 if value >= 0 else -1, abs(value)))
        return found

    def grid(self, window: Sequence[Range]) -> Grid | None:
        """The points for a window; None if no matching has a signature in it."""
        return make_grid(self.pairs, self.parity, self.reach, window)

    def table(self, window: Sequence[Range]) -> Table:
        """The numbers of matchings for every signature in the window."""
        grid = self.grid(window)
        if grid is None or not self.matrices:
            return Table([], np.zeros((len(self.matrices), 0), dtype=object))
        if not self.pairs:  # the totals say it all
            return Table([()], np.array([total for _, total in self.totals], dtype=object).reshape(-1, 1))
        places, signatures = grid.signatures()
        ones = np.ones((1, len(self.edges)), dtype=np.int64)
        counts = np.zeros((len(self.matrices), len(places)), dtype=object)
        for k, (_, total) in enumerate(self.totals):
            if total:
                moduli = enough_primes(grid.modulus, total)
                residues = [self.residues(k, grid, ones, p)[0, places] for p in moduli]
                nonzero = np.flatnonzero(np.any([residue != 0 for residue in residues], axis=0))
                columns = zip(*(residue[nonzero].tolist() for residue in residues), strict=True)
                numbers = [combine(column, moduli) for column in columns]
                if not 0 <= min(numbers, default=0) <= max(numbers, default=0) <= total:
                    raise InternalError(f"numbers of matchings that are not between 0 and {total}")
                counts[k, nonzero] = numbers
        return Table(list(map(tuple, signatures.tolist())), counts)

    def residues(self, index: int, grid: Grid, factors: IntArray, p: int) -> IntArray:
        """Shape (K, places of the grid): the numbers of matchings of one matrix for each row of factors, modulo p.

        Each row of ``factors``, shape (K, edges), gives every edge a factor ≥ 0, and a matching counts as often as the
        product of its edges' factors says.
        """
        points = grid.points(p)
        values = np.concatenate((points.T, np.ones((1, len(points)), dtype=np.int64)))[self.classes]
        # The kernel takes LANES weightings in lockstep; those with different zeros would be out of step.
        missing = -len(points) % LANES if len(factors) > 1 and not factors.all() else 0
        padded = np.concatenate((values, values[:, np.arange(missing) % len(points)]), axis=1)
        step = max(1, COLUMNS_AT_ONCE // padded.shape[1])
        matrix = self.matrices[index]
        found = np.empty((len(factors), len(points)), dtype=np.int64)
        for start in range(0, len(factors), step):
            rows = factors[start : start + step]
            weights = padded[:, None, :] * rows.T[:, :, None] % p
            weights = weights.reshape(len(self.edges), len(rows) * padded.shape[1])
            found[start : start + step] = matrix.pfaffians(weights, p).reshape(len(rows), -1)[:, : len(points)]
        sign = self.totals[index][0]
        return grid.coefficients(found * sign, points, p)

    def evaluations(self, window: Sequence[Range]) -> tuple[int, float]:
        """How many Pfaffians a table takes, at most, and how many steps of elimination that is; linear time."""
        holes = 1 if self.holes is None else len(self.holes)
        grid = self.grid(window)
        if grid is None or not holes:
            return 0, 0.0
        place = self._places
        ends = np.sort(place[self.edges], axis=1)
        whole = Matrix(None, self.size, ends, np.arange(len(ends)), np.ones(len(ends), dtype=np.int64))
        bits = whole.bound.bit_length()
        first, second = bits // 30 + 1, (bits // 28 + 1 if self.pairs else 0)
        lanes = first * LANES + second * (grid.size + -grid.size % LANES)
        return holes * (first + second * grid.size), holes * lanes * self.size * (whole.band + 1.0) ** 2


@dataclass(frozen=True, eq=False)
class Table:
    """Exact numbers of matchings by signature."""

    signatures: list[tuple[int, ...]]
    """The S signatures of the window that parity allows, one exponent per class of the piece."""
    counts: CountArray
    """Shape (matrices, S)."""

    def summed(self) -> dict[tuple[int, ...], int]:
        """The number of matchings of each signature, whatever the hole; only those that there are."""
        numbers = self.counts.sum(axis=0).tolist() if len(self.counts) else [0] * len(self.signatures)
        return {s: n for s, n in zip(self.signatures, numbers, strict=True) if n}


def enough_primes(modulus: int, bound: int) -> list[int]:
    """Primes that are 1 modulo ``modulus`` and whose product is more than twice the bound."""
    found, product = [], 1
    for p in primes(modulus):
        if product > 2 * bound:
            break
        found.append(p)
        product *= p
    return found


def _narrow_order(cells: IntArray, edges: NDArray[np.integer[Any]]) -> IntArray:
    """The place of each cell in an order of narrow band: along the one of the three axes that does best."""
    best: IntArray | None = None
    width = 0
    for order in scan_orders(cells):
        place = np.empty(len(cells), dtype=np.int64)
        place[order] = np.arange(len(cells))
        band = int(np.abs(place[edges[:, 0]] - place[edges[:, 1]]).max(initial=0))
        if best is None or band < width:
            best, width = place, band
    assert best is not None
    return best
