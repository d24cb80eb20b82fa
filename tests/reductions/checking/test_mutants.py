"""Bugs in every part of a reduction are noticed; those that only other hands show, by other hands."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.formulas.cubic import planted_cubic
from gourds.formulas.formula import OneInThree
from gourds.reductions.checking import tampering
from gourds.reductions.checking.bugs import PARTS, mutants_of
from gourds.reductions.checking.draws import Hand
from gourds.reductions.checking.maps import MapPlan
from gourds.reductions.checking.mutants import judge, judge_maps
from gourds.reductions.reduction import reduce
from gourds.reductions.registry import path
from tests.reductions.checking.coins import REDUCTION, Coins, registered
from tests.strategies import SEEDS

PLAN = MapPlan(yes=20, no=20, samples=2, largest=3)
SUBTLE = ("right on what", "reads a single gourd", "wants the empty cell")
CHANGES = (tampering.leave_out, tampering.alter, tampering.trade, tampering.shift_values, tampering.oppose)


@pytest.fixture(autouse=True)
def _coins():
    with registered():
        yield


def test_every_bug_in_a_reduction_of_ones_own_is_noticed():
    outcomes = judge_maps([REDUCTION], MapPlan(yes=40, no=40))
    assert {outcome.part for outcome in outcomes} == set(PARTS)
    assert len(outcomes) > 15
    assert not [outcome for outcome in outcomes if outcome.has_survived]


def test_bugs_that_only_other_hands_show():
    chosen = [one for one in mutants_of(path("cubic")[-1]) if one.change.startswith(SUBTLE)]
    assert len(chosen) == 3
    for mutant in chosen:
        outcome = judge(mutant, PLAN)
        assert not outcome.has_survived
        assert outcome.hand not in (None, Hand.FORWARD)


def test_a_choice_has_no_order_that_could_be_wrong():
    (board,) = path("subset-sum")
    assert not [one for one in mutants_of(board) if one.part == "back map" and "trade" in one.change]
    assert [one for one in mutants_of(path("cubic")[-1]) if one.part == "back map" and "trade" in one.change]


def test_what_is_right_is_not_caught():
    mutant = next(mutants_of(REDUCTION))
    assert judge(type(mutant)("target", "nothing", REDUCTION), MapPlan(yes=3, no=3)).has_survived


@given(SEEDS, st.sampled_from(CHANGES))
def test_what_is_tampered_with_is_another_value_of_the_same_form(seed, change):
    rng = random.Random(seed)
    instances = (planted_cubic(6, seed)[0], Coins((1, 2, 5), 4)) if change in CHANGES[:3] else ()
    for value in (*instances, (True, False, True, True), (4, 7, 9)):
        made = tampering.tamper(value, change, rng)
        assert type(made) is type(value)
        assert made != value


def test_a_board_that_is_tampered_with_is_another_board():
    board = reduce(OneInThree(3, ((1, 2, 3),) * 3))
    rng = random.Random(0)
    for change in CHANGES[:3]:
        made = tampering.tamper(board, change, rng)
        assert made != board
        assert made.board == board.board
