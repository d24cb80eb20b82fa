"""Figures of gadgets, of their tables and of whole boards."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from gourds.errors import InputError
from gourds.formulas.cubic import planted_cubic
from gourds.formulas.formula import Cnf, OneInThree
from gourds.placement import Placement
from gourds.reductions.gadgets.coverings import Table
from gourds.reductions.gadgets.drawing import Gadget, GadgetSet, bundled_gadgets, parse_gadget
from gourds.reductions.reduction import Reduction
from gourds.render.figure.board import COLUMNS, Span, fold, reduction_figure
from gourds.render.figure.gadgets import gadget_figure, table_figure
from gourds.render.raster import to_png
from gourds.render.text import width

SVG = "{http://www.w3.org/2000/svg}"
PAPER = bundled_gadgets()
TRIPLE = OneInThree(3, ((1, 2, 3), (1, 2, 3), (1, 2, 3)))
NAMES = ["variable", "clause"]

SMALL = """gourds gadget 1
name: variable
board:
  F F x V F F
   F F x V F F
gourds:
  x V 2
  x x 1
  F F 4
coverings:
  false: x V 2
  true: x x 1, V V 1
"""


def parse(svg: str) -> ET.Element:
    root = ET.fromstring(svg.encode())
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"
    return root


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(SVG + "text")]


def captions(root: ET.Element) -> str:
    """All texts but those in cells, one after the other."""
    return " ".join(text for text in texts(root) if len(text) > 3)


def gourds(root: ET.Element) -> int:
    return sum(path.attrib["d"].count("a") == 3 for path in root.iter(SVG + "path")) // 2


def tiles(root: ET.Element) -> int:
    return sum(path.find(SVG + "title") is not None for path in root.iter(SVG + "path"))


def texts_on_the_page(root: ET.Element) -> bool:
    """True iff no text reaches over the right or the lower end of the page, by what its groups say of its place."""
    page = float(root.attrib["width"]), float(root.attrib["height"])
    found = []

    def walk(element: ET.Element, x: float, y: float, size: float, anchor: str) -> None:
        move = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)$", element.get("transform", "translate(0 0)"))
        assert move is not None
        x, y = x + float(move[1]), y + float(move[2])
        size, anchor = float(element.get("font-size", size)), element.get("text-anchor", anchor)
        if element.tag == SVG + "text":
            wide = width(element.text or "", size) * (0.5 if anchor == "middle" else 1)
            left = x + float(element.get("x", 0)) - (wide if anchor == "middle" else 0)
            right, low = x + float(element.get("x", 0)) + wide, y + float(element.get("y", 0))
            found.append(left >= 0 and right <= page[0] and 0 < low <= page[1])
        for child in element:
            walk(child, x, y, size, anchor)

    walk(root, 0, 0, 0, "start")
    return bool(found) and all(found)


def test_the_variable_gadget() -> None:
    root = parse(gadget_figure(PAPER, PAPER.variable))
    found = texts(root)
    for text in ("The variable gadget", "x is false", "6 (x, V)", "x is true", "3 (x, x), 3 (V, V)"):
        assert text in found
    assert "with 6 (x, V), 3 (x, x), 1 (V, V), 10 (F, F)" in found
    assert (tiles(root), gourds(root)) == (3 * 32, 2 * 16)
    assert float(root.attrib["width"]) <= 900
    assert texts_on_the_page(root)


def test_the_clause_gadget() -> None:
    root = parse(gadget_figure(PAPER, PAPER.clause))
    found = texts(root)
    assert "X is true, Y and Z are false" in found
    assert "2 (X, V), 5 (V, V), 1 (Y, Y), 1 (Z, Z), 1 (X, Y), 1 (X, Z), 1 (Y, Z)" in found
    assert {"Y is true, X and Z are false", "Z is true, X and Y are false", "The clause gadget"} <= set(found)
    assert (tiles(root), gourds(root)) == (4 * 48, 3 * 24)
    assert float(root.attrib["width"]) <= 900
    assert texts_on_the_page(root)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_has_a_panel_for_every_signature(name: str) -> None:
    gadget: Gadget = getattr(PAPER, name)
    table = Table.of(PAPER, gadget)
    root = parse(table_figure(PAPER, gadget))
    frames = [rect for rect in root.iter(SVG + "rect") if rect.get("class") == "frame"]
    assert len(frames) == len(table.count)
    assert sum("stroke-width" in rect.attrib for rect in frames) == len(gadget.coverings)
    assert gourds(root) == len(table.count) * len(gadget.inner) // 2
    shown = re.findall(r"([\d,]+) coverings?\b(?!,)", captions(root))
    assert sorted(map(int, shown)) == sorted(table.count.values())
    assert f"{table.total} coverings, {len(table.count)} signatures" in captions(root)
    assert float(root.attrib["width"]) <= 900
    assert texts_on_the_page(root)


def test_tables_begin_with_what_means_something() -> None:
    found = [text for text in texts(parse(table_figure(PAPER, PAPER.clause))) if "·" in text]
    assert found == ["X is true · 4 coverings", "Y is true · 4 coverings", "Z is true · 4 coverings"]
    svg = table_figure(PAPER, PAPER.variable)
    assert svg.index("x is false · 1 covering") < svg.index("x is true · 1 covering")


def test_another_gadget() -> None:
    """Covered with two (x, V), but (V, V) is not among the gourds that exist here: the other covering is missing."""
    small = parse_gadget(SMALL, "variable")
    clause = replace(PAPER.clause, gourds={("X", "Y"): 1, ("F", "F"): 12})
    root = parse(gadget_figure(GadgetSet(small, clause), small))
    assert "x is true: no such covering" in texts(root)
    assert gourds(root) == 6
    assert texts_on_the_page(root)
    complete = parse(gadget_figure(GadgetSet(small, PAPER.clause), small))
    assert "x is true" in texts(complete)
    assert gourds(complete) == 12
    assert gourds(parse(table_figure(GadgetSet(small, PAPER.clause), small))) == 4


def test_a_gadget_without_coverings() -> None:
    lone = Gadget("variable", (("F", "F", "x", "V", "F", "F"),), {("x", "x"): 1}, {"false": {("x", "x"): 1}})
    gadgets = GadgetSet(lone, replace(PAPER.clause, gourds={}))
    root = parse(table_figure(gadgets, lone))
    assert "0 coverings, 0 signatures" in captions(root)
    assert gourds(root) == 0
    assert "x is false: no such covering" in texts(parse(gadget_figure(gadgets, lone)))


def test_wide_gadgets_stand_one_below_the_other() -> None:
    rows = tuple((*"FF" * 40, *row[2:]) for row in PAPER.clause.rows)
    wide = replace(PAPER.clause, rows=rows)
    root = parse(gadget_figure(GadgetSet(PAPER.variable, wide), wide))
    assert float(root.attrib["height"]) > 400
    assert texts_on_the_page(root)


def test_strange_texts_are_escaped() -> None:
    symbol = '<&">'
    rows = (("F", "F", symbol, "V", "F", "F"),)
    strange = Gadget("a <b> & c", rows, {("V", symbol): 1}, {"</svg>": {("V", symbol): 1}})
    for svg in (gadget_figure(PAPER, strange), table_figure(PAPER, strange)):
        assert "a <b> & c" in captions(parse(svg))
    assert f"1 ({symbol}, V)" in texts(parse(gadget_figure(PAPER, strange)))
    assert "</svg> is true: no such covering" in texts(parse(gadget_figure(PAPER, strange)))


def test_a_board_without_placement() -> None:
    root = parse(reduction_figure(Reduction.of(TRIPLE)))
    found = texts(root)
    assert [text for text in found if text == "x1 + x2 + x3 = 1"] == ["x1 + x2 + x3 = 1"] * 3
    assert found.count("x1") == 6 + 3 * 4 + 1  # in the cells, and over the gadget
    assert "3 variables, 3 clauses" in found
    assert "241 cells · 120 gourds · 5 colors · 4 rows, folded into 2 bands" in found
    assert (tiles(root), gourds(root)) == (241, 0)
    assert float(root.attrib["width"]) <= 1200
    assert texts_on_the_page(root)


def test_a_board_with_a_placement() -> None:
    reduction = Reduction.of(TRIPLE)
    root = parse(reduction_figure(reduction, reduction.place((False, True, False))))
    found = texts(root)
    assert {"x1 = false", "x2 = true", "x3 = false"} <= set(found)
    assert found.count("x1 + x2 + x3 = 0 + 1 + 0 = 1") == 3
    assert gourds(root) == 120
    assert len(list(root.iter(SVG + "circle"))) == 1  # the empty cell


@pytest.mark.parametrize("order", ["variables-first", "clauses-first", "alternating", "shuffled"])
def test_boards_in_any_order(order: str) -> None:
    formula, assignment = planted_cubic(9, 1)
    reduction = Reduction.of(formula, order=order, seed=3)
    root = parse(reduction_figure(reduction, reduction.place(assignment)))
    found = texts(root)
    for v, value in enumerate(assignment, start=1):
        assert f"x{v} = {str(value).lower()}" in found
    assert sum(text.endswith(" = 1") for text in found) == 9
    assert (tiles(root), gourds(root)) == (721, 360)
    assert float(root.attrib["width"]) <= 1200
    assert texts_on_the_page(root)


def test_extra_filler_has_brackets_of_its_own() -> None:
    reduction = Reduction.of(TRIPLE, color_exponent=0.27)
    columns = reduction.board.extra_columns
    root = parse(reduction_figure(reduction))
    assert columns > COLUMNS
    assert texts(root).count("extra filler") == -(-columns // COLUMNS)
    assert tiles(root) == reduction.board.predicted_cells
    assert float(root.attrib["width"]) <= 1200


def test_a_variable_may_have_no_value() -> None:
    reduction = Reduction.of(TRIPLE)
    placement = reduction.place((True, False, False))
    first = [gourd for gourd in placement.gourds if gourd[0][0] >= 8]
    found = texts(parse(reduction_figure(reduction, Placement.build(placement.empty, first))))
    assert "x1: no value" in found
    assert found.count("x1 + x2 + x3 = 1") == 3


def test_placements_that_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="not on the board"):
        reduction_figure(Reduction.of(TRIPLE), Placement.build((0, 0), [((90, 0), (91, 0))]))


def test_boards_of_other_formulas_and_gadgets() -> None:
    chained = Reduction.of(Cnf(1, ((1,),)))
    assert tiles(parse(reduction_figure(chained))) == chained.board.predicted_cells
    nothing = Reduction.of(OneInThree(0, ()))
    assert tiles(parse(reduction_figure(nothing))) == 1
    rows = tuple(tuple("FF" * 20 + "".join(row)) for row in PAPER.clause.rows)
    gourds_too = {**PAPER.clause.gourds, ("F", "F"): 12 + 80}
    wide = GadgetSet(PAPER.variable, replace(PAPER.clause, rows=rows, gourds=gourds_too))
    root = parse(reduction_figure(Reduction.of(TRIPLE, gadgets=wide)))
    assert tiles(root) == 1 + 4 * (3 * 8 + 3 * 52)
    assert texts_on_the_page(root)


def test_bands_are_few_and_of_one_kind() -> None:
    def spans(kinds: str) -> list[Span]:
        found, first = [], 0
        for kind in kinds:
            found.append(Span(kind, kind, first, 8 if kind == "v" else 12))
            first += found[-1].columns
        return found

    def folded(kinds: str) -> list[str]:
        return ["".join(span.kind for span in band) for band in fold(spans(kinds))]

    assert folded("v") == ["v"]
    assert folded("vvvccc") == ["vvv", "ccc"]
    assert folded("vvvvvvcccccc") == ["vvv", "vvv", "ccc", "ccc"]
    assert "".join(folded("vcvcvccvv")) == "vcvcvccvv"
    assert len(folded("vcvcvccvv")) == 3


@pytest.mark.parametrize("name", NAMES)
def test_the_same_input_gives_the_same_bytes(name: str) -> None:
    again = parse_gadget(getattr(PAPER, name).text(), name)
    assert gadget_figure(PAPER, getattr(PAPER, name)) == gadget_figure(PAPER, again)
    assert table_figure(PAPER, getattr(PAPER, name)) == table_figure(PAPER, again)
    placed = [reduction_figure(r, r.place((True, False, False))) for r in (Reduction.of(TRIPLE), Reduction.of(TRIPLE))]
    assert placed[0] == placed[1]


def test_figures_need_no_ids_or_styles_and_become_png() -> None:
    for svg in (gadget_figure(PAPER, PAPER.variable), reduction_figure(Reduction.of(TRIPLE))):
        assert not re.search(r"<style|\bid=|url\(|href", svg)
        assert to_png(svg, 0.5).startswith(b"\x89PNG")
