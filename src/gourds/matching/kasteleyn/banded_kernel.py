"""Inner loops of :mod:`~gourds.matching.kasteleyn.banded`: skew elimination modulo a prime, sixteen matrices at once.

Every function here is plain Python that only indexes into arrays, for numba to compile; `banded` does that, and has the
mathematics. The last axis of arrays of residues are the sixteen lanes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
Residues = NDArray[np.uint32]


def _reduced(v: Any, p: Any, inverse: Any) -> Any:
    """v/2³² modulo p for 0 ≤ v < 2·p² (Montgomery): in −p + 1, …, p − 1."""
    # The masks tell the compiler that 32 bits times 32 bits will do.
    return (v >> 32) - (((((v & 0xFFFFFFFF) * (inverse & 0xFFFFFFFF)) & 0xFFFFFFFF) * (p & 0xFFFFFFFF)) >> 32)


def _invert(pivot: NDArray[Any], p: int, inverse: int, square: int, base: IntArray, out: IntArray) -> None:
    """2⁶⁴/pivot modulo p in every lane, by Fermat's theorem."""
    for lane in range(16):
        t = _reduced(pivot[lane] * square, p, inverse)
        base[lane] = t + (p & (t >> 63))
        out[lane] = base[lane]
    bit = 1
    while bit <= (p - 2) >> 1:
        bit <<= 1
    bit >>= 1
    while bit:
        for lane in range(16):
            t = _reduced(out[lane] * out[lane], p, inverse)
            out[lane] = t + (p & (t >> 63))
        if (p - 2) & bit:
            for lane in range(16):
                t = _reduced(out[lane] * base[lane], p, inverse)
                out[lane] = t + (p & (t >> 63))
        bit >>= 1
    for lane in range(16):
        t = _reduced(out[lane] * square, p, inverse)
        out[lane] = t + (p & (t >> 63))


def _add_products(row: Residues, f: Residues, x: Residues, g: Residues, y: Residues, p: int, inverse: int) -> None:
    """Row += f·x + g·y, all of shape (columns, lanes) but f and g, which are scaled factors for each lane."""
    for column in range(len(row)):
        for lane in range(16):
            v = np.int64(f[lane]) * np.int64(x[column, lane]) + np.int64(g[lane]) * np.int64(y[column, lane])
            t = np.int64(row[column, lane]) + _reduced(v, p, inverse)
            t += p & (t >> 63)
            t -= p
            t += p & (t >> 63)
            row[column, lane] = t


def _add_product(row: Residues, f: Residues, x: Residues, p: int, inverse: int) -> None:
    """Row += f·x."""
    for column in range(len(row)):
        for lane in range(16):
            t = np.int64(row[column, lane]) + _reduced(np.int64(f[lane]) * np.int64(x[column, lane]), p, inverse)
            t += p & (t >> 63)
            t -= p
            t += p & (t >> 63)
            row[column, lane] = t


def eliminate_all(
    values: Residues,
    slots: IntArray,
    shape: tuple[int, int],
    reach: IntArray,
    numbers: IntArray,
    found: IntArray,
    agreed: NDArray[np.bool_],
    alive: NDArray[np.bool_],
    wanted: IntArray,
    taken: Residues,
) -> None:
    """Eliminate matrix after matrix, LANES at a time; see `banded.Shape` for what comes out."""
    flat = np.zeros((shape[0] * shape[1], 16), dtype=np.uint32)
    for chunk in range(len(agreed)):
        flat[:] = 0
        begin = chunk * 16
        for m in range(len(slots)):
            flat[slots[m]] = values[m, begin : begin + 16]
        rows = flat.reshape((shape[0], shape[1], 16))
        agreed[chunk] = _eliminate(rows, reach, numbers, found[begin : begin + 16], alive[chunk])
        for m in range(len(wanted)):
            taken[m, begin : begin + 16] = flat[wanted[m]]


