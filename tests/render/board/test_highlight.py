"""Marked regions, marked budgets, and partial placements."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from gourds.errors import InputError
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.render import to_svg
from gourds.render.geometry import arrange, region_path

Planted = tuple[Instance, Placement]


def outline(svg: str) -> str:
    found = re.search(r'class="region" d="([^"]*)"', svg)
    assert found is not None
    return found[1]


def test_nothing_fades_without_a_highlight(small: Planted) -> None:
    svg = to_svg(small[0])
    assert "opacity=" not in svg
    assert "region" not in svg


@pytest.mark.parametrize("which", ["small", "wide"])
def test_the_rest_fades(which: str, request: pytest.FixtureRequest) -> None:
    instance, _ = request.getfixturevalue(which)
    svg = to_svg(instance, highlight=[0, 1, 5])
    ET.fromstring(svg)
    assert 'opacity="0.3"' in svg
    assert outline(svg)


def test_outlines_follow_the_border(small: Planted) -> None:
    board = small[0].board
    layout = arrange(board.cells, 50)
    middle = 9  # of the hexagon of 19 cells
    assert region_path(board, {middle: 0}, layout).count("M") == 6
    flower = [middle, *board.neighbors[middle].tolist()]
    assert region_path(board, dict.fromkeys(flower, 0), layout).count("M") == 18
    apart = {k: number for number, k in enumerate(flower)}
    assert region_path(board, apart, layout).count("M") == 6 * 7
    assert region_path(board, dict.fromkeys(range(board.size), 0), layout).count("M") == 30


def test_regions_below_zero_have_a_second_line(small: Planted) -> None:
    assert outline(to_svg(small[0], highlight={3: -1, 4: 0})).count("z") == 1


def test_marked_budgets(small: Planted) -> None:
    instance = small[0]
    pair = next(iter(instance.budgets))
    svg = to_svg(instance, budgets=[pair])
    assert svg.count('opacity="0.3"') == len(instance.budgets) - 1


@pytest.mark.parametrize("which", ["small", "wide"])
def test_partial_placements(which: str, request: pytest.FixtureRequest) -> None:
    instance, placement = request.getfixturevalue(which)
    full = to_svg(instance, placement, legend=False)
    svg = to_svg(instance, partial=placement.gourds[:-1], legend=False)
    ring = "<circle" if which == "wide" else "stroke-dasharray"
    assert svg.count(ring) == 3 * full.count(ring)


def test_partial_placements_off_the_board(small: Planted) -> None:
    with pytest.raises(InputError, match="not on the board"):
        to_svg(small[0], partial=[((90, 0), (91, 0))])
