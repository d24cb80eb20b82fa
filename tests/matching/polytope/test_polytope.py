"""The matching polytope: what it closes is in no placement, what it refutes has none; floats never decide."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.certificates.linear import Weights as CheckedWeights
from gourds.certificates.linear import affordable
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.verify import verify_certificate
from gourds.compiled import compiled
from gourds.counting import Counting
from gourds.families.colorings import color_board
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.matching.polytope import Face, Middle, refute_or_face
from gourds.matching.polytope import separation as separating
from gourds.matching.polytope.averaging import average_counts
from gourds.matching.polytope.cuts_kernel import cut_tree, named, push
from gourds.matching.polytope.face import INSIDE
from gourds.matching.polytope.model import Program, pairs_of
from gourds.matching.polytope.rounding import rounded
from gourds.matching.polytope.separation import heavy_components, small_odd_cuts
from gourds.matching.polytope.solving import Simplex, interior
from gourds.solvers import Status, solve
from gourds.solvers.brute import all_placements
from tests.solvers.small import small_instance
from tests.whole_boards import beyond, extreme, most_of_one_color


def small_extreme(seed: int):
    """A small board whose budgets are those of a placement with as many gourds of one color as any has."""
    rng = random.Random(seed)
    board = Board.from_cells(shapes.random_proper(rng.choice([11, 13, 15]), seed))
    instance = color_board(board, coloring="planted", pattern="uniform", colors=rng.choice([2, 3]), rng=rng)
    color = instance.cell_colors.tolist()
    names = instance.colors
    gourds = [(names[color[v]], names[color[w]], 1) for v, w in most_of_one_color(board, color, rng)]
    return type(instance).build(board.cells, [names[k] for k in color], gourds)


def used_edges(instance, placement) -> set[int]:
    index = {pair: k for k, pair in enumerate(map(tuple, instance.board.edges.tolist()))}
    number = {cell: k for k, cell in enumerate(instance.board.cell_list())}
    return {index[tuple(sorted((number[a], number[b])))] for a, b in placement.gourds}


def check_face(instance, face: Face) -> tuple[int, int]:
    """Compare with all placements; the number of edges that are closed, and that could be."""
    placements = list(all_placements(instance))
    used = [used_edges(instance, placement) for placement in placements]
    number = {cell: k for k, cell in enumerate(instance.board.cell_list())}
    if face.refutation is not None:
        assert not placements
        certificate = Certificate(face.refutation.kind, instance.digest, dict(face.refutation.data))
        assert verify_certificate(instance, certificate)
        return 0, 0
    everywhere = set.union(set(), *used)
    assert everywhere <= set(np.flatnonzero(face.usable).tolist())
    assert {number[placement.empty] for placement in placements} <= set(face.spare.tolist())
    for edges in used:
        assert set(face.forced.tolist()) <= edges
    replay(instance, face)
    return face.closed, int(instance.usable_edges.sum()) - len(everywhere)


def replay(instance, face: Face) -> None:
    """The checker closes by the face's steps what the face says is closed, no more and no less."""
    puzzle, empty = Puzzle.of(instance), Counting(instance).empty_color
    cells = instance.board.cell_list()
    edges = [tuple(cells[v] for v in pair) for pair in instance.board.edges[instance.usable_edges].tolist()]
    spare = [cell for cell in puzzle.odd_part() or [] if puzzle.color[cell] == empty]
    for step in face.steps:
        weights = CheckedWeights(puzzle, step)
        limit = weights.limit()
        assert limit >= 0
        edges = affordable(edges, [weights.price(edge) for edge in edges], limit)
        spare = affordable(spare, [weights.price_of_empty(cell) for cell in spare], limit)
    assert edges == [tuple(cells[v] for v in pair) for pair in instance.board.edges[face.usable].tolist()]
    assert spare == [cells[v] for v in face.spare.tolist()]


