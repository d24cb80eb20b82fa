"""Claims of Section 4: they hold on a few boards, and they fail if what they rest on is broken."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.paper.claim import Effort, Finding, Outcome
from gourds.paper.claims.reconfiguration import (
    alignment,
    balanced_split,
    cubic_plans,
    hexagon_sides,
    quadratic_plans,
    runs,
    split_cycles,
    substructures,
    triangle_tree,
)
from gourds.paper.cycles import inside as geometry
from gourds.paper.cycles import plans, polygons, samples
from gourds.paper.cycles.inside import inside_of
from gourds.paper.cycles.samples import Extent
from gourds.reconfigure.paper import align, cubic, quadratic, rotation_kernel, splits
from gourds.reconfigure.paper import runs as planners
from gourds.reconfigure.paper.substructures import Tail

STRUCTURES = (triangle_tree, alignment, substructures, hexagon_sides, runs, balanced_split, split_cycles)
CLAIMS = {claim.name: claim for topic in (*STRUCTURES, cubic_plans, quadratic_plans) for claim in topic.CLAIMS}
IMPRECISE = {"substructures", "middle-five", "split-walk"}
FEW = Extent(9, 2, 41)


@pytest.fixture(autouse=True)
def few_boards(monkeypatch):
    """Small samples: the claims' own are for runs by hand."""
    monkeypatch.setattr(samples, "QUICK", FEW)
    monkeypatch.setattr(alignment, "QUICK", Extent(7, 12, 41))
    monkeypatch.setattr(alignment, "ROUNDS", Extent(7, 2, 41))
    monkeypatch.setattr(substructures, "QUICK", Extent(7, 2, 41))
    monkeypatch.setattr(split_cycles, "QUICK", FEW)
    monkeypatch.setattr(runs, "QUICK", Extent(1, 2, 41))
    monkeypatch.setattr(balanced_split, "LARGE", 61)
    for name, number in (("EVERY", 3), ("SOME", 5), ("PAIRS", 2)):
        monkeypatch.setattr(plans, name, (number, number))
    families = {"strips": [shapes.strip(size) for size in (21, 33, 45, 61)]}
    for topic in (cubic_plans, quadratic_plans):
        monkeypatch.setattr(topic, "families", lambda effort: families)


def check(name: str) -> Finding:
    return CLAIMS[name].check(Effort())


@pytest.mark.parametrize("name", CLAIMS)
def test_it_holds(name):
    finding = check(name)
    assert finding.outcome is (Outcome.IMPRECISE if name in IMPRECISE else Outcome.HOLDS), finding
    assert finding.reach
    assert len({len(row) for row in finding.rows}) == 1
    assert finding.pictures
    assert all(picture.svg.startswith("<svg") for picture in finding.pictures)


@pytest.mark.parametrize("name", CLAIMS)
def test_no_time_is_no_proof(name):
    """Past the deadline a claim says little, but it does not fail, and nothing is raised."""
    assert CLAIMS[name].check(Effort(deadline=0)).outcome is not Outcome.FAILS


def broken(*names: str) -> None:
    for name in names:
        finding = check(name)
        assert finding.outcome is Outcome.FAILS, (name, finding)
        assert finding.remark


# -- the premise: cycles that are not Hamiltonian ---------------------------------------------------------------


def test_cycles_that_leave_a_cell_inside(monkeypatch):
    board = Board.from_cells(shapes.hexagon(1))
    around = [0, 1, 4, 6, 5, 2]
    monkeypatch.setattr(samples, "_cycles_of_boards", lambda size: [inside_of(board, around)])
    broken("triangle-counts", "triangle-tree", "node-triangle", "four-sides")


def test_the_outside_taken_for_the_inside(monkeypatch):
    inner = geometry._is_inside
    monkeypatch.setattr(geometry, "_is_inside", lambda *where: not inner(*where))
    broken("triangle-counts")
    monkeypatch.setattr(geometry, "_is_inside", lambda *where: True)
    broken("cycle-and-tree", "triangle-tree", "four-sides")


def test_the_planners_lose_a_triangle(monkeypatch):
    whole = triangle_tree.triangles.triangle_tree

    def without_one(neighbors, cycle):
        tree = whole(neighbors, cycle)
        return replace(tree, corners=tree.corners[1:])

    monkeypatch.setattr(triangle_tree.triangles, "triangle_tree", without_one)
    broken("triangle-counts")


def test_hexagons_turned_by_half_a_side(monkeypatch):
    monkeypatch.setattr(hexagon_sides, "_CORNERS", ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)))
    broken("node-triangle")


