from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

import gourds
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.render import picture, to_svg
from gourds.render.board.configuration import PALE
from gourds.render.palette import PLAIN
from tests.render.plan_makers import colored, hexagon_start, starts

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


@settings(max_examples=60)
@given(starts())
def test_every_gourd_is_there_with_its_number(start):
    svg = to_svg(start, legend=False)
    root = ET.fromstring(svg)
    titles = [element.text for element in root.iter(f"{SVG}title")]
    assert [f"gourd {number}" for number in start.ids] == [
        title.split(":")[0] for title in titles if title and title.startswith("gourd ")
    ]
    found = texts(svg)
    assert all(str(number) in found for number in start.ids)
    # One tile for each cell, one ring for each end 1, one dashed mark.
    assert sum(bool(re.fullmatch(r"\(-?\d+, -?\d+\)", title or "")) for title in titles) == start.board.size
    assert svg.count('stroke-opacity=".6"') == len(start.ids)
    assert svg.count("stroke-dasharray") == 1
    assert to_svg(start, legend=False) == svg
    assert ET.fromstring(to_svg(start, title="<&>", coordinates=True)) is not None


def test_reversed_gourds_look_different():
    start = hexagon_start(2)
    for value in (start, colored(start, ["one color"])):
        turned = Configuration.from_indices(value.board, value.ids, value.ends[:, ::-1], value.colors)
        assert to_svg(value, labels=False) != to_svg(turned, labels=False)


def test_the_empty_cell_is_marked_where_it_is():
    start = hexagon_start(2)
    svg = to_svg(start, legend=False)
    q, r = start.empty_cell
    tile = re.search(rf'd="M([\d.]+) ([\d.]+)l[^"]*"><title>\({q}, {r}\)</title>', svg)
    mark = re.search(r'<circle cx="([\d.]+)" cy="([\d.]+)"[^>]*stroke-dasharray', svg)
    assert tile is not None
    assert mark is not None
    assert tile[1] == mark[1]
    assert abs(float(mark[2]) - float(tile[2])) < 54


def test_ends_are_where_they_are():
    """End 0 is golden with the number, end 1 is pale with the ring."""
    start = hexagon_start(2)
    svg = to_svg(start, legend=False)
    tiles = re.findall(r'd="M([\d.]+) [^"]*"><title>\((-?\d+), (-?\d+)\)</title>', svg)
    across = {(int(q), int(r)): x for x, q, r in tiles}
    gourds = re.findall(
        r'<g><title>gourd (\d+)</title><path [^>]*fill="(#\w+)"/><path [^>]*fill="(#\w+)"/><circle cx="([\d.]+)"', svg
    )
    numbers = {text: x for x, text in re.findall(r'<text x="([\d.]+)"[^>]*>(\d+)</text>', svg)}
    for (number, first, second, ring), (a, b) in zip(gourds, start.end_cells(), strict=True):
        assert (first, second) == (PLAIN.disc, PALE.disc)
        assert numbers[number] == across[a]
        assert ring == across[b]


def test_colors_have_labels_and_a_legend():
    svg = to_svg(colored(hexagon_start(3), ["red", "dark <green>", "x1"]))
    found = texts(svg)
    assert {"red", "dark <green>", "x1", "Colors", "ends", "Gourds"} <= set(found)
    assert found.count("x1") > 1


@pytest.mark.parametrize("radius", [18, 28])
def test_large_boards(radius):
    start = hexagon_start(radius)
    svg = to_svg(start)
    ET.fromstring(svg)
    assert len(svg) < 500 * start.board.size


def test_tiny_cells_have_no_text():
    start = hexagon_start(46)
    found = texts(to_svg(start, legend=False))
    assert found == []
    assert len(to_svg(start, legend=False)) < 120 * start.board.size


def test_a_board_of_one_cell():
    svg = to_svg(Configuration.build([(3, -2)], [], []))
    assert "empty cell (3, -2)" in texts(svg)


@pytest.mark.parametrize(("ending", "begin"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!DOCTYPE html>")])
def test_files(tmp_path, ending, begin):
    start = hexagon_start(1)
    assert picture(start, None, f"x.{ending}").startswith(begin)
    assert gourds.draw(start, path=tmp_path / f"x.{ending}") == to_svg(start)
    assert (tmp_path / f"x.{ending}").read_bytes().startswith(begin)


def test_notebooks_and_refusals():
    start = hexagon_start(1)
    assert start._repr_svg_() == to_svg(start)
    with pytest.raises(InputError, match="not on a configuration"):
        to_svg(start, start.placement())