def test_what_is_closed_is_in_no_placement():
    closed = possible = 0
    for seed in range(400):
        instance = small_instance(seed)
        if Counting(instance).refutation is None:
            ours, all_of_them = check_face(instance, refute_or_face(instance))
            closed, possible = closed + ours, possible + all_of_them
    for seed in range(60):
        instance = small_extreme(seed)
        ours, all_of_them = check_face(instance, refute_or_face(instance))
        closed, possible = closed + ours, possible + all_of_them
    assert 0.8 * possible < closed <= possible


@pytest.mark.parametrize("colors", [2, 3, 5])
def test_extreme_boards_are_rigid_and_beyond_there_is_nothing(colors):
    instance = extreme(5, colors, colors)
    face = refute_or_face(instance)
    assert face.refutation is None
    assert face.closed > 30
    assert face.reach == pytest.approx(1)
    assert 1 <= len(face.steps) <= 2
    replay(instance, face)
    placement = solve(instance, "sat", isolate=False).placement
    assert placement is not None
    used = used_edges(instance, placement)
    assert used <= set(np.flatnonzero(face.usable).tolist())
    assert set(face.forced.tolist()) <= used

    result = solve(beyond(5, colors, colors), "polytope", isolate=False)
    assert result.status is Status.INFEASIBLE
    assert result.certificate is not None
    assert result.certificate.kind == "linear"
    assert verify_certificate(beyond(5, colors, colors), Certificate.from_text(result.certificate.to_text()))
    assert len(result.certificate.to_text()) < 10_000


def test_the_time_limit_is_kept_and_nothing_is_claimed_then():
    instance = beyond(5, 3, 3)
    for seconds in (-1.0, 0.0, 1e-6):
        face = refute_or_face(instance, seconds)
        assert face.refutation is None
        assert face.closed == 0
        assert face.reach is None
    result = solve(instance, "polytope", time_limit=1e-6, isolate=False)
    assert result.status is Status.UNKNOWN
    assert "time limit" in (result.reason or "")


def test_without_shrinking_only_refutations_are_looked_for():
    face = refute_or_face(extreme(5, 3, 3), shrink=False)
    assert face.reach is not None
    assert not face.steps
    assert refute_or_face(beyond(5, 3, 3), shrink=False).refutation is not None


def test_rounding_mends_what_floats_get_wrong():
    instance = beyond(4, 3, 1)
    program = program_of(instance)
    simplex = Simplex(program, list(program.triangles))
    solution = simplex.solve()
    assert solution is not None
    is_open = np.ones(len(program.edges) + len(program.spare), dtype=bool)
    rng = np.random.default_rng(0)
    for noise in (0.0, 1e-6, 1e-4, 1e-3):
        size = np.abs(solution.duals).max()
        duals = solution.duals + noise * size * rng.standard_normal(len(solution.duals))
        weights = rounded(program, simplex.sets, duals, is_open, lambda found: found.limit < 0)
        assert weights is not None
        data = {"steps": [weights.to_json(instance)]}
        assert verify_certificate(instance, Certificate("linear", instance.digest, data))
    assert rounded(program, simplex.sets, solution.duals * np.nan, is_open, lambda found: True) is None
    assert rounded(program, simplex.sets, -solution.duals, is_open, lambda found: found.limit < 0) is None


def corner(program: Program, rng: np.random.Generator):
    """A corner of the program without odd sets."""
    simplex = Simplex(program)
    cost = np.zeros(program.width)
    cost[: len(program.edges)] = rng.standard_normal(len(program.edges))
    simplex.minimize(cost)
    return simplex.solve()


def matching_program(board: Board) -> Program:
    edges = np.arange(len(board.edges))
    none = np.zeros(0, dtype=np.int64)
    return Program(board, edges, np.arange(board.size), np.full(len(edges), -1), none, none.astype(np.float64))


def program_of(instance) -> Program:
    average = average_counts(instance)
    assert average is not None
    return Program.of(instance, average)


def held_too_much(program: Program, values, cells) -> float:
    return more_than_half(values, program.inside([np.asarray(cells)])[1], cells)


def more_than_half(values, column, cells) -> float:
    return float(values[column].sum()) - len(cells) // 2


