"""Linear proofs: what the checker takes, and what it does not."""

from __future__ import annotations

import copy
import time

import pytest

from gourds.certificates.puzzle import Puzzle
from gourds.certificates.verify import verify_certificate
from gourds.files.certificates import Certificate
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.solvers import Status, solve
from tests.solvers.small import small_instance
from tests.whole_boards import beyond

EMPTY = {"cells": [], "classes": [], "empty": 0, "sets": []}


def check(instance: Instance, *steps: object) -> tuple[str, str]:
    certificate = Certificate("linear", instance.digest, {"steps": list(steps)})
    result = verify_certificate(instance, Certificate.from_text(certificate.to_text()))
    return result.verdict.value, result.reason


@pytest.fixture(scope="module")
def proof() -> tuple[Instance, dict]:
    instance = beyond(4, 3, 2)
    result = solve(instance, "polytope", isolate=False)
    assert result.status is Status.INFEASIBLE
    assert result.certificate is not None
    assert result.certificate.kind == "linear"
    (step,) = result.certificate.data["steps"]
    return instance, step


def test_an_honest_proof_is_valid_and_says_so(proof):
    instance, step = proof
    assert check(instance, step) == ("valid", "the linear argument holds")
    assert step["cells"]
    assert step["classes"]


def test_a_multiple_is_as_good_and_the_opposite_is_not(proof):
    instance, step = proof

    def times(factor: int) -> dict:
        return {
            "cells": [[q, r, factor * w] for q, r, w in step["cells"]],
            "classes": [[i, j, factor * w] for i, j, w in step["classes"]],
            "empty": factor * step["empty"],
            "sets": [[factor * row[0], *row[1:]] for row in step["sets"]],
        }

    assert check(instance, times(7))[0] == "valid"
    assert check(instance, times(10**40))[0] == "valid"
    assert check(instance, times(0))[0] == "invalid"
    assert check(instance, times(-1))[0] == "invalid"


def test_any_class_may_have_a_weight(proof):
    """A weight on every class and its price back on the cells and the empty cell changes nothing."""
    instance, step = proof
    changed = copy.deepcopy(step)
    colors = len(instance.colors)
    weights = {(i, j): w for i, j, w in step["classes"]}
    changed["classes"] = [[i, j, weights.get((i, j), 0) - 2] for i in range(colors) for j in range(i, colors)]
    cells = {(q, r): w for q, r, w in step["cells"]}
    changed["cells"] = [[*cell, cells.get(cell, 0) + 1] for cell in instance.board.cell_list()]
    changed["empty"] = step["empty"] - 1
    assert check(instance, changed)[0] == "valid"


def dangling(instance: Instance) -> tuple[Cell, Cell] | None:
    """A cell that cannot stay empty and has one partner, and this partner, if it has others."""
    puzzle = Puzzle.of(instance)
    for cell, near in puzzle.partners.items():
        if len(near) == 1 and puzzle.color[cell] != puzzle.empty_color() and len(puzzle.partners[near[0]]) > 1:
            return cell, near[0]
    return None


@pytest.mark.parametrize("seed", [69, 164, 279, 493, 600, 815, 1419, 1993])
def test_what_an_earlier_step_closed_needs_no_check(seed):
    """A cell with one partner closes the partner's other edges; then they may have any price."""
    instance = small_instance(seed)
    result = solve(instance, "polytope", isolate=False)
    assert result.certificate is not None
    (step,) = result.certificate.data["steps"]
    found = dangling(instance)
    assert found is not None
    cell, partner = found
    closing = {**EMPTY, "cells": [[*cell, 1], [*partner, -1]]}
    weights = {(q, r): w for q, r, w in step["cells"]}
    weights[cell] = weights.get(cell, 0) - 1000
    weights[partner] = weights.get(partner, 0) + 1000
    after = {**step, "cells": [[*place, w] for place, w in weights.items()]}
    assert check(instance, step)[0] == "valid"
    assert check(instance, closing, step)[0] == "valid"
    assert check(instance, closing, after)[0] == "valid"
    assert check(instance, after) == ("invalid", "the price of an open edge or cell is negative")
    assert check(instance, closing) == ("invalid", "the limit of the last step is not below zero")
    assert check(instance, closing, closing, after) == ("invalid", "step 1 closes nothing: its limit is 0")
    assert check(instance, {**closing, "cells": [[*cell, 2], [*partner, -1]]}, after)[0] == "invalid"


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("cells", [[0, 0, 1], [0, 0, 1]], "has a weight already"),
        ("cells", [[9, 9, 1]], "is no cell of the board"),
        ("cells", [[0, 0]], "must have 3 numbers"),
        ("cells", [[0, 0, 1.0]], "must be a list of integers"),
        ("cells", [[0, 0, True]], "must be a list of integers"),
        ("cells", None, "must be a list"),
        ("classes", [[1, 0, 1]], "is no pair of colors"),
        ("classes", [[0, 3, 1]], "is no pair of colors"),
        ("classes", [[-1, 0, 1]], "is no pair of colors"),
        ("classes", [[0, 1, 1], [0, 1, 1]], "has a weight already"),
        ("empty", 1.0, "empty must be an integer"),
        ("empty", False, "empty must be an integer"),
        ("empty", None, "empty must be an integer"),
        ("sets", [[1, 0, 0, 1, 0]], "a set of 2 cells is not odd"),
        ("sets", [[1, 0, 0, 0, 0, 1, 0]], "different cells"),
        ("sets", [[1, 0, 0, 1, 0, 9, 9]], "different cells"),
        ("sets", [[1, 0, 0, 1]], "different cells"),
        ("sets", [[0, 0, 0, 1, 0, 0, 1]], "must be positive"),
        ("sets", [[-1, 0, 0, 1, 0, 0, 1]], "must be positive"),
        ("sets", [[1]], "two or more"),
        ("sets", [[]], "two or more"),
    ],
)
def test_entries_are_read_strictly(proof, key, value, reason):
    instance, step = proof
    verdict, said = check(instance, {**step, key: value})
    assert verdict == "invalid"
    assert reason in said


@pytest.mark.parametrize("steps", [[], [None], [[]], ["x"], [{}], [{**EMPTY, "more": 1}], [{"cells": []}]])
def test_steps_are_read_strictly(proof, steps):
    assert check(proof[0], *steps)[0] == "invalid"


@pytest.mark.parametrize("data", [{}, {"steps": {}}, {"steps": None}, {"steps": [EMPTY], "x": 1}])
def test_so_is_the_rest(proof, data):
    instance, _ = proof
    assert not verify_certificate(instance, Certificate("linear", instance.digest, data))


def test_after_a_proof_nothing_may_follow(proof):
    instance, step = proof
    assert check(instance, step, EMPTY) == ("invalid", "step 0 is a proof, but more steps follow")
    assert check(instance, EMPTY, step) == ("invalid", "step 0 closes nothing: its limit is 0")


def test_it_does_not_apply_where_counting_decides():
    instance = Instance.build([(0, 0), (1, 0), (2, 0)], list("aab"), [("b", "b", 1)])
    assert check(instance, EMPTY)[1] == "counting alone decides this instance; a linear proof does not apply"


def test_large_proofs_are_small_and_quick():
    instance = beyond(9, 3, 1)
    result = solve(instance, "polytope", isolate=False)
    assert result.certificate is not None
    text = result.certificate.to_text()
    assert len(text) < 20_000
    start = time.process_time()
    assert verify_certificate(instance, Certificate.from_text(text))
    assert time.process_time() - start < 3
