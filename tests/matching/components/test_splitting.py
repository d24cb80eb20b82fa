"""Components against the checker's own way to take a board apart, and kinds against their components."""

from __future__ import annotations

from hypothesis import assume, given

from gourds.certificates.puzzle import Puzzle
from gourds.counting import Counting
from gourds.instance import Instance
from gourds.matching.components.splitting import Components, list_components
from tests.strategies import small_instances


def taken_apart(instance: Instance) -> tuple[Components, int]:
    empty_color = Counting(instance).empty_color
    assume(empty_color is not None and Counting(instance).refutation is None)
    assert empty_color is not None
    return Components(instance), empty_color


def is_mixed(puzzle: Puzzle, part: list[tuple[int, int]]) -> bool:
    return any(puzzle.color[a] != puzzle.color[b] for a in part for b in puzzle.partners[a])


@given(small_instances())
def test_the_parts_are_those_of_the_definition(instance):
    found, empty_color = taken_apart(instance)
    puzzle, cells = Puzzle.of(instance), instance.board.cell_list()
    parts = puzzle.parts()
    mixed = [frozenset(part) for part in parts if is_mixed(puzzle, part)]
    plain = {cell for part in parts if not is_mixed(puzzle, part) for cell in part}
    rows = [row for group in found.groups for row in group.cells.tolist()]
    assert sorted(map(sorted, mixed)) == sorted(sorted(cells[v] for v in row) for row in rows)
    assert {cells[v] for v in found.plain_cells.tolist()} == plain
    odd = puzzle.odd_part()
    assert odd is not None
    assert [cells[v] for v in found.odd_cells.tolist()] == odd
    assert found.odd_is_plain == (frozenset(odd) not in mixed)
    assert [cells[v] for v in found.spare.tolist()] == [cell for cell in odd if puzzle.color[cell] == empty_color]
    edges = {frozenset((cells[a], cells[b])) for a, b in found.plain_edges.tolist()}
    assert edges == {frozenset((a, b)) for a in plain for b in puzzle.partners[a]}


@given(small_instances())
def test_a_kind_says_all_of_its_components(instance):
    found, empty_color = taken_apart(instance)
    puzzle, cells = Puzzle.of(instance), instance.board.cell_list()
    odd = set(found.odd_cells.tolist())
    for group in found.groups:
        kind = group.kind
        for row, colors in zip(group.cells.tolist(), group.colors.tolist(), strict=True):
            (q, r), places = cells[row[0]], [cells[v] for v in row]
            assert tuple((x - q, y - r) for x, y in places) == kind.cells
            assert [colors[c] for c in kind.colors] == [puzzle.color[cell] for cell in places]
            edges = {(places[a], places[b]) for a, b in kind.edges}
            assert edges | {(b, a) for a, b in edges} == {(a, b) for a in places for b in puzzle.partners[a]}
            if kind.empty_color is None:
                assert not odd.intersection(row)
            else:
                assert odd == set(row)
                assert (kind.empty_color >= 0) == (empty_color in colors)
    kinds = [(group.kind.cells, group.kind.colors, group.kind.edges, group.kind.empty_color) for group in found.groups]
    assert len(kinds) == len(set(kinds))


@given(small_instances())
def test_the_list_has_every_component_once(instance):
    assume(Counting(instance).refutation is None)
    listed, puzzle, cells = list_components(instance), Puzzle.of(instance), instance.board.cell_list()
    assert listed is not None
    rows = [component.cells.tolist() for component in listed.components]
    assert sorted(sorted(cells[v] for v in row) for row in rows) == sorted(map(sorted, puzzle.parts()))
    for component in listed.components:
        colors = [puzzle.color[cells[v]] for v in component.cells.tolist()]
        kind = listed.kinds[component.kind]
        classes = {tuple(sorted((colors[a], colors[b]))) for a, b in kind.edges}
        assert {(a, b) for a, b in classes if a != b} == set(component.classes)
