"""Boards to begin with and boards while they are drawn; what else the page can choose from."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from gourds.board import Board
from gourds.bundled import bundled_folder
from gourds.counts.sampling import sample
from gourds.errors import Fault, Faults, InputError, quoted
from gourds.facts import board_facts, instance_facts
from gourds.files import load_instance, load_placement
from gourds.files.manifest import read_manifest
from gourds.files.table import document_of
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.matching.maximum import maximum_matching
from gourds.placement import Placement
from gourds.shapes import SHAPES, Shape
from gourds.solvers import registry
from gourds.solvers.external.shipped import found_programs
from gourds.values import is_text
from gourds.web import kinds
from gourds.web.documents import NotFoundError, Question
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


# -- facts ----------------------------------------------------------------------------------------------------------


_MOST_GOURDS = 10**9


def facts(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds info --json`` says; of the board alone, if the gourds do not fit its cells yet."""
    cells, colors = question.colored_cells()
    gourds = _read_gourds(question)
    if not cells:
        return {"facts": None}
    try:
        return {"facts": instance_facts(Instance.build(cells, colors, gourds))}
    except InputError:
        return {"facts": {"name": None, **board_facts(Board.from_cells(cells))}}


def _read_gourds(question: Question) -> list[tuple[str, str, int]]:
    """The gourds of a draft, added up by kind; colors sorted."""
    sums: Counter[tuple[str, str]] = Counter()
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
    return [(*pair, count) for pair, count in sorted(sums.items())]


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


# -- the catalogue -----------------------------------------------------------------------------------------------------


def hello(question: Question, say: Say) -> dict[str, Any]:
    """Limits, solvers (those of other people too, but not where they lie on this machine), shapes, examples."""
    solvers = [(solver.name, solver.summary, solver.variants) for solver in registry().values()]
    programs = [(program.name, program.summary, ()) for program in found_programs()]
    return {
        "limits": question.context["limits"],
        "solvers": [
            {"name": name, "summary": summary, "variants": variants}
            for name, summary, variants in (*solvers, *programs)
        ],
        "shapes": [_shape(shape) for shape in SHAPES.values()],
        "examples": [
            {"name": entry.name, "cells": entry.cells, "colors": entry.colors, "verdict": entry.verdict}
            for entry in read_manifest(bundled_folder("instances"))
        ],
    }


def _shape(shape: Shape) -> dict[str, Any]:
    numbers = [
        {"name": number.name, "default": number.default, "min": number.least, "help": number.help}
        for number in shape.numbers
    ]
    return {"name": shape.name, "parameters": numbers}


def example(question: Question, say: Say) -> dict[str, Any]:
    """The instance, and its placement if one comes with it; only names in the manifest are looked up."""
    entries = read_manifest(bundled_folder("instances"))
    entry = next((one for one in entries if one.name == question.context["name"]), None)
    if entry is None:
        raise NotFoundError("there is no example of this name")
    document = document_of(load_instance(entry.path))
    if entry.placement is None:
        return {"document": document}
    return {"document": document, "placement": document_of(load_placement(entry.folder / entry.placement))}


_PICTURED = 700
"""Examples with more cells have no small picture."""


def thumbnails(question: Question, say: Say) -> dict[str, Any]:
    """The colored cells of all small examples, by name: enough to draw them small."""
    found = {}
    for entry in read_manifest(bundled_folder("instances")):
        if (entry.cells or 0) <= _PICTURED and entry.path.name.endswith((".json", ".txt")):
            instance = load_instance(entry.path)
            names = [instance.colors[k] for k in instance.cell_colors.tolist()]
            found[entry.name] = [[*cell, name] for cell, name in zip(instance.board.cell_list(), names, strict=True)]
    return {"thumbnails": found}


def read_job(question: Question, say: Say) -> tuple[str, float]:
    """The kind of a job and its seconds, where the body is too long to be parsed by the server itself."""
    return kinds.read_job(question.fields, question.context["longest"])
