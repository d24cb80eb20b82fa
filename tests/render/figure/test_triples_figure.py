"""Pictures of triples: every piece, hinge and edge of the tree is drawn once; sets that are apart stand side by side."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import gourds
from gourds import shapes
from gourds.board import Board
from gourds.render.board.configuration import ACCENT
from gourds.render.figure.triples import answer_figure, configuration_figure
from gourds.triples.configuration import TripleConfiguration
from gourds.triples.instance import TripleInstance
from tests.triples.small_boards import RHOMBUS, placements, strip


@pytest.mark.parametrize("placement", placements(7)[::4] + placements(10)[::60])
def test_everything_is_drawn_once(placement):
    drawing = configuration_figure(TripleConfiguration.of_placement(placement), legend=False)
    ElementTree.fromstring(drawing)
    for number in range(1, len(placement.slots) + 1):
        assert drawing.count(f"<title>triple {number}</title>") == 1
    tree = gourds.triples(placement.board).space.components[0].tree
    stops = drawing.count(f'stroke="{ACCENT}"') - (tree.size > 1)
    assert stops == tree.size - 1


def test_the_legend_says_what_is_there():
    moving = answer_figure(gourds.triples(strip(2)))
    assert "hinge of a triple that can move" in moving
    assert "cannot move" not in moving
    rigid = answer_figure(gourds.triples(Board.from_cells(shapes.hexagon(2))), title="a < b")
    assert "hinge of a triple that cannot move" in rigid
    assert "where the empty cell can go" not in rigid
    assert "2 sets that are apart" in rigid
    assert "a &lt; b" in rigid
    assert rigid.count("<title>triple 1</title>") == 2


def test_six_sets_at_most_are_shown():
    drawing = answer_figure(gourds.triples(Board.from_cells(shapes.triangle(10))))
    assert "8 sets that are apart, 6 of them shown" in drawing
    assert drawing.count("<title>triple 18</title>") == 6


def test_colors_and_boards_without_a_placement():
    colored = answer_figure(gourds.triples(TripleInstance.build(RHOMBUS, list("abbc"), [("a", "b", "b", 1)])))
    assert ">a</text>" in colored
    assert ">end 0<" not in colored
    assert ">c</text>" in colored  # of the empty cell
    missing = answer_figure(gourds.triples(TripleInstance.build(RHOMBUS, list("abbc"), [("a", "b", "c", 1)])))
    assert "4 cells · no placement on these colors" in missing
    assert ">c</text>" in missing
    assert "no placement of triples" in answer_figure(gourds.triples(Board.from_cells(shapes.hexagon(1))))
    one = answer_figure(gourds.triples(Board.from_cells([(0, 0)])))
    assert "1 cell · 0 triples · 0 can move" in one
