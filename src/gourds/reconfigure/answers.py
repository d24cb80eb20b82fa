"""What planning found, as plain JSON: the objects that ``gourds reconfigure`` and ``gourds play-out`` print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gourds.configuration import Configuration
from gourds.moves import Walk, unfold

if TYPE_CHECKING:
    from gourds.reconfigure.colored.playing import PlayedOut
    from gourds.reconfigure.planning import Reconfiguration


def plan_document(start: Configuration, walk: Walk) -> dict[str, Any]:
    """The document of a plan, moves in full."""
    moves = [
        {"gourd": move.gourd, "kind": move.kind.value, "to": [list(cell) for cell in move.to]}
        for part in unfold(start, walk)
        for move in part
    ]
    return {"format": "gourds-plan", "version": 1, "moves": moves}


def walk_document(walk: Walk) -> dict[str, Any]:
    """The document of a plan as the walk of the empty cell."""
    return {"format": "gourds-plan", "version": 1, "empty": list(walk.start), "walk": walk.letters}


def planning_answer(found: Reconfiguration, plan: dict[str, Any] | None) -> dict[str, Any]:
    """The answer of ``gourds reconfigure --json`` with the plan in the spelling given."""
    return {**_common(found), **_made(found, plan)}


def playing_answer(found: PlayedOut, plan: dict[str, Any] | None) -> dict[str, Any]:
    """The answer of ``gourds play-out --json`` with the plan in the spelling given."""
    placement, target = found.placement, found.target
    return {
        **_common(found, {"targets_tried": found.targets_tried}),
        "placement": None if placement is None else placement.to_json(),
        "target": None if target is None else target.to_json(),
        **_made(found, plan),
    }


def gap_of(moves: int, lower_bound: int) -> float:
    """Which part of the moves might be saved at most: those above the bound, divided by all, as solvers of MIPs say."""
    return (moves - lower_bound) / max(1, moves)


def _made(found: Reconfiguration | PlayedOut, plan: dict[str, Any] | None) -> dict[str, Any]:
    return {"plan": plan} if found.certificate is None else {"plan": plan, "certificate": found.certificate.summary()}


def _common(found: Reconfiguration | PlayedOut, more: dict[str, Any] | None = None) -> dict[str, Any]:
    walk = found.walk
    return {
        "status": found.status,
        "algorithm": found.algorithm,
        "moves": None if walk is None else len(walk),
        "kinds": None if walk is None else walk.kind_counts(),
        "shortest": found.is_shortest,
        "lower_bound": found.lower_bound,
        "gap": None if walk is None else round(gap_of(len(walk), found.lower_bound), 4),
        **(more or {}),
        **({"reason": found.reason} if found.reason else {}),
        "time_s": round(found.time_s, 6),
        "stats": found.stats,
    }
