"""The figures of reports against examples that were worked out by hand, and the parts of plots."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.bench.report.comparison import mean_ratio
from gourds.bench.report.growth import all_growths, fit_power_law, why_no_fit
from gourds.bench.report.plots import Axis, look, spread_labels, time_axis
from gourds.bench.report.sections.gallery import MAX_PICTURES, choose_drawn
from gourds.bench.report.sections.matrix import choose_entries
from gourds.bench.report.statistics import count_tiers, score_all, score_best, spread_of
from gourds.bench.report.words import ratio, seconds, time_range, who_won
from gourds.bench.store.results import median
from tests.bench.stores import BOARDS, LIMIT, SOLVERS, by_table, made_up, read

TWICE = f"repetitions = 2\n{BOARDS}{SOLVERS}"
THRICE = f"repetitions = 3\n{BOARDS}{SOLVERS}"


def scores(results):
    return {score.label: score for score in score_all(results)}


def test_par2_and_the_virtual_best_solver_by_hand(tmp_path):
    table = {("A", 7): 1.0, ("A", 19): 3.0, ("B", 7): 2.0, ("B", 37): 5.0}
    results = read(made_up(tmp_path / "s", by_table(table)))
    a, b = scores(results)["A"], scores(results)["B"]
    best = score_best(results)
    assert a.par2 == pytest.approx((1 + 3 + 2 * LIMIT) / 3)
    assert b.par2 == pytest.approx((2 + 2 * LIMIT + 5) / 3)
    assert best.par2 == pytest.approx((1 + 3 + 5) / 3)
    assert (a.solved, b.solved, best.solved) == (2, 2, 3)
    assert (a.unique, b.unique) == (1, 1)
    assert a.slowdown == pytest.approx(1)
    assert b.slowdown == pytest.approx(math.sqrt(2 * 1))
    assert (a.close, b.close) == (2, 1)
    assert a.unknown == {"time limit": 1}
    assert a.spent == pytest.approx(1 + 3 + LIMIT)
    assert (a.median, b.median, best.median) == (3, 5, 3)
    assert [score.label for score in score_all(results)] == ["A", "B"]
    assert who_won(results, score_all(results)).startswith(
        "A and B are level: 2 of 3 instances solved, PAR2 8.00 s to 9.00 s."
    )


def test_repetitions_give_medians_and_a_minority_of_answers_is_not_solved(tmp_path):
    late = "time limit"
    table = {("A", 7): [4.0, 1.0, 2.0], ("A", 19): [1.0, 3.0, late], ("A", 37): [1.0, late, late]}
    results = read(made_up(tmp_path / "s", by_table(table), THRICE))
    a = scores(results)["A"]
    seven, nineteen, last = results.of_competitor(results.competitors[0])
    assert (seven.time, nineteen.time, last.time) == (2.0, 3.0, math.inf)
    assert (seven.outcome, nineteen.outcome, last.outcome) == ("solved", "solved", "unknown")
    assert a.solved == 2
    assert a.par2 == pytest.approx((7 / 3 + (1 + 3 + 2 * LIMIT) / 3 + (1 + 4 * LIMIT) / 3) / 3)
    spread = spread_of(results.of_competitor(results.competitors[0]))
    assert (spread.pairings, spread.mixed) == (2, 2)
    assert (spread.typical, spread.largest) == (pytest.approx(3.5), pytest.approx(4))
    assert spread.worst is seven


def test_one_of_two_is_not_more_than_half(tmp_path):
    results = read(made_up(tmp_path / "s", by_table({("A", 7): [1.0, "time limit"]}), TWICE))
    assert scores(results)["A"].solved == 0


def test_instances_that_a_solver_is_left_out_on_count_against_it(tmp_path):
    text = BOARDS + SOLVERS + "max_cells = 20\n"
    results = read(made_up(tmp_path / "s", by_table(dict.fromkeys([("B", 7), ("B", 19)], 1.0)), text))
    b = scores(results)["B"]
    assert (b.left_out, b.total, b.solved) == (1, 3, 2)
    assert b.par2 == pytest.approx((1 + 1 + 2 * LIMIT) / 3)


def test_runs_to_come_count_for_nobody(tmp_path):
    ended = {("A", 7): 1.0, ("A", 19): 2.0}
    answers = by_table(ended)
    results = read(made_up(tmp_path / "s", lambda *run: answers(*run) if run[:2] in ended else None))
    a, b = scores(results)["A"], scores(results)["B"]
    assert (a.total, a.pending, a.par2) == (2, 1, pytest.approx(1.5))
    assert (b.total, b.pending, b.par2) == (0, 3, None)
    assert who_won(results, score_all(results)) == "So far: A leads: 2 of 2 instances solved, PAR2 1.50 s."


def test_wrong_answers_disqualify(tmp_path):
    """The liar is right once and fastest there, and still neither ranks nor sets the bar."""
    table = {("A", 7): 1.0, ("B", 7): 0.1, ("B", 19): ("infeasible", 0.1), ("A", 19): 2.0}
    results = read(made_up(tmp_path / "s", by_table(table)))
    a, b = score_all(results)
    assert (a.label, b.wrong, b.feasible) == ("A", 1, 1)
    assert b.par2 == pytest.approx((0.1 + 4 * LIMIT) / 3)
    assert a.slowdown == pytest.approx(1)
    assert (b.slowdown, b.close, b.unique) == (None, 0, 0)
    assert score_best(results).par2 == pytest.approx((1 + 2 + 2 * LIMIT) / 3)


def test_what_answers_rest_on(tmp_path):
    text = BOARDS.replace("planted", "random").replace("[1, 2, 3]", "[2, 3, 4]") + SOLVERS
    text += '[[solvers]]\nname = "frontier"\nlabel = "C"\n'
    table = {("A", 19): ("proof", 1), ("A", 37): ("infeasible", 1), ("C", 37): ("infeasible", 1), ("B", 61): 1.0}
    results = read(made_up(tmp_path / "s", by_table(table), text))
    found = {
        one.label: count_tiers((run for p in results.of_competitor(one) for run in p.runs), one.approach)
        for one in results.competitors
    }
    assert found == {"A": {"drat": 1, "claim": 1}, "B": {"placement": 1}, "C": {"count": 1}}


# -- growth -------------------------------------------------------------------------------------------------------


@given(st.floats(-1, 4), st.floats(1e-4, 1), st.lists(st.integers(5, 5000), min_size=4, unique=True))
def test_exponents_of_exact_power_laws_are_found(exponent, factor, sizes):
    points = [(float(x), factor * x**exponent) for x in sizes if factor * x**exponent > 1e-5]
    law = fit_power_law(points)
    if why_no_fit(points):
        assert law is None
    else:
        assert law.exponent == pytest.approx(exponent, abs=1e-6)
        assert law.factor == pytest.approx(factor, rel=1e-4)
        assert law.points == len(points)
        assert law.at(100.0) == pytest.approx(factor * 100**exponent, rel=1e-4)


def test_a_fit_by_hand():
    """Logarithms 0, 1, 2, 3 and 0, 1, 2, 4: slope 6.5/5, squares of the rest 0.3, of all 8.75."""
    law = fit_power_law([(math.exp(x), math.exp(y)) for x, y in ((0, 0), (1, 1), (2, 2), (3, 4))])
    assert law.exponent == pytest.approx(1.3)
    assert law.error == pytest.approx(math.sqrt(0.3 / 2 / 5))
    assert law.determination == pytest.approx(1 - 0.3 / 8.75)


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ([], "too few: 0 points"),
        ([(1, 1)], "too few: 1 point"),
        ([(7, 1), (19, 2), (37, 3)], "too few: 3 points"),
        ([(7, 1), (7, 2), (19, 3), (19, 4)], "too few sizes: 2"),
        ([(100, 1), (110, 2), (120, 3), (130, 4)], "sizes too much alike"),
    ],
)
def test_too_little_gives_no_fit_and_says_why(points, why):
    assert fit_power_law(points) is None
    assert why_no_fit(points) == why


def test_what_no_number_can_hold_gives_no_fit():
    sizes = (500_000_000, 700_000_000, 990_000_000, 1_000_000_000)
    for times in ((1e-6, 1.0, 1e6, 1e12), (1e12, 1e6, 1.0, 1e-6)):
        assert fit_power_law(list(zip(sizes, times, strict=True))) is None


def test_growth_tells_how_much_is_missing(tmp_path):
    results = read(made_up(tmp_path / "s", by_table({("A", 7): 0.1, ("A", 19): 0.2})))
    ((a, b),) = all_growths(results).values()
    assert (a.points, a.missing, a.law) == (((7, 0.1), (19, 0.2)), 1, None)
    assert (b.points, b.missing, b.why_not) == ((), 3, "too few: 0 points")


# -- small parts --------------------------------------------------------------------------------------------------


def test_mean_ratio_by_hand():
    found = mean_ratio([math.log(2)] * 4 + [math.log(0.5)] * 4)
    error = 1.96 * math.sqrt(8 * math.log(2) ** 2 / 7 / 8)
    assert (found.mean, found.count) == (pytest.approx(1), 8)
    assert (found.low, found.high) == (pytest.approx(math.exp(-error)), pytest.approx(math.exp(error)))
    assert math.isnan(mean_ratio([0.0] * 4).low)
    assert mean_ratio([]) is None


def test_median():
    assert (median([3, 1, 2]), median([4, 1]), median([1, math.inf])) == (2, 2.5, math.inf)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0004, "0.4 ms"), (0.0123, "12 ms"), (1.234, "1.23 s"), (12.34, "12.3 s"), (1234.5, "1,234 s"), (math.inf, "–")],
)
def test_seconds(value, text):
    assert seconds(value) == text


def test_ranges_and_ratios():
    assert (time_range(0.221, 0.287), time_range(0.5, 1.5), time_range(1, 1)) == (
        "221–287 ms",
        "500 ms – 1.50 s",
        "1.00 s",
    )
    assert (ratio(1.234), ratio(12.3), ratio(None)) == ("1.23×", "12×", "–")


@given(st.lists(st.floats(0, 500), max_size=30))
def test_labels_keep_their_order_do_not_touch_and_stay_inside(wanted):
    places = spread_labels(wanted, 0, 500, 16)
    order = sorted(range(len(wanted)), key=lambda k: wanted[k])
    gap = min(16, 500 / max(len(wanted) - 1, 1))
    assert all(places[j] - places[i] >= gap - 1e-6 for i, j in pairwise(order))
    assert all(-1e-6 <= place <= 500 + 1e-6 for place in places)


def test_labels_that_have_room_stay_where_they_are():
    assert spread_labels([10, 200, 100], 0, 500, 16) == [10, 200, 100]


@given(st.floats(1e-4, 1e3), st.floats(1.5, 1e6))
def test_axes_have_ticks_inside(low, factor):
    for axis in (Axis(low, low * factor, "x", is_log=True), Axis(low, low * factor, "x")):
        ticks = axis.ticks()
        assert 1 <= len(ticks) <= 12
        assert all(-1e-6 <= axis.share(value) <= 1 + 1e-6 for value, _ in ticks)
        assert len({text for _, text in ticks}) == len(ticks)


def test_time_axes_reach_the_limit():
    axis = time_axis([0.01, 0.3, math.inf], 10.0, "time")
    assert axis.high == 10.0
    assert axis.low < 0.01
    assert axis.share(0.001) == 0


def test_series_look_different():
    assert len({look(k) for k in range(64)}) == 64
    assert len({(look(k).dash, look(k).shape) for k in range(8)}) == 8


def test_large_campaigns_show_a_choice(tmp_path):
    results = read(made_up(tmp_path / "s", by_table({("A", 7): ("infeasible", 1)})))
    (first, *_) = results.entries
    many = tuple(replace(first, number=1000 + k, family="ab"[k % 2], cells=7 + 2 * k) for k in range(2000))
    large = replace(results, entries=(*many, first))
    drawn = choose_drawn(large)
    assert len(drawn) == MAX_PICTURES
    assert first in drawn, "a wrong answer is always shown"
    assert sum(entry.family == "a" for entry in drawn) == pytest.approx(20, abs=1)
    assert max(entry.cells for entry in drawn) <= 1500
    chosen = choose_entries(large, 60)
    assert len(chosen) == 60
    assert first in chosen
