"""Boards of rings: verdicts, both maps, sizes, counts, and the conditions that prove a board right."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.counts.placements import count
from gourds.errors import InputError
from gourds.formulas.cubic import planted_cubic
from gourds.formulas.enumerate_cubic import all_cubic
from gourds.formulas.formula import OneInThree
from gourds.formulas.verdict import all_assignments
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from gourds.reductions.chain.step import UnsatisfiedError
from gourds.reductions.gadgets.drawing import FILLER
from gourds.reductions.rings.board import RingBoard
from gourds.reductions.rings.ring import Ring, ring_length
from gourds.reductions.rings.sharing import Share, Sharing, fewest_colors
from gourds.solvers import solve
from tests.reductions.chain.test_steps import one_in_threes
from tests.ring_conditions import coverings, prove, prove_board

CUBIC = [formula for n in range(3, 7) for formula in all_cubic(n)]
MAX_EXAMPLES = 25


def check(board: RingBoard, satisfying: list[tuple[bool, ...]]) -> None:
    """Size, conditions, verdict, and both maps on all satisfying assignments."""
    instance = board.instance()
    assert instance.board.size == board.predicted_cells
    assert len(instance.colors) <= board.sharing.colors
    assert prove_board(board, instance)
    result = solve(instance, "decompose", isolate=False)
    assert result.status.value == ("feasible" if satisfying else "infeasible")
    if result.placement is not None:
        assert not board.failures(board.extract(result.placement))
    for assignment in satisfying:
        placement = board.place(assignment)
        assert not placement_faults(instance, placement)
        again = board.extract(placement)
        assert all(again[v - 1] == assignment[v - 1] for v in board.rings)


def test_all_small_cubic_formulas():
    for k, formula in enumerate(CUBIC):
        for colors in (None, (4, 5)[k % 2]):
            check(RingBoard.of(formula, colors), all_assignments(formula))


def test_colors_that_no_board_needs_cost_nothing():
    few, many = Sharing.of(40, 60), Sharing.of(40, 10**21)
    assert few.shares == many.shares
    assert many.colors == 10**21


@given(one_in_threes(), st.sampled_from([None, 5, 6, 9]))
@settings(max_examples=MAX_EXAMPLES)
def test_any_signed_formula(formula, colors):
    check(RingBoard.of(formula, colors), all_assignments(formula))


@given(st.integers(1, 5), st.data())
@settings(max_examples=MAX_EXAMPLES)
def test_clauses_of_any_width(variables, data):
    literal = st.integers(1, variables).flatmap(lambda v: st.sampled_from([v, -v]))
    clauses = data.draw(st.lists(st.lists(literal, min_size=1, max_size=5), max_size=6))
    board = RingBoard.of_clauses(variables, clauses, data.draw(st.sampled_from([None, 4, 5])))
    check(board, [values for values in product([False, True], repeat=variables) if not board.failures(values)])


@pytest.mark.parametrize("colors", [None, 4])
def test_boards_are_proper_and_three_rows_high(colors):
    board = RingBoard.of(planted_cubic(6, 1)[0], colors).instance().board
    assert board.is_proper
    assert {r for _, r in board.cell_list()} == {0, 1, 2}


def test_thirty_cells_for_a_variable_in_three_clauses():
    for formula in CUBIC:
        assert RingBoard.of(formula).predicted_cells == 30 * formula.variables + 1


def test_every_satisfying_assignment_has_as_many_placements():
    ratios = set()
    for formula in all_cubic(3) + all_cubic(4) + all_cubic(6)[:2]:
        assignments = len(all_assignments(formula))
        placements = count(RingBoard.of(formula, 5).instance())
        assert bool(placements) == bool(assignments)
        if assignments:
            assert placements % assignments == 0
            ratios.add((formula.variables, placements // assignments))
    assert len(ratios) == len({variables for variables, _ in ratios})


# -- rings ----------------------------------------------------------------------------------------------------


def test_a_ring_has_two_coverings_whatever_its_colors():
    for width in range(4, 41, 2):
        ring = Ring(7, ("a",) * (2 * width + 2))  # one color: every gourd may lie everywhere
        found = list(coverings(ring.cells, dict.fromkeys(ring.cells, "a"), frozenset([("a", "a")])))
        assert len(found) == 2
        for value in (False, True):
            assert {a: b for one in ring.covering(value) for a, b in (one, one[::-1])} in found


@given(st.lists(st.integers(0, 5), max_size=4), st.lists(st.integers(0, 5), max_size=4))
def test_a_true_literal_uses_what_its_share_says(positive, negative):
    shares = [[Share(*"acegikmo"[k : k + 2], 1 << j) for k, j in enumerate(side)] for side in (positive, negative)]
    ring = Ring.of(0, *shares)
    assert len(ring.colors) == ring_length(share.weight for side in shares for share in side)
    color = dict(zip(ring.cells, ring.colors, strict=True))
    for value, side in zip((True, False), shares, strict=True):
        kinds = Counter(tuple(sorted((color[a], color[b]))) for a, b in ring.covering(value))
        mixed = {kind: number for kind, number in kinds.items() if kind[0] != kind[1]}
        assert mixed == sum((share.gourds() for share in side), Counter())


# -- sharing --------------------------------------------------------------------------------------------------


def test_as_many_powers_of_two_as_clauses_are_one_of_each():
    for clauses in range(1, 6):
        for terms in product(range(4), repeat=clauses):
            if sum(y << j for j, y in enumerate(terms)) == 2**clauses - 1:
                assert sum(terms) >= clauses
                assert (sum(terms) == clauses) == (set(terms) == {1})


def test_pairs_and_weights():
    for clauses in range(1, 60):
        assert {share.weight for share in Sharing.of(clauses).shares} == {1}
        pairs = [{share.first, share.second} for share in Sharing.of(clauses).shares]
        assert len(set(map(frozenset, pairs))) == clauses
        assert fewest_colors(clauses) == 4 or len(set().union(*pairs)) + 2 == fewest_colors(clauses)
        shares = Sharing.of(clauses, 5).shares
        assert len(set(shares)) == clauses
        assert max(share.weight for share in shares) == 1 << (clauses - 1) // 3
    assert len({color for share in Sharing.of(500).shares for color in (share.first, share.second)}) == 33


# -- what goes wrong ------------------------------------------------------------------------------------------


def test_what_cannot_be_made():
    with pytest.raises(InputError, match="clause 2: is empty"):
        RingBoard.of_clauses(2, [(1, 2), ()])
    formula = planted_cubic(60, 1)[0]
    with pytest.raises(InputError, match=r"with 4 colors the board would have more than 20,000,000 cells"):
        RingBoard.of(formula, 4)
    for colors in (3, -1, True, 4.0):
        with pytest.raises(InputError, match="must be a whole number from 4 on"):
            RingBoard.of(formula, colors)


def test_no_map_takes_what_is_wrong():
    board = RingBoard.of(OneInThree(3, ((1, 2, 3),)))
    with pytest.raises(UnsatisfiedError, match="does not satisfy clause 1"):
        board.place((True, True, False))
    with pytest.raises(UnsatisfiedError, match="the ring of variable 1 is covered neither"):
        board.extract(Placement.build(board.empty, []))


@given(st.sampled_from(CUBIC), st.sampled_from([None, 4, 5]), st.integers(0, 2**32))
@settings(max_examples=MAX_EXAMPLES)
def test_what_meets_the_conditions_has_the_right_verdict(formula, colors, seed):
    """Two cells or two kinds of gourds exchanged: either a condition breaks, or the verdict is right all the same."""
    board = RingBoard.of(formula, colors)
    changed = mutant(board.instance(), random.Random(seed))
    if changed is None or not prove_board(board, changed):
        return
    assert (solve(changed, "decompose", isolate=False).placement is not None) == bool(all_assignments(formula))


def mutant(instance: Instance, rng: random.Random) -> Instance | None:
    """The instance with two cells, or the numbers of two kinds of gourds, exchanged; None: that changes nothing."""
    codes, budgets = instance.cell_colors.copy(), dict(instance.budgets)
    if rng.random() < 0.7:
        a, b = (int(rng.random() * len(codes)) for _ in range(2))
        codes[[a, b]] = codes[[b, a]]
    else:
        a, b = (list(budgets)[int(rng.random() * len(budgets))] for _ in range(2))
        budgets[a], budgets[b] = budgets[b], budgets[a]
    changed = replace(instance, cell_colors=codes, budgets=budgets)
    return None if changed.digest == instance.digest else changed


def broken(board: RingBoard, instance: Instance) -> list[str]:
    return [condition.name for condition in prove_board(board, instance).conditions if not condition.holds]


def test_each_condition_can_break():
    board = RingBoard.of(OneInThree(4, ((1, 2, 3), (2, 3, 4))), 4)
    instance = board.instance()
    assert broken(board, instance) == []
    cells = instance.board.cell_list()
    given = {(a, b): number for a, b, number in instance.gourd_list()}

    def changed(cell_colors=None, gourds=None):
        """With other colors of some cells, or numbers of some kinds; gourds of filler make up for those."""
        colors = [(cell_colors or {}).get(cell, instance.color_at(cell)) for cell in cells]
        numbers = given | (gourds or {})
        numbers["F", "F"] += instance.size - sum(numbers.values())
        return Instance.build(cells, colors, [(a, b, number) for (a, b), number in numbers.items()])

    first = board.rings[1]
    assert "isolated" in broken(board, changed({first.cells[0]: FILLER}))
    assert "isolated" in broken(board, changed(gourds={("F", "V"): 1}))
    assert "literals" in broken(board, changed({first.cells[0]: first.colors[2], first.cells[2]: first.colors[0]}))
    assert broken(board, changed(gourds={("a", "b"): given["a", "b"] + 2})) == ["balance"]
    equal = replace(board, sharing=Sharing(4, (Share("a", "b", 1),) * 2))
    assert broken(equal, equal.instance()) == ["shares"]


def test_weights_are_needed():
    """With weights of one, clauses of one pair are only seen as a sum, and an unsatisfiable formula gets a placement."""
    formula = OneInThree(3, ((1, 1, 2), (1, 3, 3), (2, 3, 3)))
    board = replace(RingBoard.of(formula), sharing=Sharing(4, (Share("a", "b", 1),) * 3))
    assert not all_assignments(formula)
    assert solve(board.instance(), "decompose", isolate=False).placement is not None
    assert solve(RingBoard.of(formula, 4).instance(), "decompose", isolate=False).placement is None


def test_the_conditions_look_at_the_rings_that_they_are_given():
    board = RingBoard.of(OneInThree(3, ((1, 2, 3),)))
    instance = board.instance()
    uses = [share.gourds() for share in board.sharing.shares]
    rings = {variable: ring.cells for variable, ring in board.rings.items()}
    assert prove(instance, board.clauses, rings, uses)
    assert not prove(instance, [(1, 2, -3)], rings, uses)
    assert not prove(instance, board.clauses, {1: rings[1], 2: rings[2]}, uses)
    assert not prove(instance, board.clauses, rings | {3: rings[3][1:] + rings[3][:1]}, uses)
    mixed_up = prove(instance, board.clauses, rings | {3: [*rings[3][2:], *rings[3][1::-1]]}, uses)
    assert next(condition.name for condition in mixed_up.conditions if not condition.holds) == "two values"
