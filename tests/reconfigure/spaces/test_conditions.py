"""The conditions against the groups of all small boards, and the lemmas of docs/results/holes.md one by one."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import pytest
from hypothesis import given, settings

from gourds.board import Board
from gourds.polyhexes import free_boards, two_connected_boards_with_holes
from gourds.reconfigure.spaces.conditions import are_walks_even, is_necklace, judge
from gourds.reconfigure.spaces.ears import find_placement
from gourds.reconfigure.spaces.group_connectivity import connectivity_by_groups
from gourds.reconfigure.spaces.holes import HIDDEN_SET, STUCK_RING, TWO_RINGS, find_hamiltonian_cycle
from gourds.reconfigure.spaces.placement_graph import all_placements, moves_from
from gourds.reconfigure.spaces.signed_groups import SignedGroup
from gourds.shapes import hexagon, star_of_david
from tests.strategies import boards

HALF = Board.from_cells([(1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (2, 1), (4, 1), (0, 2), (1, 2), (2, 2), (3, 2)])
"""Two rings that share an edge, and one more cell: eleven cells, half reconfigurable."""


@pytest.mark.parametrize(
    ("size", "due"),
    [
        (7, {"necklace": 1}),
        (9, {"necklace": 5, "no pivot": 1, "odd walk": 4, "station": 3}),
        (11, {"necklace": 30, "no pivot": 2, "odd walk": 35, "station": 66, "open": 4}),
        (13, None),
    ],
)
def test_all_boards_with_holes(size, due):
    rules: Counter[str] = Counter()
    gourds = size // 2
    everything = math.factorial(gourds) << gourds
    # The benchmark does all boards of 13 cells and more.
    for board in itertools.islice(two_connected_boards_with_holes(size), 0, None, 7 if size == 13 else 1):
        judgement = judge(board, 0)
        rules[judgement.rule] += 1
        exact = connectivity_by_groups(board)
        if judgement.rule == "open":
            assert exact.local_orders == (everything // 2,)
            assert judge(board).rule == "even walks"
            continue
        assert judgement.is_reconfigurable == exact.is_reconfigurable
        if judgement.rule == "necklace":
            assert exact.local_orders == (gourds << gourds,)
    assert due is None or rules == due


@pytest.mark.parametrize("size", [1, 3, 5, 7])
def test_all_boards_of_any_kind(size):
    for board in free_boards(size):
        exact = connectivity_by_groups(board)
        assert judge(board).is_reconfigurable == (exact.is_reconfigurable and exact.states > 0)


@settings(max_examples=60)
@given(boards(max_size=11))
def test_boards_that_are_drawn(board):
    if not board.is_connected:
        assert judge(board).verdict == "no"
        return
    exact = connectivity_by_groups(board)
    assert judge(board).is_reconfigurable == (exact.is_reconfigurable and exact.states > 0)


def test_named_boards():
    star = Board.from_cells(star_of_david())
    rules = {"necklace": STUCK_RING, "odd walk": TWO_RINGS, "never empty": HIDDEN_SET, "even walks": HALF}
    assert {rule: judge(board).rule for rule, board in rules.items()} == {rule: rule for rule in rules}
    assert judge(star).rule == "never empty"
    assert judge(Board.from_cells(hexagon(3))).rule == "proper"
    assert str(judge(HALF)) == "no (proved: all closed walks permute the gourds evenly)"
    assert str(judge(HALF, 0)).startswith("not known (gourds can be reversed")
    assert judge(HALF, 0).is_half


def test_large_boards_are_judged():
    cells = {tuple(cell) for cell in hexagon(15)} - {(0, 0), (5, 0), (5, 1), (-7, 3)}
    board = Board.from_cells([*cells, (16, 0)] if len(cells) % 2 == 0 else list(cells))
    assert judge(board).rule == "station" if board.is_two_connected else judge(board).verdict == "no"


def test_large_boards_that_are_not_proper_are_not_looked_at():
    ring = {tuple(cell) for cell in hexagon(41)} - {(0, 0)}
    assert judge(Board.from_cells(list(ring))).verdict in ("no", "unknown")


# -- lemmas -------------------------------------------------------------------------------------------------------


def group_order(slots: int, *cycles: list[int]) -> int:
    """The order of the group that cyclic permutations generate."""
    group = SignedGroup(slots)
    for cycle in cycles:
        image = list(range(slots))
        for here, there in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            image[here] = there
        group.add(tuple(2 * slot for slot in image))
    return group.order


@pytest.mark.parametrize("slots", range(3, 9))
def test_a_cycle_and_a_part_of_it_make_all_even_permutations(slots):
    for part in range(2, slots):
        order = group_order(slots, list(range(slots)), list(range(part)))
        is_even = slots % 2 == 1 and part % 2 == 1
        assert order == math.factorial(slots) // (2 if is_even else 1)


@pytest.mark.parametrize("slots", range(3, 9))
def test_two_cycles_that_share_slots_make_all_even_permutations_but_once(slots):
    for shared in range(1, slots - 1):
        for first in range(1, slots - shared):
            common = list(range(shared))
            one = common + list(range(shared, shared + first))
            other = common + list(range(shared + first, slots))
            order = group_order(slots, one, other)
            if sorted((first, slots - shared - first, shared - 1)) == [1, 2, 2]:
                assert order == 120
            else:
                is_even = len(one) % 2 == 1 and len(other) % 2 == 1
                assert order == math.factorial(slots) // (2 if is_even else 1)


def random_critical_graph(rng: random.Random) -> list[set[int]]:
    """An odd cycle with ears of even numbers of vertices, open or closed, and chords."""
    size, near = rng.choice((3, 5, 7)), [set() for _ in range(11)]

    def join(path: list[int]) -> None:
        for a, b in itertools.pairwise(path):
            near[a].add(b)
            near[b].add(a)

    join([*range(size), 0])
    for _ in range(rng.randrange(6)):
        more, u, v = rng.choice((0, 2, 2, 4, 6)), rng.randrange(size), rng.randrange(size)
        if size + more <= 11 and (more or u != v):
            join([u, *range(size, size + more), v])
            size += more
    return near[:size]


def odd_cycle_lengths(near: list[set[int]]) -> set[int]:
    """The lengths of all detachable odd cycles, by trying all cycles."""
    every = frozenset(range(len(near)))

    def can_cover(left: frozenset[int]) -> bool:
        return not left or any(can_cover(left - {min(left), w}) for w in near[min(left)] & left)

    found = set()

    def extend(path: list[int]) -> None:
        for w in near[path[-1]]:
            if w == path[0] and len(path) % 2 and len(path) > 2 and can_cover(every - set(path)):
                found.add(len(path))
            elif w > path[0] and w not in path:
                extend([*path, w])

    for first in every:
        extend([first])
    return found


@pytest.mark.parametrize("seed", range(150))
def test_walks_are_even_iff_no_cycle_of_one_more_than_a_multiple_of_four_can_be_detached(seed):
    near = random_critical_graph(random.Random(seed))
    placements = all_placements(near, 100_000)
    parity = {placements[0]: 0}
    are_even = True
    for here in (order := list(parity)):
        for there, entries, _ in moves_from(near, here, sum(range(len(near))) - sum(map(sum, here))):
            due = parity[here] + max(0, sum(entry >> 1 != slot for slot, entry in enumerate(entries)) - 1)
            if there not in parity:
                order.append(there)
            are_even &= parity.setdefault(there, due % 2) == due % 2
    assert len(parity) == len(placements)  # all placements reach each other
    assert are_even == all(length % 4 == 3 for length in odd_cycle_lengths(near))


def test_parity_of_walks_by_visits():
    mate = find_placement(HALF)
    assert are_walks_even(HALF, mate) is True
    assert are_walks_even(HALF, mate, 3) is None
    assert are_walks_even(TWO_RINGS, find_placement(TWO_RINGS)) is False


def test_necklaces_are_cyclic_whatever_their_cycle():
    for size in (7, 9, 11):
        for board in two_connected_boards_with_holes(size):
            cycle = find_hamiltonian_cycle(board)
            if cycle is not None:
                gourds = size // 2
                is_cyclic = connectivity_by_groups(board).local_orders in ((gourds << gourds,), (gourds,))
                assert is_necklace(board, tuple(cycle)) == is_cyclic


def covers(near: list[set[int]], left: frozenset[int]) -> list[list[tuple[int, int]]]:
    """All ways to cover some vertices with pairs."""
    if not left:
        return [[]]
    first = min(left)
    return [[(first, w), *rest] for w in near[first] & left for rest in covers(near, left - {first, w})]


@pytest.mark.parametrize("seed", range(25))
def test_determinant_and_permanent_modulo_eight(seed):
    rng = random.Random(seed)
    near = random_critical_graph(rng)[:9]
    near = [others & set(range(len(near))) for others in near]
    size = len(near)
    weight = {frozenset((a, b)): rng.randrange(1, 100) for a in range(size) for b in near[a]}
    rows = [[weight.get(frozenset((a, b)), 0) if a != b else 0 for b in range(size)] for a in range(size)]

    def signed(free: tuple[int, ...], row: int = 0) -> tuple[int, int]:
        """The determinant and the permanent, by their first row."""
        if not free:
            return 1, 1
        det = per = 0
        for k, column in enumerate(free):
            if rows[row][column]:
                d, p = signed(free[:k] + free[k + 1 :], row + 1)
                det += (-1) ** k * rows[row][column] * d
                per += rows[row][column] * p
        return det, per

    det, per = signed(tuple(range(size)))
    odd = 0
    for count in range(5, size + 1, 4):
        for cells in itertools.combinations(range(size), count):
            rest = sum(
                math.prod(weight[frozenset(pair)] ** 2 for pair in pairs)
                for pairs in covers(near, frozenset(range(size)) - set(cells))
            )
            for order in itertools.permutations(cells[1:]) if rest % 2 else ():
                steps = list(itertools.pairwise([cells[0], *order, cells[0]]))
                if order[0] < order[-1] and all(b in near[a] for a, b in steps):
                    odd += rest * math.prod(weight[frozenset(step)] for step in steps)
    assert (det - (-1) ** (size // 2 - 1) * per - 4 * odd) % 8 == 0
