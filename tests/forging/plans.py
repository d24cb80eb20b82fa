"""Forged plans, in full and as walks, from forged starts to forged targets: one random case at a time."""

from __future__ import annotations

import copy
import json
import random
from itertools import pairwise
from typing import Any

import numpy as np

from gourds import replay
from gourds.files import loads
from gourds.moves import KINDS, Plan
from tests.forging.forgery import Document, Forgery, verdict
from tests.forging.plan_changes import CHANGES, HONEST, SPELLING, Case, honest_case, honest_start
from tests.forging.plan_definition import is_number, is_plan

LONG_SHARE = 0.001
"""How many of the plans are so long that compiled code follows them."""
LONG = 5_200


def forge(rng: random.Random) -> Forgery:
    """One case: a start, a plan and mostly a target, changed or not."""
    number = rng.randrange(HONEST)
    start = copy.deepcopy(honest_start(number))
    is_long, as_walk = rng.random() < LONG_SHARE, rng.random() < 0.3
    plan, target = honest_case(start, LONG if is_long else rng.choice([0, 1, 2, 3, 5, 8, 12]), rng, as_walk)
    case: Case = {"start": start, "plan": plan} | ({"target": target} if rng.random() < 0.7 else {})
    made = []
    for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3])):
        change = rng.choice(CHANGES)
        if all(case[name]["gourds"] and case[name]["cells"] for name in case if name != "plan"):
            before = json.dumps(case)
            change(case, rng)
            made += [change.__name__] if json.dumps(case) != before else []
        if change in SPELLING:
            break
    is_right = is_plan(case["start"], case["plan"], case.get("target"))
    return Forgery(f"start {number}", tuple(made), case, is_right, _verdicts(case, rng))


def _verdicts(case: Case, rng: random.Random) -> dict[str, bool | str]:
    """What the replay says: of files, of a plan in parts, and of columns that no file could hold."""
    values: dict[str, Any] = {"target": None}

    def by_file() -> bool:
        for name in ("start", "target", "plan"):
            if name in case:
                values[name] = loads(json.dumps(case[name]))
        return bool(replay(values["start"], values["plan"], values["target"]))

    def in_parts() -> bool:
        plan = values["plan"]
        cuts = sorted(rng.randrange(len(plan) + 1) for _ in range(2))
        parts = (Plan(plan.gourds[a:b], plan.kinds[a:b], plan.to[a:b]) for a, b in pairwise([0, *cuts, len(plan)]))
        return bool(replay(values["start"], parts, values["target"]))

    def by_columns() -> bool:
        moves = case["plan"]["moves"]
        columns = Plan(
            np.array([move["gourd"] for move in moves], dtype=np.int64),
            np.array([KINDS.index(move["kind"]) for move in moves], dtype=np.uint8),
            np.array([[*a, *b] for a, b in (move["to"] for move in moves)], dtype=np.int64),
        )
        return bool(replay(values["start"], columns, values["target"]))

    said = {"file": verdict(by_file)}
    if isinstance(values.get("plan"), Plan) and rng.random() < 0.3:
        said["parts"] = verdict(in_parts)
    if "start" in values and ("target" not in case or values["target"]) and _fits_columns(case["plan"]):
        said["columns"] = verdict(by_columns)
    return said


def _fits_columns(plan: Document) -> bool:
    """True iff the plan can be a table of 64-bit numbers."""

    def fits(move: Any) -> bool:
        if not isinstance(move, dict) or move.get("kind") not in tuple(KINDS) or not is_number(move.get("gourd")):
            return False
        to = move.get("to")
        cells = isinstance(to, list) and len(to) == 2 and all(isinstance(cell, list) and len(cell) == 2 for cell in to)
        return cells and all(is_number(x) for cell in to for x in cell)

    return "moves" in plan and all(map(fits, plan["moves"]))
