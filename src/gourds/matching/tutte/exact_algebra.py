"""Linear algebra modulo a prime for exact matching: interpolation, many inverses at once, expansion of Pfaffians.

The matrices of the search hold residues modulo p < 2²⁵ as floating-point numbers: x − f·r − g·s stays below 2⁵² and so
is exact, and the loops that reduce it run in vector registers if numba is there.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from gourds.compiled import compiled
from gourds.errors import InputError, InternalError
from gourds.matching.kasteleyn.primes import interpolating
from gourds.matching.kasteleyn.primes import inverses as reciprocals

IntArray = np.ndarray[Any, np.dtype[np.int64]]
FloatArray = np.ndarray[Any, np.dtype[np.float64]]
SEARCH_PRIME: Final = 33554393
"""The largest prime below 2²⁵."""
_SMALL: Final = 300_000
"""Arrays with fewer entries are not worth compiled code."""


class Unlucky(Exception):  # noqa: N818
    """A matrix was singular at a random point, though it is not as a polynomial; other points will do."""


def interpolation(degree: int, wanted: int, rng: random.Random, p: int) -> tuple[list[int], list[int]]:
    """Random points and their shares: Σ share·f(point) is the coefficient of y^wanted, for f of at most this degree."""
    points: list[int] = []
    while len(points) <= degree:
        point = 1 + rng.randrange(p - 1)
        if point not in points:
            points.append(point)
    return points, interpolating(points, wanted, p)


def extract(size: int, pairs: IntArray, values: IntArray, weights: IntArray, p: int) -> tuple[int, IntArray]:
    """Σ weight·Pf over all points, and the Pfaffians."""
    from gourds.matching.kasteleyn.banded import pfaffians

    found = np.asarray(pfaffians(size, pairs, values, p), dtype=np.int64) % p
    return int((found * weights % p).sum() % p), found


def _subtract_outer_plain(a: FloatArray, f: FloatArray, r: FloatArray, g: FloatArray, s: FloatArray, p: float) -> None:
    """A − f·r − g·s modulo p in place, for many matrices with a column and a row each."""
    a -= f[:, :, None] * r[:, None, :]
    a -= g[:, :, None] * s[:, None, :]
    np.remainder(a, p, out=a)


def _loop(a: FloatArray, f: FloatArray, r: FloatArray, g: FloatArray, s: FloatArray, p: float) -> None:
    inverse = 1.0 / p
    for k in range(a.shape[0]):
        for i in range(a.shape[1]):
            fi, gi = f[k, i], g[k, i]
            for j in range(a.shape[2]):
                x = a[k, i, j] - fi * r[k, j] - gi * s[k, j]
                x -= np.floor(x * inverse) * p
                x = x + p if x < 0.0 else x
                a[k, i, j] = x - p if x >= p else x


@cache
def _compiled() -> Callable[..., None]:
    try:
        return compiled(_loop)
    except InputError:  # without numba
        return _subtract_outer_plain


def _subtract_outer(a: FloatArray, f: FloatArray, r: FloatArray, g: FloatArray, s: FloatArray, p: int) -> None:
    if a.size > _SMALL:
        # The loop is compiled for matrices that are whole or a part of larger ones, and for whole columns and rows.
        _compiled()(a, *map(np.ascontiguousarray, (f, r, g, s)), float(p))
    else:
        _subtract_outer_plain(a, f, r, g, s, float(p))


@cache
def prepare() -> None:
    """Compile the loop."""
    whole, line = np.zeros((2, 2, 2)), np.zeros((2, 2))
    for matrices in (whole, np.zeros((2, 3, 3))[:, 1:, 1:]):
        _compiled()(matrices, line, line, line, line, float(SEARCH_PRIME))


def inverses(matrices: IntArray, p: int) -> FloatArray:
    """The inverses of matrices of shape (P, n, n) modulo p < 2²⁵, by elimination in place.

    Raises Unlucky if one is singular.
    """
    a = (matrices % p).astype(np.float64)
    count, n = a.shape[0], a.shape[1]
    every = np.arange(count)
    rows = np.tile(np.arange(n), (count, 1))
    nothing = np.zeros((count, n))
    for k in range(n):
        pivot = (a[:, k:, k] != 0).argmax(axis=1) + k
        for table in (a, rows):
            held = table[every, pivot].copy()
            table[every, pivot] = table[:, k]
            table[:, k] = held
        head = a[:, k, k].copy()
        if not head.all():
            raise Unlucky
        a[:, k, k] = 1
        row = a[:, k] * reciprocals(head, p)[:, None] % p
        a[:, k] = row
        column = a[:, :, k].copy()
        column[:, k] = 0
        a[:, :k, k] = 0
        a[:, k + 1 :, k] = 0
        _subtract_outer(a, column, row, nothing, nothing, p)
    # Rows were exchanged: column k of the result belongs to the row that stood at place rows[k].
    back = np.argsort(rows, axis=1)
    return np.take_along_axis(a, back[:, None, :], axis=2)


def match_by_expansion(
    size: int, pairs: IntArray, values: IntArray, weights: IntArray, pfaffians: IntArray, p: int
) -> list[int]:
    """Edges of a perfect matching that contributes to Σ weight·Pf ≠ 0; edges by index."""
    matrices = np.zeros((len(values), size, size), dtype=np.int64)
    ends = pairs.tolist()
    at: list[list[int]] = [[] for _ in range(size)]
    for e, (i, j) in enumerate(ends):
        matrices[:, i, j] += values[:, e]
        matrices[:, j, i] -= values[:, e]
        at[i].append(e)
        at[j].append(e)
    inverse = inverses(matrices, p)
    del matrices
    left = list(range(size))  # left[k] is the node in row k of what is left, which starts at row and column ``done``
    place = list(range(size))
    share = pfaffians * weights % p
    chosen: list[int] = []
    for done in range(0, size, 2):
        node = left[done]
        for e in at[node]:
            other = ends[e][0] + ends[e][1] - node
            if place[other] <= done:
                continue
            entry = inverse[:, done, place[other]].copy()
            product = share * entry.astype(np.int64) % p * values[:, e] % p
            if int(product.sum() % p):
                break
        else:
            raise InternalError("no edge at a node contributes to a coefficient that is not zero")
        if not entry.all():
            raise Unlucky
        chosen.append(e)
        share = product
        k = place[other]
        _exchange(inverse, left, place, done + 1, k)
        # (T without i, j)⁻¹ = N + (N_Ri·N_jR − N_Rj·N_iR)/N_ij; N is skew, so columns are rows with minus.
        first, second = inverse[:, done, done + 2 :], inverse[:, done + 1, done + 2 :]
        scaled = first * reciprocals(entry, p)[:, None] % p
        rest = inverse[:, done + 2 :, done + 2 :]
        other_scaled = second * reciprocals(entry, p)[:, None] % p
        _subtract_outer(rest, scaled, second, (p - other_scaled) % p, first, p)
    return chosen


def _exchange(inverse: FloatArray, left: list[int], place: list[int], k: int, m: int) -> None:
    """Exchange two rows and columns, and the nodes that they belong to."""
    if k != m:
        inverse[:, [k, m]] = inverse[:, [m, k]]
        inverse[:, :, [k, m]] = inverse[:, :, [m, k]]
        left[k], left[m] = left[m], left[k]
        place[left[k]], place[left[m]] = k, m
