"""Boards while they are drawn: shapes to begin with, facts and counting laws, budgets that fit.

The gourds of a draft need not fit its cells. With c_i cells of color i and b_ij gourds, the budgets of two different
colors leave r_i = c_i − Σ_{j≠i} b_ij cells of color i, to be covered in pairs of that color: so budgets of one color
are *implied*, b_ii = ⌊r_i / 2⌋, exactly one r_i must be odd, and that color stays empty once.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from gourds.board import Board
from gourds.counting import Counting
from gourds.counts.sampling import sample
from gourds.errors import Fault, Faults, InputError, quoted
from gourds.facts import board_facts, instance_facts
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.matching.maximum import maximum_matching
from gourds.placement import Placement
from gourds.shapes import SHAPES
from gourds.values import is_text
from gourds.web.documents import Question
from gourds.web.tasks import Say

# -- shapes ---------------------------------------------------------------------------------------------------------


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
    for number in chosen.numbers:
        value = given.get(number.name, number.default)
        if type(value) is not int or not number.least <= value <= question.board_cells:
            place = f"parameters.{number.name}"
            raise InputError(Fault(place, f"must be a whole number from {number.least} to {question.board_cells:,}"))
        values[number.name] = value
    question.limit_cells(chosen.most_cells(**values), "parameters")
    return {"cells": chosen.cells(values, question.seed()).tolist()}


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
