from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from gourds import shapes
from gourds.board import Board
from gourds.display import inline_svg
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.render import to_svg

SVG = "{http://www.w3.org/2000/svg}"
Small = tuple[Instance, Placement]


def parse(svg: str) -> ET.Element:
    root = ET.fromstring(svg.encode())
    assert root.tag == SVG + "svg"
    assert root.attrib["role"] == "img"
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"
    return root


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(SVG + "text")]


def tiles(root: ET.Element) -> list[ET.Element]:
    """The paths with a title that begins with coordinates."""
    titled = [(path, path.find(SVG + "title")) for path in root.iter(SVG + "path")]
    return [path for path, title in titled if title is not None and (title.text or "").startswith("(")]


def halves(root: ET.Element) -> int:
    return sum(path.attrib["d"].count("a") == 3 for path in root.iter(SVG + "path"))


def test_a_tile_per_cell_and_two_halves_per_gourd(small: Small) -> None:
    instance, placement = small
    bare = parse(to_svg(instance, legend=False))
    assert len(tiles(bare)) == 19
    assert halves(bare) == 0
    assert len(texts(bare)) == 19 + 1  # the labels and the title
    full = parse(to_svg(instance, placement, legend=False))
    assert len(tiles(full)) == 19
    assert halves(full) == 18
    assert len(list(full.iter(SVG + "circle"))) == 1


def test_the_legend_names_colors_and_counts(small: Small) -> None:
    instance, placement = small
    root = parse(to_svg(instance, placement))
    found = texts(root)
    for word in (
        "a small one",
        "19 cells · 9 gourds · 3 colors",
        "Colors",
        "cells",
        "ends",
        "Gourds",
        *instance.colors,
    ):
        assert word in found
    for _, _, count in instance.gourd_list():
        assert f"× {count}" in found
    q, r = placement.empty
    assert f"empty cell ({q}, {r})" in found
    assert halves(root) == 18 + 2 * len(instance.budgets)


def test_long_legends_are_cut(plant: Any) -> None:
    instance, placement = plant(shapes.hexagon(6), [f"x{k}" for k in range(50)])
    found = texts(parse(to_svg(instance, placement)))
    assert f"and {len(instance.colors) - 24} more colors" in found
    assert f"and {len(instance.budgets) - 24} more kinds" in found


def test_options(small: Small) -> None:
    instance, placement = small
    assert "Colors" not in texts(parse(to_svg(instance, legend=False)))
    assert texts(parse(to_svg(instance, placement, legend=False, labels=False, title=""))) == []
    with_places = texts(parse(to_svg(instance, coordinates=True, legend=False)))
    assert {f"{q},{r}" for q, r in instance.board.cell_list()} <= set(with_places)
    root = parse(to_svg(instance, title="Another"))
    assert "Another" in texts(root)
    assert root[0].tag == SVG + "title"
    assert root[0].text == "Another"


def test_boards_and_placements_alone(small: Small) -> None:
    _, placement = small
    ring = parse(to_svg(Board.from_cells(shapes.ring(3))))
    assert (len(tiles(ring)), texts(ring)) == (18, ["18 cells"])
    alone = parse(to_svg(placement))
    assert (len(tiles(alone)), halves(alone)) == (19, 18)
    on_board = parse(to_svg(Board.from_cells(shapes.hexagon(3)), placement))
    assert (len(tiles(on_board)), halves(on_board)) == (37, 18)


def test_smallest_boards() -> None:
    one = Instance.build([(0, 0)], ["a"], [])
    assert len(tiles(parse(to_svg(one, Placement((0, 0), ()))))) == 1
    assert len(tiles(parse(to_svg(Board.from_cells([(5, -7)]))))) == 1


def test_strange_names(plant: Any) -> None:
    names = ['<&">', "\x00", "\x01", "", " ", "\uffff", "</svg>", "变量", "a\u202eb", "'"]
    instance, placement = plant(shapes.hexagon(3), names, 1, "]]>\x07 & <b>")
    root = parse(to_svg(instance, placement))
    assert '<&">' in texts(root)
    assert "]]>\ufffd & <b>" in texts(root)


def test_the_same_input_gives_the_same_bytes(small: Small, plant: Any) -> None:
    instance, placement = small
    again, placed = plant(shapes.hexagon(2), ["red", "green", "blue"], 1, "a small one")
    assert to_svg(instance, placement) == to_svg(again, placed)


def test_placements_that_cannot_be_drawn() -> None:
    board = Board.from_cells(shapes.triangle(2))
    with pytest.raises(InputError, match="not on the board"):
        to_svg(board, Placement((0, 0), (((1, 0), (2, 0)),)))
    with pytest.raises(InputError, match="not adjacent"):
        to_svg(board, Placement((0, 1), (((0, 0), (0, 0)),)))
    with pytest.raises(InputError, match="not on the board"):
        to_svg(board, Placement((9, 9), ()))
    with pytest.raises(InputError, match="another placement"):
        to_svg(Placement((0, 0), ()), Placement((0, 0), ()))


def test_notebooks_get_pictures(small: Small) -> None:
    instance, _ = small
    assert inline_svg(instance) == to_svg(instance)


def test_nothing_needs_ids_or_styles(small: Small) -> None:
    """Several pictures in one notebook must not disturb each other."""
    svg = to_svg(*small)
    assert not re.search(r"<style|\bid=|url\(|href", svg)


def test_texts_lie_on_the_page(small: Small) -> None:
    root = parse(to_svg(*small, coordinates=True))
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter(SVG + "text"):
        assert float(element.attrib.get("x", 0)) <= wide
        assert float(element.attrib.get("y", 0)) <= high
