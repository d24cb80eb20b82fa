"""What the server itself must know of a job: its kind, and its time limit."""

from __future__ import annotations

import math
from typing import Any, Final

from gourds.errors import Fault, InputError
from gourds.files.json_values import kind_of_value

JOB_KINDS: Final = (
    "solve",
    "count",
    "probabilities",
    "sample",
    "explain",
    "crosscheck",
    "shuffle",
    "plan",
    "play_out",
    "extract",
    "reduce",
)
"""The kinds of work that run as jobs."""


def terms_of(asked: Any, longest: float) -> tuple[str, float]:
    """The kind of a job and the seconds that it gets. Raises InputError."""
    if not isinstance(asked, dict):
        raise InputError(f"a JSON object is needed, this is {kind_of_value(asked)}")
    kind, limit = asked.get("kind"), asked.get("time_limit", longest)
    if not isinstance(kind, str) or kind not in JOB_KINDS:
        raise InputError(Fault("kind", f"must be one of {', '.join(JOB_KINDS)}"))
    if limit is None:
        return kind, longest
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not 0 < limit < math.inf:
        raise InputError(Fault("time_limit", "must be a positive number of seconds"))
    return kind, float(min(limit, longest))  # in this order: not every int is a float
