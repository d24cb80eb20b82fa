"""All boards of a given size, up to translation, rotation and reflection (*free polyhexes*).

Boards of k + 1 cells are those of k cells with one more cell, in every way, each brought into canonical form (that of
:meth:`gourds.board.Board.canonical`), each kept once. What may be added is read off the new cell's neighbors on the
board, a pattern of six bits around it. Let them form m runs.

- *All boards*: any pattern but none. A connected board of two or more cells has a cell without which it is connected.
- *Hole-free boards*: m = 1. The new cell changes V − E + T (cells, edges, triangles) by 1 − m, so it closes m − 1
  holes. Conversely every hole-free board grows this way: one of its end blocks is an edge, or a disk whose boundary has
  three or more cells, so some cell on the boundary is no cut cell, and to take it away opens no hole.
- *Hole-free and 2-connected*: m = 1 with two or more neighbors. Such a board is a triangulated disk. Let it have four
  or more cells. If no chord joins two cells of the boundary, any cell of the boundary can be taken away, else one that
  an outermost chord cuts off: no chord ends there, so its other neighbors are inner cells and the boundary stays
  simple. So these boards grow among themselves, and nothing else need be listed on the way.

The counts are known: A000228 in the OEIS for all, A018190 without holes, A038144 with holes. Everything is done on
arrays of many boards at a time; 9 cells take 0.2 s, the 143,552 boards of 11 cells some 5 s.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.errors import InputError
from gourds.hexgrid import DIRECTIONS, SYMMETRIES, CellArray, Symmetry

MAX_SIZE: Final = 14
"""Coordinates of a cell must fit into a byte together."""

CHUNK: Final = 4096
"""Boards that grow at a time."""

Codes = NDArray[np.uint8]
"""Shape (B, k): boards as sorted rows of 16·r + q, moved so that the smallest q and the smallest r are 0."""


def free_boards(size: int) -> Iterator[Board]:
    """All connected boards of ``size`` cells, with holes or not, in canonical form and always in the same order."""
    return _boards(_grow_all(size, _ANY))


def hole_free_boards(size: int) -> Iterator[Board]:
    """All connected boards without holes."""
    return _boards(_grow_all(size, _ONE_RUN))


def boards_with_holes(size: int) -> Iterator[Board]:
    """All connected boards with at least one hole."""
    every, hole_free = _keys(_grow_all(size, _ANY)), _keys(_grow_all(size, _ONE_RUN))
    return _boards(codes_of_keys(every[~np.isin(every, hole_free)], size))


def two_connected_boards_with_holes(size: int) -> Iterator[Board]:
    """All 2-connected boards with at least one hole; the shorter ones on the way are all boards."""
    if size < 6:
        return iter(())
    smaller = _grow_all(size - 1, _ANY)
    parts = [_grow(smaller[k : k + CHUNK], _ANY, rings_only=True) for k in range(0, len(smaller), CHUNK)]
    rings = _boards(codes_of_keys(np.unique(np.concatenate(parts)), size))
    return (board for board in rings if board.is_two_connected)


def two_connected_boards(size: int) -> Iterator[Board]:
    """All 2-connected boards without holes; three or more cells, even or odd."""
    if size < 3:
        return iter(())
    return _boards(_grow_all(size, _ONE_LONG_RUN))


def proper_boards(size: int) -> Iterator[Board]:
    """All proper boards: of an odd size, 2-connected, hole-free, not the Star of David."""
    if size % 2 == 0:
        return iter(())
    return (board for board in two_connected_boards(size) if not board.is_star_of_david)


def _boards(codes: Codes) -> Iterator[Board]:
    cells: CellArray = np.stack((codes & 15, codes >> 4), axis=2).astype(np.int64)
    return (Board.from_cells(each) for each in cells)


def _run_lengths(pattern: int) -> list[int]:
    """The lengths of the runs of ones around a circle of six bits."""
    if pattern == 63:
        return [6]
    ring = [pattern >> d & 1 for d in range(6)]
    start = ring.index(0)
    turned = "".join(map(str, ring[start:] + ring[:start]))
    return [len(run) for run in turned.split("0") if run]


_RUNS: Final = [_run_lengths(pattern) for pattern in range(64)]
_ANY: Final = np.array([bool(runs) for runs in _RUNS])
_ONE_RUN: Final = np.array([len(runs) == 1 and runs[0] < 6 for runs in _RUNS])
_ONE_LONG_RUN: Final = np.array([len(runs) == 1 and 2 <= runs[0] < 6 for runs in _RUNS])


def _grow_all(size: int, allowed: NDArray[np.bool_]) -> Codes:
    """All boards of a size that grow cell by cell with allowed patterns; from a triangle if one cell cannot grow."""
    if not 1 <= size <= MAX_SIZE:
        raise InputError(f"boards can be listed from 1 to {MAX_SIZE} cells, not {size}")
    boards = np.array([[0]] if allowed[1] else [[0, 1, 16]], dtype=np.uint8)
    while boards.shape[1] < size:
        parts = [_grow(boards[k : k + CHUNK], allowed) for k in range(0, len(boards), CHUNK)]
        boards = codes_of_keys(np.unique(np.concatenate(parts)), boards.shape[1] + 1)
    return boards


def _grow(boards: Codes, allowed: NDArray[np.bool_], rings_only: bool = False) -> NDArray[np.void]:
    """The canonical forms of all boards with one more cell, as keys, each once.

    With ``rings_only``, those that have a hole and no cell with fewer than two neighbors.
    """
    q, r = (boards & 15).astype(np.int64) + 2, (boards >> 4).astype(np.int64) + 2
    covered = _drawn(q, r)
    side = covered.shape[1]
    pattern = np.zeros((len(boards), side - 2, side - 2), dtype=np.uint8)
    for d, (dq, dr) in enumerate(DIRECTIONS):
        pattern |= covered[:, 1 + dr : side - 1 + dr, 1 + dq : side - 1 + dq] << d
    free = allowed[pattern] & (covered[:, 1:-1, 1:-1] == 0)
    board, new_r, new_q = np.nonzero(free)
    longer_q = np.concatenate((q[board], new_q[:, None] + 1), axis=1).astype(np.int8)
    longer_r = np.concatenate((r[board], new_r[:, None] + 1), axis=1).astype(np.int8)
    if rings_only:
        kept = _are_rings(longer_q, longer_r)
        longer_q, longer_r = longer_q[kept], longer_r[kept]
    return np.unique(canonical_keys(longer_q, longer_r))


def _drawn(q: NDArray[Any], r: NDArray[Any]) -> NDArray[np.uint8]:
    """Each board drawn into a square: 1 where a cell is, two free rows and columns around all of them."""
    covered = np.zeros((len(q), MAX_SIZE + 4, MAX_SIZE + 4), dtype=np.uint8)
    covered[np.arange(len(q))[:, None], r, q] = 1
    return covered


def _are_rings(q: NDArray[np.int8], r: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Which connected boards have a hole (V − E + T < 1) and two neighbors or more for each cell."""
    covered, rows = _drawn(q, r), np.arange(len(q))[:, None]
    near = np.stack([covered[rows, r + dr, q + dq] for dq, dr in DIRECTIONS])
    degrees = near.sum(axis=0)
    edges, triangles = (part.sum(axis=(0, 2), dtype=np.int64) for part in (near[:3], near[:2] & near[1:3]))
    rings: NDArray[np.bool_] = (degrees >= 2).all(axis=1) & (q.shape[1] - edges + triangles < 1)
    return rings


