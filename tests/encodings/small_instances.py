"""Small random instances, feasible and infeasible in fair shares, with the truth from ``brute``."""

from __future__ import annotations

import random
from functools import cache

from gourds import shapes
from gourds.board import Board
from gourds.counting import Counting
from gourds.instance import Instance
from gourds.matching.maximum import maximum_matching
from gourds.placement import Placement
from gourds.solvers.brute import all_placements


@cache
def near_miss(seed: int, max_size: int = 15) -> Instance:
    """A matching gives the budgets; then some gourds exchange ends or some cells colors, and rarely an end changes.

    Exchanges keep the color totals right, so that the counting laws alone do not decide most of them.
    """
    rng = random.Random(seed)
    make = rng.choice([shapes.random_connected, shapes.random_proper])
    board = Board.from_cells(make(rng.randrange(3, max_size + 1) | 1, seed))
    names = "abcd"[: rng.randint(2, 4)]
    colors = [rng.choice(names) for _ in range(board.size)]
    mate = maximum_matching(board.size, board.edges, rng=rng).tolist()
    ends = [colors[v] for pair in enumerate(mate) if pair[0] < pair[1] for v in pair]
    bare = [colors[v] for v, w in enumerate(mate) if w < 0]
    ends += bare[: len(bare) - 1]
    change = rng.choice(["nothing", "cells", "ends", "group", "end"])
    if change == "cells":
        rng.shuffle(colors)
    elif change == "ends":
        rng.shuffle(ends)
    elif change == "group":  # like with like, as far as possible
        ends.sort()
    elif change == "end" and rng.random() < 0.3:
        ends[0] = rng.choice(sorted(set(colors)))
    gourds = [(a, b, 1) for a, b in zip(ends[::2], ends[1::2], strict=True)]
    return Instance.build(board.cells, colors, gourds)


@cache
def placements_of(instance: Instance) -> frozenset[Placement]:
    """All placements of an instance, by plain backtracking."""
    return frozenset(all_placements(instance))


def is_feasible(instance: Instance) -> bool:
    """The truth about an instance."""
    return bool(placements_of(instance))


@cache
def fair_shares(count: int, max_size: int = 15) -> list[Instance]:
    """Near misses: half of them feasible, a quarter refuted by counting, a quarter infeasible for other reasons."""
    wanted = {"feasible": count // 2, "counting": count // 4, "search": count - count // 2 - count // 4}
    found: list[Instance] = []
    seed = 0
    while len(found) < count:
        instance = near_miss(seed, max_size)
        seed += 1
        refuted = Counting(instance).refutation is not None
        kind = "counting" if refuted else "feasible" if is_feasible(instance) else "search"
        if wanted[kind]:
            wanted[kind] -= 1
            found.append(instance)
    return found
