"""Boards while they are drawn: shapes to begin with, facts and counting laws, budgets that fit.

The gourds of a draft need not fit its cells. With c_i cells of color i and b_ij gourds, the budgets of two different
colors leave r_i = c_i − Σ_{j≠i} b_ij cells of color i, to be covered in pairs of that color: so budgets of one color
are *implied*, b_ii = ⌊r_i / 2⌋, exactly one r_i must be odd, and that color stays empty once.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gourds import shapes
from gourds.board import Board
from gourds.counting import Counting
from gourds.counts.sampling import sample
from gourds.errors import Fault, Faults, InputError, quoted
from gourds.facts import board_facts, instance_facts
from gourds.hexgrid import Cell, CellArray
from gourds.instance import Instance
from gourds.matching.maximum import maximum_matching
from gourds.placement import Placement
from gourds.values import is_text
from gourds.web.documents import Question
from gourds.web.tasks import Say

# -- shapes ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parameter:
    """A number that can be chosen."""

    name: str
    default: int
    least: int
    most: int
    help: str


@dataclass(frozen=True)
class Shape:
    """A shape, and the most cells that it can have, known before it is made."""

    name: str
    parameters: tuple[Parameter, ...]
    make: Callable[[dict[str, int], int], CellArray]
    predicted: Callable[[dict[str, int]], int]
    is_random: bool = False

    def to_json(self) -> dict[str, Any]:
        """What the page shows."""
        listed = [
            {"name": one.name, "default": one.default, "min": one.least, "max": one.most, "help": one.help}
            for one in self.parameters
        ]
        return {"name": self.name, "parameters": listed, "random": self.is_random}


_WIDTH: Final = Parameter("width", 5, 1, 5_000, "cells in a row")
_HEIGHT: Final = Parameter("height", 5, 1, 5_000, "number of rows")
_SIZE: Final = Parameter("size", 31, 3, 50_000, "number of cells")

SHAPES: Final = {
    shape.name: shape
    for shape in (
        Shape(
            "hexagon",
            (Parameter("radius", 2, 0, 128, "steps from the center to the rim"),),
            lambda p, _: shapes.hexagon(p["radius"]),
            lambda p: 3 * p["radius"] * (p["radius"] + 1) + 1,
        ),
        Shape(
            "parallelogram",
            (_WIDTH, _HEIGHT),
            lambda p, _: shapes.parallelogram(p["width"], p["height"]),
            lambda p: p["width"] * p["height"],
        ),
        Shape(
            "brick",
            (_WIDTH, _HEIGHT),
            lambda p, _: shapes.brick(p["width"], p["height"]),
            lambda p: p["width"] * p["height"],
        ),
        Shape(
            "triangle",
            (Parameter("side", 5, 1, 315, "cells along a side"),),
            lambda p, _: shapes.triangle(p["side"]),
            lambda p: p["side"] * (p["side"] + 1) // 2,
        ),
        Shape(
            "trapezoid",
            (Parameter("base", 6, 1, 5_000, "cells in the longest row"), _HEIGHT),
            lambda p, _: shapes.trapezoid(p["base"], p["height"]),
            lambda p: p["base"] * p["height"],
        ),
        Shape(
            "strip",
            (Parameter("size", 21, 1, 50_000, "number of cells"),),
            lambda p, _: shapes.strip(p["size"]),
            lambda p: p["size"],
        ),
        Shape(
            "comb",
            (
                Parameter("teeth", 3, 1, 1_000, "number of teeth"),
                Parameter("length", 4, 1, 1_000, "cells along a tooth"),
            ),
            lambda p, _: shapes.comb(p["teeth"], p["length"]),
            lambda p: p["teeth"] * (8 + 2 * p["length"]),
        ),
        Shape(
            "ring",
            (
                Parameter("radius", 3, 1, 128, "outer radius"),
                Parameter("width", 2, 1, 128, "width of the ring"),
            ),
            lambda p, _: shapes.ring(p["radius"], p["width"]),
            lambda p: 3 * p["radius"] * (p["radius"] + 1) + 1,
        ),
        Shape("star-of-david", (), lambda _p, _s: shapes.star_of_david(), lambda p: 13),
        Shape(
            "random",
            (_SIZE,),
            lambda p, seed: shapes.random_connected(p["size"], seed),
            lambda p: p["size"],
            is_random=True,
        ),
        Shape(
            "random-proper",
            (_SIZE,),
            lambda p, seed: shapes.random_proper(p["size"], seed),
            lambda p: p["size"],
            is_random=True,
        ),
    )
}
"""The shapes by name."""


def shape(question: Question, say: Say) -> dict[str, Any]:
    """The cells of a shape."""
    name = question.text("shape")
    if name not in SHAPES:
        raise InputError(Fault("shape", f"must be one of {', '.join(SHAPES)}, not {quoted(name)}"))
    chosen = SHAPES[name]
    given = question.fields.get("parameters", {})
    if not isinstance(given, dict):
        raise InputError(Fault("parameters", "must be an object"))
    values: dict[str, int] = {}
    for one in chosen.parameters:
        value = given.get(one.name, one.default)
        if type(value) is not int or not one.least <= value <= one.most:
            place = f"parameters.{one.name}"
            raise InputError(Fault(place, f"must be a whole number from {one.least} to {one.most:,}"))
        values[one.name] = value
    question.limit_cells(chosen.predicted(values), "parameters")
    return {"cells": chosen.make(values, question.seed()).tolist()}


# -- facts and counting laws ----------------------------------------------------------------------------------------


Pair = tuple[str, str]
_MOST_GOURDS = 10**9
_LISTED = 8


def facts(question: Question, say: Say) -> dict[str, Any]:
    """The facts that ``gourds info --json`` gives, as far as there are any, and the laws."""
    cells, colors = question.colored_cells()
    budgets = read_budgets(question)
    if not cells:
        laws = _laws(Counter(), budgets, None)
        return {"facts": None, "faults": [], "laws": {**laws, "needs": ["draw a board: at least one cell"]}}
    gourds = [(a, b, count) for (a, b), count in budgets.items()]
    instance, faults = None, []
    try:
        instance = Instance.build(cells, colors, gourds)
    except InputError as error:
        faults = [str(fault) for fault in error.faults[:_LISTED]]
    board = instance.board if instance is not None else Board.from_cells(cells)
    known = instance_facts(instance) if instance is not None else {"name": None, **board_facts(board)}
    refuted = Counting(instance).refutation if instance is not None else None
    laws = _laws(Counter(colors), budgets, refuted)
    return {"facts": known, "faults": faults, "laws": {**laws, "needs": _needs(board, laws)}}


def read_budgets(question: Question) -> dict[Pair, int]:
    """The gourds of a draft, added up by kind; colors sorted."""
    sums: Counter[Pair] = Counter()
    faults = Faults()
    rows = question.items("gourds") if "gourds" in question else []
    question.limit_cells(len(rows), "gourds")
    for k, row in enumerate(rows):
        sound = isinstance(row, list) and len(row) == 3 and is_text(row[0]) and is_text(row[1])
        if not sound or type(row[2]) is not int or not 0 <= row[2] <= _MOST_GOURDS:
            faults.add(f"gourds[{k}]", "must be [color, color, number]")
            continue
        first, second = sorted(row[:2])
        sums[first, second] += row[2]
    faults.check()
    return dict(sorted(sums.items()))


def _laws(cells: Counter[str], budgets: dict[Pair, int], refuted: str | None) -> dict[str, Any]:
    names = sorted({*cells, *(color for pair in budgets for color in pair)})
    ends: Counter[str] = Counter()
    apart: Counter[str] = Counter()
    for (a, b), count in budgets.items():
        ends[a] += count
        ends[b] += count
        if a != b:
            apart[a] += count
            apart[b] += count
    left = {color: cells[color] - apart[color] for color in names}
    odd = [color for color in names if left[color] % 2]
    fits = len(odd) == 1 and min(left.values(), default=-1) >= 0
    implied = [[color, color, max(left[color], 0) // 2] for color in names]
    rows = [
        {"color": color, "cells": cells[color], "ends": ends[color], "balance": cells[color] - ends[color]}
        for color in names
    ]
    return {
        "missing": sum(cells.values()) // 2 - sum(budgets.values()),
        "per_color": rows,
        "implied": [row for row in implied if row[2] or (row[0], row[0]) in budgets],
        "empty_color": odd[0] if fits else None,
        "refuted": refuted,
    }


def _needs(board: Board, laws: dict[str, Any]) -> list[str]:
    """What has to change before there can be a placement, in words."""
    needs = []
    if not board.is_connected:
        needs.append("the board is not connected: join its parts")
    if board.size % 2 == 0:
        needs.append(f"{board.size:,} cells are an even number: add or remove one cell")
    missing = laws["missing"]
    if missing:
        gourds = f"{abs(missing):,} gourd" + ("s" if abs(missing) > 1 else "")
        needs.append(f"add {gourds}" if missing > 0 else f"remove {gourds}")
    off = [row for row in laws["per_color"] if row["balance"]]
    ones = [row for row in off if row["balance"] == 1]
    if len(ones) == 1 and len(off) == 1:
        return needs
    for row in off[:_LISTED]:
        color, balance = row["color"], row["balance"]
        if not row["cells"]:
            needs.append(f"color {color} is on no cell, but {row['ends']:,} ends have it")
        elif balance < 0:
            needs.append(f"color {color}: {-balance:,} ends more than cells")
        else:
            needs.append(f"color {color}: {balance:,} cells without an end")
    if not off and board.size % 2:
        needs.append("no color is left for the empty cell")
    elif len(ones) > 1:
        needs.append("one color alone may have one cell more than ends: that of the empty cell")
    return needs


# -- budgets from a random placement --------------------------------------------------------------------------------


def fill(question: Question, say: Say) -> dict[str, Any]:
    """The gourds of a placement, and the placement; with ``exact`` drawn uniformly among all."""
    cells, colors = question.colored_cells()
    if len(cells) % 2 == 0:
        raise InputError(Fault("cells", f"an odd number of cells is needed, one stays empty; here are {len(cells):,}"))
    color_of = dict(zip(cells, colors, strict=True))
    placement = _uniform(cells, question.seed()) if question.flag("exact") else _random(cells, question.seed())
    gourds = Counter(tuple(sorted((color_of[a], color_of[b]))) for a, b in placement.gourds)
    return {
        "gourds": [[a, b, count] for (a, b), count in sorted(gourds.items())],
        "placement": placement.to_json(),
    }


def _random(cells: list[Cell], seed: int) -> Placement:
    board = Board.from_cells(cells)
    mate = maximum_matching(board.size, board.edges, rng=random.Random(seed))
    if int((mate < 0).sum()) != 1:
        raise InputError("gourds cannot cover all cells of this board but one")
    return Placement.from_mates(board, mate.tolist())


def _uniform(cells: list[Cell], seed: int) -> Placement:
    plain = Instance.build(cells, ["a"] * len(cells), [("a", "a", len(cells) // 2)])
    return sample(plain, 1, seed)[0]
