"""The forger of linear proofs: weights for a feasible instance that might look like a contradiction.

Where they come from:

- honest certificates of infeasible twins, moved over;
- an LP that is lied to: some edges or empty cells do not exist, some budgets are others. Where it has no solution, its
  duals are a proof that is right up to the lie;
- honest steps of the target's own, which close edges, before a step that is wrong;
- small weights from the grammar: sets that are whole parts of the board, single cells, all cells.

Structural changes follow: weights altered, sets grown, shrunk, made even or doubled, classes exchanged, steps put in.
"""

from __future__ import annotations

import copy
import random
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.matching.polytope import refute_or_face
from gourds.matching.polytope.averaging import average_counts
from gourds.matching.polytope.model import Program
from gourds.matching.polytope.rounding import rounded
from gourds.matching.polytope.solving import Simplex
from tests.forging.targets import Target

Data = dict[str, Any]


def linear(rng: random.Random, target: Target) -> Data:
    """One forged proof."""
    others = [c.data["steps"] for c in target.relatives if c.kind == "linear"]
    roll = rng.random()
    if roll < 0.3 and others:
        steps = copy.deepcopy(rng.choice(others))
    elif roll < 0.6:
        steps = _lied(rng, target)
    elif roll < 0.7:
        steps = [*copy.deepcopy(_own_steps(target)), small_step(rng, target)]
    else:
        steps = [small_step(rng, target) for _ in range(rng.choice([1, 1, 2, 3]))]
    for _ in range(rng.choice([0, 0, 1, 1, 2, 4])):
        _change(rng, target, steps)
    data: Data = {"steps": steps}
    if rng.random() < 0.04:
        data[rng.choice(["steps", "cells", "reason", "x"])] = rng.choice([None, 0, [], [[]], {}, "x", [None], [{}]])
    return data


@lru_cache(maxsize=64)
def _own_steps(target: Target) -> list[Data]:
    """Steps that are right: they close edges of the target that are in no placement."""
    return refute_or_face(target.instance).steps


@lru_cache(maxsize=64)
def _average(target: Target) -> NDArray[np.float64] | None:
    """What the lies have in common."""
    return average_counts(target.instance)


def _lied(rng: random.Random, target: Target) -> list[Data]:
    """What an LP proves of a program that is not quite the target's."""
    average = _average(target)
    if average is None:
        return [small_step(rng, target)]
    program = Program.of(target.instance, average)
    is_open = np.ones(len(program.edges) + len(program.spare), dtype=bool)
    budgets = program.budgets.copy()
    roll = rng.random()
    if roll < 0.3:
        is_open[rng.sample(range(len(program.edges)), min(len(program.edges), rng.randrange(1, 6)))] = False
    elif roll < 0.5 and len(program.spare) > 1:
        is_open[len(program.edges) + rng.randrange(len(program.spare)) :] = False
    elif len(budgets):
        for _ in range(rng.choice([1, 1, 2])):
            budgets[rng.randrange(len(budgets))] += rng.choice([-1, 1, 2])
    lied = program.restricted(is_open)
    lied = Program(lied.board, lied.edges, lied.spare, lied.class_of, np.maximum(budgets, 0), average)
    simplex = Simplex(lied, list(lied.triangles))
    found = simplex.solve()
    if found is None or found.reach > 1 - 1e-6:
        return [small_step(rng, target)]
    whole = np.ones(len(lied.edges) + len(lied.spare), dtype=bool)
    weights = rounded(lied, simplex.sets, found.duals, whole, lambda w: w.limit < 0)
    return [small_step(rng, target) if weights is None else weights.to_json(target.instance)]


def small_step(rng: random.Random, target: Target) -> Data:
    """A step with few weights, which mean something more often than not."""
    puzzle = target.puzzle
    cells = list(puzzle.color)
    step: Data = {"cells": [], "classes": [], "empty": 0, "sets": []}
    roll = rng.random()
    if roll < 0.15:
        return step
    if roll < 0.3:
        step["cells"] = [[*cell, rng.choice([1, 1, 2, -1])] for cell in rng.sample(cells, rng.randrange(1, 4))]
    elif roll < 0.4:
        step["cells"] = [[*cell, 1] for cell in cells]
        step["empty"] = rng.choice([0, -1, -2])
        if rng.random() < 0.5:
            step["classes"] = [[*pair, -2] for pair in puzzle.budget]
    elif roll < 0.5:
        step["empty"] = rng.choice([1, -1, 2])
    elif roll < 0.6:
        step["classes"] = [[*rng.choice(list(puzzle.budget)), rng.choice([1, -1, 2])]]
    else:
        part = rng.choice(puzzle.components)
        members = part if rng.random() < 0.6 else rng.sample(part, rng.randrange(1, len(part) + 1))
        step["cells"] = [[*cell, 1] for cell in members]
        step["sets"] = [[rng.choice([2, 2, 1, 3]), *(x for cell in members for x in cell)]]
        if rng.random() < 0.5:
            step["empty"] = rng.choice([-1, -1, 1])
        if rng.random() < 0.3:
            near = {o for cell in members for o in puzzle.partners[cell]} - set(members)
            step["cells"] += [[*cell, -1] for cell in sorted(near)]
    return step


def _change(rng: random.Random, target: Target, steps: list[Data]) -> None:
    """One structural change."""
    if not steps or rng.random() < 0.15:
        steps.insert(rng.randrange(len(steps) + 1), small_step(rng, target))
        return
    step = rng.choice(steps)
    key = rng.choice(["cells", "cells", "classes", "empty", "sets", "sets"])
    rows = step[key]
    cells = list(target.puzzle.color)
    if key == "empty":
        step["empty"] = rng.choice([0, rows + 1, rows - 1, -rows, True, 1.0, None]) if type(rows) is int else 0
        return
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) > 2 for row in rows):
        return  # spoiled before
    roll = rng.random()
    if roll < 0.1 and rows:
        del rows[rng.randrange(len(rows))]
    elif roll < 0.2 and rows:
        rows.append(copy.deepcopy(rng.choice(rows)))
    elif roll < 0.3 and key == "sets":
        size = rng.choice([3, 3, 5, 2, 4])
        rows.append([rng.choice([1, 2, -1]), *(x for cell in rng.sample(cells, min(size, len(cells))) for x in cell)])
    elif roll < 0.3 and key == "cells":
        rows.append([*rng.choice(cells), rng.choice([1, -1, 2])])
    elif roll < 0.3:
        rows.append([rng.randrange(-1, 4), rng.randrange(4), rng.choice([1, -1])])
    elif roll < 0.6 and rows:
        row = rng.choice(rows)
        at = 0 if key == "sets" else -1
        row[at] = rng.choice([row[at] + 1, row[at] - 1, -row[at], 2 * row[at], True, 1.0])
    elif roll < 0.75 and rows and key == "sets":
        row = rng.choice(rows)
        match rng.randrange(4):
            case 0:
                row += list(rng.choice(cells))
            case 1 if len(row) > 3:
                del row[-2:]
            case 2:
                row += row[1:3]
            case _:
                row += [x for cell in rng.sample(cells, min(2, len(cells))) for x in cell]
    elif roll < 0.85 and len(rows) > 1:
        a, b = rng.sample(rows, 2)
        a[:2], b[:2] = b[:2], a[:2]
    elif roll < 0.88:
        step[key] = rng.choice([None, 0, [[]], [[0]], [None], {}, [[1, 0.5, 2]], [[True, 1, 1]]])
    else:
        steps.reverse()
