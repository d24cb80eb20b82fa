"""What the page can choose from: solvers, shapes, algorithms, examples; and which job a question asks for."""

from __future__ import annotations

from typing import Any

from gourds import __version__
from gourds.bundled import bundled_folder
from gourds.counts.placements import counters
from gourds.files import load_instance, load_placement
from gourds.files.manifest import read_manifest
from gourds.files.table import document_of
from gourds.reconfigure.algorithms import ALGORITHMS
from gourds.shapes import SHAPES, Shape
from gourds.solvers import registry
from gourds.solvers.external.shipped import Program, found_programs
from gourds.web import kinds
from gourds.web.documents import NotFoundError, Question
from gourds.web.tasks import Say


def hello(question: Question, say: Say) -> dict[str, Any]:
    """Version, limits, solvers, shapes, algorithms, examples."""
    return {
        "version": __version__,
        "limits": question.context["limits"],
        "solvers": [*(_solver(solver.to_json()) for solver in registry().values()), *map(_program, found_programs())],
        "counters": ["auto", *counters()],
        "shapes": [_shape(shape) for shape in SHAPES.values()],
        "algorithms": {name: algorithm.summary for name, algorithm in ALGORITHMS.items()},
        "examples": [
            {
                "name": entry.name,
                "cells": entry.cells,
                "colors": entry.colors,
                "gourds": entry.gourds,
                "verdict": entry.verdict,
                "has_placement": entry.placement is not None,
            }
            for entry in read_manifest(bundled_folder("instances"))
        ],
    }


def _solver(listed: dict[str, Any]) -> dict[str, Any]:
    names = {"decide": "decides", "find": "finds", "count": "counts", "prove": "proves"}
    return {names.get(key, key): value for key, value in listed.items()}


def _program(program: Program) -> dict[str, Any]:
    """Somebody else's solver, in the same form; where it lies on this machine is not told."""
    does = {"decides": True, "finds": True, "counts": False, "proves": program.prove, "randomized": False}
    return {"name": program.name, "summary": program.summary, "version": "", "variants": [], **does}


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
    verdict = entry.verdict if entry.is_of_its_file else None
    answer = {"document": document, "name": entry.name, "verdict": verdict}
    if entry.placement is not None:
        answer["placement"] = document_of(load_placement(entry.folder / entry.placement))
    return answer


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
    return kinds.read_job(question.fields, question.context["longest"], question.context["longer"])
