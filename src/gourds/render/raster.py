"""PNG files, made from SVG with resvg and the Roboto font, so that they look the same on every machine."""

from __future__ import annotations

import re

MAX_SIDE = 8000
"""The longest side of a PNG file in pixels."""

_SIZE = re.compile(r'<svg\b[^>]*?\bwidth="([\d.]+)"[^>]*?\bheight="([\d.]+)"')
_TAGS = re.compile(r"<[^>]*>")
_KNOWN = frozenset("–—‘’“”•…′″−×·≤≥≠∞\ufffd")


def to_png(svg: str, scale: float = 2.0) -> bytes:
    """The picture as a PNG file, ``scale`` pixels for each pixel of the SVG, its longest side at most 8,000.

    System fonts are consulted only for characters that Roboto does not have.
    """
    import font_roboto
    import resvg_py

    if not scale > 0:
        raise ValueError("the scale of a picture must be positive")
    found = _SIZE.search(svg)
    longest = max(map(float, found.groups())) if found else 0.0
    zoom = min(scale, MAX_SIDE / longest) if longest else scale
    files = [font_roboto.Roboto, font_roboto.RobotoMedium, font_roboto.RobotoBold]
    png: bytes = bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=zoom,
            font_files=files,
            font_family="Roboto",
            sans_serif_family="Roboto",
            skip_system_fonts=not _needs_more_fonts(svg),
        )
    )
    return png


def _needs_more_fonts(svg: str) -> bool:
    """True iff a text has characters beyond Latin, Greek and Cyrillic, which Roboto has."""
    if svg.isascii():
        return False
    return any(ord(char) >= 0x0530 and char not in _KNOWN for char in set(_TAGS.sub("", svg)))
