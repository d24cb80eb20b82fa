"""Where the ray begins: how many gourds of each class near-perfect matchings have in the mean.

Exchanges without regard to the budgets (:mod:`gourds.matching.exchange`) lead from matching to matching. The mean of a
few of them is a point of the hull of all, mostly well inside. Nothing rests on where it lies: only what the ray shows
first depends on it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gourds.counting import Counting
from gourds.instance import Instance
from gourds.matching.exchange.search import is_begun_plainly, starting_matching
from gourds.matching.exchange.state import State
from gourds.matching.polytope.model import pairs_of

SAMPLES = 8
"""This many matchings."""
STEPS = 4
"""Proposals between two of them, for every cell."""
_ALWAYS = [2**32] * 32
"""Every exchange is accepted."""
_CHANCE = 20260217
"""The state of the generator at the start: the same average each time."""


def average_counts(instance: Instance) -> NDArray[np.float64] | None:
    """The mean numbers for the pairs of :func:`pairs_of`.

    None if no matching of usable edges leaves just one cell empty that has the color that counting asks for.
    """
    mate = starting_matching(instance, instance.usable_edges)
    if mate is None or instance.cell_colors[mate < 0] != Counting(instance).empty_color:
        return None
    state = State(instance, mate, instance.usable_edges, _CHANCE)
    if is_begun_plainly(state.size):
        state.interpret()
    else:
        state.compile()
    state.keep_empty_color(True)
    state.stop_at(-1)
    pairs = pairs_of(instance)
    total = np.zeros(len(pairs))
    for _ in range(SAMPLES):
        state.advance(_ALWAYS, STEPS * state.size)
        counts = state.counts(state.way)
        total += [counts.get(pair, 0) for pair in pairs]
    return total / SAMPLES
