from __future__ import annotations

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

import gourds
from gourds.errors import COUNTED_FAULTS
from gourds.instance import Instance
from gourds.placement import PartialPlacement, Placement, partial_faults, placement_faults
from tests.strategies import SEEDS, placed_instances

ROW = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "a", 1), ("b", "b", 1)])
GOOD = Placement.build((4, 0), [((1, 0), (0, 0)), ((2, 0), (3, 0))])


def reasons(placement: Placement) -> list[str]:
    return [str(fault) for fault in placement_faults(ROW, placement)]


def test_a_good_placement_has_no_fault():
    assert reasons(GOOD) == []
    assert gourds.verify(ROW, GOOD)


def test_each_fault_is_named():
    assert reasons(Placement.build((4, 0), [((0, 0), (1, 0))])) == [
        "cell (2, 0) is neither covered nor empty",
        "cell (3, 0) is neither covered nor empty",
        "0 (b, b)-gourds are used, the budget is 1",
    ]
    twice = reasons(Placement.build((3, 0), [((0, 0), (1, 0)), ((2, 0), (3, 0))]))
    assert twice[0] == "empty: cell (3, 0) is covered twice, first by gourds[1]"
    assert "gourds[1]: cell (9, 9) is not on the board" in reasons(
        Placement.build((4, 0), [((0, 0), (1, 0)), ((2, 0), (9, 9))])
    )
    apart = reasons(Placement.build((2, 0), [((0, 0), (1, 0)), ((3, 0), (4, 0))]))
    assert sorted(apart) == ["0 (b, b)-gourds are used, the budget is 1", "1 (a, b)-gourds are used, the budget is 0"]
    assert "gourds[0]: cells (0, 0) and (2, 0) are not adjacent" in reasons(
        Placement.build((4, 0), [((0, 0), (2, 0)), ((1, 0), (3, 0))])
    )
    assert not gourds.verify(ROW, Placement.build((4, 0), [((0, 0), (2, 0)), ((1, 0), (3, 0))]))


def test_a_gourd_on_one_cell_is_no_gourd():
    found = reasons(Placement.build((4, 0), [((0, 0), (0, 0)), ((2, 0), (3, 0))]))
    assert "gourds[0]: cells (0, 0) and (0, 0) are not adjacent" in found
    assert "gourds[0]: cell (0, 0) is covered twice, first by gourds[0]" in found


@given(placed_instances())
def test_planted_placements_pass(pair):
    instance, placement = pair
    assert placement_faults(instance, placement) == []


@given(placed_instances(max_size=21), SEEDS, st.sampled_from(["drop", "add", "move", "empty", "repair"]))
def test_changed_placements_fail(pair, seed, how):
    """Any change to a planted placement either is caught or gives a placement that passes by the definition."""
    instance, placement = pair
    rng = random.Random(seed)
    gourds_ = list(placement.gourds)
    empty = placement.empty
    cells = instance.board.cell_list()
    if how == "drop":
        gourds_.pop(int(rng.random() * len(gourds_)))
    elif how == "add":
        gourds_.append(gourds_[int(rng.random() * len(gourds_))])
    elif how == "move":
        k = int(rng.random() * len(gourds_))
        gourds_[k] = (gourds_[k][0], (gourds_[k][1][0] + 1, gourds_[k][1][1]))
    elif how == "empty":
        empty = cells[(cells.index(empty) + 1) % len(cells)]
    else:
        a, b = gourds_[0]
        gourds_[0], empty = (a, empty), b
    changed = Placement.build(empty, gourds_)
    assert (placement_faults(instance, changed) == []) == by_definition(instance, changed)


def by_definition(instance: Instance, placement: Placement) -> bool:
    """The definition again, in other words than the checker's."""
    covered = [placement.empty, *itertools.chain.from_iterable(placement.gourds)]
    if sorted(covered) != sorted(instance.board.cell_list()):
        return False
    edges = {
        frozenset((instance.board.cell_list()[i], instance.board.cell_list()[j]))
        for i, j in instance.board.edges.tolist()
    }
    if not all(frozenset(gourd) in edges for gourd in placement.gourds):
        return False
    kinds = sorted(tuple(sorted((instance.color_at(a), instance.color_at(b)))) for a, b in placement.gourds)
    return kinds == sorted((a, b) for a, b, count in instance.gourd_list() for _ in range(count))


def test_a_placement_of_many_gourds_elsewhere_has_a_bounded_list_of_faults():
    faults = placement_faults(ROW, Placement.build((4, 0), [((9, 9), (9, 9))] * 60_000))
    assert len(faults) == COUNTED_FAULTS


def test_each_fault_of_a_partial_placement_is_named():
    assert partial_faults(ROW, PartialPlacement(())) == []
    assert partial_faults(ROW, PartialPlacement(GOOD.gourds)) == []
    for gourds_laid, word in (
        ([((0, 0), (1, 0)), ((1, 0), (2, 0))], "covered twice"),
        ([((0, 0), (2, 0))], "not adjacent"),
        ([((4, 0), (5, 0))], "not on the board"),
        ([((1, 0), (2, 0))], "1 (a, b)-gourds are used, the budget is 0"),
    ):
        found = partial_faults(ROW, PartialPlacement(gourds_laid))
        assert any(word in str(fault) for fault in found)
        assert gourds.verify(ROW, PartialPlacement(gourds_laid)).faults == tuple(found)


@given(placed_instances(), st.data())
def test_some_gourds_of_a_placement_are_a_partial_placement(pair, data):
    instance, placement = pair
    some = data.draw(st.lists(st.sampled_from(placement.gourds), unique=True)) if placement.gourds else []
    partial = PartialPlacement((b, a) for a, b in some)
    assert partial == PartialPlacement.of_cells(some)
    assert gourds.verify(instance, partial)
    if some:
        assert not gourds.verify(instance, PartialPlacement([*some, some[0]]))