@pytest.mark.parametrize("seed", range(12))
def test_a_cut_tree_finds_an_odd_set_iff_there_is_one(seed):
    rng = np.random.default_rng(seed)
    program = matching_program(Board.from_cells(shapes.random_connected(11, seed)))
    points = [corner(program, rng) for _ in range(6)] + [interior(program, [])]
    values = [point.values for point in points if point is not None]
    values += [(a + b) / 2 for a, b in itertools.pairwise(values)]
    sets = [c for size in (3, 5, 7, 9, 11) for c in itertools.combinations(range(program.board.size), size)]
    columns = [program.inside([np.asarray(cells)])[1] for cells in sets]
    for point in values:
        most = max(more_than_half(point, column, cells) for column, cells in zip(columns, sets, strict=True))
        found = small_odd_cuts(program, point)
        assert bool(found) == (most > separating.TOLERANCE)
        for cells in [*found, *heavy_components(program, point)]:
            assert len(cells) % 2 == 1
            assert held_too_much(program, point, cells.tolist()) > separating.TOLERANCE / 2


def test_the_compiled_cut_tree_is_the_same(monkeypatch):
    program = matching_program(Board.from_cells(shapes.hexagon(3)))
    monkeypatch.setattr(separating, "compiled", lambda *_: compiled(cut_tree, (named, push)))
    monkeypatch.setattr(separating, "is_loaded", lambda *_: False)
    for seed in range(3):
        point = corner(program, np.random.default_rng(seed))
        monkeypatch.setattr(separating, "COMPILED", 1)
        fast = small_odd_cuts(program, point.values)
        monkeypatch.setattr(separating, "COMPILED", 1000)
        slow = small_odd_cuts(program, point.values)
        assert [cells.tolist() for cells in fast] == [cells.tolist() for cells in slow]


def test_with_all_odd_sets_corners_are_matchings():
    """Edmonds: without budgets, corners that violate no odd set are near-perfect matchings."""
    program = matching_program(Board.from_cells(shapes.hexagon(2)))
    for seed in range(5):
        simplex = Simplex(program, list(program.triangles))
        cost = np.zeros(program.width)
        cost[: len(program.edges)] = np.random.default_rng(seed).standard_normal(len(program.edges))
        simplex.minimize(cost)
        for _ in range(50):
            point = simplex.solve()
            assert point is not None
            found = separating.violated_odd_sets(program, point.values)
            if not found:
                break
            simplex.add(found)
        assert np.abs(point.values - np.rint(point.values)).max() < 1e-6


def test_the_smallest_boards():
    single = Instance.build([(0, 0)], ["a"], [])
    result = solve(single, "polytope", isolate=False)
    assert result.status is Status.FEASIBLE
    row = Instance.build([(0, 0), (1, 0), (2, 0)], list("aba"), [("a", "b", 1)])
    assert solve(row, "polytope", isolate=False).status is Status.FEASIBLE
    row = Instance.build([(0, 0), (1, 0), (2, 0)], list("aab"), [("a", "b", 1)])
    face = refute_or_face(row)
    assert face.refutation is None
    assert len(face.forced) == 1
    assert face.spare.tolist() == [0]


def test_placements_of_extreme_boards_are_found_in_the_middle_of_the_face():
    for colors in (2, 3, 4):
        instance = extreme(6, colors, colors)
        result = solve(instance, "polytope", isolate=False)
        assert result.status is Status.FEASIBLE
        again = solve(instance, "polytope", isolate=False)
        assert again.placement == result.placement


@pytest.mark.parametrize("seed", range(40))
def test_what_a_middle_says_is_true_of_every_placement(seed):
    """Edges without a fraction are in none, and just one gourd leaves a full set, or it holds the empty cell."""
    instance = small_extreme(seed)
    seen: list[Middle] = []
    refute_or_face(instance, visit=lambda middle: bool(seen.append(middle)))
    number = {cell: k for k, cell in enumerate(instance.board.cell_list())}
    for placement in all_placements(instance):
        used = used_edges(instance, placement)
        for middle in seen:
            assert used <= set(middle.edges.tolist())
            assert number[placement.empty] in middle.spare
            for cells in map(set, (full.tolist() for full in middle.full)):
                leaving = sum((number[a] in cells) != (number[b] in cells) for a, b in placement.gourds)
                assert leaving + (number[placement.empty] in cells) == 1


