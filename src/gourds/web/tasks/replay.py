"""A plan followed move by move."""

from __future__ import annotations

from typing import Any

from gourds.following import follow
from gourds.web.documents import Asked
from gourds.web.tasks import Say


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """What ``gourds replay --json`` says, and where the plan ends."""
    target = asked.configuration("target") if "target" in asked else None
    followed = follow(asked.configuration("start"), asked.plan(), target, say)
    return {**followed.to_json(), "final": followed.replay.final.to_json()}
