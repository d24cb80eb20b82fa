"""Small colored puzzles, and a plain search that solves them."""

from __future__ import annotations

import random
from collections import Counter

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.instance import Instance
from gourds.reconfigure.scrambles import random_configuration
from gourds.shapes import hexagon, random_proper
from tests.reconfigure.plain_search import State, plain_moves, state_of


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
    near = [{cell for cell in row if cell >= 0} for row in instance.board.neighbors.tolist()]
    names, colors = [instance.color_at(cell) for cell in instance.board.cell_list()], start.colors or ()

    def look_of(state: State) -> frozenset[tuple[tuple[int, str], ...]]:
        """What is left of a state without numbers: which two colors lie together on which cells."""
        return frozenset(tuple(sorted(zip(ends, pair, strict=True))) for ends, pair in zip(state, colors, strict=True))

    level, seen, depth = [state_of(start)], {look_of(state_of(start))}, 0
    while level:
        if any(all(names[a] == c and names[b] == d for (a, b), (c, d) in zip(s, colors, strict=True)) for s in level):
            return depth
        following = []
        for here in level:
            for there in plain_moves(near, here):
                if (look := look_of(there)) not in seen:
                    seen.add(look)
                    following.append(there)
        level, depth = following, depth + 1
    return None