def canonical_keys(q: NDArray[np.int8], r: NDArray[np.int8]) -> NDArray[np.void]:
    """The key of the least image of each board under the twelve symmetries."""
    best = _image(SYMMETRIES[0], q, r)
    for symmetry in SYMMETRIES[1:]:
        keys = _image(symmetry, q, r)
        best = np.where(_less(keys, best), keys, best)
    return best


def _image(symmetry: Symmetry, q: NDArray[np.int8], r: NDArray[np.int8]) -> NDArray[np.void]:
    a, b, c, d = symmetry
    x, y = a * q + b * r, c * q + d * r
    x -= x.min(axis=1, keepdims=True)
    y -= y.min(axis=1, keepdims=True)
    return _keys(np.sort((y << 4 | x).astype(np.uint8), axis=1))


_KEY: Final = np.dtype([("high", np.uint64), ("low", np.uint64)])


def _keys(codes: Codes) -> NDArray[np.void]:
    """Sorted codes as one value for each board that compares as the rows do."""
    padded = np.zeros((len(codes), 16), dtype=np.uint8)
    padded[:, : codes.shape[1]] = codes
    words = padded.view(">u8").astype(np.uint64)
    keys = np.empty(len(codes), dtype=_KEY)
    keys["high"], keys["low"] = words[:, 0], words[:, 1]
    return keys


def _less(one: NDArray[np.void], other: NDArray[np.void]) -> NDArray[np.bool_]:
    high, low = one["high"] < other["high"], one["low"] < other["low"]
    result: NDArray[np.bool_] = high | ((one["high"] == other["high"]) & low)
    return result


def codes_of_keys(keys: NDArray[np.void], size: int) -> Codes:
    """The sorted codes of boards of a size, from their keys."""
    words = np.stack((keys["high"], keys["low"]), axis=1).astype(">u8")
    return np.ascontiguousarray(words.view(np.uint8)[:, :size])
