"""The randomized algebra: right on small boards of all sorts, and wrong only on the side and as often as it says."""

from __future__ import annotations

import random
from functools import cache

import pytest

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.families.colorings import color_board
from gourds.instance import Instance
from gourds.matching.tutte.search import prepare
from gourds.placement import placement_faults
from gourds.solvers import Result, Status, solve
from gourds.solvers.brute import all_placements
from tests.solvers.small import small_instance

TINY = (5, 7, 11, 13, 101)


def run(instance: Instance, seed: int = 0, **settings: object) -> Result:
    return solve(instance, "algebraic", seed=seed, isolate=False, settings=settings)


def board(seed: int, cells: int = 6) -> Board:
    """A board with an odd number of cells, some with holes or cut cells."""
    rng = random.Random(seed)
    kind = rng.choice(["ring", "comb", "connected", "holes", "proper"])
    if kind == "ring":
        full = Board.from_cells(shapes.ring(2, 1))
    elif kind == "comb":
        full = Board.from_cells(shapes.comb(3, rng.choice([2, 3])))
    elif kind == "holes":
        full = Board.from_cells([cell for cell in shapes.hexagon(2).tolist() if cell not in ([0, 0], [1, 1])])
    elif kind == "proper":
        return Board.from_cells(shapes.random_proper(2 * rng.randrange(2, cells) + 1, seed))
    else:
        full = Board.from_cells(shapes.random_connected(2 * rng.randrange(2, cells) + 1, seed))
    if full.size % 2:
        return full
    spare = [k for k in range(full.size) if k not in set(full.cut_cells)]
    return Board.from_cells([cell for k, cell in enumerate(full.cell_list()) if k != rng.choice(spare[-1:])])


@cache
def few_colors(seed: int, cells: int = 6) -> tuple[Instance, bool]:
    """One to four colors on such a board, and whether it is feasible."""
    rng = random.Random(seed)
    for attempt in range(1000):
        try:
            instance = color_board(
                board(seed + 7919 * attempt, cells),
                coloring=rng.choice(["planted", "near-miss", "near-miss", "random"]),
                pattern=rng.choice(["uniform", "patches"]),
                colors=1 + seed % 4,
                rng=rng,
            )
        except InputError:
            continue
        return instance, next(all_placements(instance), None) is not None
    raise AssertionError


def check(instance: Instance, feasible: bool, result: Result) -> None:
    assert result.status is (Status.FEASIBLE if feasible else Status.INFEASIBLE)
    if feasible:
        assert result.error_bound == 0
        assert result.placement is not None
        assert placement_faults(instance, result.placement) == []
        return
    assert 0 <= result.error_bound <= 2**-60
    assert result.certificate is not None
    assert result.certificate.digest == instance.digest
    if result.error_bound:
        assert result.certificate.kind == "claimed"
        assert "probability" in (result.reason or "")


def test_verdicts_equal_exhaustive_search_for_few_colors():
    holes = undecided = feasibles = 0
    for seed in range(400):
        instance, feasible = few_colors(seed, 10)
        result = run(instance, seed)
        check(instance, feasible, result)
        holes += not instance.board.is_hole_free
        undecided += result.error_bound > 0
        feasibles += feasible
    assert holes > 50
    assert undecided >= 10  # the algebra itself said no
    assert 100 < feasibles < 350


def test_without_presolve_and_components_of_all_sorts():
    for seed in range(0, 300, 3):
        instance = small_instance(seed)
        result = solve(instance, "algebraic", isolate=False, presolve=False)
        check(instance, next(all_placements(instance), None) is not None, result)


@pytest.mark.parametrize("prime", TINY)
def test_small_primes_err_on_one_side_and_as_often_as_the_bound_says(prime):
    """One try modulo a tiny prime: never 'yes' without a placement, and 'no' too often only within the bound."""
    trials = wrong = 0
    expected = variance = 0.0
    for seed in range(80):
        instance, feasible = few_colors(seed)
        problem = prepare(instance).problem if feasible else None  # its degree is that of every prime
        for repetition in range(3):
            try:
                result = run(instance, repetition, prime=prime, tries=1)
            except InputError as error:
                assert "too small" in str(error)
                continue
            if result.status is Status.FEASIBLE:
                assert feasible
                assert result.placement is not None
                assert placement_faults(instance, result.placement) == []
            if feasible:
                assert problem is not None
                chance = min(1.0, problem.degree / prime)
                if result.status is Status.INFEASIBLE:
                    assert result.error_bound == pytest.approx(chance)
                    wrong += 1
                trials += 1
                expected += chance
                variance += chance * (1 - chance)
    assert trials > 60
    assert wrong <= expected + 4 * variance**0.5
    if prime < 30:
        assert wrong > 0  # they do err


def test_repetition_drives_the_error_down():
    instance = next(i for i, feasible in map(few_colors, range(400)) if not feasible and run(i).error_bound)
    problem = prepare(instance).problem
    assert problem is not None
    for error in (0.5, 1e-6, 2.0**-60, 2.0**-100):
        result = run(instance, error=error)
        assert 0 < result.error_bound <= error
        assert result.error_bound == pytest.approx((problem.degree / result.stats["prime"]) ** result.stats["tries"])
    assert run(instance, error=0.5).stats["tries"] == 1
    assert run(instance, error=2.0**-100).stats["tries"] == 4


def test_settings_are_checked():
    instance = small_instance(3)
    for bad in ({"error": 0}, {"error": 2}, {"error": "x"}, {"prime": 9}, {"prime": 2**31 + 11}, {"tries": [1]}):
        with pytest.raises(InputError):
            run(instance, **bad)


def hexagon(radius: int, colors: int, seed: int = 3, coloring: str = "planted") -> Instance:
    whole = Board.from_cells(shapes.hexagon(radius))
    return color_board(whole, coloring=coloring, pattern="uniform", colors=colors, rng=random.Random(seed))


def test_larger_boards_are_decided_and_found():
    for radius, colors in ((4, 4), (6, 3), (10, 2)):
        instance = hexagon(radius, colors)
        result = run(instance)
        assert result.status is Status.FEASIBLE
        assert result.stats["points"] == prepare(instance).cost.points
        assert result.stats["tries"] == 1


def test_too_many_colors_are_declined_beforehand():
    result = run(hexagon(6, 9))
    assert result.status is Status.UNKNOWN
    assert "evaluations" in (result.reason or "")
    result = run(hexagon(6, 3), points=1000)
    assert result.status is Status.UNKNOWN
    assert f"{prepare(hexagon(6, 3)).cost.points:,}" in (result.reason or "")


def test_counting_stays_certain():
    for seed in range(300):
        result = run(small_instance(seed))
        if result.certificate is not None and result.certificate.kind == "counting":
            assert result.error_bound == 0
            return
    raise AssertionError
