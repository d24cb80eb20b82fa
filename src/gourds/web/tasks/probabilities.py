"""How likely each gourd and each empty cell is."""

from __future__ import annotations

from typing import Any

from gourds.solvers.counting_api import all_digits, edge_probabilities
from gourds.web.documents import Asked
from gourds.web.tasks import Say


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """The probability of every edge and of every cell to stay empty, in a placement drawn uniformly."""
    instance = asked.instance()
    say("counting")
    found = edge_probabilities(instance, asked.given["seconds"], asked.given["memory_mb"])
    with all_digits():
        total = str(found.total)
    return {
        "count": total,
        "edges": [[list(a), list(b), float(share)] for (a, b), share in found.edges.items()],
        "empties": [[list(cell), float(share)] for cell, share in found.empties.items()],
    }
