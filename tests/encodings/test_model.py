from __future__ import annotations

import random
import time

import numpy as np
import pytest

from gourds.counting import Counting
from gourds.encodings.model import (
    Equation,
    Model,
    build_model,
    build_placement,
    direct_model,
    reduced_model,
    textbook_model,
)
from gourds.errors import InternalError
from gourds.instance import Instance
from gourds.placement import Placement
from tests.encodings.small_instances import fair_shares, near_miss, placements_of
from tests.reduction_boards import planted_cubic, reduction_board


def solutions(model: Model) -> list[frozenset[int]]:
    """All solutions by plain backtracking over the equations, as sets of variables."""
    equations = [(frozenset(e.variables.tolist()), e.total) for e in model.equations()]
    found = []

    def extend(variable: int, true: frozenset[int]) -> None:
        for members, total in equations:
            still_open = sum(v > variable for v in members)
            if not total - still_open <= len(members & true) <= total:
                return
        if variable == model.variable_count:
            found.append(true)
            return
        extend(variable + 1, true | {variable + 1})
        extend(variable + 1, true)

    extend(0, frozenset())
    return found


def placements(model: Model, fixed: tuple[int, ...] = ()) -> set[Placement]:
    """The placements that the solutions of a model stand for; the empty cell must be the one that it says."""
    result = set()
    for true in solutions(model):
        edges = [int(model.edges[v - 1]) for v in true if v <= len(model.edges)]
        placement = build_placement(model.instance, np.array([*fixed, *edges], dtype=np.int64))
        empties = [int(model.empties[v - len(model.edges) - 1]) for v in true if v > len(model.edges)]
        for cell in empties:
            assert model.instance.board.cell_list()[cell] == placement.empty
        result.add(placement)
    return result


@pytest.mark.parametrize("encoding", ["textbook", "reduced", "direct"])
def test_solutions_are_the_placements(encoding):
    for instance in fair_shares(120, 11):
        if encoding == "direct":
            if Counting(instance).empty_color is None:
                continue
            model = direct_model(instance)
        else:
            model = build_model(instance, encoding)
        assert placements(model) == placements_of(instance)


def test_implied_budgets_are_found_again():
    for instance in fair_shares(60, 15):
        if Counting(instance).empty_color is not None and (model := reduced_model(instance)).empties.size:
            assert {pair: count for pair, count in model.budgets().items() if count} == instance.budgets
            assert model.gourds == instance.size


def test_textbook_leaves_nothing_out():
    instance = near_miss(3, 15)
    model = textbook_model(instance)
    assert len(model.edges) == len(instance.board.edges)
    assert len(model.empties) == instance.board.size
    assert model.variable_count == len(model.edges) + len(model.empties)
    assert sum(len(e.variables) for e in model.classes.values()) == len(model.edges)
    assert sum(e.total for e in model.classes.values()) == instance.size
    assert list(model.classes) == sorted(model.classes)
    assert set(model.classes) >= set(instance.budgets)


def test_reduced_leaves_out_what_the_laws_allow():
    # b-cells in the middle; the aa-edges have no budget, so the row falls into ab | ab | a.
    instance = Instance.build([(q, 0) for q in range(5)], list("abbaa"), [("a", "b", 2)])
    model = reduced_model(instance)
    assert instance.board.edges[model.edges].tolist() == [[0, 1], [2, 3]]
    assert model.empties.tolist() == [4]  # law 3: the odd component is the last cell
    assert list(model.classes) == [(0, 1)]
    assert direct_model(instance).empties.tolist() == [0, 3, 4]
    assert textbook_model(instance).classes[1, 1].total == 0


def test_monochromatic_budgets_get_no_equation():
    instance = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "a", 1), ("b", "b", 1)])
    assert reduced_model(instance).classes == {}
    assert placements(reduced_model(instance)) == placements_of(instance)


@pytest.mark.parametrize(
    ("colors", "gourds"),
    [
        ("abb", [("a", "a", 1)]),  # wrong totals
        ("abababa", [("a", "a", 2), ("b", "b", 1)]),  # seven odd parts
        ("aabac", [("a", "a", 1), ("b", "c", 1)]),  # no place for the gourd (b, c)
        ("aabaa", [("a", "a", 1), ("a", "b", 1)]),  # nothing wrong
        ("baacc", [("a", "c", 1), ("a", "a", 0), ("b", "c", 1)]),  # the odd part holds no cell of the empty color
    ],
)
def test_counting_makes_models_trivial(colors, gourds):
    instance = Instance.build([(q, 0) for q in range(len(colors))], list(colors), gourds)
    model = reduced_model(instance)
    assert placements(model) == placements_of(instance)
    assert model.is_trivially_infeasible() == (not placements_of(instance))


def test_parts_with_fixed_edges():
    """After an edge is fixed, the model of the rest has exactly the placements that use it."""
    rng = random.Random(1)
    tried = 0
    for seed in range(200):
        instance = near_miss(seed, 11)
        if not placements_of(instance):
            continue
        edge = rng.choice(np.flatnonzero(instance.usable_edges).tolist())
        a, b = instance.board.edges[edge].tolist()
        inside = np.ones(instance.board.size, dtype=bool)
        inside[[a, b]] = False
        left = dict(instance.budgets)
        left[divmod(int(instance.edge_classes[edge]), len(instance.colors))] -= 1
        cells = instance.board.cell_list()
        expected = {p for p in placements_of(instance) if (cells[a], cells[b]) in p.gourds}
        model = reduced_model(instance, cells=inside, budgets=left)
        assert placements(model, (edge,)) == expected
        for placement in list(expected)[:1]:  # now the empty cell is fixed as well: an even part
            empty = cells.index(placement.empty)
            inside[empty] = False
            model = reduced_model(instance, cells=inside, budgets=left)
            assert len(model.empties) == model.empty.total == 0
            same = {p for p in expected if p.empty == placement.empty}
            assert placements(model, (edge,)) == same
            inside[empty] = True
            model = reduced_model(instance, cells=inside, budgets=left, empty_cells=np.array([empty, a]))
            assert model.empties.tolist() == [empty]
            assert placements(model, (edge,)) == same
        usable = instance.usable_edges.copy()
        usable[edge] = False
        without = placements_of(instance) - expected
        assert placements(reduced_model(instance, usable=usable)) == without
        tried += 1
    assert tried > 60


def test_build_placement_refuses_what_is_none():
    instance = Instance.build([(q, 0) for q in range(5)], list("aaaaa"), [("a", "a", 2)])
    assert build_placement(instance, [0, 2]).empty == (4, 0)
    for edges in ([0], [0, 1], [0, 0], [0, 1, 2]):
        with pytest.raises(InternalError):
            build_placement(instance, edges)


def test_cell_equations_of_an_empty_part():
    instance = Instance.build([(0, 0)], ["a"], [])
    model = reduced_model(instance, cells=np.zeros(1, dtype=bool))
    assert model.equations() == []
    assert not model.is_trivially_infeasible()
    assert isinstance(reduced_model(instance).equations()[0], Equation)


def test_large_boards_are_quick():
    instance = reduction_board(planted_cubic(300, 1))
    start = time.process_time()
    model = reduced_model(instance)
    offsets, variables = model.incidence
    assert time.process_time() - start < 3
    assert len(offsets) == 24_002
    assert len(variables) == 2 * len(model.edges) + len(model.empties)
    assert all(equation.total > 0 for equation in model.classes.values())
