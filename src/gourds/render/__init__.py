"""Pictures of boards, instances, placements, configurations and plans: SVG, PNG, HTML pages, and plans as text.

palette, text     colors that color-blind people can tell apart; labels, escaping
geometry          axial cells to the plane, folding, hexagons and gourds as paths
scene             what a picture shows
tags              elements of SVG
legend, svg       the legend; headings, legends and boards put together
raster, page      PNG files; HTML pages to pan and zoom in
files             a picture as a file, by the ending of its name
report_style      how reports look
report_parts      what reports are made of: banner, facts, tables

Four rooms, in the order in which to read them. A room imports only from rooms above it.

board             boards with what lies on them: colors, gourds, probabilities, proofs
plan              configurations and the moves of a plan: pictures, animations, pages, text
figure            figures of gadgets and of boards of whole formulas, Hamiltonian cycles
puzzle            the puzzle to play, in one file
"""

from __future__ import annotations

import os
from typing import Any

from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.placement import PartialPlacement, Placement
from gourds.render import scene
from gourds.render.board import picture as pictures
from gourds.render.files import picture_file, picture_form
from gourds.render.page import to_html
from gourds.render.plan.picture import configuration_svg
from gourds.render.raster import to_png

Drawable = scene.Drawable | Configuration

__all__ = ["Drawable", "picture", "picture_file", "picture_form", "to_html", "to_png", "to_svg"]


def to_svg(value: Drawable, placement: Placement | PartialPlacement | None = None, **options: Any) -> str:
    """An SVG picture; options as for :func:`gourds.render.board.picture.to_svg` or :func:`configuration_svg`."""
    if not isinstance(value, Configuration):
        return pictures.to_svg(value, placement, **options)
    if placement is not None:
        raise InputError("a placement is drawn on a board or an instance, not on a configuration")
    return configuration_svg(value, **options)


def picture(
    value: Drawable,
    placement: Placement | PartialPlacement | None,
    path: str | os.PathLike[str],
    *,
    scale: float = 2.0,
    **options: Any,
) -> bytes:
    """The bytes of a picture file; the ending of its name chooses SVG, PNG or HTML. Options are those of to_svg."""
    form = picture_form(path)
    title = options.get("title") or (value.name if isinstance(value, Instance) else None)
    return picture_file(to_svg(value, placement, **options), form, title=title or "gourds", scale=scale)
