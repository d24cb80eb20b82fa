"""The introduction: why the puzzle is not played on a square grid.

Color the cells like a checkerboard. A gourd covers a cell of each color, so of 2n + 1 cells one color, say white, has
n + 1. The empty cell is always white, so no gourd ever uncovers its black cell: of its two ends, one stays where it is
for ever, and the gourd has at most as many positions as that cell has neighbors, four.

On a square grid no three cells are mutually adjacent, so there are no pivots; slides and turns are as on hexagons.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.paper.squares import Cell, draw_squares
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
    found = {((0, 0),)}
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


def leaving_end(cells: list[Cell], tracks: Tracks) -> tuple[int, ...] | None:
    """Cells of the rarer color that one and the same end lies on, if there are several; else None."""
    dark = {k for k, (x, y) in enumerate(cells) if (x + y) % 2}
    rarer = dark if 2 * len(dark) < len(cells) else set(range(len(cells))) - dark
    for visited in tracks.cells:
        if visited & rarer and len(visited) > 1:
            return tuple(sorted(visited))
    return None


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
    if len(blue) != 3 or leaving_end(cells, tracks) or any(set(pair) & bottom for pair in blue):
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
    rows = [("boards", "number", "with a placement", "most placements", "most positions of a gourd")]
    total = 0
    for size in range(3, effort.pick(9, 11) + 1, 2):
        boards = list(polyominoes(size))
        row, failure = _look(f"{size} cells", boards, effort)
        if failure is not None:
            return failure
        rows.append(row)
        total += int(row[1].replace(",", ""))
    odd = (3, 5, 7) if effort.thorough else (3, 5)
    for columns, high in [(a, b) for a in odd for b in (3, 5, 7, 9) if a <= b and a * b <= effort.pick(27, 35)]:
        row, failure = _look(f"{columns}×{high}", [rectangle(columns, high)], effort)
        if failure is not None:
            return failure
        rows.append(row)
        total += 1
    reach = f"all boards of the square grid with an odd number of up to {effort.pick(9, 11)} cells, and rectangles"
    remark = (
        "In none of them does a gourd leave its black cell. Boards without a placement are no boards of the puzzle."
    )
    return Finding(Outcome.HOLDS, f"{total:,} boards: {reach}", tuple(rows), remark)


def _look(name: str, boards: list[list[Cell]], effort: Effort) -> tuple[tuple[str, ...], Finding | None]:
    placed, most, positions, seen = 0, 0, 0, 0
    for cells in boards:
        if effort.is_over:
            break
        tracks = Tracks.of(square_graph(cells))
        seen += 1
        placed += bool(tracks.placements)
        most = max(most, len(tracks.placements))
        positions = max([positions, *(len({frozenset(pair) for pair in found}) for found in tracks.positions)])
        if visited := leaving_end(cells, tracks):
            text = f"On a board of {counted(len(cells), 'cell')} an end gets to {counted(len(visited), 'cell')}."
            return (), failing(name, text, Picture(draw_squares(cells, ()), text))
    return (name, f"{seen:,}", f"{placed:,}", f"{most:,}", str(positions)), None


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
