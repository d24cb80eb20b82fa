"""The pictures of docs/results/holes.md.

Usage: python benchmarks/holes_pictures.py     writes docs/images/results/holes-*.svg
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from gourds.board import Board
from gourds.hexgrid import Cell
from gourds.polyhexes import two_connected_boards_with_holes
from gourds.reconfigure.holed.planner import find_chain
from gourds.reconfigure.spaces.conditions import judge
from gourds.render.geometry import arrange, hexagon_path, number
from gourds.render.palette import OUTLINE
from gourds.render.svg import moved, on_paper
from gourds.render.tags import Block
from gourds.render.text import xml
from gourds.shapes import hexagon

FOLDER = Path(__file__).parent.parent / "docs" / "images" / "results"
CELL = 34.0
GAP = 34.0
LINE = 19.0
PLAIN, WARM, COLD, GREEN = "#e6eaee", "#f2c46d", "#9ccbee", "#8fd0b5"
INK, SOFT, MARK = "#23272b", "#5a636b", "#b5470c"


def draw(board: Board, fills: dict[int, str], ways: Iterable[Sequence[int]]) -> Block:
    """A board with colored cells and lines through the middles of cells."""
    layout = arrange(board.cells, CELL, folds=False)
    middle = layout.centers()
    parts = [
        f'<path d="{hexagon_path(*middle[k], CELL)}" fill="{fills.get(k, PLAIN)}" stroke="{OUTLINE}"'
        ' stroke-width="1.2" stroke-linejoin="round"/>'
        for k in range(board.size)
    ]
    for way in ways:
        line = " ".join(f"{number(x)},{number(y)}" for x, y in (middle[k] for k in way))
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{MARK}" stroke-width="3.2"'
            ' stroke-linecap="round" stroke-linejoin="round"/>'
        )
    return Block(parts, layout.width, layout.height)


def numbered(board: Board, texts: dict[int, str]) -> list[str]:
    """Small texts in the middle of cells."""
    middle = arrange(board.cells, CELL, folds=False).centers()
    return [
        f'<text x="{number(middle[k][0])}" y="{number(middle[k][1] + 4.5)}" font-size="13" text-anchor="middle"'
        f' fill="{INK}">{xml(text)}</text>'
        for k, text in texts.items()
    ]


def side_by_side(panels: Sequence[tuple[Block, Sequence[str]]], in_row: int, name: str) -> str:
    """Drawings in rows, each with lines of text below it; the first line is bold."""
    wide = max(max([block.width, *(7.0 * len(line) for line in lines)]) for block, lines in panels)
    parts: list[str] = []
    y = 0.0
    for first in range(0, len(panels), in_row):
        row = panels[first : first + in_row]
        high = max(block.height for block, _ in row)
        for column, (block, lines) in enumerate(row):
            x = column * (wide + GAP)
            parts += moved(block.parts, x + (wide - block.width) / 2, y + (high - block.height) / 2)
            for k, line in enumerate(lines):
                look = f'font-weight="700" fill="{INK}"' if k == 0 else f'fill="{SOFT}"'
                parts.append(
                    f'<text x="{number(x + wide / 2)}" y="{number(y + high + 22 + k * LINE)}" font-size="14"'
                    f' text-anchor="middle" {look}>{xml(line)}</text>'
                )
        most = max(len(lines) for _, lines in row)
        y += high + (22 + LINE * most if most else 0) + GAP / 2
    columns = min(in_row, len(panels))
    body = Block(parts, columns * (wide + GAP) - GAP, y - GAP / 2)
    return on_paper(body, name)


def fill(cells: Collection[int], color: str) -> dict[int, str]:
    """The same color for some cells."""
    return dict.fromkeys(cells, color)


def first_with(size: int, rule: str, holes: int = 1) -> Board:
    """The first board of a size that a rule decides."""
    boards = two_connected_boards_with_holes(size)
    return next(board for board in boards if judge(board, 0).rule == rule and len(board.holes) == holes)


def rules_picture() -> str:
    """A board for each rule."""
    panels = []
    for size, rule, color, lines in (
        (13, "never empty", COLD, ("never empty", "blue cells keep their gourds")),
        (9, "no pivot", PLAIN, ("no pivot", "no triangle: no gourd", "can be reversed alone")),
        (7, "necklace", PLAIN, ("necklace", "gourds keep their order", "along the line")),
        (9, "station", GREEN, ("station", "two gourds trade places", "on the green cells")),
        (9, "odd walk", WARM, ("odd walk", "a walk along the line permutes", "an even number of gourds cyclically")),
        (11, "open", PLAIN, ("half reconfigurable", "all closed walks permute", "the gourds evenly")),
    ):
        board = first_with(size, rule, holes=2 if rule == "open" else 1)
        judgement = judge(board)
        lined = rule in ("necklace", "odd walk")
        ways = [[*judgement.cells, judgement.cells[0]]] if lined else []
        panels.append((draw(board, fill(judgement.cells, color), ways), lines))
    return side_by_side(panels, 3, "A board for each condition")


def half_picture() -> str:
    """The smallest boards that are half reconfigurable."""
    boards = [board for board in two_connected_boards_with_holes(11) if judge(board, 0).rule == "open"]
    return side_by_side([(draw(board, {}, []), ()) for board in boards], 4, "The four half reconfigurable boards")


def ears_picture() -> str:
    """A chain of ears on a larger board."""
    gone: set[Cell] = {(0, -1), (1, -1), (-2, 2), (2, 1), (-3, 0), (3, -3)}
    cells = [(int(q), int(r)) for q, r in hexagon(3) if (q, r) not in gone]
    board = Board.from_cells(cells)
    chain = find_chain(board)
    if chain is None or chain.core != 1:
        raise SystemExit("the board of the picture has no station")
    station = sorted(chain.levels[1])
    fills = fill(station, GREEN)
    texts: dict[int, str] = {}
    for k, ear in enumerate(chain.ears[1:], start=1):
        fills |= fill(ear.path, (COLD, WARM)[k % 2])
        texts |= dict.fromkeys(ear.path, str(k))
    block = draw(board, fills, [])
    block = Block([*block.parts, *numbered(board, texts)], block.width, block.height)
    return side_by_side([(block, ())], 1, "Ears")


def main() -> None:
    """Write all pictures."""
    pictures = {"rules": rules_picture(), "half": half_picture(), "ears": ears_picture()}
    for name, picture in pictures.items():
        (FOLDER / f"holes-{name}.svg").write_text(picture)


if __name__ == "__main__":
    main()
