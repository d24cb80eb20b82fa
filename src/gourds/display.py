"""How values show themselves as pictures in notebooks.

Boards, instances, placements and configurations stand below the renderer in the order of modules, so they cannot
import it. This is the one place that reaches upwards, by name, and only when a notebook asks for a picture.
"""

from __future__ import annotations

from importlib import import_module


def inline_svg(value: object) -> str:
    """An SVG picture of a board, an instance, a placement or a configuration."""
    picture: str = import_module("gourds.render").to_svg(value)
    return picture
