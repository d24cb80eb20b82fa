from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.render import to_svg
from gourds.render.board import compact
from gourds.render.geometry import arrange
from gourds.render.scene import scene_of

SVG = "{http://www.w3.org/2000/svg}"
Wide = tuple[Instance, Placement]


def color_paths(svg: str) -> dict[str, str]:
    """The paths of the cells by the names of their colors."""
    titled = [(path, path.find(SVG + "title")) for path in ET.fromstring(svg).iter(SVG + "path")]
    return {title.text or "": path.attrib["d"] for path, title in titled if title is not None}


def hexagons(path: str) -> int:
    """The number of hexagons in a path of runs: each takes two steps, so four numbers, along the top."""
    return sum(len(re.findall(r"-?\d+", run)) for run in re.findall(r"l([^vl]*)v2", path)) // 4


def test_runs_cover_every_cell_once(wide: Wide) -> None:
    scene = scene_of(*wide)
    layout = arrange(scene.board.cells, 16)
    first, length = compact.runs_of(scene, layout)
    assert length.sum() == scene.board.size
    for k, n in zip(first.tolist(), length.tolist(), strict=True):
        assert len(set(scene.color_of[k : k + n].tolist())) == 1
        assert np.all(np.diff(layout.x[k : k + n]) == 2)
        assert len(set(layout.y[k : k + n].tolist())) == 1


def test_paths_hold_every_cell(wide: Wide) -> None:
    instance, _ = wide
    paths = color_paths(to_svg(instance))
    counts = np.bincount(instance.cell_colors).tolist()
    assert {name: hexagons(path) for name, path in paths.items()} == dict(zip(instance.colors, counts, strict=True))


def test_gourds_are_bones_and_cut_ones_are_two(wide: Wide) -> None:
    instance, placement = wide
    layout = arrange(instance.board.cells, 16)
    index = {cell: k for k, cell in enumerate(instance.board.cell_list())}
    cut = sum(layout.band[index[a]] != layout.band[index[b]] for a, b in placement.gourds)
    bones = re.search(r'scale\(\.1\)" d="([^"]*)"', to_svg(instance, placement))
    assert bones is not None
    assert bones[1].count("l") == len(placement.gourds) + cut
    assert len(layout.captions) > 1


def test_labels_on_request(wide: Wide) -> None:
    instance, _ = wide
    assert to_svg(instance, labels=True, legend=False).count("<text") > instance.board.size


@pytest.mark.parametrize("length", [6_000, 60_000])
def test_large_boards_are_quick_and_small(length: int) -> None:
    cells = np.concatenate((shapes.brick(length, 4), [[length, 0]]))
    names = [f"x{k}" for k in range(30)] + ["F", "V"]
    colors = [names[(q // 3 + r) % 32] for q, r in cells.tolist()]
    instance = Instance.build(cells, colors, [("F", "F", 2 * length)])
    start = time.process_time()
    svg = to_svg(instance)
    assert time.process_time() - start < 5
    assert len(svg) < 22 * len(cells)
    assert len(color_paths(svg)) == 32


def test_bricks_hold_every_cell(monkeypatch: pytest.MonkeyPatch, wide: Wide) -> None:
    instance, _ = wide
    monkeypatch.setattr(compact, "BRICKS", 2000)
    paths = color_paths(to_svg(instance))
    lengths = {name: sum(map(int, re.findall(r"h(\d+)", path))) // 2 for name, path in paths.items()}
    assert lengths == dict(zip(instance.colors, np.bincount(instance.cell_colors).tolist(), strict=True))


def test_bare_boards() -> None:
    ET.fromstring(to_svg(Board.from_cells(shapes.ring(40, 10))))
