"""How values show themselves: as pictures in notebooks, and in a line or two of text.

Boards, instances, placements and configurations stand below the renderer in the order of modules, so they cannot
import it. This is the one place that reaches upwards, by name, and only when a notebook asks for a picture.
"""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module
from reprlib import Repr
from typing import Any

LONGEST = 200
"""Characters of a value's representation: two lines at most."""


def inline_svg(value: object) -> str:
    """An SVG picture of a board, an instance, a placement or a configuration."""
    picture: str = import_module("gourds.render").to_svg(value)
    return picture


def inline_figure(value: object, module: str, function: str) -> str:
    """An SVG picture of a value that has a figure of its own, by a function in a module of ``gourds.render.figure``."""
    picture: str = getattr(import_module(f"gourds.render.figure.{module}"), function)(value)
    return picture


def brief(value: Any) -> str:
    """The ``repr`` of a dataclass in :data:`LONGEST` characters: as usual if it is short, else with dots."""
    short = Repr()
    short.maxtuple = short.maxlist = short.maxdict = short.maxset = short.maxfrozenset = 4
    short.maxother = short.maxstring = short.maxlong = 60
    shown = (f"{field.name}={short.repr(getattr(value, field.name))}" for field in fields(value) if field.repr)
    text = " ".join(f"{type(value).__name__}({', '.join(shown)})".split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]}…)"
