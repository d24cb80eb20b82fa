"""Moves from one configuration to another."""

from __future__ import annotations

from typing import Any

from gourds.reconfigure.answers import planning_answer, walk_document
from gourds.reconfigure.planning import plan_moves
from gourds.web.documents import Asked
from gourds.web.tasks import Say

_USUAL = 10.0


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """What ``gourds reconfigure --json`` says, with the plan as the walk of the empty cell."""
    limit = asked.given["seconds"] if "time_limit" in asked else min(_USUAL, asked.given["seconds"])
    found = plan_moves(
        asked.configuration("start"),
        asked.configuration("target"),
        asked.text("algorithm", "best"),
        time_limit=limit,
        seed=asked.seed(),
        say=say,
    )
    return planning_answer(found, None if found.walk is None else walk_document(found.walk))
