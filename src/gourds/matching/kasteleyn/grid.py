"""Reading coefficients off a polynomial that can only be evaluated: the fewest points that parity and bounds allow.

The polynomial is P(y) = Σ_s N_s·y^s with one indeterminate for each bichromatic class and N_s the number of matchings
with *signature* s. For every class c the exponents lie in a known range, and wanted are the N_s with s in a *window*.

**Parity.** A class joins two colors. The cells of color i that lie on edges of equal colors come in pairs, so the sum
of s over the classes at color i is congruent to the number of (covered) cells of color i modulo 2. Differences of
signatures thus lie in the lattice L of all d whose sum at every color is even. Let T be a spanning forest of the graph
with colors as vertices and classes as edges. A class e outside of T closes a cycle with a path in T, and

    d = Σ_e v_e·(e + path of e) + Σ_{t in T} 2·u_t·t,    v_e = d_e,   u_t = (d_t − Σ_{e: t on path} v_e) / 2

with integers v, u: what is left on the forest after the first sum is even at all leaves, hence even everywhere.

**Points.** With y_t = ζ^a, ζ of order 2h_t, and y_e = ω^a / Π_{t on path} y_t, ω of order m_e, the monomial y^d becomes
Π ω^(a_e·v_e) · Π (ζ²)^(a_t·u_t). So the values on the grid of all (a_e mod m_e, a_t mod h_t) are a discrete Fourier
transform of the N_s, indexed by (v_e mod m_e, u_t mod h_t). Let s be reachable and w in the window, at the same place:
m_e > |s_e − w_e| gives v = 0 for their difference, then d_t = 2u_t and h_t > |s_t − w_t| / 2 give u = 0. So s = w, and
the place of w holds N_w. Every color but one per connected part of the color graph halves the number of points, and a
window of one signature in the middle of the range halves it again for each class.

Orders are rounded up to numbers without prime factors above 7, so that there are many primes p with all those roots of
unity modulo p.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm, prod

import numpy as np
from numpy.typing import NDArray

from gourds.errors import InternalError, LimitError
from gourds.matching.kasteleyn.primes import inverses, powers, root_of_unity

IntArray = NDArray[np.int64]
Range = tuple[int, int]

SMOOTH = 2**7 * 3**3 * 5 * 7
"""Orders of roots are divisors of this number, so that their least common multiple stays small."""
_ORDERS = [k for k in range(1, 5000) if SMOOTH % k == 0]


@dataclass(frozen=True, eq=False)
class Grid:
    """Points from which all coefficients in a window can be read off."""

    base: IntArray
    """Any vector with the right parities, one entry per class."""
    orders: tuple[int, ...]
    """For each class the number of points along its axis: m_e, or h_t in the forest."""
    in_forest: NDArray[np.bool_]
    """Which classes belong to the forest T."""
    paths: NDArray[np.bool_]
    """Entry [e, t]: whether t in T is on the path of e outside of T."""
    window: tuple[Range, ...]
    """The lowest and the highest wanted exponent of each class."""

    @property
    def size(self) -> int:
        """The number of points."""
        return prod(self.orders)

    @property
    def modulus(self) -> int:
        """Primes must be 1 modulo this number to have the roots of unity."""
        return lcm(1, *(2 * m if t else m for m, t in zip(self.orders, self.in_forest.tolist(), strict=True)))

    def points(self, p: int) -> IntArray:
        """Shape (points, classes): the values of the indeterminates modulo p."""
        axes = np.indices(self.orders).reshape(len(self.orders), -1) if self.orders else np.zeros((0, 1), dtype=int)
        values = np.ones((self.size, len(self.orders)), dtype=np.int64)
        inverse = values.copy()
        for t in np.flatnonzero(self.in_forest).tolist():
            power = powers(root_of_unity(2 * self.orders[t], p), 2 * self.orders[t], p)
            values[:, t] = power[axes[t]]
            inverse[:, t] = power[-axes[t] % (2 * self.orders[t])]
        for e in np.flatnonzero(~self.in_forest).tolist():
            values[:, e] = powers(root_of_unity(self.orders[e], p), self.orders[e], p)[axes[e]]
            for t in np.flatnonzero(self.paths[e]).tolist():
                values[:, e] = values[:, e] * inverse[:, t] % p
        return values

    def coefficients(self, values: IntArray, points: IntArray, p: int) -> IntArray:
        """The transform of the values at the points, along the last axis: place by place a sum of coefficients mod p.

        Both ``values`` and the result have shape (…, points).
        """
        values = values % p
        for c, exponent in enumerate(self.base.tolist()):  # shift all signatures by the base
            for _ in range(exponent):
                values = values * inverses(points[:, c], p) % p
        head = values.shape[:-1]
        cube = values.reshape(*head, *self.orders)
        for axis, m in enumerate(self.orders):
            double = 2 if self.in_forest[axis] else 1  # in the forest ζ² has order h
            power = powers(root_of_unity(double * m, p), double * m, p)[::double]
            place = np.outer(np.arange(m), -np.arange(m)) % m
            matrix = power[place] * pow(m, -1, p) % p
            moved = np.moveaxis(cube, len(head) + axis, -1)
            result = np.stack([(moved * matrix[k] % p).sum(axis=-1) % p for k in range(m)], axis=-1)
            cube = np.moveaxis(result, -1, len(head) + axis)
        return cube.reshape(values.shape)

    def signatures(self) -> tuple[IntArray, IntArray]:
        """The places that hold one coefficient of the window each, and their signatures, shape (places, classes)."""
        classes = len(self.orders)
        axes = np.indices(self.orders).reshape(classes, -1).T if classes else np.zeros((1, 0), dtype=np.int64)
        found = np.zeros(axes.shape, dtype=np.int64)
        for e in np.flatnonzero(~self.in_forest).tolist():
            low = self.window[e][0]
            found[:, e] = low + (axes[:, e] + self.base[e] - low) % self.orders[e]
        shifts = (found - self.base) * ~self.in_forest
        for t in np.flatnonzero(self.in_forest).tolist():
            low, period = self.window[t][0], 2 * self.orders[t]
            exact = 2 * axes[:, t] + shifts @ self.paths[:, t] + self.base[t]
            found[:, t] = low + (exact - low) % period
        high = np.array([top for _, top in self.window], dtype=np.int64)
        places = np.flatnonzero((found <= high).all(axis=1))
        return places, found[places]


def make_grid(
    pairs: Sequence[tuple[int, int]], parity: Sequence[int], reach: Sequence[Range], window: Sequence[Range]
) -> Grid | None:
    """The grid for classes that join the given pairs of colors; None if no signature can be in the window.

    ``parity`` has for every color the number of its covered cells (modulo 2), ``reach`` the range of each exponent.
    """
    if any(low > high for low, high in (*reach, *window)):
        return None
    spread = [
        max(max(wanted[1] - range_[0], range_[1] - wanted[0]), 0) for range_, wanted in zip(reach, window, strict=True)
    ]
    outside = [_round_up(d + 1) for d in spread]
    inside = [_round_up(d // 2 + 1) for d in spread]
    forest = _Forest(len(parity))
    gain = sorted(range(len(pairs)), key=lambda c: (-outside[c] / inside[c], c))
    for c in gain:
        forest.try_to_add(c, *pairs[c])
    base = forest.base(parity, len(pairs))
    if base is None:
        return None
    in_forest = np.zeros(len(pairs), dtype=bool)
    in_forest[[c for c, _, _ in forest.classes]] = True
    paths = np.zeros((len(pairs), len(pairs)), dtype=bool)
    for c, (a, b) in enumerate(pairs):
        if not in_forest[c]:
            paths[c, forest.path(a, b)] = True
    orders = tuple(inside[c] if in_forest[c] else outside[c] for c in range(len(pairs)))
    return Grid(np.array(base, dtype=np.int64), orders, in_forest, paths, tuple(window))


class _Forest:
    """A spanning forest of the graph of colors."""

    def __init__(self, colors: int) -> None:
        self.part = list(range(colors))
        self.classes: list[tuple[int, int, int]] = []
        self.at: list[list[tuple[int, int]]] = [[] for _ in range(colors)]

    def try_to_add(self, c: int, a: int, b: int) -> None:
        """Add class c unless it closes a cycle."""
        old, new = self.part[a], self.part[b]
        if old != new:
            self.part = [new if part == old else part for part in self.part]
            self.classes.append((c, a, b))
            self.at[a].append((c, b))
            self.at[b].append((c, a))

    def path(self, start: int, stop: int) -> list[int]:
        """The classes on the path between two colors of one part."""
        stack: list[tuple[int, int, list[int]]] = [(start, -1, [])]
        while stack:
            here, before, classes = stack.pop()
            if here == stop:
                return classes
            stack += [(there, here, [*classes, c]) for c, there in self.at[here] if there != before]
        raise InternalError("a class outside of the forest joins two parts of it")

    def base(self, parity: Sequence[int], classes: int) -> list[int] | None:
        """A vector of zeros and ones on the forest with the given parities; None if a part has an odd sum."""
        left = [value % 2 for value in parity]
        base = [0] * classes
        degree = [len(near) for near in self.at]
        done: set[int] = set()
        leaves = [v for v, d in enumerate(degree) if d == 1]
        while leaves:
            v = leaves.pop()
            for c, w in self.at[v]:
                if c in done:
                    continue
                done.add(c)
                base[c] = left[v]
                left[w] ^= left[v]
                left[v] = 0
                degree[w] -= 1
                if degree[w] == 1:
                    leaves.append(w)
        return None if any(left) else base


def _round_up(order: int) -> int:
    for m in _ORDERS:
        if m >= order:
            return m
    raise LimitError(f"an exponent with {order:,} possible values is too much to interpolate")
