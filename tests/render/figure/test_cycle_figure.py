"""The picture of a Hamiltonian cycle and its tree of triangles: what it draws is a cycle, and a tree."""

from __future__ import annotations

import math
import re

import networkx
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.render.board.configuration import ACCENT, cell_width
from gourds.render.figure.cycle import cycle_svg

BOARDS = [
    shapes.triangle(2),
    shapes.hexagon(1),
    shapes.hexagon(3),
    shapes.strip(41),
    shapes.random_proper(61, 3),
    shapes.random_proper(401, 4),
]


def numbers(text: str) -> list[float]:
    return [float(part) for part in re.findall(r"-?[\d.]+", text)]


def pairs(text: str) -> list[tuple[float, float]]:
    values = numbers(text)
    return list(zip(values[::2], values[1::2], strict=True))


@pytest.mark.parametrize("cells", BOARDS, ids=len)
def test_the_line_visits_every_cell_once_and_closes(cells):
    drawing = cycle_svg(Board.from_cells(cells), legend=False)
    way = pairs(re.search(rf'd="(M[^"]*z)" fill="none" stroke="{ACCENT}"', drawing)[1])
    assert len(way) == len(set(way)) == len(cells)
    steps = zip(way, [*way[1:], way[0]], strict=True)
    assert all(math.dist(a, b) == pytest.approx(cell_width(len(cells)), abs=0.05) for a, b in steps)


@pytest.mark.parametrize("cells", BOARDS, ids=len)
def test_the_marks_are_a_tree_and_their_degrees_are_as_shown(cells):
    drawing = cycle_svg(Board.from_cells(cells), legend=False)
    lines = re.search(r'd="(M[^"z]*|)" fill="none" stroke="#3a2f1d"', drawing)[1]
    tree = networkx.Graph([tuple(pairs(line)) for line in lines.split("M") if line])
    discs = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="[\d.]+" fill="(#\w+)"', drawing)
    squares = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="[\d.]+" fill="#7b3294"', drawing)
    assert len(discs) + len(squares) == len(cells) - 2
    if len(cells) == 3:
        return
    assert networkx.is_tree(tree)
    assert len(tree) == len(cells) - 2
    shown = {(float(x), float(y)): 2 if fill == "#e69f00" else 1 for x, y, fill in discs}
    assert {tree.degree(node) for node in tree if node not in shown} <= {3}
    assert all(tree.degree(node) == degree for node, degree in shown.items())


def test_the_legend_counts():
    drawing = cycle_svg(Board.from_cells(shapes.strip(41)), title="a strip")
    for text in ("a strip", "leaf: 2", "degree 2: 37", "splits into cycles of 21 and 21", "most balanced split"):
        assert text in drawing
    assert "degree 3" not in drawing
    assert "split" not in cycle_svg(Board.from_cells(shapes.triangle(2)))


def test_a_board_that_is_not_proper_is_refused():
    with pytest.raises(InputError, match="Star of David"):
        cycle_svg(Board.from_cells(shapes.star_of_david()))
