"""A difference is called one only where there is one: the paired test by hand, by brute force and in simulations."""

from __future__ import annotations

import math
import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.bench.report.comparison import compare
from gourds.bench.report.paired import FEWEST, LEVEL, drift_of, run_paired, signed_rank_p, student_quantile
from gourds.bench.report.standing import Timings, stand
from gourds.bench.report.statistics import score_all
from gourds.bench.report.words import who_won, why_won
from tests.bench.synthetic import LIMIT, invent

SAMPLES = 120
"""Simulations of each kind; docs/decisions.md tells of 2,000 of each."""
MOST_FALSE = 12
"""Of 120 at a true rate of 5 %, more than this happen once in a hundred times."""


def noisy(seed, *, scatter=0.08, drift=0.02, factors=(1.0, 1.0), hardest=20.0):
    """Times of realistic runs: instances of 10 ms to 20 s, scatter of each run with rare long tails, hours that are busier."""
    chance = random.Random(seed)
    base: dict[int, float] = {}
    hours: dict[int, float] = {}

    def times(solver, instance, repetition):
        if instance not in base:
            base[instance] = math.exp(chance.uniform(math.log(0.01), math.log(hardest)))
        if repetition not in hours:
            hours[repetition] = chance.gauss(0, drift)
        tail = chance.expovariate(3) if chance.random() < 0.03 else 0.0
        time = base[instance] * math.exp(hours[repetition] + chance.gauss(0, scatter) + tail) * factors[solver]
        return time + abs(chance.gauss(0, 0.0005))

    return times


def same_instances(first, second):
    """Two campaigns on the same instances: the second takes the lengths of the first."""
    bases = first.__closure__[first.__code__.co_freevars.index("base")].cell_contents
    second.__closure__[second.__code__.co_freevars.index("base")].cell_contents.update(bases)


# -- the test itself ----------------------------------------------------------------------------------------------


@given(st.lists(st.integers(-6, 6), max_size=9))
@settings(max_examples=60)
def test_p_is_the_share_of_all_signs_that_are_as_extreme(values):
    nonzero = [value for value in values if value]
    ordered = sorted(abs(value) for value in nonzero)
    rank = {size: sum(k + 1 for k, one in enumerate(ordered) if one == size) / ordered.count(size) for size in ordered}
    sums = [
        sum(rank[abs(value)] for value, sign in zip(nonzero, signs, strict=True) if sign)
        for signs in product((0, 1), repeat=len(nonzero))
    ]
    seen = sum(rank[abs(value)] for value in nonzero if value > 0)
    low, high = sum(one <= seen for one in sums), sum(one >= seen for one in sums)
    assert signed_rank_p(values) == pytest.approx(min(1, 2 * min(low, high) / len(sums)))


def test_exact_and_normal_agree_where_they_meet():
    chance = random.Random(5)
    values = [chance.gauss(0.2, 1) for _ in range(61)]
    assert signed_rank_p(values) == pytest.approx(signed_rank_p(values[:60]), abs=0.03)
    assert signed_rank_p([1.0] * 5) == 2 / 32 > LEVEL
    assert signed_rank_p([0.1 * k for k in range(1, FEWEST + 1)]) == 2 / 64 < LEVEL


def test_quantiles_of_student():
    known = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 8: 2.306, 20: 2.086, 100: 1.984}
    assert all(student_quantile(freedom) == pytest.approx(value, rel=0.01) for freedom, value in known.items())


def test_drift_by_hand():
    """Means 0 and 0.2, then 1 and 1.2: variance 0.02 with two degrees of freedom."""
    assert drift_of([0.0, 0.2], [1.0, 1.2]) == pytest.approx(4.303 * math.sqrt(0.02))
    assert drift_of([0.0], [1.0, 1.2]) is None


def test_without_repetitions_more_is_asked_for():
    logs = [math.log(1.08)] * 40
    assert run_paired(logs, least=0.0).is_difference
    assert not run_paired(logs, least=None).is_difference
    assert "nothing was repeated" in run_paired(logs, least=None).why_not
    assert run_paired([math.log(1.2)] * 40, least=None).is_difference
    assert run_paired([1.0] * 5, least=0.0).why_not == "5 instances are too few for a test"


# -- simulations --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("repetitions", [1, 2, 3])
def test_equal_campaigns_are_rarely_called_different(repetitions):
    false = 0
    for seed in range(SAMPLES):
        old, new = noisy(seed), noisy(seed + 10_000)
        first = invent(old, 30, ("A",), repetitions)
        same_instances(old, new)
        false += compare(first, invent(new, 30, ("A",), repetitions)).total.test.is_difference
    assert false <= MOST_FALSE


