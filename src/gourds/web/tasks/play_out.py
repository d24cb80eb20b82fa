"""The colored puzzle from beginning to end."""

from __future__ import annotations

from typing import Any

from gourds.reconfigure.answers import playing_answer, walk_document
from gourds.web.documents import Asked
from gourds.web.tasks import Say

_USUAL = 10.0


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """What ``gourds play-out --json`` says, with the plan as the walk of the empty cell."""
    from gourds.reconfigure.colored.playing import play_out

    limit = asked.given["seconds"] if "time_limit" in asked else min(_USUAL, asked.given["seconds"])
    found = play_out(
        asked.instance(),
        asked.configuration("start"),
        asked.text("algorithm", "best"),
        placement=asked.placement() if "placement" in asked else None,
        time_limit=limit,
        seed=asked.seed(),
        say=say,
    )
    return playing_answer(found, None if found.walk is None else walk_document(found.walk))
