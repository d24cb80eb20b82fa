"""A picture as a file: the ending of its name chooses SVG, PNG or HTML."""

from __future__ import annotations

import os

from gourds.errors import InputError
from gourds.render.page import to_html
from gourds.render.raster import to_png


def picture_form(path: str | os.PathLike[str]) -> str:
    """The ending of a picture's name; InputError if no picture can be written there."""
    return form_of(path, (".svg", ".png", ".html"), "the name of a picture must end in .svg, .png or .html")


def form_of(path: str | os.PathLike[str], forms: tuple[str, ...], refusal: str) -> str:
    """The ending of a file's name, before ``.gz``; InputError in these words if it is none of the forms."""
    name = os.fspath(path)
    form = os.path.splitext(name.removesuffix(".gz"))[1].lower()
    if form not in forms or (form == ".png" and name.endswith(".gz")):
        raise InputError(refusal, name)
    return form


def picture_file(drawing: str, form: str, *, title: str = "gourds", scale: float = 2.0) -> bytes:
    """An SVG picture as the bytes of a file with that ending."""
    if form == ".png":
        return to_png(drawing, scale)
    return to_html(drawing, title).encode() if form == ".html" else drawing.encode()
