"""Near-shortest solutions of the colored puzzle: a beam search from many targets at once back to the start.

It settles two questions together, which target and how: targets that cannot be left towards the start as easily as
others drop out of the beam level by level. On hexagons of 37 and 61 cells the plans are a tenth shorter than with the
nearest target alone, for the same work.

States are numbered configurations (:mod:`gourds.reconfigure.search.beam`). To take positions with the same colors for
the same was tried and is worse: which of the equal gourds carries a color steers the search, and it pays to have
targets that differ only in that. The walk of the empty cell, read backwards, leads from the start to a solved position
whichever gourds carry the colors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.hexgrid import IndexArray
from gourds.reconfigure.colored.targets import Puzzle
from gourds.reconfigure.search.beam import Score, Search

PATIENCE: Final = 80
"""Levels without a better score after which a search gives up."""


def search_back(
    puzzle: Puzzle,
    targets: Sequence[NDArray[np.int32]],
    width: int,
    *,
    power: float = 1.8,
    seed: int = 0,
    longest: int = 1 << 30,
    is_over: Callable[[], bool] = lambda: False,
) -> IndexArray | None:
    """The path of the empty cell from the start of the puzzle to one of the targets, or None if none was found.

    ``targets`` are the cells of the ends, shape (n, 2) each. The path has at most ``longest`` moves.
    """
    starts = np.array([ends.reshape(-1) for ends in targets], dtype=np.int32)
    goal = puzzle.start.ends.reshape(-1)
    search = Search(
        puzzle.grid, starts, goal, Score(power), seed, is_over, patience=PATIENCE, widening=1, distances=puzzle.table
    )
    path = search.run(width, longest)
    return None if path is None else np.ascontiguousarray(path[::-1])