def test_a_middle_that_is_enough_is_the_last_one():
    seen = []
    refute_or_face(extreme(5, 3, 3), visit=lambda middle: bool(seen.append(middle)) or True)
    assert len(seen) == 1


@pytest.mark.parametrize("seed", range(30))
def test_the_reach_is_how_far_the_hull_of_matchings_goes(seed):
    """Against the same ray in the hull of the counts of all matchings, by a small linear program of its own."""
    instance = small_extreme(seed) if seed % 2 else small_instance(seed)
    if Counting(instance).refutation is not None or average_counts(instance) is None:
        return
    program, pairs = program_of(instance), pairs_of(instance)
    if not pairs:
        return
    points = sorted({tuple(c.get(pair, 0) for pair in pairs) for c in matchings(instance, program)})
    exact = reach_in_hull(points, program.average, [instance.budgets[pair] for pair in pairs])
    face = refute_or_face(instance, shrink=False)
    if face.refutation is not None:
        assert exact < 1
    else:
        assert face.reach is not None
        assert face.reach >= exact - 1e-6
        assert exact >= 1 - 1e-6


def reach_in_hull(points, average, budgets) -> float:
    """The largest t, up to 2, for which average + t·(budgets − average) is a mean of the points."""
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver("GLOP")
    share = [solver.NumVar(0, 1, "") for _ in points]
    reach = solver.NumVar(0, 2, "")
    solver.Add(sum(share) == 1)
    for k, (start, budget) in enumerate(zip(average.tolist(), budgets, strict=True)):
        solver.Add(
            sum(point[k] * x for point, x in zip(points, share, strict=True)) == start + reach * (budget - start)
        )
    solver.Maximize(reach)
    assert solver.Solve() == pywraplp.Solver.OPTIMAL
    return reach.solution_value()


def matchings(instance, program: Program):
    """The class counts of all matchings of the program's edges that leave one of its spare cells empty."""
    near: dict[int, list[int]] = {}
    for v, w in program.ends.tolist():
        near.setdefault(v, []).append(w)
        near.setdefault(w, []).append(v)
    color = instance.cell_colors.tolist()

    def cover(left: frozenset[int]):
        if not left:
            yield {}
            return
        v = min(left)
        for w in near.get(v, []):
            if w in left:
                pair = (min(color[v], color[w]), max(color[v], color[w]))
                for counts in cover(left - {v, w}):
                    yield {**counts, pair: counts.get(pair, 0) + 1}

    for empty in program.spare.tolist():
        yield from cover(frozenset(range(instance.board.size)) - {empty})


def test_every_placement_pays_the_same():
    """The equation that CP-SAT is given, on all placements of small boards near the boundary."""
    checked = 0
    for seed in range(120):
        instance = small_extreme(seed) if seed % 2 else small_instance(seed)
        if Counting(instance).refutation is not None:
            continue
        face = refute_or_face(instance, everywhere=False)
        payment = face.payment
        if payment is None:
            continue
        number = {cell: k for k, cell in enumerate(instance.board.cell_list())}
        for placement in all_placements(instance):
            used = sorted(used_edges(instance, placement))
            paid = int(payment.prices[used].sum() + payment.empty_prices[number[placement.empty]])
            pairs = [{number[a], number[b]} for a, b in placement.gourds]
            for weight, cells in payment.sets:
                inside = sum(pair <= set(cells.tolist()) for pair in pairs)
                paid += weight * (len(cells) // 2 - inside)
            assert paid == payment.limit
            checked += 1
    assert checked > 200


@pytest.mark.parametrize("colors", [2, 3])
def test_placements_near_the_boundary_are_found_by_what_they_pay(colors):
    instance = extreme(7, colors, 1, traded=-1)
    face = refute_or_face(instance, everywhere=False)
    assert face.payment is not None or (face.reach or 0) > INSIDE
    result = solve(instance, "polytope", isolate=False)
    assert result.status is Status.FEASIBLE
