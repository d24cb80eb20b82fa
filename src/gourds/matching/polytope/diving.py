"""Placements as corners of the face: random costs, and where the corner is no matching, a dive.

A corner of the polytope lies on a face of the matching polytope of at most as many dimensions as there are budgets. So
for few colors it is nearly a matching, and often one. Otherwise the edges with the largest fractions get a gourd, and
the linear program is solved again, until the corner is a matching or no point is left. Then other costs can be tried.

Each dive takes as many solutions as there are rounds, some milliseconds each, since each starts from the one before. It
proves nothing if it fails.
"""

from __future__ import annotations

import random
import time

import numpy as np

from gourds.matching.polytope.face import EPSILON, Face
from gourds.matching.polytope.model import IntArray, Program
from gourds.matching.polytope.separation import heavy_components
from gourds.matching.polytope.solving import Floats, Simplex

AT_ONCE = 6
"""So many edges at most get a gourd in a round."""
SURE = 0.75
"""Beside the first, only edges with at least this."""


def dive(face: Face, rng: random.Random, deadline: float | None = None) -> IntArray | None:
    """The edges of a placement, from one try; ``deadline`` is a time of ``time.perf_counter``."""
    if face.program is None:
        return None
    program = face.program
    count = len(program.edges)
    simplex = Simplex(program, face.sets)
    simplex.close(np.arange(program.width)[program.elastic])
    cost = np.zeros(program.width)
    cost[:count] = [rng.random() for _ in range(count)]
    simplex.minimize(cost)
    while True:
        point = simplex.solve(None if deadline is None else deadline - time.perf_counter())
        if point is None:
            return None
        x = point.values[:count]
        if np.abs(x - np.rint(x)).max(initial=0) < EPSILON:
            return program.edges[x > 0.5]
        sets = heavy_components(program, point.values)
        if sets:
            simplex.add(sets)
        else:
            simplex.close(_rivals(program, x))


def _rivals(program: Program, x: Floats) -> IntArray:
    """The columns that close when the largest fractions get a gourd."""
    open_edges = np.flatnonzero((x > EPSILON) & (x < 1 - EPSILON))
    taken = np.zeros(program.board.size, dtype=bool)
    chosen: list[int] = []
    for edge in open_edges[np.argsort(-x[open_edges], kind="stable")].tolist():
        if chosen and (x[edge] < SURE or len(chosen) == AT_ONCE):
            break
        if not taken[program.ends[edge]].any():
            taken[program.ends[edge]] = True
            chosen.append(edge)
    is_rival = taken[program.ends[:, 0]] | taken[program.ends[:, 1]]
    is_rival[chosen] = False
    return np.concatenate((np.flatnonzero(is_rival), len(program.edges) + np.flatnonzero(taken[program.spare])))
