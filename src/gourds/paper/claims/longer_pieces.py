"""Section 5: pieces that cover three cells. Triangles can only pivot, and straight ones never leave their row.

With one free cell E, a piece that moves ends on cells that it covered before and on E, so it keeps all its cells but
one. That leaves finitely many cases: a piece, and an empty cell next to it.

- Straight, cells a, b, c in a row: two of them and E are in a row only if E lies at an end of it. The piece slides.
- A triangle a, b, c: two of them, say b and c, and E form a triangle only if E is the mirror image of the third. Three
  rotations take the one triangle to the other: by 60° about b, by 60° about c, and a half turn about the middle between
  b and c. The first two are pivots, and three pivots make the half turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Final

from gourds.board import Board
from gourds.hexgrid import DIRECTIONS, SYMMETRIES, Cell, cell_array
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.render.figure.cycles import cycles_svg

Piece = tuple[Cell, ...]

STRAIGHT: Final[Piece] = ((0, 0), (1, 0), (2, 0))
TRIANGLE: Final[Piece] = ((0, 0), (1, 0), (0, 1))
ROTATIONS: Final = SYMMETRIES[:6]
"""Pieces are not lifted off the board and turned over."""


def _turned(rotation: tuple[int, int, int, int], piece: Piece) -> list[Cell]:
    a, b, c, d = rotation
    return [(a * q + b * r, c * q + d * r) for q, r in piece]


def poses(piece: Piece) -> Iterator[Piece]:
    """The piece at (0, 0) in every direction, its cells in their order."""
    yield from {tuple((q - one[0][0], r - one[0][1]) for q, r in one) for one in (_turned(s, piece) for s in ROTATIONS)}


def rigid_moves(piece: Piece, empty: Cell) -> list[Piece]:
    """Where the cells of a piece can be after a move that uses only its own cells and the empty one, each in order."""
    room = [*piece, empty]
    shape = {_moved(pose) for pose in poses(piece)}
    return [
        order
        for cells in combinations(room, len(piece))
        if empty in cells
        for order in permutations(cells)
        if _moved(order) in shape
    ]


def _moved(piece: Piece) -> Piece:
    """The piece with its first cell at (0, 0)."""
    (x, y), *_ = piece
    return tuple((q - x, r - y) for q, r in piece)


def cells_around(piece: Piece) -> list[Cell]:
    """The cells next to a piece."""
    return sorted({(q + a, r + b) for q, r in piece for a, b in DIRECTIONS} - set(piece))


def kind_of(before: Piece, after: Piece) -> str:
    """What a motion is: a slide, a pivot about a cell that stays, a half turn, or something else."""
    if len({(c - a, d - b) for (a, b), (c, d) in zip(before, after, strict=True)}) == 1:
        return "slide"
    if sum(one == other for one, other in zip(before, after, strict=True)) == 1:
        return "pivot"
    return "half turn" if _moved(after) == tuple((-q, -r) for q, r in _moved(before)) else "something else"


def all_moves(piece: Piece) -> Iterator[tuple[Piece, Cell, Piece]]:
    """The piece in each of its directions, an empty cell next to it, and where it is after a motion."""
    for pose in sorted(poses(piece)):
        for empty in cells_around(pose):
            for after in rigid_moves(pose, empty):
                yield pose, empty, after


def _check_straight(effort: Effort) -> Finding:
    moves = list(all_moves(STRAIGHT))
    reach = "all directions of the piece, all empty cells next to it, all motions"
    for pose, empty, after in moves:
        if {_line(pose, cell) for cell in after} != {_line(pose, cell) for cell in pose}:
            return failing(reach, f"The piece leaves its row: {pose} to {after}.", _picture(pose, empty))
    cases = sum(len(cells_around(pose)) for pose in poses(STRAIGHT))
    rows = (
        ("what", "found"),
        ("directions with an empty cell next to the piece", str(cases)),
        ("of these: the piece can move", str(len({(pose, empty) for pose, empty, _ in moves}))),
    )
    text = "A straight piece and one of the two cells that it can move to, in its own row."
    return Finding(Outcome.HOLDS, reach, rows, "", (_picture(STRAIGHT, (3, 0), text),))


def _check_triangle(effort: Effort) -> Finding:
    kinds: Counter[str] = Counter()
    reach = "all directions of the piece, all empty cells next to it, all motions"
    for pose, empty, after in all_moves(TRIANGLE):
        kinds[kind_of(pose, after)] += 1
        if kind_of(pose, after) not in ("pivot", "half turn"):
            return failing(reach, f"{pose} moves to {after} by a {kind_of(pose, after)}.", _picture(pose, empty))
    if kinds["pivot"] != 2 * kinds["half turn"]:
        return failing(reach, f"The motions are not two pivots and a half turn each: {dict(kinds)}.")
    cases = sum(len(cells_around(pose)) for pose in poses(TRIANGLE))
    rows = (
        ("what", "found"),
        ("directions with an empty cell next to the piece", str(cases)),
        *((f"motions: {kind}", str(number)) for kind, number in sorted(kinds.items())),
    )
    remark = (
        "A triangle moves only if the empty cell is opposite to one of its sides: by a pivot about either end of that"
        " side. The half turn about the middle of the side leads to the same cells; three pivots make it."
    )
    text = "A triangle and one of the three cells that it can pivot into."
    return Finding(Outcome.HOLDS, reach, rows, remark, (_picture(TRIANGLE, (1, -1), text),))


def _line(pose: Piece, cell: Cell) -> int:
    """The same number for all cells of a line in the direction of a straight piece."""
    (a, b), (c, d) = pose[0], pose[1]
    return (c - a) * cell[1] - (d - b) * cell[0]


def _picture(piece: Piece, empty: Cell, text: str = "The piece, and the cell that it moves to.") -> Picture:
    """The piece as a thick line among the cells around it, and the empty cell."""
    board = Board.from_cells(sorted({*piece, *cells_around(piece)}))
    return Picture(cycles_svg(board, [board.indices(cell_array(piece)).tolist()], empty=board.index(empty)), text)


CLAIMS: Final = (
    Claim(
        "straight-pieces",
        "Section 5",
        "An elongated gourd that covers three cells in a row cannot rotate, so it never leaves its row.",
        "Every motion of such a piece onto its own cells and one empty cell next to it.",
        _check_straight,
    ),
    Claim(
        "triangular-pieces",
        "Section 5",
        "Pieces that cover three cells in the form of a triangle can only pivot if one cell is free.",
        "Every motion of such a piece onto its own cells and one empty cell next to it.",
        _check_triangle,
    ),
)
