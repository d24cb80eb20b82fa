"""Gadgets as text for terminals: cells as symbols, gourds as lines between them.

The next row stands half a cell to the right, as in gadget files. Filler is a dot. With gourds on it a gadget takes
twice the room, so that the lines of gourds have a place.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gourds.hexgrid import Cell
from gourds.reductions.gadgets.drawing import FILLER

DOT = "·"
UNKNOWN = "?"
"""In place of symbols that do not fit."""


def draw_gadget(
    symbols: Mapping[Cell, str],
    covering: Sequence[tuple[Cell, Cell]] = (),
    marked: Collection[Cell] = (),
    *,
    is_cropped: bool = False,
) -> list[str]:
    """The lines of a drawing; marked cells are in brackets; cropped: without columns that are filler throughout.

    >>> draw_gadget({(0, 0): "x", (1, 0): "V", (0, 1): "V", (1, 1): "F"}, [((0, 0), (0, 1))])
    ['x   V', ' ╲', '  V   ·']
    """
    if is_cropped:
        used = [q for (q, _), symbol in symbols.items() if symbol != FILLER] or [0]
        symbols = {cell: symbol for cell, symbol in symbols.items() if min(used) <= cell[0] <= max(used)}
    step = 2 if covering or marked else 1
    spots: dict[tuple[int, int], str] = {}

    def spot(cell: Cell) -> tuple[int, int]:
        return step * cell[1] if covering else cell[1], step * (2 * cell[0] + cell[1])

    for cell, symbol in symbols.items():
        row, column = spot(cell)
        is_plain = len(symbol) == 1 and symbol.isprintable()
        spots[row, column] = DOT if symbol == FILLER else symbol if is_plain else UNKNOWN
        if cell in marked:
            spots[row, column - 1], spots[row, column + 1] = "[", "]"
    for a, b in covering:
        (row, column), (below, other) = sorted((spot(a), spot(b)))
        if row == below:
            spots |= {(row, k): "─" for k in range(column + 1, other)}
        else:
            spots[row + 1, (column + other) // 2] = "╲" if other > column else "╱"
    first = min((column for _, column in spots), default=0)
    rows = sorted({row for row, _ in spots})
    lines = []
    for row in range(rows[0], rows[-1] + 1) if rows else ():
        columns = [column for r, column in spots if r == row]
        line = "".join(spots.get((row, k), " ") for k in range(first, max(columns, default=first - 1) + 1))
        lines.append(line)
    return lines


def side_by_side(blocks: Sequence[Sequence[str]], width: int, gap: int = 4) -> list[str]:
    """Blocks of lines next to each other, as many as fit into a width, then the next row of them."""
    if not blocks:
        return []
    wide = max((len(line) for block in blocks for line in block), default=0)
    columns = max(1, (width + gap) // (wide + gap))
    lines: list[str] = []
    for start in range(0, len(blocks), columns):
        row = blocks[start : start + columns]
        if lines:
            lines.append("")
        for k in range(max(map(len, row))):
            parts = [(block[k] if k < len(block) else "").ljust(wide) for block in row]
            lines.append((" " * gap).join(parts).rstrip())
    return lines
