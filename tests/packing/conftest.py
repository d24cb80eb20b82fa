"""Packs of three small instances, two feasible ones and an infeasible one: a pack for each competition, made once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gourds.families import FAMILIES, generate
from gourds.instance import Instance
from gourds.packing.description import figures
from gourds.packing.making import Packed, make_pack
from gourds.packing.targets import TARGETS

SEEDS = (0, 1, 3)
"""Of hexagons: feasible, feasible, infeasible."""


@pytest.fixture(scope="session")
def small() -> list[Instance]:
    values = {"radius": 2, "colors": 3, "coloring": "random"}
    return [generate(FAMILIES["hexagon"], values, seed, name=f"hexagon {seed}") for seed in SEEDS]


@pytest.fixture(autouse=True, scope="session")
def quick_figures():
    """Pictures of few pixels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "WIDTH", 60)
        yield


@pytest.fixture(scope="session")
def packs(small, tmp_path_factory) -> dict[str, Packed]:
    folder = tmp_path_factory.mktemp("packs")
    return {name: make_pack(small, name, folder / name, author="A. Author", time_limit=None) for name in TARGETS}


@pytest.fixture
def copied(packs, tmp_path):
    """``copied(target)`` is a copy of a pack that a test may damage."""

    def copy(name: str = "satcomp") -> Path:
        place = tmp_path / name
        shutil.copytree(packs[name].folder, place)
        return place

    return copy
