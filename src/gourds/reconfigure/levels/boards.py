"""The boards of the levels by name: drawn here, or from the catalogue of shapes.

In a drawing a row is shifted by one character for each half cell. All boards have an odd number of cells. Those in
:data:`RINGS` have a hole: thin rings, on which gourds trade places only at one bulge, so that solutions are long.
"""

from __future__ import annotations

from typing import Final

from gourds import shapes
from gourds.board import Board


def _read(*rows: str) -> Board:
    return Board.from_cells(
        [((x - r) // 2, r) for r, row in enumerate(rows) for x, letter in enumerate(row) if letter != " "]
    )


TINY: Final = {
    "Raft": Board.from_cells(shapes.strip(5)),
    "Flower": Board.from_cells(shapes.hexagon(1)),
    "Ribbon": Board.from_cells(shapes.strip(7)),
    "Hook": _read("o o o", " o o", "o o"),
}
"""Boards of five and seven cells."""

SMALL: Final = {
    "Diamond": Board.from_cells(shapes.parallelogram(3, 3)),
    "Hat": Board.from_cells(shapes.trapezoid(4, 3)),
    "Brick": Board.from_cells(shapes.brick(3, 3)),
    "Barge": Board.from_cells(shapes.strip(9)),
    "Fish": _read(" o o o", "o o o", " o o o"),
    "Kitten": _read(" o   o", "o o o o", " o o o"),
    "Tree": _read("   o", "  o o", " o o o", "o o o o", "   o"),
    "Heart": _read(" o   o", "o o o o", " o o o", "  o o"),
    "Key": _read(" o o", "o o o o o", " o o o o"),
    "Boomerang": _read("o o o o", " o o o", "    o o", "   o o"),
    "Bow tie": _read("o o o o", " o o o", "o o o o"),
    "Cat": _read(" o     o", "o o o o o", " o o o o"),
    "Rocket": _read("   o", "  o o", " o o o", "  o o", " o o o"),
    "Long ribbon": Board.from_cells(shapes.strip(11)),
}
"""Boards of nine and eleven cells."""

MIDDLE: Final = {
    "Bat": _read("o o   o o", " o o o o", "o o o o o"),
    "Canoe": Board.from_cells(shapes.strip(13)),
    "Ship": _read("    o", "   o o", "o o o o o", " o o o o", "    o"),
    "Snake": _read("o o o", " o o", "  o o", " o o", "o o o", " o"),
    "Turtle": _read(" o   o", "o o o o", " o o o", "o o o o"),
}
"""Boards of thirteen cells."""

RINGS: Final = {
    "Signet": _read(" o o o", "o   o", " o o"),
    "Locket": _read("  o o o", " o o   o", "  o     o", "   o o o"),
    "Link": _read("o o o", " o   o o", "  o o   o", "     o o"),
    "Medal": _read("  o o o o", "   o   o", "    o o", "   o o o"),
    "Snail": _read("  o o o", " o     o o", "  o o o o", "       o"),
    "Lasso": _read("  o o o o", " o o     o", "    o   o", "     o o"),
}
"""Boards with a hole, of 7 to 11 cells."""

LARGE: Final = {
    "Honeycomb": Board.from_cells(shapes.hexagon(2)),
    "Pyramid": Board.from_cells(shapes.triangle(5)),
    "Wall": Board.from_cells(shapes.brick(5, 3)),
    "Plank": Board.from_cells(shapes.parallelogram(5, 3)),
    "Harbor": Board.from_cells(shapes.trapezoid(6, 3)),
}
"""Boards of 15 to 19 cells."""
