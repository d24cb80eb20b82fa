"""Random configurations, the same for a seed on every machine."""

from __future__ import annotations

import random

import numpy as np

from gourds.board import Board
from gourds.chance import draw_below, shuffle
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.matching.maximum import maximum_matching
from gourds.moves import labels_of


def random_configuration(board: Board, seed: int = 0) -> Configuration:
    """Gourds 1, 2, … laid on the board in random order, each either way round.

    Where they lie is a random matching, then moved about by ten random moves per cell: every configuration of a proper
    board can come up, though not all equally often. Given the cells of the gourds, numbers and ends are uniform.
    """
    rng = random.Random(seed)
    mate = maximum_matching(board.size, board.edges, rng=rng)
    if int((mate < 0).sum()) != 1:
        raise InputError("gourds cannot cover all cells of this board but one")
    pairs = [(k, int(other)) for k, other in enumerate(mate.tolist()) if k < other]
    laid = Configuration.from_indices(board, tuple(range(1, len(pairs) + 1)), pairs)
    pairs = [(int(a), int(b)) for a, b in scramble(laid, 10 * board.size, seed + 1).ends]
    shuffle(rng, pairs)
    turned = [(b, a) if rng.random() < 0.5 else (a, b) for a, b in pairs]
    return Configuration.from_indices(board, laid.ids, turned)


def scramble(configuration: Configuration, moves: int, seed: int = 0) -> Configuration:
    """The configuration after this many random moves, none of which takes back the one before unless it must."""
    rng = random.Random(seed)
    label_array, where_array = labels_of(configuration)
    label, where, empty = label_array.tolist(), where_array.tolist(), configuration.empty
    near_of = [[cell for cell in row if cell >= 0] for row in configuration.board.neighbors.tolist()]
    last = -1
    for _ in range(moves):
        near = near_of[empty]
        leaving = {cell if where[label[cell] ^ 1] in near else where[label[cell] ^ 1] for cell in near}
        choices = sorted(leaving - {last}) or sorted(leaving)
        if not choices:
            break
        cell = choices[draw_below(rng, len(choices))]
        end = label[cell]
        other = where[end ^ 1]
        if cell in near:
            label[empty], where[end] = end, empty
        else:
            label[empty], where[end ^ 1] = end ^ 1, empty
            label[other], where[end] = end, other
        label[cell] = -1
        last, empty = empty, cell
    return Configuration.from_indices(
        configuration.board, configuration.ids, np.array(where).reshape(-1, 2), configuration.colors
    )