@pytest.mark.parametrize("repetitions", [1, 3])
def test_equal_solvers_are_rarely_called_different(repetitions):
    """Two of them by the test, four of them by the banner."""
    false = winners = 0
    for seed in range(SAMPLES // 2):
        results = invent(noisy(seed, factors=(1, 1, 1, 1)), 30, "ABCD", repetitions)
        one, other = results.competitors[:2]
        false += Timings(results, results.entries).compare(one, other).is_difference
        winners += stand(results).winner is not None
    assert false <= MOST_FALSE * 2 // 3
    assert winners <= MOST_FALSE * 2 // 3


@pytest.mark.parametrize("repetitions", [2, 3])
def test_a_true_difference_of_a_fifth_is_found(repetitions):
    between = within = 0
    for seed in range(20):
        old, new = noisy(seed), noisy(seed + 10_000, factors=(1 / 1.2,))
        first = invent(old, 40, ("A",), repetitions)
        same_instances(old, new)
        between += compare(first, invent(new, 40, ("A",), repetitions)).total.test.is_difference
        results = invent(noisy(seed, factors=(1.0, 1.2)), 40, "AB", repetitions)
        test = Timings(results, results.entries).compare(*results.competitors)
        within += test.is_difference and test.effect < 0
    assert within >= 19
    assert between >= (16 if repetitions == 2 else 19)


# -- the banner ---------------------------------------------------------------------------------------------------


def test_the_winner_is_the_one_that_wins_where_it_is_hard():
    """A is faster on thirty easy boards, B on ten hard ones, where it counts."""

    def times(solver, instance, repetition):
        easy = 0.02 if solver == 0 else 0.2
        hard = 60.0 + instance if solver == 0 else 20.0 + instance
        return (easy if instance < 30 else hard) * (1 + 0.01 * repetition)

    results = invent(times, 40, repetitions=2)
    standing = stand(results)
    assert len(standing.hard) == 10
    assert standing.entries == standing.hard
    assert standing.winner.label == "B"
    assert who_won(results, score_all(results)).startswith("B won: 40 of 40 instances solved")
    told = why_won(results, standing)
    assert told.startswith("Judged on what was hard: 10 of 40 instances, not solved by all, or more than 10.0 s")
    assert "p ≤ 0.002" in told


def test_if_nothing_was_hard_it_says_so():
    results = invent(lambda solver, k, r: 0.5 + 0.01 * k + 0.2 * solver, 12, repetitions=2)
    standing = stand(results)
    assert standing.winner.label == "A"
    assert not standing.hard
    assert "Judged on the 10 hardest of 12 instances: none was hard" in why_won(results, standing)


def test_if_little_was_hard_the_hardest_are_looked_at():
    """Three of forty are hard; the seven next ones are long for A, or for B."""

    def times(solver, instance, repetition):
        if instance >= 37:
            return 30.0 + instance + solver
        return 9.0 if instance % 5 == 0 and instance % 2 == solver else 0.1 + 0.001 * instance

    results = invent(times, 40, repetitions=2)
    standing = stand(results)
    assert len(standing.hard) == 3
    assert {entry.number - 1 for entry in standing.entries} >= {37, 38, 39, 0, 5, 10, 15, 20, 25, 30}
    assert len(standing.entries) == 10
    assert why_won(results, standing).startswith("Judged on the 10 hardest of 40 instances: 3 were hard (not solved by")


def test_what_was_not_solved_counts_as_the_limit():
    results = invent(lambda solver, k, r: None if solver and k < 8 else 1.0 + k, 12, repetitions=2)
    test = Timings(results, results.entries).compare(*results.competitors)
    assert test.count == 12
    assert test.effect == pytest.approx(sum(math.log((1 + k) / LIMIT) for k in range(8)) / 12)
    assert stand(results).winner.label == "A"


def test_repetitions_that_contradict_each_other_are_no_difference():
    results = invent(lambda solver, k, r: (10 + k) * (1 + (0.4, -0.1)[r] * solver), 20, repetitions=2)
    test = Timings(results, results.entries).compare(*results.competitors)
    assert test.p < LEVEL
    assert test.why_not == "repetitions contradict each other"


# -- the floor ----------------------------------------------------------------------------------------------------


def test_the_floor_is_measured_from_short_repetitions():
    """Nine in ten of the runs lie within 2 ms of their median, so the floor is 4 ms."""
    jitter = invent(lambda solver, k, r: 0.01 + (-0.002, 0.0, 0.002)[r], 20, ("A",), repetitions=3)
    assert jitter.floor.seconds == pytest.approx(0.004)
    assert jitter.floor.repetitions == 60
    once = invent(lambda solver, k, r: 0.01, 20, ("A",))
    assert (once.floor.seconds, once.floor.is_measured) == (0.005, False)


def test_times_below_the_floor_are_no_difference():
    results = invent(lambda solver, k, r: 0.001 if solver else 0.004, 40)
    test = Timings(results, results.entries).compare(*results.competitors)
    assert (test.p, test.effect) == (1.0, 0.0)
    assert [score.slowdown for score in score_all(results)] == [1.0, 1.0]
