"""Linear algebra modulo a prime for exact matching: interpolation, many inverses at once, expansion of Pfaffians."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from gourds.errors import InternalError

IntArray = np.ndarray[Any, np.dtype[np.int64]]
_CHUNK = 10_000_000


class Unlucky(Exception):  # noqa: N818
    """A matrix was singular at a random point, though it is not as a polynomial; other points will do."""


def interpolation(degree: int, wanted: int, rng: random.Random, p: int) -> tuple[list[int], list[int]]:
    """Random points and their shares: Σ share·f(point) is the coefficient of y^wanted, for f of at most this degree.

    The share of a point s is the coefficient of y^wanted in Π (y − s')/(s − s') over the other points s'.
    """
    points: list[int] = []
    while len(points) <= degree:
        point = 1 + rng.randrange(p - 1)
        if point not in points:
            points.append(point)
    product = [1]
    for s in points:
        product = [(a - s * b) % p for a, b in zip([0, *product], [*product, 0], strict=True)]
    shares = []
    for s in points:
        # Synthetic division by (y − s), from the top.
        quotient = [0] * len(points)
        carry = 0
        for k in range(len(points) - 1, -1, -1):
            carry = (product[k + 1] + s * carry) % p
            quotient[k] = carry
        value = 0
        for coefficient in reversed(quotient):
            value = (value * s + coefficient) % p
        shares.append(quotient[wanted] * pow(value, -1, p) % p if wanted < len(points) else 0)
    return points, shares


def extract(size: int, pairs: IntArray, values: IntArray, weights: IntArray, p: int) -> tuple[int, IntArray]:
    """Σ weight·Pf over all points, and the Pfaffians."""
    from gourds.matching.banded import pfaffians

    found = np.asarray(pfaffians(size, pairs, values, p), dtype=np.int64) % p
    return int((found * weights % p).sum() % p), found


def inverses(matrices: IntArray, p: int) -> IntArray:
    """The inverses of matrices of shape (P, n, n) modulo p < 2³¹, by elimination in place.

    Raises Unlucky if one is singular.
    """
    a = matrices % p
    count, n = a.shape[0], a.shape[1]
    every = np.arange(count)
    rows = np.tile(np.arange(n), (count, 1))
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
        a[:, k] = a[:, k] * _reciprocals(head, p)[:, None] % p
        column = a[:, :, k].copy()
        column[:, k] = 0
        a[:, :k, k] = 0
        a[:, k + 1 :, k] = 0
        a = (a - column[:, :, None] * a[:, k][:, None, :]) % p
    # Rows were exchanged: column k of the result belongs to the row that stood at place rows[k].
    back = np.argsort(rows, axis=1)
    return np.take_along_axis(a, back[:, None, :], axis=2)


def _reciprocals(values: IntArray, p: int) -> IntArray:
    """Inverses modulo p, by Fermat."""
    result, base, exponent = np.ones_like(values), values % p, p - 2
    while exponent:
        if exponent & 1:
            result = result * base % p
        base = base * base % p
        exponent >>= 1
    return result


def match_by_expansion(
    size: int, pairs: IntArray, values: IntArray, weights: IntArray, pfaffians: IntArray, p: int
) -> list[int]:
    """Edges of a perfect matching that contributes to Σ weight·Pf ≠ 0; edges by index."""
    matrices = np.zeros((len(values), size, size), dtype=np.int64)
    for e, (i, j) in enumerate(pairs.tolist()):
        matrices[:, i, j] += values[:, e]
        matrices[:, j, i] -= values[:, e]
    step = max(1, _CHUNK // (size * size))
    inverse = np.concatenate([inverses(matrices[k : k + step], p) for k in range(0, len(matrices), step)])
    del matrices
    at: list[list[int]] = [[] for _ in range(size)]
    for e, (i, j) in enumerate(pairs.tolist()):
        at[i].append(e)
        at[j].append(e)
    ends = pairs.tolist()
    place = list(range(size))  # where each node stands in what is left of the inverses
    left = list(range(size))
    share = pfaffians * weights % p
    chosen: list[int] = []
    while left:
        node = left[0]
        for e in at[node]:
            other = ends[e][0] + ends[e][1] - node
            if place[other] < 0:
                continue
            entry = inverse[:, 0, place[other]]
            product = share * entry % p * values[:, e] % p
            if int(product.sum() % p):
                break
        else:
            raise InternalError("no edge at a node contributes to a coefficient that is not zero")
        if not entry.all():
            raise Unlucky
        chosen.append(e)
        share = product
        k = place[other]
        rest = [i for i in range(len(left)) if i not in (0, k)]
        first, second = inverse[:, 0][:, rest], inverse[:, k][:, rest]
        # (T without i, j)⁻¹ = N + (N_Ri·N_jR − N_Rj·N_iR)/N_ij; N is skew, so columns are rows with minus.
        change = (second[:, :, None] * first[:, None, :] - first[:, :, None] * second[:, None, :] % p) % p
        inverse = (inverse[:, rest][:, :, rest] + change * _reciprocals(entry, p)[:, None, None]) % p
        left = [left[i] for i in rest]
        place = [-1] * size
        for i, v in enumerate(left):
            place[v] = i
    return chosen
