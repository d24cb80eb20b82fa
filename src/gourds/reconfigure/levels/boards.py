"""The boards of the levels by name: drawn here, or from the catalogue of shapes.

In a drawing a row is shifted by one character for each half cell. All boards have an odd number of cells. Those in
:data:`RINGS` have a hole: thin rings, on which gourds trade places only at one bulge, so that solutions are long.
"""

from __future__ import annotations

from typing import Final

from gourds import shapes
from gourds.board import Board
from gourds.reconfigure.spaces.holes import read_board

TINY: Final = {
    "Raft": Board.from_cells(shapes.strip(5)),
    "Flower": Board.from_cells(shapes.hexagon(1)),
    "Ribbon": Board.from_cells(shapes.strip(7)),
    "Hook": read_board("o o o", " o o", "o o"),
}
"""Boards of five and seven cells."""

SMALL: Final = {
    "Diamond": Board.from_cells(shapes.parallelogram(3, 3)),
    "Hat": Board.from_cells(shapes.trapezoid(4, 3)),
    "Brick": Board.from_cells(shapes.brick(3, 3)),
    "Barge": Board.from_cells(shapes.strip(9)),
    "Fish": read_board(" o o o", "o o o", " o o o"),
    "Kitten": read_board(" o   o", "o o o o", " o o o"),
    "Tree": read_board("   o", "  o o", " o o o", "o o o o", "   o"),
    "Heart": read_board(" o   o", "o o o o", " o o o", "  o o"),
    "Key": read_board(" o o", "o o o o o", " o o o o"),
    "Boomerang": read_board("o o o o", " o o o", "    o o", "   o o"),
    "Bow tie": read_board("o o o o", " o o o", "o o o o"),
    "Cat": read_board(" o     o", "o o o o o", " o o o o"),
    "Rocket": read_board("   o", "  o o", " o o o", "  o o", " o o o"),
    "Long ribbon": Board.from_cells(shapes.strip(11)),
}
"""Boards of nine and eleven cells."""

MIDDLE: Final = {
    "Bat": read_board("o o   o o", " o o o o", "o o o o o"),
    "Canoe": Board.from_cells(shapes.strip(13)),
    "Ship": read_board("    o", "   o o", "o o o o o", " o o o o", "    o"),
    "Snake": read_board("o o o", " o o", "  o o", " o o", "o o o", " o"),
    "Turtle": read_board(" o   o", "o o o o", " o o o", "o o o o"),
}
"""Boards of thirteen cells."""

RINGS: Final = {
    "Signet": read_board(" o o o", "o   o", " o o"),
    "Locket": read_board("  o o o", " o o   o", "  o     o", "   o o o"),
    "Link": read_board("o o o", " o   o o", "  o o   o", "     o o"),
    "Medal": read_board("  o o o o", "   o   o", "    o o", "   o o o"),
    "Snail": read_board("  o o o", " o     o o", "  o o o o", "       o"),
    "Lasso": read_board("  o o o o", " o o     o", "    o   o", "     o o"),
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
