"""Elements of SVG from their attributes, and blocks of them."""

from __future__ import annotations

from dataclasses import dataclass

from gourds.render.geometry import number
from gourds.render.text import xml

CENTER = 0.355
"""Half the height of digits and capitals of Roboto: lowers a baseline so that a text has its middle at a point."""


@dataclass(frozen=True)
class Block:
    """A part of a picture with its upper left corner at (0, 0)."""

    parts: list[str]
    width: float
    height: float


def tag(name: str, content: str | None = None, /, **attributes: str | float | None) -> str:
    """An element, closed at once if it has no content. None is left out; an underscore stands for a hyphen.

    >>> tag("circle", cx=1.0, cy=2.25, class_="soft", stroke_width=0.5, fill=None)
    '<circle cx="1" cy="2.25" class="soft" stroke-width="0.5"/>'
    """
    listed = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{listed}/>" if content is None else f"<{name}{listed}>{content}</{name}>"


def text_tag(text: str, **attributes: str | float | None) -> str:
    """A text."""
    return tag("text", xml(text), **attributes)


def centered_text(x: float, y: float, text: str, size: float, **attributes: str | float | None) -> str:
    """A text of a font size whose middle is at the height y."""
    return text_tag(text, x=x, y=y + CENTER * size, font_size=size, **attributes)
