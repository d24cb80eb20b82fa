"""Moves and plans.

Let E be the empty cell and (u, v) a gourd (section "Moves" of the paper):

* v is next to E and u is not: (u, v) → (v, E), and u becomes empty. A *slide* if u, v, E are in line, else a *turn*.
* u and v are both next to E: a *pivot* (u, v) → (u, E) or (E, v), and the end that moved leaves its cell empty.

**A move is known by the cell w that becomes empty.** If w is next to E it is a pivot of the end on w, since a slide or
a turn empties a cell that is not next to E. If w is not next to E, the gourd on w advances: its other end goes to E. So
a plan is a *walk* of the empty cell, one of 18 steps for each move, and the reversed walk takes the plan back. Planners
work on walks, a byte for each move; files hold the moves in full, and :func:`unfold` makes them from a walk.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.compiled import compiled
from gourds.configuration import Configuration, Ends, whole_numbers
from gourds.errors import Fault, InputError, quoted
from gourds.hexgrid import (
    COORDINATE_LIMIT,
    DIRECTIONS,
    Cell,
    CellArray,
    IndexArray,
    is_cell,
    is_pair_of_cells,
    plain_cell,
)
from gourds.values import is_whole, listed

Bytes = NDArray[np.uint8]


class WalkError(InputError):
    """A walk that is no plan from a configuration: it starts elsewhere, or a step of it is no legal move."""


class Kind(enum.StrEnum):
    """The three kinds of moves."""

    SLIDE = "slide"
    TURN = "turn"
    PIVOT = "pivot"


KINDS: Final = tuple(Kind)
"""The kinds by the codes that plans use."""

STEPS: Final[CellArray] = np.array(
    [
        *DIRECTIONS,
        *((2 * q, 2 * r) for q, r in DIRECTIONS),
        *((DIRECTIONS[d][0] + DIRECTIONS[d - 1][0], DIRECTIONS[d][1] + DIRECTIONS[d - 1][1]) for d in range(6)),
    ]
)
"""The steps of the empty cell: six of a pivot, six of a slide, six of a turn."""

LETTERS: Final = "abcdefghijklmnopqr"
"""The letter of each step in files."""

LONG: Final = 5_000
"""Plans with more moves than this are unfolded and replayed by compiled code."""

CHUNK: Final = 1 << 17
"""Moves of a long plan that are in memory at a time while it is written or replayed."""


@dataclass(frozen=True)
class Move:
    """One gourd moves into the empty cell."""

    gourd: int
    """The number of the gourd."""
    kind: Kind
    """Slide, turn or pivot."""
    to: Ends
    """The new cells of end 0 and end 1."""

    def __post_init__(self) -> None:
        """Take any spelling of numbers and kind. Raises InputError if they are not such."""
        if not is_whole(self.gourd) or not -(2**63) <= self.gourd < 2**63:
            raise InputError(f"gourd must be a whole number of at most 64 bits, not {quoted(self.gourd)}")
        if not isinstance(self.kind, str) or self.kind not in KINDS:
            raise InputError(f"kind must be a slide, a turn or a pivot, not {quoted(self.kind)}")
        if not is_pair_of_cells(self.to):
            raise InputError(f"to must be two cells (q, r), not {quoted(self.to)}")
        to = plain_cell(self.to[0]), plain_cell(self.to[1])
        self.__dict__.update(gourd=int(self.gourd), kind=Kind(self.kind), to=to)


@dataclass(frozen=True, eq=False)
class Plan:
    """A sequence of moves, in full, as columns of whole numbers; nothing says that they are legal."""

    gourds: NDArray[np.int64]
    """The number of the gourd that moves."""
    kinds: Bytes
    """What the plan says of the move, as an index into KINDS."""
    to: NDArray[np.int64]
    """Shape (moves, 4): the new cells q, r of end 0 and q, r of end 1."""

    def __post_init__(self) -> None:
        """Make arrays of the columns. Raises InputError if they are not such or do not fit together."""
        gourds, to = (whole_numbers(name, getattr(self, name), np.int64) for name in ("gourds", "to"))
        kinds = whole_numbers("kinds", self.kinds, np.uint8, below=len(KINDS))
        to = to if to.size else to.reshape(-1, 4)
        if gourds.ndim != 1 or kinds.shape != gourds.shape or to.shape != (len(gourds), 4):
            raise InputError("a plan has a gourd, a kind and the four numbers of two cells for each move")
        for name, column in (("gourds", gourds), ("kinds", kinds), ("to", to)):
            object.__setattr__(self, name, column)

    @classmethod
    def from_moves(cls, moves: Iterable[Move]) -> Plan:
        """The plan of these moves."""
        if (found := listed(moves)) is None:
            raise InputError(f"a plan is made from a list of moves, not {quoted(moves)}")
        for k, move in enumerate(found):
            if not isinstance(move, Move):
                raise InputError(Fault(f"moves[{k}]", f"must be a slide, a turn or a pivot, not {quoted(move)}"))
        kinds: Any = [KINDS.index(move.kind) for move in found]
        to: Any = [[*move.to[0], *move.to[1]] for move in found]
        return cls(np.array([move.gourd for move in found], dtype=np.int64), kinds, to)

    def __len__(self) -> int:
        return len(self.gourds)

    def __iter__(self) -> Iterator[Move]:
        for gourd, kind, (a, b, c, d) in zip(self.gourds.tolist(), self.kinds.tolist(), self.to.tolist(), strict=True):
            move = Move.__new__(Move)  # what a plan holds was checked
            move.__dict__.update(gourd=gourd, kind=KINDS[kind], to=((a, b), (c, d)))
            yield move

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and all(
            np.array_equal(a, b)
            for a, b in ((self.gourds, other.gourds), (self.kinds, other.kinds), (self.to, other.to))
        )

    def __hash__(self) -> int:
        return hash((self.gourds.tobytes(), self.to.tobytes()))

    def __repr__(self) -> str:
        return f"<Plan of {len(self)} moves>"


@dataclass(frozen=True, eq=False)
class Walk:
    """A plan as the walk of the empty cell."""

    start: Cell
    """The cell that is empty at first."""
    steps: Bytes
    """The step of each move, as an index into STEPS."""

    def __post_init__(self) -> None:
        """Take a start and steps of any spelling. Raises InputError if they are not such."""
        start = whole_numbers("start", self.start, np.int64)
        steps = whole_numbers("steps", self.steps, np.uint8, below=len(STEPS))
        if start.shape != (2,) or steps.ndim != 1:
            raise InputError("a walk has a start (q, r) and one number for each step")
        if not is_cell(start):
            raise InputError(f"start: coordinates must stay below {COORDINATE_LIMIT} in absolute value")
        object.__setattr__(self, "start", tuple(start.tolist()))
        object.__setattr__(self, "steps", steps)

    @classmethod
    def from_cells(cls, cells: CellArray) -> Walk:
        """The walk through these cells, each empty in turn. Raises InputError where a step is not one of the 18."""
        path = whole_numbers("cells", cells, np.int64)
        if path.ndim != 2 or path.shape[1] != 2 or not len(path):
            raise InputError("a walk leads through one or more cells (q, r)")
        q, r = path[0].tolist()
        return cls((q, r), _steps_between(path))

    @classmethod
    def from_path(cls, board: Board, path: IndexArray) -> Walk:
        """The walk through these cells of a board, by index; long ones in parts, to spare memory."""
        steps = np.empty(len(path) - 1, dtype=np.uint8)
        for k in range(0, len(steps), CHUNK):
            steps[k : k + CHUNK] = _steps_between(board.cells[path[k : k + CHUNK + 1]], k)
        q, r = board.cells[path[0]].tolist()
        return cls((q, r), steps)

    @classmethod
    def from_letters(cls, start: Cell, letters: str) -> Walk:
        """The walk as files spell it."""
        if not isinstance(letters, str):
            raise InputError(f"the letters of a walk must be a string, not {type(letters).__name__}")
        raw = np.frombuffer(letters.encode("ascii", "replace"), dtype=np.uint8)
        steps = raw - ord(LETTERS[0])  # wraps below "a", to 159 and more
        if (steps >= len(LETTERS)).any():
            k = int(np.flatnonzero(steps >= len(LETTERS))[0])
            raise InputError(f"letter {k} of the walk must be from {LETTERS[0]} to {LETTERS[-1]}")
        return cls(start, steps)

    @property
    def letters(self) -> str:
        """The walk as files spell it."""
        return (self.steps + np.uint8(ord(LETTERS[0]))).tobytes().decode()

    def cells(self) -> CellArray:
        """Shape (moves + 1, 2): the cells that are empty in turn."""
        path = np.empty((len(self.steps) + 1, 2), dtype=np.int64)
        path[0] = self.start
        np.cumsum(STEPS[self.steps], axis=0, out=path[1:])
        path[1:] += path[0]
        return path

    def reversed(self) -> Walk:
        """The walk that takes this one back."""
        q, r = self.cells()[-1].tolist()
        return Walk((q, r), _OPPOSITE[self.steps[::-1]])

    def kind_counts(self) -> dict[str, int]:
        """How many moves of each kind there are."""
        slides = int(((self.steps >= 6) & (self.steps < 12)).sum())
        pivots = int((self.steps < 6).sum())
        return {"slide": slides, "turn": len(self.steps) - slides - pivots, "pivot": pivots}

    def __len__(self) -> int:
        return len(self.steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Walk) and self.start == other.start and np.array_equal(self.steps, other.steps)

    def __hash__(self) -> int:
        return hash((self.start, self.steps.tobytes()))

    def __repr__(self) -> str:
        return f"<Walk of {len(self)} moves from {self.start}>"


def _steps_between(cells: CellArray, before: int = 0) -> Bytes:
    """The steps from each cell to the next. Raises InputError where one is not one of the 18."""
    delta = np.diff(cells, axis=0)
    within = (np.abs(delta) <= 2).all(axis=1)
    codes = np.where(within, _CODE[np.clip(delta[:, 0], -2, 2) + 2, np.clip(delta[:, 1], -2, 2) + 2], 255)
    if (codes == 255).any():
        raise InputError(f"step {before + int(np.flatnonzero(codes == 255)[0])} of the walk is no move's")
    return codes.astype(np.uint8)


def _codes() -> Bytes:
    table = np.full((5, 5), 255, dtype=np.uint8)
    for code, (q, r) in enumerate(STEPS.tolist()):
        table[q + 2, r + 2] = code
    return table


_CODE: Final = _codes()
_OPPOSITE: Final = np.array([6 * (code // 6) + (code + 3) % 6 for code in range(18)], dtype=np.uint8)


# -- from configurations to moves -----------------------------------------------------------------------------


def legal_walk_steps(configuration: Configuration) -> list[int]:
    """The cells, by index, that a single move can make empty, in increasing order."""
    label, where = labels_of(configuration)
    table = configuration.board.neighbors
    empty = configuration.empty
    near = [cell for cell in table[empty].tolist() if cell >= 0]
    found = set()
    for cell in near:
        other = int(where[label[cell] ^ 1])
        found.add(cell if other in near else other)
    return sorted(found)


def legal_moves(configuration: Configuration) -> list[Move]:
    """Every move that is possible, ordered by the cell that it makes empty."""
    cells = configuration.board.cells
    found = []
    for step in legal_walk_steps(configuration):
        walk = Walk.from_cells(cells[[configuration.empty, step]])
        found += [move for plan in unfold(configuration, walk) for move in plan]
    return found


def labels_of(configuration: Configuration) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The end on each cell, 2·g + s for end s of the gourd with index g, −1 on the empty cell; the cell of each end."""
    where = configuration.ends.reshape(-1).copy()
    label = np.full(configuration.board.size, -1, dtype=np.int32)
    label[where] = np.arange(len(where), dtype=np.int32)
    return label, where


