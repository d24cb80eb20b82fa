"""Reasons that are sums: proofs by the independent checker, sentences by the definition."""

from __future__ import annotations

import json
import random
import re
import time
from typing import Any

import pytest

from gourds.certificates.verify import verify_certificate
from gourds.counting import Counting
from gourds.errors import InternalError
from gourds.explain import explaining
from gourds.explain.core import Core, check
from gourds.explain.explaining import explain
from gourds.explain.linear import linear_steps, placement_or_steps, shortened
from gourds.explain.parts import Refuted, placement_or_refuted
from gourds.explain.problem import Problem
from gourds.explain.reasons import by_sums, marked_cells
from gourds.explain.sums import Sums
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from gourds.solvers.base import Status
from gourds.solvers.brute import all_placements
from tests.explain.test_explaining import nearly_planted
from tests.reduction_boards import planted_cubic, reduction_board, unsatisfiable_cubic
from tests.whole_boards import beyond, extreme

BEYOND = [
    (3, 2, 11),
    (3, 2, 12),
    (3, 3, 30),
    (3, 3, 31),
    (3, 4, 21),
    (3, 5, 24),
    (5, 2, 1),
    (5, 3, 1),
    (5, 3, 5),
    (5, 5, 6),
]
"""Radius, colors, seed."""


def is_proof(instance: Instance, steps: Any) -> bool:
    """By the checker, from a file's text."""
    certificate = Certificate("linear", instance.digest, {"steps": json.loads(json.dumps(list(steps)))})
    return bool(verify_certificate(instance, Certificate.from_text(certificate.to_text())))


