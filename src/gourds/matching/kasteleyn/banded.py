"""Pfaffians of many skew-symmetric banded matrices modulo a prime, in compiled code.

The *Pfaffian* of a skew-symmetric matrix A of even size is the sum, over the perfect matchings of its indices, of the
products of the entries A[i, j], i < j, with the sign of the permutation that lists the pairs; Pf² = det (Cayley).
Elimination computes it: if a = A[k, j] is not zero for the first index k, then

    Pf A = ± a · Pf A'    with    A'[i, x] = A[i, x] + (r_j[i]·r_k[x] − r_k[i]·r_j[x]) / a,

where r_k and r_j are rows of A, and A' is A without k and j; the sign is minus iff an odd number of indices is between
k and j. A first row of zeros means Pf A = 0.

**No fill beyond the band, whatever the pivots.** The pivot is the *leftmost* nonzero entry of row k, and nothing is
moved: index j just drops out. Let reach(i) be nondecreasing and A[i, x] = 0 for x > reach(i). An index i < j has
r_k[i] = 0, so that its row changes only where r_k is not zero, up to reach(k) ≤ reach(i). An index i > j changes up to
reach(j) ≤ reach(i). So reach stays as it was, and a matrix of size V and bandwidth b costs O(V·b²). The reach is the
profile of the matrix, not one width for all rows: a hexagon costs less than its longest row suggests.

**Arrows.** A few *trailing* indices may have entries everywhere; they stand in columns of their own. One of them is
chosen as pivot only when row k has nothing else, and then, by the same argument, only trailing columns change.

**Arithmetic.** p is an odd prime below 2³¹, so that f·r + g·s fits in 63 bits: one Montgomery reduction (two products
of 32 bits) for two products, and all of it in vector registers. A prime near 2⁶¹ would need fewer repetitions for the
same error (two instead of three, for Schwartz and Zippel's bound at 2⁻⁶⁰), but each multiplication would be a scalar
one of 128 bits. Sixteen weightings are eliminated in *lockstep*, so that also the inverses of pivots and short rows
fill the registers. If the sixteen disagree on where a pivot is (by chance: about one in p per step), they are done one
by one.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.errors import InputError
from gourds.matching.kasteleyn import banded_kernel

IntArray = NDArray[np.int64]
Residues = NDArray[np.uint32]

LANES: Final = 16
"""This many weightings go in lockstep. The kernels have the number built in."""
MAX_TRAILING: Final = 4
"""At most this many last indices get columns of their own."""
NO_SLOTS: Final = np.zeros(0, dtype=np.int64)


def scan_orders(cells: NDArray[Any]) -> tuple[IntArray, ...]:
    """Three orders of cells with a narrow band: line by line along each axis of the grid."""
    q, r = cells[:, 0], cells[:, 1]
    return np.lexsort((q, r)), np.lexsort((r, q)), np.lexsort((q, q + r))


def pfaffians(size: int, edges: NDArray[Any], weights: NDArray[Any], p: int) -> IntArray:
    """The Pfaffian modulo p for each weighting of the edges.

    ``edges`` has shape (M, 2), pairs i < j; ``weights`` has shape (P, M), any integers: A[i, j] = weight and
    A[j, i] = −weight, in weighting after weighting; entries of equal pairs add up. ``p`` is an odd prime below 2³¹.

    >>> pfaffians(4, np.array([(0, 1), (1, 2), (2, 3), (0, 3)]), np.array([[1, 1, 1, 1], [2, 1, 5, -3]]), 101).tolist()
    [2, 7]
    """
    pairs = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    table = np.atleast_2d(np.asarray(weights))
    if not (2 < p < 1 << 31 and p % 2):
        raise InputError(f"the modulus must be an odd prime below 2^31, not {p}")
    if pairs.size and not (pairs.min() >= 0 and pairs.max() < size and (pairs[:, 0] < pairs[:, 1]).all()):
        raise InputError(f"edges must be pairs i < j of indices below {size}")
    if table.shape[1] != len(pairs):
        raise InputError(f"{len(pairs)} edges need as many weights, not {table.shape[1]}")
    if size % 2:
        return np.zeros(len(table), dtype=np.int64)
    pairs, values = _merged(pairs, (table.T % p).astype(np.int64), p)
    return Shape.of(size, pairs).pfaffians(values.astype(np.uint32), p)


def _merged(pairs: IntArray, values: IntArray, p: int) -> tuple[IntArray, IntArray]:
    """Equal pairs made one, with the sum of their weights."""
    distinct, place = np.unique(pairs, axis=0, return_inverse=True)
    if len(distinct) == len(pairs):
        return pairs, values
    sums = np.zeros((len(distinct), values.shape[1]), dtype=np.int64)
    np.add.at(sums, place.reshape(-1), values)
    return distinct, sums % p


@cache
def prepare() -> None:
    """Compile the elimination, which takes some seconds once on a machine, so that it does not count as solving."""
    pfaffians(2, np.array([(0, 1)]), np.array([[1]]), 3)


class Shape:
    """Where the nonzero entries of a matrix are: the profile of its band and its trailing indices."""

    def __init__(self, size: int, pairs: IntArray, trailing: int) -> None:
        """The pairs i < j must be distinct."""
        self.size = size
        self.trailing = trailing
        self.inner = inner = size - trailing
        in_band = pairs[:, 1] < inner
        reach = np.arange(inner, dtype=np.int64)
        np.maximum.at(reach, pairs[in_band, 0], pairs[in_band, 1])
        self.reach = np.maximum.accumulate(reach)
        """For each index before the trailing ones the last index of the band, nondecreasing."""
        spans = self.reach - np.arange(inner)
        self.width = int(spans.max(initial=0))
        self.stride = self.width + trailing
        self.slots = self.slots_of(pairs)
        """Where the entry of each pair stands in the flat array of rows."""
        self.operations = float(((spans + trailing) ** 2).sum()) / 2 + 40.0 * size
        """About how many products one elimination takes; an inverse counts as much as 80."""

    @classmethod
    def of(cls, size: int, pairs: IntArray) -> Shape:
        """The shape with the cheapest choice of trailing indices."""
        shapes = (cls(size, pairs, trailing) for trailing in range(min(MAX_TRAILING, size) + 1))
        return min(shapes, key=lambda shape: shape.operations)

    def slots_of(self, pairs: IntArray) -> IntArray:
        """Rows one after the other, each with its band and then the trailing columns."""
        first, second = pairs[:, 0], pairs[:, 1]
        return first * self.stride + np.where(second < self.inner, second - first - 1, self.width + second - self.inner)

    def pfaffians(self, values: Residues, p: int) -> IntArray:
        """The Pfaffians for values of shape (pairs, weightings)."""
        count = values.shape[1]
        if self.size % 2 or not count:
            return np.zeros(count, dtype=np.int64)
        found, agreed, _, _ = self._eliminate(_padded(values), p, self.size, NO_SLOTS)
        if not agreed.all():
            for k in np.flatnonzero(~np.repeat(agreed, LANES)[:count]).tolist():
                alone = np.repeat(values[:, k : k + 1], LANES, axis=1)
                found[k] = self._eliminate(alone, p, self.size, NO_SLOTS)[0][0]
        return found[:count]

    def absorbed(self, values: Residues, p: int, stop: int) -> Absorbed | None:
        """Eliminate pairs of indices below ``stop`` as long as there are any; None if weightings disagree on which.

        An index is left alone when all its entries in columns below ``stop`` are zero; that stays so, and so
        do its other entries, whatever is eliminated later.
        """
        if stop > self.inner:
            raise InputError("trailing indices cannot be absorbed")
        count = values.shape[1]
        _, agreed, alive, _ = self._eliminate(_padded(values[:, :LANES]), p, stop, NO_SLOTS)
        left = np.flatnonzero(alive[0])
        first, second = np.triu_indices(len(left), 1)
        pairs = np.stack((left[first], left[second]), axis=1).astype(np.int64)
        in_row = (pairs[:, 1] >= self.inner) | (pairs[:, 1] <= self.reach[np.minimum(pairs[:, 0], self.inner - 1)])
        pairs, first, second = pairs[in_row], first[in_row], second[in_row]
        found, agreed, living, taken = self._eliminate(_padded(values), p, stop, self.slots_of(pairs))
        if not agreed.all() or (living != alive[0]).any():
            return None
        local = np.stack((first, second), axis=1).astype(np.int64)
        return Absorbed(left, local, taken[:, :count], found[:count])

    def _eliminate(
        self, values: Residues, p: int, stop: int, wanted: IntArray
    ) -> tuple[IntArray, NDArray[np.bool_], NDArray[np.bool_], Residues]:
        """Pfaffians, which groups of LANES agreed, which indices each group left, and the entries in wanted slots."""
        chunks = values.shape[1] // LANES
        found = np.zeros(values.shape[1], dtype=np.int64)
        agreed = np.zeros(chunks, dtype=np.bool_)
        alive = np.zeros((chunks, self.size), dtype=np.bool_)
        taken = np.zeros((len(wanted), values.shape[1]), dtype=np.uint32)
        numbers = np.array([self.trailing, stop, p, pow(p, -1, 1 << 32), pow(2, 64, p)], dtype=np.int64)
        shape = (self.size, self.stride)
        eliminate = compiled(banded_kernel.eliminate_all, banded_kernel.HELPERS)
        values = np.ascontiguousarray(values)  # the kernel is compiled for one kind of array
        eliminate(values, self.slots, shape, self.reach, numbers, found, agreed, alive, wanted, taken)
        return found, agreed, alive, taken


class Absorbed(NamedTuple):
    """What is left of matrices after a part of their indices was eliminated."""

    left: IntArray
    """The indices left."""
    pairs: IntArray
    """Where the matrices that are left may have entries, as pairs of places in ``left``."""
    values: Residues
    """The entries, of shape (pairs, weightings)."""
    factors: IntArray
    """The Pfaffian of a whole matrix is its factor times the Pfaffian of what is left."""


def _padded(values: Residues) -> Residues:
    """A multiple of LANES weightings; the new ones are copies."""
    count = values.shape[1]
    if count % LANES == 0:
        return values
    missing = np.arange(LANES - count % LANES) % count
    return np.concatenate((values, values[:, missing]), axis=1)
