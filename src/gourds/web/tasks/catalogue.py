"""What the page can choose from: solvers, shapes, algorithms, examples; and which job a question asks for."""

from __future__ import annotations

import tomllib
from typing import Any

from gourds import __version__
from gourds.bundled import bundled_folder
from gourds.counts.placements import counters
from gourds.files import load_instance, load_placement
from gourds.files.table import document_of
from gourds.reconfigure.algorithms import ALGORITHMS
from gourds.solvers import registry
from gourds.web import kinds
from gourds.web.documents import NotFoundError, Question
from gourds.web.tasks import Say
from gourds.web.tasks.drafts import SHAPES


def hello(question: Question, say: Say) -> dict[str, Any]:
    """Version, limits, solvers, shapes, algorithms, examples."""
    return {
        "version": __version__,
        "limits": question.given["limits"],
        "solvers": [_solver(solver.to_json()) for solver in registry().values()],
        "counters": ["auto", *counters()],
        "shapes": [shape.to_json() for shape in SHAPES.values()],
        "algorithms": {name: algorithm.summary for name, algorithm in ALGORITHMS.items()},
        "examples": [
            {
                "name": example_name(entry),
                "cells": entry["cells"],
                "colors": entry["colors"],
                "gourds": entry["gourds"],
                "verdict": entry.get("verdict"),
                "has_placement": "placement" in entry,
            }
            for entry in entries()
        ],
    }


def _solver(listed: dict[str, Any]) -> dict[str, Any]:
    names = {"decide": "decides", "find": "finds", "count": "counts", "prove": "proves"}
    return {names.get(key, key): value for key, value in listed.items()}


def entries() -> list[dict[str, Any]]:
    """The tables of the manifest."""
    text = (bundled_folder("instances") / "MANIFEST.toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["instance"]
    return found


def example_name(entry: dict[str, Any]) -> str:
    """The path of an instance without its endings."""
    return str(entry["file"]).removesuffix(".gz").rpartition(".")[0]


def example(question: Question, say: Say) -> dict[str, Any]:
    """The instance, and its placement if one comes with it; only names in the manifest are looked up."""
    entry = next((one for one in entries() if example_name(one) == question.given["name"]), None)
    if entry is None:
        raise NotFoundError("there is no example of this name")
    folder = bundled_folder("instances")
    instance = load_instance(folder / entry["file"])
    answer = {"document": document_of(instance), "name": example_name(entry), "verdict": entry.get("verdict")}
    if "placement" in entry:
        answer["placement"] = document_of(load_placement(folder / entry["placement"]))
    return answer


def read_job(question: Question, say: Say) -> tuple[str, float]:
    """The kind of a job and its seconds, where the body is too long to be parsed by the server itself."""
    return kinds.read_job(question.fields, question.given["longest"])
