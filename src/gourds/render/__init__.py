"""Pictures of boards, instances and placements: SVG, PNG and HTML pages.

palette, text      colors that color-blind people can tell apart; labels, escaping
geometry           axial cells to the plane, folding, hexagons and gourds as paths
scene              what a picture shows
detail, compact    two ways to draw a board: cell by cell, or thousands of cells at once
legend, svg        the legend; the picture as a whole
raster, page       PNG files; HTML pages to pan and zoom in
heatmap            probabilities
figure             gadgets and their coverings, boards of whole formulas
thumbnails         small pictures for reports; report_style is how reports look
"""

from __future__ import annotations

import os
from typing import Any

from gourds.errors import InputError
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.render.page import to_html
from gourds.render.raster import to_png
from gourds.render.scene import Drawable
from gourds.render.svg import to_svg

__all__ = ["Drawable", "picture", "picture_file", "picture_form", "to_html", "to_png", "to_svg"]


def picture(
    value: Drawable, placement: Placement | None, path: str | os.PathLike[str], *, scale: float = 2.0, **options: Any
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


def picture_file(svg: str, form: str, *, title: str = "gourds", scale: float = 2.0) -> bytes:
    """An SVG picture as the bytes of a file with that ending."""
    if form == ".png":
        return to_png(svg, scale)
    return to_html(svg, title).encode() if form == ".html" else svg.encode()
