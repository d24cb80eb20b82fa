"""The exact number of placements."""

from __future__ import annotations

from typing import Any

from gourds.solvers.counting_api import counted
from gourds.web.documents import Asked
from gourds.web.tasks import Say


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """What ``gourds count --json`` says."""
    instance, solver = asked.instance(), asked.text("solver", "auto")
    say("counting")
    return counted(instance, solver, asked.given["seconds"], asked.given["memory_mb"]).to_json()