def sums_by_definition(instance: Instance, step: dict[str, Any]) -> tuple[int, int]:
    """What the cells weigh, and the most that gourds, the empty cell and odd sets can weigh against it."""
    most = -step["empty"] + sum(row[0] * ((len(row) // 2 - 1) // 2) for row in step["sets"])
    most -= sum(weight * instance.budgets[i, j] for i, j, weight in step["classes"])
    return sum(weight for *_, weight in step["cells"]), most


def confirm_reading(instance: Instance, step: dict[str, Any]) -> Sums:
    """Everything that the words rest on, edge by edge."""
    sums = Sums.of(instance, step)
    cells, most = sums_by_definition(instance, step)
    assert cells > most
    assert (sums.asked, sums.offered) == (
        (cells, most) if sums.cells_ask else (-most + held(sums), -cells + held(sums))
    )
    colors = instance.cell_colors.tolist()
    for v, w in instance.board.edges.tolist():
        pair = (min(colors[v], colors[w]), max(colors[v], colors[w]))
        if pair not in instance.budgets:
            continue
        own = sums.cells.get(v, 0) + sums.cells.get(w, 0)
        around = sum(weight for weight, members in sums.sets if v in members and w in members)
        kind = sums.kinds.get(pair, 0)
        assert own <= kind + around if sums.cells_ask else own + around >= kind
    return sums


def held(sums: Sums) -> int:
    return sum(weight * (len(cells) // 2) for weight, cells in sums.sets)


@pytest.mark.parametrize(("radius", "colors", "seed"), BEYOND)
def test_boards_beyond_reach(radius: int, colors: int, seed: int) -> None:
    instance = beyond(radius, colors, seed)
    steps = linear_steps(instance)
    assert steps is not None
    assert is_proof(instance, steps)
    sums = confirm_reading(instance, steps[-1])
    numbers = [int(text.replace(",", "")) for text in re.findall(r"\d[\d,]*", sums.sentence())]
    needy = [value for value in sums.cells.values() if value == 1]
    if "give at most" in sums.sentence() or "offer at most" in sums.sentence():
        assert {sums.asked, sums.offered} <= set(numbers)
    elif sums.cells_ask:
        assert numbers[0] == len(needy) > numbers[-1] == sums.offered + len(sums.cells) - len(needy)
    else:
        assert numbers[0] == sums.asked


@pytest.mark.parametrize("case", [(3, 3, 30), (3, 3, 31), (3, 4, 21), (5, 3, 5), (5, 5, 6)])
def test_explanations_are_checked_and_carry_their_weights(case: tuple[int, int, int]) -> None:
    instance = beyond(*case)
    found = explain(instance, 30)
    assert (found.status, found.kind, found.checked, found.minimal) == (Status.INFEASIBLE, "linear", True, None)
    document = found.to_json(instance)
    assert is_proof(instance, document["steps"])
    (step,) = document["steps"]
    assert sorted(document["region"]) == sorted([q, r] for q, r, _ in step["cells"])
    assert document["parts"] == [
        [list(place) for place in zip(row[1::2], row[2::2], strict=True)] for row in step["sets"]
    ]
    assert [(entry["gourd"], entry["at"]) for entry in document["budgets"]] == [
        ([instance.colors[i], instance.colors[j]], "least" if weight > 0 else "most")
        for i, j, weight in step["classes"]
    ]
    assert found.reason == confirm_reading(instance, step).sentence()
    assert set(marked_cells(instance, found)) == set(found.region).union(*found.parts)


def test_small_boards_by_exhaustion() -> None:
    rng, seen = random.Random(7), 0
    while seen < 40:
        instance = nearly_planted(rng, rng.choice([9, 11, 13, 15]))
        found = None if instance is None else explain(instance, isolate=False)
        if instance is None or found is None:
            continue
        assert (found.status is Status.FEASIBLE) == (next(all_placements(instance), None) is not None)
        if found.kind == "linear":
            seen += 1
            assert found.checked
            assert is_proof(instance, found.steps)
            confirm_reading(instance, dict(found.steps[-1]))


@pytest.mark.parametrize("part", ["cells", "classes", "empty"])
def test_a_wrong_weight_is_caught(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    instance = beyond(3, 3, 30)
    steps = linear_steps(instance)
    assert steps is not None
    broken = json.loads(json.dumps(steps))
    if part == "empty":
        broken[0]["empty"] += 1
    else:
        broken[0][part][0][-1] += 1
    assert is_proof(instance, steps)
    assert not is_proof(instance, broken)
    monkeypatch.setattr(explaining, "linear_steps", lambda *_: broken)
    with pytest.raises(InternalError, match="does not stand up"):
        explain(instance, isolate=False)


def test_shortening_leaves_out_what_is_not_needed() -> None:
    from gourds.matching.polytope import refute_or_face

    for radius, colors, seed in BEYOND:
        instance = beyond(radius, colors, seed)
        refutation = refute_or_face(instance, shrink=False).refutation
        assert refutation is not None
        before = refutation.data["steps"]
        after = shortened(instance, before)
        assert is_proof(instance, after)
        assert size_of(after) <= size_of(before)
        assert shortened(instance, before, time_limit=0) == before
    assert sum(len(step["cells"]) for step in after) < 20


def size_of(steps: list[dict[str, Any]]) -> int:
    return sum(len(step["cells"]) + sum(len(row) // 2 for row in step["sets"]) for step in steps)


def test_several_steps_are_told_and_left_as_they_are() -> None:
    instance = beyond(3, 3, 30)
    steps = linear_steps(instance)
    assert steps is not None
    twice = [*steps, *steps]
    assert shortened(instance, twice) == twice
    found, _ = by_sums(instance, twice)
    assert found.reason.endswith("; one step before this one closes edges that no placement uses")
    assert len(found.to_json(instance)["steps"]) == 2


ROW = Instance.build([(q, 0) for q in range(7)], list("aabbcba"), [("a", "b", 1), ("b", "c", 1), ("a", "a", 1)])


@pytest.mark.parametrize(
    ("cells", "classes", "empty", "sets", "words"),
    [
        ([1, 1], {(0, 1): -1}, 0, [], "each of these 2 cells needs the one (a, b)-gourd: that is enough for 1"),
        (
            [1, 1, 1, -1],
            {(0, 1): -1},
            0,
            [],
            "needs a gourd with one other cell or the one (a, b)-gourd: that is enough for 2",
        ),
        ([1, 1, 1], {(0, 1): -1}, -1, [], "needs the one (a, b)-gourd or to stay empty: that is enough for 2"),
        (
            [1] * 4,
            {(0, 1): -1},
            -1,
            [1],
            "the one (a, b)-gourd, a gourd inside a triangle or to stay empty: that is enough for 3",
        ),
        ([1], {}, 0, [], "this cell needs a gourd: that is enough for none"),
        ([-1], {(0, 1): 1, (1, 2): 1}, 0, [], "each of the 2 (a, b)- and (b, c)-gourds covers the same cell"),
        ([-1, 1], {(0, 1): 1}, 0, [], "the one (a, b)-gourd and one other cell each need the same cell: room for 1"),
        (
            [],
            {(0, 1): 1, (1, 2): 1},
            0,
            [1],
            "each of the 2 (a, b)- and (b, c)-gourds lies inside a triangle: room for 1",
        ),
        (
            [-1, -1],
            {(0, 1): 1, (1, 2): 1},
            1,
            [],
            "covers one of the same 2 cells, and the empty cell is one of these: room for 1",
        ),
        ([2, 1], {(0, 1): -2}, 0, [], "the weighted cells ask for 3, but (a, b)-gourds give at most 2"),
        (
            [-2, -1],
            {(0, 1): 2, (1, 2): 2},
            0,
            [1],
            "the weighted cells and odd sets offer at most 4, but (a, b)- and (b, c)-gourds",
        ),
    ],
)
def test_sentences(
    cells: list[int], classes: dict[tuple[int, int], int], empty: int, sets: list[int], words: str
) -> None:
    """Of weights as they are, whether or not they prove anything."""
    step = {
        "cells": [[q, 0, weight] for q, weight in enumerate(cells)],
        "classes": [[i, j, weight] for (i, j), weight in classes.items()],
        "empty": empty,
        "sets": [[weight, 0, 0, 1, 0, 2, 0] for weight in sets],
    }
    assert words in Sums.of(ROW, step).sentence()


@pytest.mark.parametrize("colors", [3, 5, 8])
def test_large_boards_take_well_under_a_second(colors: int) -> None:
    found = explain(beyond(12, colors, 1), 30)
    assert found.kind in ("linear", "class")
    assert found.checked
    assert found.time_s < 5  # 0.3 s on an idle machine


def test_looking_longer_finds_placements_too() -> None:
    instance = extreme(5, 3, 1)
    found = placement_or_steps(instance, 0)
    assert isinstance(found, Placement)
    assert not placement_faults(instance, found)
    steps = placement_or_steps(beyond(3, 3, 30), 0)
    assert isinstance(steps, list)
    assert is_proof(beyond(3, 3, 30), steps)


# -- boards that fall apart ----------------------------------------------------------------------------------------


def test_what_a_refutation_names_cannot_be_met() -> None:
    instance = reduction_board(unsatisfiable_cubic(6))
    refuted = placement_or_refuted(instance)
    assert isinstance(refuted, Refuted)
    assert verify_certificate(instance, refuted.certificate)
    empty_color = Counting(instance).empty_color
    assert empty_color is not None
    problem = Problem(instance)
    place = {v: k for k, v in enumerate(problem.cells)}
    assert check(problem, Core({*refuted.bounds, *(place[v] for v in refuted.cells)}))
    assert isinstance(placement_or_refuted(reduction_board(planted_cubic(6, 1))), Placement)
    assert placement_or_refuted(beyond(12, 8, 1)) is None


def test_large_boards_of_the_reduction() -> None:
    instance = reduction_board(unsatisfiable_cubic(300))
    start = time.monotonic()
    found = explain(instance, 60)
    assert (found.kind, found.minimal, found.checked) == ("budgets", False, True)
    assert time.monotonic() - start < 20  # 0.6 s on an idle machine
    assert found.regions == 900
    assert len({bound.pair for bound in found.bounds}) <= 4 * 300
    assert explain(reduction_board(planted_cubic(300, 1)), 60).status is Status.FEASIBLE
