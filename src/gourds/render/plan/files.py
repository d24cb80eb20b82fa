"""A plan as a file: the ending of its name chooses a page, an animation, a contact sheet, a single frame or text."""

from __future__ import annotations

import os
from typing import Any

from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.moves import Plan, Walk
from gourds.render.files import form_of
from gourds.render.page import to_html
from gourds.render.plan.animation import animation_svg
from gourds.render.plan.course import Course
from gourds.render.plan.frames import frame_facts, frame_svg, sheet_svg
from gourds.render.plan.page import plan_page
from gourds.render.plan.text import plan_text
from gourds.render.raster import to_png

FORMS = (".html", ".svg", ".png", ".txt")
"""The endings of files that show a plan."""


def plan_form(path: str | os.PathLike[str]) -> str:
    """The ending of a file's name; InputError if no plan can be written there."""
    return form_of(path, FORMS, "a picture of a plan ends in .html, .svg, .png or .txt")


def plan_source(
    start: Configuration,
    plan: Plan | Walk,
    form: str = ".svg",
    *,
    instance: Instance | None = None,
    frame: int | None = None,
    **options: Any,
) -> str:
    """A plan as HTML, SVG or text; for ``.png`` the SVG that it is made from.

    Cells have the colors of the ``instance``. With ``frame``, only the configuration after that many moves, and an
    arrow for the next move. Options are ``title``, ``legend``, and in pictures ``labels`` and ``coordinates``.
    """
    course = Course.build(start, plan, instance)
    if form in (".html", ".txt") and frame is None:
        if options.pop("labels", None) is not None or options.pop("coordinates", False):
            raise InputError(
                f"a plan as {form} always has numbers and never coordinates; choose one --frame for others"
            )
        return plan_page(course, **options) if form == ".html" else plan_text(course, **options)
    if frame is None:
        return sheet_svg(course, **options) if form == ".png" else animation_svg(course, **options)
    if form == ".txt":
        raise InputError("a single frame is a picture: its name ends in .svg, .png or .html")
    drawing = frame_svg(course, frame, **options)
    return to_html(drawing, options.get("title") or frame_facts(course, frame)) if form == ".html" else drawing


def plan_picture(
    start: Configuration,
    plan: Plan | Walk,
    path: str | os.PathLike[str],
    *,
    scale: float = 2.0,
    **options: Any,
) -> bytes:
    """The bytes of a file that shows a plan; the ending of its name chooses which. Options as for plan_source."""
    form = plan_form(path)
    source = plan_source(start, plan, form, **options)
    return to_png(source, scale) if form == ".png" else source.encode()
