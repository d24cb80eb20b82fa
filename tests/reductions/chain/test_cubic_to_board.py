"""The paper's board: against a plain transcription of its cells, in every order, with extra filler."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.errors import InputError
from gourds.formulas.cubic import planted_cubic, random_cubic
from gourds.formulas.formula import OneInThree
from gourds.instance import Instance
from gourds.placement import placement_faults
from gourds.reductions.chain.cubic_to_board import ORDERS, BoardReduction, arrange
from gourds.reductions.gadgets.drawing import bundled_gadgets
from gourds.reductions.reduction import Reduction, reduce
from gourds.solvers import Status, solve
from tests.reductions.gadgets.test_gadgets import RING, TRIANGLE

GADGETS = bundled_gadgets()
TRIVIAL = OneInThree(3, ((1, 2, 3),) * 3)


def transcribed(formula: OneInThree) -> Instance:
    """The board cell by cell from the coordinates, the budgets from the paper's list; no drawing takes part."""
    n, m = formula.variables, len(formula.clauses)
    color: dict[tuple[int, int], str] = {(q, r): "F" for q in range(8 * n + 12 * m) for r in range(4)}
    color[8 * n + 12 * m, 3] = "F"
    gourds: Counter[tuple[str, str]] = Counter()
    for v in range(1, n + 1):
        for k, (q, r) in enumerate(RING):
            color[q + 8 * (v - 1), r] = (f"x{v}", f"x{v}", "V", "V")[k % 4]
        gourds.update({(f"x{v}", f"x{v}"): 3, ("V", "V"): 3, (f"x{v}", "V"): 6, ("F", "F"): 10})
    for k, clause in enumerate(formula.clauses):
        start = 8 * n + 12 * k
        x, y, z = (f"x{v}" for v in clause)
        color |= {(q + start, r): (x, y, z)[j // 3] for j, (q, r) in enumerate(TRIANGLE)}
        color |= {(q + start, r): "V" for r in range(4) for q in range(8 - r, 10)}
        color |= {(3 + start, 1): "V", (8 + start, 1): x, (7 + start, 2): y, (8 + start, 2): z}
        gourds.update([(x, y), (x, z), (y, z)])
        gourds["F", "F"] += 12
    gourds["V", "V"] += 5 * m - 2 * n
    kinds = [(a, b, count) for (a, b), count in gourds.items()]
    return Instance.build(list(color), list(color.values()), kinds)


@pytest.mark.parametrize("n", [3, 4, 5, 6, 9, 31])
def test_the_board_is_the_papers(n):
    for seed in range(3):
        formula = random_cubic(n, seed)
        board = reduce(formula)
        assert board.digest == transcribed(formula).digest
        assert board.board.size == 32 * n + 48 * n + 1
        assert len(board.colors) == n + 2
        assert set(board.board.cells[:, 1].tolist()) == {0, 1, 2, 3}


@given(st.integers(1, 8), st.sampled_from(ORDERS), st.integers(0, 99), st.integers(0, 4))
@settings(max_examples=40)
def test_any_order_and_extra_filler(thirds, order, seed, extra):
    formula, assignment = planted_cubic(3 * thirds, seed)
    board = BoardReduction(formula, GADGETS, arrange(3 * thirds, 3 * thirds, order, seed), 2 * extra)
    instance = board.instance()
    assert instance.board.size == board.predicted_cells == 80 * 3 * thirds + 8 * extra + 1
    assert instance.board.is_hole_free
    assert not placement_faults(instance, board.place(assignment))


def test_orders():
    assert arrange(3, 3, "variables-first") == [1, 2, 3, -1, -2, -3]
    assert arrange(3, 3, "clauses-first") == [-1, -2, -3, 1, 2, 3]
    assert arrange(3, 3, "x3 c1,c2 x1 x2,c3") == [3, -1, -2, 1, 2, -3]
    shuffled = {tuple(arrange(3, 3, "shuffled", seed)) for seed in range(40)}
    assert len(shuffled) > 30
    assert all(sorted(order) == [-3, -2, -1, 1, 2, 3] for order in shuffled)
    for order, message in (
        ("sideways", "not 'sideways'"),
        ("", "must be variables-first"),
        ("x1 x2 x3 c1 c2", "gadget c3 is missing"),
        ("x1 x2 x3 x3 c1 c2 c3", "gadget x3 is named more than once"),
        ("x1 x2 x3 x4 c1 c2 c3", "gadget x4 does not exist"),
    ):
        with pytest.raises(InputError, match=message):
            arrange(3, 3, order)


def test_every_order_keeps_the_verdict():
    yes, no = planted_cubic(6, 1)[0], random_cubic(7, 1)
    for order in ORDERS:
        assert solve(reduce(yes, order=order, seed=5)).status is Status.FEASIBLE
        assert solve(reduce(no, order=order, seed=5)).status is Status.INFEASIBLE


@pytest.mark.parametrize("exponent", [1.0, 0.5, 0.34, 0.25])
def test_extra_filler_makes_the_colors_a_fractional_power_of_the_cells(exponent):
    for n in (3, 6, 12):
        formula, assignment = planted_cubic(n, 1)
        reduction = Reduction.of(formula, color_exponent=exponent)
        instance = reduction.instance()
        assert len(instance.colors) == n + 2
        assert n + 2 <= instance.board.size**exponent
        plain = 80 * n + 1
        if instance.board.size > plain:  # and not more than that takes
            assert n + 2 > (instance.board.size - 8) ** exponent
        assert not placement_faults(instance, reduction.place(assignment))
        result = solve(instance)
        assert formula.is_satisfied(reduction.extract(result.placement))


def test_filler_without_end_is_refused():
    with pytest.raises(InputError, match="cannot be the power"):
        Reduction.of(TRIVIAL, color_exponent=0.01)
    with pytest.raises(InputError, match="above 0"):
        Reduction.of(TRIVIAL, color_exponent=0.0)


def test_a_formula_that_is_not_cubic_is_refused_with_every_fault():
    formula = OneInThree(4, ((1, 1, 2), (1, -2, 3)))
    with pytest.raises(InputError) as caught:
        BoardReduction(formula, GADGETS, arrange(4, 2, "variables-first"))
    reasons = [str(fault) for fault in caught.value.faults]
    assert reasons == [
        "clause 1: variable 1 stands in it more than once",
        "clause 2: literal -2 is negative",
        "variable 2: occurs 2 times, not three",
        "variable 3: occurs 1 time, not three",
        "variable 4: occurs 0 times, not three",
    ]


def test_the_empty_formula_is_a_single_cell():
    instance = reduce(OneInThree(0, ()))
    assert (instance.board.size, instance.size) == (1, 0)
    assert solve(instance).status is Status.FEASIBLE
