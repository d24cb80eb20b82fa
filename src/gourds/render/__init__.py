"""Pictures of boards, instances, placements, configurations and plans: SVG, PNG, HTML pages, and plans as text.

palette, text      colors that color-blind people can tell apart; labels, escaping
geometry           axial cells to the plane, folding, hexagons and gourds as paths
scene              what a picture shows
detail, compact    two ways to draw a board: cell by cell, or thousands of cells at once
legend, svg        the legend; the picture as a whole
raster, page       PNG files; HTML pages to pan and zoom in
heatmap            probabilities
configuration      numbered gourds with two different ends; configuration_picture has heading and legend
plan_course        a plan that was checked, with all that can be seen of it; plan_words says moves in words
plan_frames        single frames, and contact sheets of key frames; plan_arrow points out the next move
plan_svg           plans that play by themselves
plan_page          plans to step through in a browser, with plan_replay.js, plan_page.js and plan_page.css
plan_text          plans to follow by hand
plan_files         a plan as a file, by the ending of its name
weights, proofs    linear proofs; certificates of every kind that can be drawn
figure             gadgets and their coverings, boards of whole formulas
thumbnails         small pictures for reports; report_style is how reports look
"""

from __future__ import annotations

import os
from typing import Any

from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.placement import PartialPlacement, Placement
from gourds.render import scene, svg
from gourds.render.configuration_picture import configuration_svg
from gourds.render.page import to_html
from gourds.render.raster import to_png

Drawable = scene.Drawable | Configuration

__all__ = ["Drawable", "picture", "picture_file", "picture_form", "to_html", "to_png", "to_svg"]


def to_svg(value: Drawable, placement: Placement | PartialPlacement | None = None, **options: Any) -> str:
    """An SVG picture; options as for :func:`gourds.render.svg.to_svg` or :func:`configuration_svg`."""
    if not isinstance(value, Configuration):
        return svg.to_svg(value, placement, **options)
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


def picture_form(path: str | os.PathLike[str]) -> str:
    """The ending of a picture's name; InputError if no picture can be written there."""
    name = os.fspath(path)
    form = os.path.splitext(name.removesuffix(".gz"))[1].lower()
    if form not in (".svg", ".png", ".html") or (form == ".png" and name.endswith(".gz")):
        raise InputError("the name of a picture must end in .svg, .png or .html", name)
    return form


def picture_file(drawing: str, form: str, *, title: str = "gourds", scale: float = 2.0) -> bytes:
    """An SVG picture as the bytes of a file with that ending."""
    if form == ".png":
        return to_png(drawing, scale)
    return to_html(drawing, title).encode() if form == ".html" else drawing.encode()
