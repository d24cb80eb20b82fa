"""Presolve against all placements: what it settles holds, and what it leaves has an answer iff the whole has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hypothesis import given

from gourds.instance import Instance
from gourds.matching.components.presolve import Presolved, presolve
from gourds.matching.components.splitting import Components
from gourds.placement import Placement, placement_faults
from gourds.solvers.brute import all_placements
from tests.strategies import placed_instances, small_instances


def edges_of(instance: Instance, placement: Placement) -> set[int]:
    cells = instance.board.cell_list()
    number = {(cells[a], cells[b]): k for k, (a, b) in enumerate(instance.board.edges.tolist())}
    return {number[gourd] for gourd in placement.gourds}


def rests(result: Presolved) -> Iterator[list[int]]:
    """All ways to cover the cells left by the edges left within the budgets left, but for one cell if they are odd."""
    instance = result.instance
    ends, colors = instance.board.edges.tolist(), instance.cell_colors.tolist()
    usable = [k for k, is_usable in enumerate(result.usable.tolist()) if is_usable]
    candidates = set(result.candidates.tolist())

    def cover(open_cells: frozenset[int], may_leave: bool, taken: list[int]) -> Iterator[list[int]]:
        if not open_cells:
            yield taken
            return
        first = min(open_cells)
        if may_leave and first in candidates:
            yield from cover(open_cells - {first}, False, taken)
        for edge in usable:
            if first in ends[edge] and open_cells.issuperset(ends[edge]):
                yield from cover(open_cells - set(ends[edge]), may_leave, [*taken, edge])

    left = frozenset(k for k, is_left in enumerate(result.cells.tolist()) if is_left)
    needed = {pair: count for pair, count in result.budgets.items() if pair[0] != pair[1]}
    for taken in cover(left, len(left) % 2 == 1, []):
        used = Counter(tuple(sorted(colors[v] for v in ends[edge])) for edge in taken)
        if {pair: count for pair, count in used.items() if pair[0] != pair[1]} == needed:
            yield taken


@given(small_instances())
def test_the_rest_has_an_answer_iff_the_instance_has(instance):
    result = presolve(instance)
    truth = next(all_placements(instance), None)
    if result.refutation is not None:
        assert truth is None
        return
    rest = next(rests(result), None)
    assert (rest is None) == (truth is None)
    if rest is not None:
        mate = [-1] * instance.board.size
        for edge in (*result.fixed, *rest):
            a, b = instance.board.edges[edge].tolist()
            assert mate[a] == mate[b] == -1
            mate[a], mate[b] = b, a
        assert not placement_faults(instance, Placement.from_mates(instance.board, mate))


@given(small_instances())
def test_what_is_left_fits_together(instance):
    result = presolve(instance)
    if result.refutation is not None:
        return
    ends = instance.board.edges
    assert result.cells[ends[result.usable]].all()
    assert result.cells[result.candidates].all()
    assert not result.cells[ends[result.fixed]].any()
    covered = ends[result.fixed].ravel().tolist()
    assert len(covered) == len(set(covered))
    assert not (result.usable & ~instance.usable_edges).any()


@given(small_instances())
def test_every_placement_agrees_where_colors_mix(instance):
    """Plain components are matched somehow; in mixed ones what is fixed is in all placements, what is deleted in none."""
    result = presolve(instance)
    if result.refutation is not None:
        return
    plain = set(Components(instance).plain_cells.tolist())
    ends = instance.board.edges.tolist()
    mixed = {k for k in range(len(ends)) if ends[k][0] not in plain}
    fixed = mixed & set(result.fixed)
    deleted = {k for k in mixed - fixed if not result.usable[k]}
    for placement in all_placements(instance):
        used = edges_of(instance, placement)
        assert fixed <= used
        assert not deleted & used


@given(placed_instances(41))
def test_feasible_instances_are_never_refuted(pair):
    instance, _ = pair
    assert presolve(instance).refutation is None
