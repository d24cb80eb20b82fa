"""Why there is no placement."""

from __future__ import annotations

from typing import Any

from gourds.solvers.base import Status
from gourds.solvers.explain import explain
from gourds.solvers.explain_words import bound_texts, marked_cells
from gourds.web.documents import Asked
from gourds.web.tasks import Say


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """What ``gourds explain --json`` says, with the demands in words and the cells to mark by regions."""
    instance = asked.instance()
    say("looking for a reason")
    found = explain(instance, asked.given["seconds"], seed=max(asked.seed(), 0))
    marked = marked_cells(instance, found) if found.status is Status.INFEASIBLE else {}
    cells = instance.board.cells.tolist()
    demands = bound_texts(instance, found)
    text = found.reason or ("there is a placement: nothing to explain" if found.status is Status.FEASIBLE else "")
    return {
        **found.to_json(instance),
        "cells": [[*cells[k], region] for k, region in marked.items()],
        "demands": demands,
        "text": f"{text}: {', '.join(demands)}" if demands and found.kind == "budgets" else text,
    }
