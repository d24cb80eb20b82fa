"""What there is to choose from."""

from __future__ import annotations

from typing import Any

from gourds import __version__
from gourds.reconfigure.algorithms import ALGORITHMS
from gourds.solvers import registry
from gourds.solvers.counting_api import COUNTERS
from gourds.web.documents import Asked
from gourds.web.tasks import Say
from gourds.web.tasks.example import entries, example_name
from gourds.web.tasks.shape import SHAPES


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """Version, limits, solvers, shapes, algorithms, examples."""
    return {
        "version": __version__,
        "limits": asked.given["limits"],
        "solvers": [_solver(solver.to_json()) for solver in registry().values()],
        "counters": ["auto", *COUNTERS],
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
