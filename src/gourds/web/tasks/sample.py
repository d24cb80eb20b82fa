"""Placements drawn uniformly among all."""

from __future__ import annotations

from typing import Any

from gourds.solvers.counting_api import sample
from gourds.web.documents import Asked
from gourds.web.tasks import Say

_MOST = 1_000


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """So many placements, independent of each other."""
    instance, number = asked.instance(), asked.number("n", 1, 1, _MOST)
    say("drawing")
    drawn = sample(instance, number, asked.seed(), asked.given["seconds"], asked.given["memory_mb"])
    return {"placements": [placement.to_json() for placement in drawn]}
