from __future__ import annotations

from xml.etree import ElementTree

from gourds.board import Board
from gourds.render.figure.cycles import INKS, cycles_svg
from gourds.shapes import hexagon

BOARD = Board.from_cells(hexagon(1))
RIM = [0, 1, 4, 6, 5, 2]


def paths(svg: str, ink: str) -> list[str]:
    return [each.attrib["d"] for each in ElementTree.fromstring(svg).iter() if each.attrib.get("stroke") == ink]


def test_a_closed_line_for_every_ring():
    (rim,), (triangle,) = (paths(cycles_svg(BOARD, [RIM, [0, 1, 3]]), ink) for ink in INKS[:2])
    assert (rim.count("L"), triangle.count("L")) == (5, 2)
    assert rim.endswith("z")


def test_no_rings_an_empty_cell_and_outlines():
    plain = cycles_svg(BOARD, [])
    assert not any(paths(plain, ink) for ink in INKS)
    marked, outlined = cycles_svg(BOARD, [], empty=3), cycles_svg(BOARD, [], highlight={0, 1})
    assert len({plain, marked, outlined}) == 3
    assert "a title" in cycles_svg(BOARD, [RIM], title="a title")
