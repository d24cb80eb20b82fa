"""Gadgets as text: gourds join the cells that they cover."""

from __future__ import annotations

from gourds.reductions.gadgets.coverings import Table
from gourds.reductions.gadgets.drawing import bundled_gadgets
from gourds.render.figure.text import draw_gadget, side_by_side

PAPER = bundled_gadgets()


def test_a_gadget_alone_looks_like_its_file():
    assert draw_gadget(PAPER.variable.symbol_at) == [
        "· · x x V V · ·",
        " · · V · · x · ·",
        "  · · V · · x · ·",
        "   · · x x V V · ·",
    ]


def test_every_gourd_is_a_line():
    for gadget in (PAPER.variable, PAPER.clause):
        table = Table.of(PAPER, gadget)
        for covering in table.example.values():
            text = "\n".join(draw_gadget(gadget.symbol_at, covering, is_cropped=True))
            assert text.count("───") + text.count("╲") + text.count("╱") == len(covering)
            assert sum(text.count(symbol) for symbol in "xVXYZ") == len(gadget.inner)


def test_marked_cells_are_in_brackets():
    drawn = draw_gadget(PAPER.variable.symbol_at, marked=[(2, 0), (7, 3)])
    assert drawn[0].count("[") == drawn[3].count("]") == 1
    assert "[x]" in drawn[0]


def test_blocks_side_by_side():
    blocks = [["ab", "c"], ["d"], ["e", "f", "g"]]
    assert side_by_side(blocks, 10, 2) == ["ab  d   e", "c       f", "        g"]
    assert side_by_side(blocks, 6, 2) == ["ab  d", "c", "", "e", "f", "g"]
    assert side_by_side([], 10) == []
