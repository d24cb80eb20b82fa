"""The introduction: why the puzzle is not played on a square grid.

Color the cells like a checkerboard. A gourd covers a cell of each color, so of 2n + 1 cells one color, say white, has
n + 1. The empty cell is always white, so no gourd ever uncovers its black cell, and it has at most as many positions as
that cell has neighbors, four. Its ends take turns on the cell: (w, k) → (k, w') by a slide or a turn about k.

On a square grid no three cells are mutually adjacent, so there are no pivots; slides and turns are as on hexagons.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, Rows, failing
from gourds.paper.squares import Cell, draw_squares
from gourds.paper.sweep import Sweep
from gourds.paper.tracks import Tracks
from gourds.reconfigure.spaces.placement_graph import Pairs
from gourds.words import counted

COLUMNS, ROWS = 3, 5
"""The paper's board: its top middle cell is black only if it stands upright, three cells wide and five high."""


def square_graph(cells: list[Cell]) -> list[set[int]]:
    """The neighbors of each cell on the square grid."""
    at = {cell: k for k, cell in enumerate(cells)}
    steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
    return [{at[x + a, y + b] for a, b in steps if (x + a, y + b) in at} for x, y in cells]


def rectangle(columns: int, rows: int) -> list[Cell]:
    """The cells of a rectangle, row by row."""
    return [(x, y) for y in range(rows) for x in range(columns)]


def polyominoes(size: int) -> Iterator[list[Cell]]:
    """All connected boards of the square grid with so many cells, up to translation, rotation and reflection."""
    found: set[tuple[Cell, ...]] = {((0, 0),)}
    for _ in range(size - 1):
        found = {
            _canonical([*cells, (x + a, y + b)])
            for cells in found
            for x, y in cells
            for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1))
            if (x + a, y + b) not in cells
        }
    return (list(cells) for cells in sorted(found))


def _canonical(cells: list[Cell]) -> tuple[Cell, ...]:
    images = []
    for turned in (cells, [(y, x) for x, y in cells]):
        for a in (1, -1):
            for b in (1, -1):
                left, top = min(a * x for x, _ in turned), min(b * y for _, y in turned)
                images.append(tuple(sorted((a * x - left, b * y - top) for x, y in turned)))
    return min(images)


def leaves_black(cells: list[Cell], tracks: Tracks) -> bool:
    """True iff some gourd, in all its positions together, covers no or several cells of the rarer color."""
    dark = {k for k, (x, y) in enumerate(cells) if (x + y) % 2}
    rarer = dark if 2 * len(dark) < len(cells) else set(range(len(cells))) - dark
    return any(len({cell for pair in found for cell in pair} & rarer) != 1 for found in tracks.positions if found)


def _check_board(effort: Effort) -> Finding:
    cells = rectangle(COLUMNS, ROWS)
    tracks = Tracks.of(square_graph(cells))
    top = cells.index((COLUMNS // 2, 0))
    bottom = {k for k, (_, y) in enumerate(cells) if y == ROWS - 1}
    found = {frozenset(frozenset(pair) for pair in positions) for positions in tracks.positions if positions}
    blue = {position for track in found for position in track if any(top in pair for pair in track)}
    numbers = sorted({len(track) for track in found})
    rows = (
        ("what", "found"),
        ("placements of seven gourds", f"{len(tracks.placements):,}"),
        ("positions of a gourd on the top middle cell", str(len(blue))),
        ("positions of any one gourd", f"{numbers[0]} to {numbers[-1]}"),
    )
    reach = "all placements of the board, all gourds, all moves"
    pictures = tuple(
        _drawn(cells, next(pairs for pairs in tracks.placements if position in pairs), position)
        for position in sorted(map(tuple, map(sorted, blue)))
    )
    if len(blue) != 3 or leaves_black(cells, tracks) or any(set(pair) & bottom for pair in blue):
        return failing(reach, "The gourd has other positions than the three of the paper.", *pictures, rows=rows)
    remark = (
        "The board stands upright, three cells wide and five high. Lying, it would have a white cell in the middle of"
        " its top row, and a gourd could leave that."
    )
    return Finding(Outcome.HOLDS, reach, rows, remark, pictures)


def _drawn(cells: list[Cell], placement: Pairs, blue: tuple[int, ...]) -> Picture:
    svg = draw_squares(cells, placement, marked=(blue[0], blue[1]))
    return Picture(svg, "The blue gourd in one of its three positions. Black cells are shaded.")


def _check_all(effort: Effort) -> Finding:
    largest = effort.pick(9, 11)
    sweep = Sweep(effort, range(3, largest + 1, 2), polyominoes)
    bars = [(a, b) for a in (3, 5) for b in (3, 5, 7, 9, 11) if a <= b and largest < a * b <= effort.pick(27, 35)]
    seen = _Seen()
    for size, cells in sweep:
        if failure := seen.look(f"{size} cells", cells):
            return failure
    for columns, high in bars:
        if not effort.is_over and (failure := seen.look(f"{columns}×{high}", rectangle(columns, high))):
            return failure
    reach = (
        f"{sweep.reach('board')}, an odd number, on the square grid; {counted(seen.total - sweep.total, 'rectangle')}"
    )
    remark = "No gourd leaves its black cell. Boards without a placement are no boards of the puzzle."
    cells = rectangle(5, 5)
    drawn = draw_squares(cells, next(iter(Tracks.of(square_graph(cells)).placements)))
    picture = Picture(drawn, "A placement of the 5×5 board: every gourd covers one shaded cell, which it keeps.")
    return Finding(sweep.outcome, reach, seen.rows(), remark, (picture,))


class _Seen:
    """The boards that were looked at, by name of their kind."""

    def __init__(self) -> None:
        self.total = 0
        self.numbers: dict[str, list[int]] = {}

    def look(self, kind: str, cells: list[Cell]) -> Finding | None:
        """Look at one more; what is found if a gourd leaves its cell."""
        tracks = Tracks.of(square_graph(cells))
        positions = max((len({frozenset(pair) for pair in found}) for found in tracks.positions), default=0)
        row = self.numbers.setdefault(kind, [0, 0, 0, 0])
        placements = len(tracks.placements)
        row[:] = row[0] + 1, row[1] + bool(placements), max(row[2], placements), max(row[3], positions)
        self.total += 1
        if leaves_black(cells, tracks):
            text = f"On a board of {counted(len(cells), 'cell')} a gourd leaves its black cell."
            return failing(kind, text, Picture(draw_squares(cells, ()), text))
        return None

    def rows(self) -> Rows:
        """A row for each kind."""
        head = ("boards", "number", "with a placement", "most placements", "most positions of a gourd")
        return (head, *((kind, *(f"{number:,}" for number in row)) for kind, row in self.numbers.items()))


CLAIMS: Final = (
    Claim(
        "square-board",
        "Introduction, Figure 1",
        "On a square grid of 3×5 cells, a gourd on the top middle cell stays on it and can take only three positions;"
        " it never gets to the bottom row.",
        "All placements of the board with all moves between them; where each gourd can get.",
        _check_board,
    ),
    Claim(
        "square-grids",
        "Introduction",
        "On every board of the square grid with an odd number of cells no gourd can leave the black cell that it"
        " covers, where black is the rarer color of a checkerboard. So square grids do not suit the puzzle.",
        "The same on all small boards up to symmetry, with holes or not, and on rectangles.",
        _check_all,
    ),
)
