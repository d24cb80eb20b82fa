from __future__ import annotations

import math

import numpy as np
import pytest

from gourds import shapes
from gourds.hexgrid import DIRECTIONS, center
from gourds.render.geometry import BEND, DISC, NECK, arrange, half_gourd_path, hexagon_path, number, points


def test_centers_are_those_of_the_grid() -> None:
    cells = shapes.hexagon(3)
    layout = arrange(cells, 20)
    found = np.array(layout.centers())
    wanted = 20 * np.array([center((q, r)) for q, r in cells.tolist()])
    assert np.allclose(found - found[0], wanted - wanted[0])
    assert not layout.captions


@pytest.mark.parametrize(
    "cells",
    [shapes.hexagon(2), shapes.brick(700, 4), shapes.brick(3, 600), shapes.parallelogram(900, 2), shapes.triangle(9)],
)
def test_everything_lies_within_the_page(cells: np.ndarray) -> None:
    layout = arrange(cells, 16)
    across, down = layout.unit
    assert layout.x.min() * across >= across - 1e-9
    assert layout.y.min() * down >= 2 * down - 1e-9
    assert layout.x.max() * across + across <= layout.width + 1e-9
    assert layout.y.max() * down + 2 * down <= layout.height + 1e-9
    assert len(set(zip(layout.x.tolist(), layout.y.tolist(), strict=True))) == len(cells)


@pytest.mark.parametrize("cells", [shapes.brick(6000, 4), shapes.brick(4, 6000)])
def test_long_boards_are_folded_to_a_page(cells: np.ndarray) -> None:
    layout = arrange(cells, 12)
    assert 0.8 < layout.width / layout.height < 3
    assert len(layout.captions) == layout.band.max() + 1 > 5


def test_captions_name_the_first_column() -> None:
    cells = shapes.brick(600, 4) + np.array([7, -2])
    layout = arrange(cells, 16)
    for k, caption in enumerate(layout.captions):
        top = cells[(layout.band == k) & (cells[:, 1] == -2), 0]
        assert caption.text == f"column {top.min()}"


def test_neck_touches_the_discs() -> None:
    assert math.isclose(math.hypot(0.5, NECK + BEND), DISC + BEND)


@pytest.mark.parametrize("step", DIRECTIONS)
def test_half_gourds_are_two_bends_and_a_disc(step: tuple[int, int]) -> None:
    path = half_gourd_path(10, 20, center(step), 40)
    assert path.count("a") == 3
    assert not path.endswith("z")


def test_numbers_are_short() -> None:
    assert [number(value) for value in (1.0, -0.001, 2.506, 100.0, -3.25)] == ["1", "0", "2.51", "100", "-3.25"]
    assert points(1, -2, 3.5) == "1-2 3.5"
    assert hexagon_path(0, 0, 2).endswith("z")
