from __future__ import annotations

import re
import struct
from typing import Any

import pytest

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.render import picture, raster, to_html, to_png, to_svg


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert png[12:16] == b"IHDR"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_png_has_the_size_asked_for(small: Any) -> None:
    svg = to_svg(*small)
    wide, high = map(float, re.findall(r'(?:width|height)="([\d.]+)"', svg)[:2])
    once, thrice = size_of(to_png(svg, 1)), size_of(to_png(svg, 3))
    assert abs(once[0] - wide) <= 1
    assert abs(once[1] - high) <= 1
    assert abs(thrice[0] - 3 * wide) <= 1


def test_png_is_the_same_every_time(small: Any) -> None:
    svg = to_svg(*small)
    assert to_png(svg) == to_png(svg)


def test_png_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "MAX_SIDE", 700)
    svg = to_svg(Board.from_cells(shapes.hexagon(4)))
    assert 690 <= max(size_of(to_png(svg, 20))) <= 701


def test_png_with_letters_of_other_scripts(plant: Any) -> None:
    instance, placement = plant(shapes.hexagon(1), ["变", "ж", "\x00"])
    size_of(to_png(to_svg(instance, placement), 1))


@pytest.mark.parametrize("scale", [0, -1, float("nan")])
def test_png_needs_a_positive_scale(small: Any, scale: float) -> None:
    with pytest.raises(ValueError, match="scale"):
        to_png(to_svg(*small), scale)


def test_html_stands_alone(small: Any) -> None:
    page = to_html(to_svg(*small), "<Title> & more")
    assert page.startswith("<!DOCTYPE html>")
    assert "<title>&lt;Title&gt; &amp; more</title>" in page
    assert not re.search(r"https?:|//[a-z]|\bsrc=|href=|@import|url\(", page)
    assert "default-src 'none'" in page
    assert "prefers-color-scheme: dark" in page
    assert page.count("<svg") == page.count("</svg>") == 1
    assert page.count("<script>") == 1


def test_html_is_safe_from_names(plant: Any) -> None:
    instance, placement = plant(shapes.hexagon(1), ["</script><script>alert(1)</script>", "b"])
    assert to_html(to_svg(instance, placement), "</title>").count("<script>") == 1


def test_the_ending_of_a_name_chooses_the_format(small: Any) -> None:
    instance, placement = small
    assert picture(instance, placement, "a.svg", legend=False) == to_svg(instance, placement, legend=False).encode()
    assert picture(instance, None, "a.html").startswith(b"<!DOCTYPE html>")
    size_of(picture(instance, placement, "a.PNG", scale=1))
    with pytest.raises(InputError, match="must end in"):
        picture(instance, None, "a.gif")