def unfold(start: Configuration, walk: Walk, chunk: int = CHUNK) -> Iterator[Plan]:
    """The moves of a walk in full, a chunk at a time.

    Raises WalkError at the first step that is no legal move, after all moves before it were given.
    """
    board = start.board
    if walk.start != start.empty_cell:
        raise WalkError(f"the walk starts at {walk.start}, but the empty cell is {start.empty_cell}")
    label, where = labels_of(start)
    ids = np.array(start.ids, dtype=np.int64)
    cell = walk.start
    advance = compiled(_unfold) if len(walk) > LONG else _unfold
    for first in range(0, len(walk), chunk):
        cells = Walk(cell, walk.steps[first : first + chunk]).cells()
        part, cell = board.indices(cells), (int(cells[-1, 0]), int(cells[-1, 1]))
        moved = np.empty(len(part) - 1, dtype=np.int32)
        to = np.empty((len(part) - 1, 2), dtype=np.int32)
        done = advance(board.neighbors, label, where, part, moved, to)
        kinds = _KIND_OF_STEP[walk.steps[first : first + done]]
        yield Plan(ids[moved[:done]], kinds, board.cells[to[:done]].reshape(-1, 4))
        if done < len(moved):
            raise WalkError(f"step {first + done} of the walk is not a legal move")


_KIND_OF_STEP: Final = np.repeat(
    np.array([KINDS.index(Kind.PIVOT), KINDS.index(Kind.SLIDE), KINDS.index(Kind.TURN)], dtype=np.uint8), 6
)


def _unfold(neighbors: Any, label: NDArray[np.int32], where: NDArray[np.int32], path: Any, moved: Any, to: Any) -> int:
    """Follow the walk on ``label`` and ``where``; the number of moves done, fewer than all where one is not legal."""
    for k in range(len(moved)):
        empty, left = path[k], path[k + 1]
        if left < 0:
            return k
        end = label[left]
        if end < 0:
            return k
        other = where[end ^ 1]
        left_is_near = other_is_near = False
        for d in range(6):
            left_is_near = left_is_near or neighbors[empty, d] == left
            other_is_near = other_is_near or neighbors[empty, d] == other
        if not other_is_near:
            return k
        if left_is_near:
            label[empty], where[end] = end, empty
        else:
            label[empty], where[end ^ 1] = end ^ 1, empty
            label[other], where[end] = end, other
        label[left] = -1
        moved[k] = end // 2
        to[k, 0], to[k, 1] = where[end & ~1], where[end | 1]
    return len(moved)
