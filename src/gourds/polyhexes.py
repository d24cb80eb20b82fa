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

- *2-connected, with holes or not*: boards of k cells are those of k − t cells with an *ear* of t cells, a path outside
  that joins two cells of the board, and the rings of k cells, cycles without chords. Start with a shortest cycle of
  the board, a triangle or a ring, and go on with a shortest ear while there is one; in a 2-connected graph there is
  one until all cells are in (Whitney). An ear of one cell has two neighbors or more on the board. In a shortest ear of
  more cells only the first and the last have a neighbor on the board, exactly one each, not the same one, and the
  path has no chord. So few ears are tried.

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
from gourds.hexgrid import DIRECTIONS, SYMMETRIES, Cell, CellArray, Symmetry

MAX_SIZE: Final = 14
"""Coordinates of a cell must fit into a byte together, and there are millions of boards."""

MAX_EAR_SIZE: Final = 17
"""The same for 2-connected boards with holes, of which there are fewer."""

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


def two_connected_boards_with_holes(size: int) -> Iterator[Board]:
    """All 2-connected boards with at least one hole, of up to :data:`MAX_EAR_SIZE` cells."""
    if size < 6:
        return iter(())
    codes = _grow_by_ears(size)
    return _boards(codes[_have_holes(codes)])


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
_TWO_NEIGHBORS: Final = np.array([sum(runs) >= 2 for runs in _RUNS])
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


def _grow(boards: Codes, allowed: NDArray[np.bool_]) -> NDArray[np.void]:
    """The canonical forms of all boards with one more cell, as keys, each once."""
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
    return np.unique(canonical_keys(longer_q, longer_r))


def _drawn(q: NDArray[Any], r: NDArray[Any]) -> NDArray[np.uint8]:
    """Each board drawn into a square: 1 where a cell is, two free rows and columns around all of them."""
    covered = np.zeros((len(q), MAX_SIZE + 4, MAX_SIZE + 4), dtype=np.uint8)
    covered[np.arange(len(q))[:, None], r, q] = 1
    return covered


def _grow_by_ears(size: int) -> Codes:
    """All 2-connected boards of a size, with holes or not: by shortest ears, from triangles and rings."""
    if not 3 <= size <= MAX_EAR_SIZE:
        raise InputError(f"2-connected boards can be listed from 3 to {MAX_EAR_SIZE} cells, not {size}")
    found: dict[int, Codes] = {3: np.array([[0, 1, 16]], dtype=np.uint8)}
    for cells in range(4, size + 1):
        parts = [_rings(cells)]
        smaller = found[cells - 1]
        parts += [_grow(smaller[k : k + CHUNK], _TWO_NEIGHBORS) for k in range(0, len(smaller), CHUNK)]
        for length in range(2, cells - 2):
            longer = [board + ear for board in _cell_lists(found[cells - length]) for ear in _ears(board, length)]
            parts.append(_keys_of_lists(longer, cells))
        found[cells] = codes_of_keys(np.unique(np.concatenate(parts)), cells)
    return found[size]


def _have_holes(codes: Codes) -> NDArray[np.bool_]:
    """Which connected boards have a hole: V − E + T < 1."""
    q, r = (codes & 15).astype(np.int64) + 2, (codes >> 4).astype(np.int64) + 2
    covered, rows = _drawn(q, r), np.arange(len(q))[:, None]
    near = np.stack([covered[rows, r + dr, q + dq] for dq, dr in DIRECTIONS[:3]])
    edges, triangles = (part.sum(axis=(0, 2), dtype=np.int64) for part in (near, near[:2] & near[1:]))
    result: NDArray[np.bool_] = codes.shape[1] - edges + triangles < 1
    return result


def _cell_lists(codes: Codes) -> Iterator[list[Cell]]:
    return ([(code & 15, code >> 4) for code in row] for row in codes.tolist())


def _keys_of_lists(boards: list[list[Cell]], size: int) -> NDArray[np.void]:
    """The canonical forms of boards given as lists of cells, as keys."""
    cells = np.array(boards, dtype=np.int8).reshape(len(boards), size, 2)
    if not len(cells):
        return np.empty(0, dtype=_key(size))
    return np.unique(canonical_keys(cells[:, :, 0], cells[:, :, 1]))


def _around(cell: Cell) -> list[Cell]:
    q, r = cell
    return [(q + dq, r + dr) for dq, dr in DIRECTIONS]


def _ears(board: list[Cell], length: int) -> Iterator[list[Cell]]:
    """All ears of two or more cells in which only the first and the last touch the board, in one cell each."""
    covered = set(board)
    beside: dict[Cell, list[Cell]] = {}
    for cell in board:
        for other in _around(cell):
            if other not in covered:
                beside.setdefault(other, []).append(cell)

    def extend(path: list[Cell], shut: set[Cell]) -> Iterator[list[Cell]]:
        around = _around(path[-1])
        for cell in around:
            if cell in shut:
                continue
            touched = beside.get(cell, [])
            if len(path) == length - 1:
                if len(touched) == 1 and touched[0] > beside[path[0]][0]:
                    yield [*path, cell]
            elif not touched:
                yield from extend([*path, cell], shut.union(around))

    for first, touched in beside.items():
        if len(touched) == 1:
            yield from extend([first], covered | {first})


def _rings(size: int) -> NDArray[np.void]:
    """All cycles of a size without chords, as keys: walks that turn by 60° at most and touch themselves nowhere."""
    found: list[list[Cell]] = []

    def extend(path: list[Cell], direction: int, turned: int) -> None:
        left = size - len(path)
        q, r = path[-1]
        if max(abs(q), abs(r), abs(q + r)) > left + 1 or abs(6 - turned) > left + 2:
            return
        if left == 0:
            found.append(path)
            return
        for turn in (-1, 0, 1):
            dq, dr = DIRECTIONS[(direction + turn) % 6]
            cell = (q + dq, r + dr)
            near = [other for other in path[:-1] if other in _around(cell)]
            if near == ([path[0]] if left == 1 else []) and cell not in path:
                extend([*path, cell], direction + turn, turned + turn)

    if size >= 6:
        extend([(0, 0), DIRECTIONS[0]], 0, 0)
    return _keys_of_lists(found, size)


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


def _key(size: int) -> np.dtype[np.void]:
    """The type of keys: two words, or as many as the cells of a board need."""
    return np.dtype([(f"word {k}", np.uint64) for k in range(max(2, -(-size // 8)))])


def _keys(codes: Codes) -> NDArray[np.void]:
    """Sorted codes as one value for each board that compares as the rows do."""
    dtype = _key(codes.shape[1])
    padded = np.zeros((len(codes), dtype.itemsize), dtype=np.uint8)
    padded[:, : codes.shape[1]] = codes
    words = padded.view(">u8").astype(np.uint64)
    return words.view(dtype)[:, 0]


def _less(one: NDArray[np.void], other: NDArray[np.void]) -> NDArray[np.bool_]:
    result: NDArray[np.bool_] = np.zeros(len(one), dtype=bool)
    for name in reversed(one.dtype.names or ()):
        result = (one[name] < other[name]) | ((one[name] == other[name]) & result)
    return result


def codes_of_keys(keys: NDArray[np.void], size: int) -> Codes:
    """The sorted codes of boards of a size, from their keys."""
    words = np.stack([keys[name] for name in keys.dtype.names or ()], axis=1).astype(">u8")
    return np.ascontiguousarray(words.view(np.uint8)[:, :size])
