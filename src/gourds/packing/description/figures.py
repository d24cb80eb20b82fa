"""Pictures of some of the boards, for the description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gourds.instance import Instance
from gourds.placement import Placement
from gourds.render import to_png, to_svg

MOST = 3
"""Pictures of a description."""
SMALLEST = 13
"""Cells of a board that says something; smaller ones come last."""
LARGEST = 20_000
"""Cells of a board that is drawn; on paper, those of larger ones are dots."""
WIDTH = 1200
"""Pixels of the longer side."""


@dataclass(frozen=True)
class Candidate:
    """An instance that could be drawn."""

    name: str
    family: str
    instance: Instance
    placement: Placement | None


def choose(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The smallest board of each family, families in order of appearance; then more of the smallest."""
    small = sorted((one for one in candidates if one.instance.board.size <= LARGEST), key=_size)
    firsts = {one.family: one for one in reversed(small)}
    families = [firsts[family] for family in dict.fromkeys(one.family for one in candidates) if family in firsts]
    return [*families, *(one for one in small if one not in families)][:MOST]


def _size(one: Candidate) -> int:
    size = one.instance.board.size
    return size if size >= SMALLEST else LARGEST + size


def draw(one: Candidate) -> bytes:
    """The board as a PNG file; with the placement, if there is one."""
    svg = to_svg(one.instance, one.placement, title="", legend=False, labels=one.instance.board.size <= 150)
    return to_png(svg, _scale(svg))


def _scale(svg: str) -> float:
    """So many pixels for each unit that the longer side has :data:`WIDTH`."""
    sizes = [float(svg.split(f'{side}="', 1)[1].split('"', 1)[0]) for side in ("width", "height")]
    return WIDTH / max(*sizes, 1.0)
