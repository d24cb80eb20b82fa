"""One instance through one reduction: nothing is wrong with a right one, and every way to be wrong is named."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.formulas.formula import OneInThree
from gourds.reductions.checking.draws import Hand, draw_placements
from gourds.reductions.checking.maps import chosen_reductions
from gourds.reductions.checking.route import MEANING, Flaw
from gourds.reductions.checking.trial import try_instance
from gourds.reductions.reduction import Reduction
from gourds.reductions.registry import find_problem, path
from tests.reductions.checking.coins import COINS, REDUCTION, Coins, changed, registered
from tests.strategies import SEEDS

THREE = OneInThree(3, ((1, 2, 3),) * 3)
FOUR = OneInThree(4, ((1, 2, 3), (1, 2, 4), (1, 3, 4), (2, 3, 4)))
CHANGE = Coins((1, 2, 3, 5), 6)


@pytest.fixture(autouse=True)
def _coins():
    with registered():
        yield


def board_reduction():
    return path("cubic")[-1]


def test_the_board_is_right_both_ways():
    yes = try_instance(board_reduction(), THREE, expected=True, samples=2)
    assert yes.failure is None
    assert (yes.cells, yes.sent, yes.solutions) == (241, 3, 3)
    assert yes.read == {Hand.FORWARD: 3, Hand.SOLVER: 1, Hand.UNIFORM: 2, Hand.RARE: 2, Hand.WALK: 2}
    assert yes.placements == 3 * 4**3 * 55_073_177_600_000
    no = try_instance(board_reduction(), FOUR, expected=False)
    assert no.failure is None
    assert no.evidence
    assert no.placements == 0


@given(st.integers(1, 6), SEEDS, st.booleans())
def test_where_no_path_leads_to_a_board_the_target_is_searched(size, seed, is_yes):
    with registered():
        coins = (COINS.random_yes if is_yes else COINS.random_no)(size, seed)
        trial = try_instance(REDUCTION, coins, expected=is_yes)
    assert trial.failure is None
    assert trial.cells is None
    assert trial.images == trial.solutions
    assert (trial.read.get(Hand.LISTED, 0) > 0) == is_yes


def flaw(reduction, source=CHANGE, **options):
    failure = try_instance(reduction, source, **options).failure
    assert failure is not None
    assert failure.detail
    return failure.flaw


def boom(*args):
    raise KeyError("boom")


def test_every_flaw_is_named():
    assert set(MEANING) == set(Flaw)
    assert flaw(changed(boom)) is Flaw.APPLY
    assert flaw(changed(lambda one: replace(one, predicted={"coins": 3}))) is Flaw.SIZE
    assert flaw(changed(lambda one: replace(one, predicted={}))) is Flaw.SIZE
    assert flaw(changed(lambda one: replace(one, forward=boom))) is Flaw.FORWARD
    assert flaw(changed(lambda one: replace(one, forward=lambda chosen: chosen))) is Flaw.FORWARD
    assert flaw(changed(lambda one: replace(one, forward=lambda chosen: chosen[1:]))) is Flaw.FORWARD
    assert flaw(changed(lambda one: replace(one, back=boom))) is Flaw.BACK
    assert flaw(changed(lambda one: replace(one, back=lambda chosen: chosen))) is Flaw.BACK
    assert flaw(changed(lambda one: replace(one, back=lambda chosen: None))) is Flaw.BACK
    odd = changed(lambda one: replace(one, target=replace(one.target, price=one.target.price + 1)))
    assert flaw(odd) is Flaw.YES_TO_NO
    free = changed(lambda one: replace(one, target=replace(one.target, price=0)))
    assert flaw(free, Coins((2, 4), 3)) is Flaw.NO_TO_YES


def test_every_solution_of_a_small_target_is_read_and_counted():
    """A target with a condition less has more solutions, one with a condition too many has fewer."""
    trial = try_instance(REDUCTION, CHANGE)
    assert (trial.images, trial.read[Hand.LISTED], trial.solutions) == (2, 2, 2)
    told = replace(REDUCTION, completions=lambda coins, chosen: 1)
    assert try_instance(told, CHANGE).failure is None
    assert flaw(replace(REDUCTION, completions=lambda coins, chosen: 2)) is Flaw.COUNT
    assert flaw(replace(REDUCTION, completions=boom)) is Flaw.COUNT


@pytest.mark.parametrize("name", ["cnf", "3cnf", "1in3", "x3c", "nae3sat", "monotone to xsat", "cubic to xsat"])
def test_completions_are_counted_right(name):
    """All solutions of the target, grouped by what they come back to, against the formula; no board is made."""
    reduction = chosen_reductions([name])[0]
    source, target = find_problem(reduction.source), find_problem(reduction.target)
    several = set()
    for seed in range(12):
        made = reduction.apply(source.random_yes(1 + seed % 3, seed))
        above = Counter(map(made.back, target.solutions(made.target)))
        for witness in source.solutions(made.source):
            assert reduction.completions(made.source, witness) == above[witness]
            several.add(above[witness])
    assert several


def test_the_smallest_board_is_taken_if_asked_for():
    reduction = path("monotone")[0]
    usual, smallest = (try_instance(reduction, THREE, samples=0, smallest=asked) for asked in (False, True))
    assert usual.path == ("cubic", "placement")
    assert smallest.path == ("cubic", "xsat", "placement")
    assert smallest.cells < usual.cells


def test_a_problem_that_contradicts_itself_is_not_blamed_on_the_reduction():
    assert flaw(REDUCTION, expected=False) is Flaw.PROBLEM
    assert flaw(REDUCTION, Coins((2, 4), 3), expected=True) is Flaw.PROBLEM


def test_only_other_hands_see_a_back_map_that_reads_one_covering():
    """Right on what the forward map gives, wrong on the other coverings of the same gadget."""
    reduction = board_reduction()
    told = {}

    def forgetful(formula):
        applied = reduction.apply(formula)

        def forward(assignment):
            placement = applied.forward(assignment)
            told[placement] = assignment
            return placement

        return replace(applied, forward=forward, back=lambda one: told.get(one, (True, True, True)))

    failure = try_instance(replace(reduction, apply=forgetful), THREE).failure
    assert failure.flaw is Flaw.BACK
    assert failure.hand not in (None, Hand.FORWARD)


def test_hands_draw_different_solutions():
    whole = Reduction.of(THREE)
    drawn = draw_placements(whole.instance(), whole.place((True, False, False)), 12, 0)
    for hand in (Hand.UNIFORM, Hand.RARE):
        assert len({whole.extract(placement) for placement in drawn.by_hand[hand]}) > 1
    assert drawn.total == 3 * 4**3 * 55_073_177_600_000