def _eliminate(rows: Residues, reach: IntArray, numbers: IntArray, out: IntArray, alive: NDArray[np.bool_]) -> bool:
    """Eliminate LANES matrices in lockstep; ``out`` gets the Pfaffians. False if they disagree on a pivot.

    ``rows`` is changed. Its row i holds the columns i + 1, …, i + width and then the trailing ones; residues are kept
    in 0, …, p − 1. Reduction divides by 2³², so one factor of a product is *scaled*, multiplied by 2³² beforehand.
    """
    trailing, stop, p, inverse, square = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    inner = len(reach)
    width = rows.shape[1] - trailing
    alive[:] = True
    # Rows k and j over the columns k + 1, …, last and then the trailing ones.
    first = np.zeros((2 * width + trailing, 16), dtype=np.uint32)
    second = np.zeros((2 * width + trailing, 16), dtype=np.uint32)
    f = np.zeros(16, dtype=np.uint32)
    g = np.zeros(16, dtype=np.uint32)
    quotient = np.zeros(16, dtype=np.int64)
    base = np.zeros(16, dtype=np.int64)
    for lane in range(16):
        out[lane] = 1
    for k in range(stop):
        if not alive[k]:
            continue
        limit = reach[k] if k < inner else k
        # The leftmost entry of row k that is not zero, and the number of living indices on the way.
        pivot = -1
        between = 0
        for x in range(k + 1, limit + 1):
            if alive[x]:
                nonzero = 0
                for lane in range(16):
                    nonzero += rows[k, x - k - 1, lane] != 0
                if nonzero:
                    if nonzero < 16:
                        return False
                    pivot = x
                    break
                between += 1
        if pivot < 0:
            for x in range(limit + 1, inner):
                between += alive[x]
            for x in range(max(inner, k + 1), inner + trailing):
                if alive[x]:
                    nonzero = 0
                    for lane in range(16):
                        nonzero += rows[k, width + x - inner, lane] != 0
                    if nonzero:
                        if nonzero < 16:
                            return False
                        pivot = x
                        break
                    between += 1
        if pivot >= stop or (pivot < 0 and stop < inner + trailing):
            continue  # left alone
        if pivot < 0:
            for lane in range(16):
                out[lane] = 0
            return True
        alive[k] = False
        alive[pivot] = False
        column = pivot - k - 1 if pivot < inner else width + pivot - inner
        for lane in range(16):
            t = _reduced(out[lane] * rows[k, column, lane], p, inverse)
            t = _reduced((t + (p & (t >> 63))) * square, p, inverse)
            t += p & (t >> 63)
            out[lane] = p - t if between & 1 and t else t
        _invert(rows[k, column], p, inverse, square, base, quotient)
        # Row k and row j. Column j of the rows between is negated into row j, and cleared.
        last = reach[pivot] if pivot < inner else k
        span = last - k
        for x in range(k + 1, last + 1):
            spot = x - k - 1
            first[spot] = 0
            second[spot] = 0
            if alive[x]:
                if x <= limit:
                    first[spot] = rows[k, spot]
                if x > pivot:
                    second[spot] = rows[pivot, x - pivot - 1]
                elif pivot <= reach[x]:
                    for lane in range(16):
                        entry = rows[x, pivot - x - 1, lane]
                        second[spot, lane] = p - entry if entry else 0
                        rows[x, pivot - x - 1, lane] = 0
        for u in range(trailing):
            first[span + u] = 0
            second[span + u] = 0
            if alive[inner + u]:
                first[span + u] = rows[k, width + u]
                if inner + u > pivot:
                    second[span + u] = rows[pivot, width + u]
                else:
                    for lane in range(16):
                        entry = rows[inner + u, width + pivot - inner, lane]
                        second[span + u, lane] = p - entry if entry else 0
        if pivot >= inner:
            # Nothing but trailing columns changes, in all rows with an entry in column j.
            for i in range(k + 1, inner):
                if alive[i]:
                    for lane in range(16):
                        t = _reduced((p - rows[i, column, lane]) * quotient[lane], p, inverse)
                        f[lane] = t + (p & (t >> 63))
                    _add_product(rows[i, width:], f, first[span : span + trailing], p, inverse)
        for spot in range(span + trailing):
            nonzero = 0
            for lane in range(16):
                t = _reduced(second[spot, lane] * quotient[lane], p, inverse)
                f[lane] = t + (p & (t >> 63))
                t = _reduced((p - first[spot, lane]) * quotient[lane], p, inverse)
                g[lane] = t + (p & (t >> 63))
                nonzero += f[lane] != 0 or g[lane] != 0
            if nonzero == 0:
                continue
            if spot < span:
                i = k + 1 + spot
                if i < pivot:
                    _add_product(rows[i, : limit - i], f, first[spot + 1 : limit - k], p, inverse)
                else:
                    _add_products(
                        rows[i, : last - i], f, first[spot + 1 : span], g, second[spot + 1 : span], p, inverse
                    )
                _add_products(
                    rows[i, width:], f, first[span : span + trailing], g, second[span : span + trailing], p, inverse
                )
            else:
                u = spot - span
                _add_products(
                    rows[inner + u, width + u + 1 :],
                    f,
                    first[spot + 1 : span + trailing],
                    g,
                    second[spot + 1 : span + trailing],
                    p,
                    inverse,
                )
    return True


HELPERS = (_reduced, _invert, _add_products, _add_product, _eliminate)
"""What `eliminate_all` calls."""