# -- moving -----------------------------------------------------------------------------------------------------


def test_a_walk_that_stops_early(monkeypatch):
    whole = align.align

    def without_end(*given):
        label, path = whole(*given)
        return label, path[: len(path) // 2 + 1]

    monkeypatch.setattr(align, "align", without_end)
    broken("alignment")


def test_alignment_that_forgets_gourds(monkeypatch):
    follow = alignment.follow
    monkeypatch.setattr(alignment, "follow", lambda *given: (follow(*given)[0][:2], ""))
    broken("alignment")


def test_sharp_bends_that_are_turns(monkeypatch):
    monkeypatch.setattr(alignment, "graph_of", lambda board: [set() for _ in range(board.size)])
    broken("moving-along")


def test_substructures_that_nobody_finds(monkeypatch):
    monkeypatch.setattr(substructures, "tails_of", lambda inside: [])
    broken("substructures")


def test_gourds_that_do_not_pass(monkeypatch):
    monkeypatch.setattr(Tail, "pass_by", lambda tail, walker, count: None)
    broken("rearranging")


def test_five_cells_without_pivots(monkeypatch):
    slides = substructures.pivots
    monkeypatch.setattr(
        substructures, "pivots", lambda near, e, a, b: [] if e in near[a] & near[b] else slides(near, e, a, b)
    )
    broken("rearranging")


# -- runs and splits --------------------------------------------------------------------------------------------


def test_a_grid_on_which_runs_may_bend(monkeypatch):
    monkeypatch.setattr(runs, "is_polygon", lambda triangles: True)
    broken("zig-zag", "middle-five")


def test_runs_that_are_left(monkeypatch):
    monkeypatch.setattr(planners, "break_runs", lambda board, cycle: cycle)
    broken("runs-of-seven")


def test_a_change_at_another_place(monkeypatch):
    change = runs.broken
    monkeypatch.setattr(runs, "broken", lambda inside, run: change(inside, run[1:]))
    broken("runs-of-seven")


def test_runs_of_seven_and_more_have_no_balanced_split(monkeypatch):
    """Trees that branch and branch: without the premise the sharper bound does not hold."""
    monkeypatch.setattr(balanced_split, "longest_run", lambda inside: 0)
    monkeypatch.setattr(samples, "_cycles_of_boards", lambda size: [polygons.toothed(16)])
    broken("balanced-split")


def test_a_split_that_is_not_the_best(monkeypatch):
    found = splits.find_splits
    monkeypatch.setattr(splits, "find_splits", lambda tree: found(tree)[::-1])
    broken("balanced-split")


def test_a_walk_into_the_smallest_part(monkeypatch):
    walk = balanced_split.proof_walk
    monkeypatch.setattr(balanced_split, "proof_walk", lambda inside, start: walk(inside, start) * 4)
    broken("split-walk")


def test_cycles_cut_at_another_cell(monkeypatch):
    cut = split_cycles.split_at

    def shifted(inside, node):
        is_odd, first, second = cut(inside, node)
        return is_odd, first[:-1], second

    monkeypatch.setattr(split_cycles, "split_at", shifted)
    broken("two-ways")


def test_an_empty_cell_elsewhere(monkeypatch):
    stations = splits.find_stations
    monkeypatch.setattr(splits, "find_stations", lambda near, split: [])
    broken("exchange")

    def moved(near, split):
        for station in stations(near, split):
            yield replace(station, empty=next(iter(station.common)))

    monkeypatch.setattr(splits, "find_stations", moved)
    broken("exchange")


# -- plans ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("planner", "name"), [(cubic, "cubic-plans"), (quadratic, "quadratic-plans")])
def test_plans_that_stop_one_move_early(planner, name, monkeypatch):
    plan = planner.plan

    def short(task, options):
        found = plan(task, options)
        return replace(found, path=found.path[:-1] if len(found.path) > 1 else np.append(found.path, 0))

    monkeypatch.setattr(planner, "plan", short)
    broken(name)


def test_cubic_plans_are_not_quadratic(monkeypatch):
    monkeypatch.setattr(quadratic, "plan", cubic.plan)
    broken("quadratic-plans")


def test_planners_that_give_up(monkeypatch):
    from gourds.errors import InternalError

    def fail(*given):
        raise InternalError("out of order")

    monkeypatch.setattr(rotation_kernel, "rotate", fail)
    broken("cubic-plans", "quadratic-plans")
