"""The kinds of work that the page can ask for. The server imports this module, so it imports none of the work."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from gourds.errors import Fault, InputError
from gourds.files.json_values import kind_of_value

TASKS: Final = {
    "answers": ("solve", "count", "probabilities", "sample", "explain", "maximize", "crosscheck"),
    "boards": ("hello", "example", "thumbnails", "shape", "facts", "fill", "read_job"),
    "campaigns": (
        *("campaigns", "campaign_status", "campaign_report"),
        *("families", "plan_campaign", "new_campaign", "run_campaign"),
    ),
    "files": ("read", "write"),
    "formulas": ("reduce", "place_assignment", "extract"),
    "puzzle": ("shuffle", "plan", "play_out", "share", "judge"),
}
"""All kinds, by the module of ``gourds.web.tasks`` that has a function of that name."""

LOOKED_UP: Final = {
    "/api/examples/{name:path}": "example",
    "/api/families": "families",
    "/api/campaigns": "campaigns",
    "/api/campaigns/{name}/status": "campaign_status",
    "/campaigns/{name:path}": "campaign_report",
}
"""The kinds that are answered at once from what the address says, by their paths."""

QUICK: Final = {
    "/api/read": "read",
    "/api/write": "write",
    "/api/shape": "shape",
    "/api/facts": "facts",
    "/api/fill": "fill",
    "/api/reduce": "reduce",
    "/api/place-assignment": "place_assignment",
    "/api/thumbnails": "thumbnails",
    "/api/campaigns/plan": "plan_campaign",
    "/api/campaigns/new": "new_campaign",
}
"""The kinds that are answered at once from a body, by their paths."""

JOBS: Final = (*TASKS["answers"], *TASKS["puzzle"], "reduce", "extract", "run_campaign")
"""The kinds that run as jobs."""

ALONE: Final = ("run_campaign",)
"""The kinds of which one job at a time is taken: two campaigns would disturb each other's times."""


def read_job(question: Any, longest: Mapping[str, float]) -> tuple[str, float]:
    """The kind of job that a question asks for, and its seconds, at most the ``longest``. Raises InputError."""
    if not isinstance(question, dict):
        raise InputError(f"a JSON object is needed, this is {kind_of_value(question)}")
    kind, limit = question.get("kind"), question.get("time_limit")
    if not isinstance(kind, str) or kind not in JOBS:
        raise InputError(Fault("kind", f"must be one of {', '.join(JOBS)}"))
    if limit is None:
        return kind, longest[kind]
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not 0 < limit < math.inf:
        raise InputError(Fault("time_limit", "must be a positive number of seconds"))
    return kind, float(min(limit, longest[kind]))  # in this order: not every int is a float
