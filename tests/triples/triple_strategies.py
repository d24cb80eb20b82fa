"""Colored boards of triples for several tests."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.triples.instance import TripleInstance
from gourds.triples.placements import all_placements
from tests.triples.small_boards import boards, strip

BOARDS = [*boards(7), *boards(10)[::25], strip(5), *map(Board.from_cells, (shapes.hexagon(3), shapes.triangle(10)))]


@st.composite
def colored(draw):
    """Few colors on a board, and budgets that some placement meets, or nearly."""
    board = draw(st.sampled_from(BOARDS))
    chance = random.Random(draw(st.integers(0, 2**32)))
    colors = [chance.choice("abc"[: draw(st.integers(1, 3))]) for _ in range(board.size)]
    placement = chance.choice(all_placements(board))
    kinds = Counter(tuple(sorted(colors[k] for k in slot)) for slot in placement.slots)
    if draw(st.booleans()):
        kinds[tuple(sorted(chance.choices(colors, k=3)))] += 1
        kinds.subtract([next(kind for kind, count in kinds.items() if count)])
    return TripleInstance.build(board, colors, [(*kind, count) for kind, count in kinds.items()])
