from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement

from hypothesis import given
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.families.hard.ends import Ends, kind_of


def placements(board: Board) -> list[list[tuple[int, int]]]:
    """All placements of a small board, by trying everything."""
    near: dict[int, list[int]] = {v: [] for v in range(board.size)}
    for v, w in board.edges.tolist():
        near[v].append(w)
    found = []

    def extend(v: int, taken: set[int], empty: bool, pairs: list[tuple[int, int]]) -> None:
        while v in taken:
            v += 1
        if v == board.size:
            found.append(list(pairs))
            return
        for w in near[v]:
            if w > v and w not in taken:
                extend(v + 1, taken | {v, w}, empty, [*pairs, (v, w)])
        if not empty:
            extend(v + 1, taken | {v}, True, pairs)

    extend(0, set(), False, [])
    return found


HEXAGON = Board.from_cells(shapes.hexagon(1))
BRICK = Board.from_cells(shapes.brick(3, 3))
ALL = {board: placements(board) for board in (HEXAGON, BRICK)}


@given(st.sampled_from([HEXAGON, BRICK]), st.integers(1, 4), st.integers(0, 10**6), st.integers(0, 3))
def test_budgets_start_at_the_top_and_exchanges_gain_what_they_say(board, colors, seed, steps):
    rng = random.Random(seed)
    painted = [int(rng.random() * colors) for _ in range(board.size)]
    slopes = {kind: int(rng.random() * 7) - 3 for kind in combinations_with_replacement(range(colors), 2)}
    ends = Ends.of(board, painted, slopes, rng)
    counts = [Counter(kind_of(painted[v], painted[w]) for v, w in pairs) for pairs in ALL[board]]
    heights = [sum(slopes[kind] * count for kind, count in one.items()) for one in counts]
    assert ends.height == max(heights)
    assert ends.counts in counts
    before, totals = ends.height, _totals(ends)
    for _ in range(steps):
        try:
            gain = ends.exchange(-20, 20, rng)
        except InputError:
            break
        assert ends.height == before + gain
        assert min(ends.counts.values()) >= 0
        assert _totals(ends) == totals
        before = ends.height
    ends.instance()


def _totals(ends: Ends) -> Counter[int]:
    totals: Counter[int] = Counter()
    for (a, b), count in ends.counts.items():
        totals[a] += count
        totals[b] += count
    return totals


def test_noise_makes_the_heaviest_matching_the_only_one():
    """So budgets do not depend on how heaviest matchings are searched for."""
    import numpy as np

    from gourds.matching import heaviest

    board = Board.from_cells(shapes.hexagon(3))
    original = heaviest.heaviest_matching

    def turned(size, edges, weights):
        """The same graph, its edges and vertices in another order."""
        order = np.arange(len(edges))[::-1]
        found = original(size, size - 1 - edges[order], weights[order])
        assert found is not None
        mate = (size - 1 - found.mate)[::-1]
        return heaviest.Heaviest(mate, found.potentials, found.above, found.duals, found.sizes)

    for seed in range(20):
        painted = [int(random.Random(seed).random() * 3) for _ in range(board.size)]
        slopes = dict.fromkeys(combinations(range(3), 2), 1)
        plain = Ends.of(board, painted, slopes, random.Random(seed)).counts
        from gourds.families.hard import ends

        ends.heaviest_matching, kept = turned, ends.heaviest_matching
        try:
            assert Ends.of(board, painted, slopes, random.Random(seed)).counts == plain
        finally:
            ends.heaviest_matching = kept
