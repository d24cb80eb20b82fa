"""Small colored puzzles, and a plain search that solves them."""

from __future__ import annotations

import random
from collections import Counter

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.instance import Instance
from gourds.moves import Walk, legal_walk_steps
from gourds.reconfigure.scrambles import random_configuration
from gourds.replaying import replay
from gourds.shapes import hexagon, random_proper


def puzzle(board: Board, colors: str, seed: int) -> tuple[Instance, Configuration]:
    """Cells colored at random, budgets of a random placement, and a random start."""
    rng = random.Random(seed)
    names = [colors[int(rng.random() * len(colors))] for _ in range(board.size)]
    planted = random_configuration(board, seed)
    kinds = Counter(tuple(sorted((names[a], names[b]))) for a, b in planted.ends.tolist())
    gourds = [(a, b, count) for (a, b), count in sorted(kinds.items())]
    instance = Instance.build(board.cells, names, gourds)
    return instance, start_of(instance, seed + 1)


def start_of(instance: Instance, seed: int) -> Configuration:
    """A random start whose gourds have the colors of the budgets, some of them the other way round."""
    rng = random.Random(seed)
    laid = random_configuration(instance.board, seed)
    pairs = [(a, b) for a, b, count in instance.gourd_list() for _ in range(count)]
    turned = tuple((b, a) if rng.random() < 0.5 else (a, b) for a, b in pairs)
    return Configuration.from_indices(instance.board, laid.ids, laid.ends, turned)


def small_puzzle(size: int, colors: str, seed: int) -> tuple[Instance, Configuration]:
    """A puzzle on a random proper board."""
    return puzzle(Board.from_cells(random_proper(size, seed)), colors, seed)


def hexagon_puzzle(radius: int, seed: int, colors: str = "abc") -> tuple[Instance, Configuration]:
    """A puzzle on a hexagon."""
    return puzzle(Board.from_cells(hexagon(radius)), colors, seed)


def is_solved(instance: Instance, configuration: Configuration) -> bool:
    """From the definition."""
    return all(
        instance.color_at(cell) == color
        for ends, colors in zip(configuration.end_cells(), configuration.colors or (), strict=True)
        for cell, color in zip(ends, colors, strict=True)
    )


def plain_distance(instance: Instance, start: Configuration) -> int | None:
    """The fewest moves to a solved position, by breadth-first search over positions without numbers."""

    def looks(configuration: Configuration) -> frozenset:
        return frozenset(
            frozenset(zip(ends, colors, strict=True))
            for ends, colors in zip(configuration.end_cells(), configuration.colors or (), strict=True)
        )

    level, seen, depth = [start], {looks(start)}, 0
    while level:
        if any(is_solved(instance, one) for one in level):
            return depth
        following = []
        for one in level:
            for step in legal_walk_steps(one):
                after = replay(one, Walk.from_cells(one.board.cells[[one.empty, step]])).final
                if looks(after) not in seen:
                    seen.add(looks(after))
                    following.append(after)
        level, depth = following, depth + 1
    return None
