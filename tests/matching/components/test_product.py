"""Components listed one by one, and the product of their tables against all placements."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from gourds.errors import InternalError, LimitError
from gourds.matching.components.product import Product, draw_below, first_positive, proportional
from gourds.matching.components.splitting import Component, list_components
from gourds.solvers.brute import all_placements
from tests.solvers.small import small_instance, twin_instance


def component(kind, *classes):
    return Component(kind, np.zeros(0, dtype=np.int64), classes)


AB, AC, BC = (0, 1), (0, 2), (1, 2)
COMPONENTS = [component(0, AB, AC), component(1, AC), component(0, BC, AC), component(2)]
TABLES = [{(0, 0): 1, (1, 1): 2, (2, 1): 3, (1, 2): 5}, {(0,): 1, (2,): 7}, {(): 11}]


def all_choices(budgets):
    """Every choice of signatures that meets the budgets, with its number of matchings."""
    found = Counter()
    tables = [TABLES[one.kind] for one in COMPONENTS]
    choices = [()]
    for table in tables:
        choices = [(*choice, signature) for choice in choices for signature in table]
    for choice in choices:
        totals, ways = Counter(), 1
        for one, signature, table in zip(COMPONENTS, choice, tables, strict=True):
            ways *= table[signature]
            for pair, number in zip(one.classes, signature, strict=True):
                totals[pair] += number
        if all(totals[pair] == number for pair, number in budgets.items()):
            found[choice] = ways
    return found


@pytest.mark.parametrize("budgets", [{AB: a, BC: b, AC: c} for a in range(3) for b in range(3) for c in range(6)])
def test_product_is_the_sum_over_all_choices(budgets):
    expected = all_choices(budgets)
    product = Product(COMPONENTS, TABLES, budgets)
    assert product.total == sum(expected.values())
    for k, ways in product.outside():
        by_signature = Counter()
        for choice, number in expected.items():
            by_signature[choice[k]] += number // TABLES[COMPONENTS[k].kind][choice[k]]
        assert ways == by_signature


def test_draws_follow_the_numbers():
    budgets = {AB: 1, BC: 1, AC: 3}
    expected = all_choices(budgets)
    product = Product(COMPONENTS, TABLES, budgets)
    draws = 4000
    drawn = product.draw([proportional(random.Random(k)) for k in range(draws)])
    seen = Counter(tuple(one[k] for k in range(len(COMPONENTS))) for one in drawn)
    assert set(seen) == set(expected)
    for choice, ways in expected.items():
        share = ways / product.total
        assert abs(seen[choice] / draws - share) < 5 * (share * (1 - share) / draws) ** 0.5 + 1e-9
    (first,) = product.draw([first_positive])
    assert expected[tuple(first[k] for k in range(len(COMPONENTS)))]


def test_a_budget_that_no_component_can_meet():
    assert Product(COMPONENTS, TABLES, {AB: 1, BC: 1, AC: 3, (1, 3): 1}).total == 0
    with pytest.raises(LimitError, match="more than 1 combinations"):
        Product(COMPONENTS, TABLES, {AB: 1, BC: 1, AC: 3}, max_totals=1)


def test_components_cover_the_board():
    for seed in range(300):
        instance = small_instance(seed) if seed % 3 else twin_instance(seed)
        listed = list_components(instance)
        if listed is None:
            assert next(all_placements(instance), None) is None
            continue
        board, colors = instance.board, instance.cell_colors.tolist()
        assert sorted(v for one in listed.components for v in one.cells.tolist()) == list(range(board.size))
        edges = set()
        for one in listed.components:
            kind = listed.kinds[one.kind]
            edges |= {tuple(sorted((int(one.cells[v]), int(one.cells[w])))) for v, w in kind.edges}
            for edge in kind.edges:
                ends = sorted(colors[one.cells[v]] for v in edge)
                if ends[0] != ends[1]:
                    assert one.classes[kind.classes.index(kind.class_of(edge))] == tuple(ends)
        assert edges == set(map(tuple, board.edges[instance.usable_edges].tolist()))


def test_draws_below_a_bound():
    rng = random.Random(2)
    assert {draw_below(rng, 5) for _ in range(200)} == set(range(5))
    assert draw_below(rng, 1) == 0
    assert 0 <= draw_below(rng, 10**100) < 10**100
    with pytest.raises(InternalError):
        draw_below(rng, 0)
