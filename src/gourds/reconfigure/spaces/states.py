"""Whole state spaces of small boards: every configuration, every distance, God's number.

The configurations of a board are its placements times the n!·2ⁿ ways to number and turn the gourds, and moves act on
the two as :mod:`placement_graph` says. So a state is a number, what was seen is an array of bytes, a move
is two table look-ups, and a breadth-first search visits tens of millions of states in a second.

Renaming gourds is an automorphism, and so is every symmetry of the board: the distances from one labeling of one
placement of every orbit are all distances there are. The *diameter*, the largest distance between two configurations
that can reach each other, is called God's number.

Whether every configuration reaches every other is decided without visiting them, by the components of the placements
and their local groups; :func:`survey` finds the same by search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.compiled import compiled
from gourds.configuration import Configuration
from gourds.display import brief
from gourds.errors import InternalError, LimitError
from gourds.reconfigure.spaces import states_kernel as kernel
from gourds.reconfigure.spaces.placement_graph import PlacementGraph, local_generators, placement_graph
from gourds.reconfigure.spaces.signed_permutations import (
    Signed,
    count_labelings,
    element,
    identity,
    multiplication_tables,
)
from gourds.reconfigure.task import Options

LIMIT: Final = 200_000_000
"""More configurations than this are refused; they would take 5 bytes each."""

SLICE: Final = 2_000_000
"""States that are expanded between two looks at the clock."""

MAX_LEVELS: Final = 1 << 22


@dataclass(frozen=True)
class StateSpace:
    """All configurations of a board and how far they are from each other."""

    board: Board
    """The board."""
    placements: int
    """Ways to lay the gourds if they are all alike."""
    states: int
    """Configurations: placements · n!·2ⁿ."""
    components: int
    """Sets of configurations that can reach each other."""
    reachable: int
    """Configurations that can be reached from the first one, itself included; 0 if there is none."""
    from_first: tuple[int, ...]
    """How many of them are 0, 1, 2, … moves away."""
    distances: tuple[int, ...] | None
    """The same, summed over one labeling of every placement; times n!·2ⁿ these are all pairs. None if not finished."""
    lower_bound: int
    """Some two configurations that can reach each other need this many moves."""
    reason: str | None = None
    """Why not all distances are known."""
    witness: tuple[Configuration, Configuration] | None = field(default=None, repr=False)
    """Two configurations that cannot reach each other, if there are any."""

    __repr__ = brief

    @property
    def diameter(self) -> int | None:
        """God's number: the most moves that any two configurations need, if they can reach each other at all."""
        return None if self.distances is None else self.lower_bound

    @property
    def mean(self) -> float:
        """The mean distance of all pairs that can reach each other; only of the first one's if not all is known."""
        return mean_distance(self.from_first if self.distances is None else self.distances)

    @property
    def is_reconfigurable(self) -> bool:
        """True iff every configuration reaches every other; on boards without configurations that says nothing."""
        return self.components <= 1

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds survey --json`` prints."""
        from gourds.reconfigure.spaces.holes import is_very_unbalanced

        return {
            "cells": self.board.size,
            "proper": self.board.is_proper,
            "very_unbalanced": is_very_unbalanced(self.board),
            "placements": self.placements,
            "states": self.states,
            "components": self.components,
            "reconfigurable": self.is_reconfigurable,
            "reachable_from_first": self.reachable,
            "gods_number": self.diameter,
            "lower_bound": self.lower_bound,
            "mean_distance": round(self.mean, 6),
            "from_first": list(self.from_first),
            **({"reason": self.reason} if self.reason else {}),
        }


@dataclass(frozen=True)
class Connectivity:
    """Which configurations of a board reach each other."""

    placements: int
    """Ways to lay the gourds if they are all alike."""
    states: int
    """Configurations."""
    components: int
    """Sets of configurations that can reach each other."""
    local_orders: tuple[int, ...]
    """For each component of the placements, how many labelings of a placement can be reached from one of them."""
    witness: tuple[Configuration, Configuration] | None = field(repr=False)
    """Two configurations that cannot reach each other, if there are any."""

    @property
    def is_reconfigurable(self) -> bool:
        """True iff every configuration reaches every other; on boards without configurations that says nothing."""
        return self.components <= 1


def mean_distance(counts: tuple[int, ...]) -> float:
    """The mean of a histogram of distances."""
    return sum(k * count for k, count in enumerate(counts)) / max(1, sum(counts))


def survey(board: Board, options: Options | None = None, limit: int = LIMIT) -> StateSpace:
    """The whole state space by search. Raises LimitError on more than ``limit`` configurations.

    If time runs out, distances from all placements are missing, and God's number has only a lower bound.
    """
    options = options or Options()
    space = Space(_placements_within(board, limit))
    graph = space.graph
    connected = _connectivity(graph)
    basic = (board, len(graph.placements), graph.states, connected.components)
    if not graph.placements:
        return StateSpace(*basic, 0, (), (), 0)
    total: list[int] = []
    first: tuple[int, ...] = ()
    longest, reason = 0, None
    orbits, sizes = np.unique(graph.orbits, return_counts=True)
    for placement, size in zip(orbits.tolist(), sizes.tolist(), strict=True):
        counts = space.distances(placement, options if first else Options())
        if counts is None:
            reason = f"out of time after {len(total)} of {len(orbits)} placements" if total else "out of time"
            break
        first = first or counts
        total += [0] * (len(counts) - len(total))
        for k, count in enumerate(counts):
            total[k] += size * count
        longest = max(longest, len(counts) - 1)
    every = None if reason else tuple(total)
    return StateSpace(*basic, sum(first), first, every, longest, reason, connected.witness)


@cache
def prepare() -> None:
    """Compile the search, which takes some seconds once on a machine, so that it does not count as searching."""
    survey(Board.from_cells([(0, 0), (1, 0), (0, 1)]))


def distances_from(configuration: Configuration, limit: int = LIMIT) -> tuple[int, ...]:
    """How many configurations are 0, 1, 2, … moves away from this one, all that can be reached."""
    graph = _placements_within(configuration.board, limit)
    pairs = tuple(sorted((min(a, b), max(a, b)) for a, b in configuration.ends.tolist()))
    counts = Space(graph).distances(graph.placements.index(pairs), Options())
    if counts is None:
        raise InternalError("a search without a deadline ran out of time")
    return counts


def is_reconfigurable(board: Board, limit: int = LIMIT) -> bool:
    """True iff every configuration of the board reaches every other; also if there are none (:func:`connectivity`)."""
    return connectivity(board, limit).is_reconfigurable


def connectivity(board: Board, limit: int = LIMIT) -> Connectivity:
    """Decide which configurations reach each other, exactly, from placements and local groups.

    Raises LimitError if a placement has more than ``limit`` labelings, or if there are very many placements.
    """
    if count_labelings(board.size // 2) > limit:
        raise LimitError(f"{board.size // 2} gourds can be numbered in more than {limit:,} ways")
    return _connectivity(placement_graph(board))


def _placements_within(board: Board, limit: int) -> PlacementGraph:
    """The placements, or a LimitError if there are more than ``limit`` configurations."""
    try:
        return placement_graph(board, limit // count_labelings(board.size // 2))
    except LimitError:
        raise LimitError(f"this board of {board.size} cells has more than {limit:,} configurations") from None


def _connectivity(graph: PlacementGraph) -> Connectivity:
    if not graph.placements:
        return Connectivity(0, 0, 0, (), None)
    roots = np.unique(graph.component, return_index=True)[1].tolist()
    orders, components = [], 0
    witness: tuple[Configuration, Configuration] | None = None
    for root in roots:
        reached = _closure(local_generators(graph, root), graph.gourds)
        order = int(reached.sum())
        orders.append(order)
        components += graph.labelings // order
        if order < graph.labelings and witness is None:
            other = element(int(reached.argmin()), graph.gourds)
            witness = configuration(graph, root, identity(graph.gourds)), configuration(graph, root, other)
    if len(roots) > 1:
        one = identity(graph.gourds)
        witness = configuration(graph, roots[0], one), configuration(graph, roots[1], one)
    return Connectivity(len(graph.placements), graph.states, components, tuple(orders), witness)


def configuration(graph: PlacementGraph, placement: int, labeling: Signed) -> Configuration:
    """The configuration of a placement with a labeling; gourds are numbered from 1."""
    ends = np.zeros((graph.gourds, 2), dtype=np.int32)
    for pair, entry in zip(graph.placements[placement], labeling, strict=True):
        ends[entry >> 1] = pair[::-1] if entry & 1 else pair
    return Configuration.from_indices(graph.board, tuple(range(1, graph.gourds + 1)), ends)


def _closure(generators: list[Signed], gourds: int) -> NDArray[np.uint8]:
    """Which elements of the group the generators generate: the search of a state space with a single placement."""
    if not generators:
        only_one = np.zeros(count_labelings(gourds), dtype=np.uint8)
        only_one[0] = 1
        return only_one
    loops = np.zeros(len(generators), dtype=np.int32)
    edges = np.array([0, len(generators)], dtype=np.int32)
    own = np.arange(len(generators), dtype=np.int32)
    board = Board.from_cells([(k, 0) for k in range(2 * gourds + 1)])
    space = Space(PlacementGraph(board, ((),), loops[:1], edges, loops, own, tuple(generators)))
    space.distances(0, Options())
    return space.seen


class Space:
    """The arrays that a search needs, used again for every start."""

    def __init__(self, graph: PlacementGraph) -> None:
        self.graph = graph
        self.ranks, self.signs = multiplication_tables(graph.voltages, graph.gourds)
        self.seen = np.zeros(graph.states, dtype=np.uint8)
        self.queue = np.empty(graph.states, dtype=np.int32)
        self.levels = np.empty(min(graph.states, MAX_LEVELS) + 2, dtype=np.int64)

    def distances(self, placement: int, options: Options) -> tuple[int, ...] | None:
        """How many states are 0, 1, 2, … moves away from the first labeling of a placement; None if time runs out."""
        return self.search([placement * self.graph.labelings], options)

    def search(self, origins: Sequence[int], options: Options) -> tuple[int, ...] | None:
        """How many states are 0, 1, 2, … moves away from the nearest of some, all different; None if time runs out.

        After it, level k of ``queue`` is from ``levels[k]`` to ``levels[k + 1]``.
        """
        graph = self.graph
        progress = np.array([0, len(origins), 0], dtype=np.int64)
        self.seen[:] = 0
        self.queue[: len(origins)] = origins
        self.seen[self.queue[: len(origins)]] = 1
        self.levels[:2] = 0, len(origins)
        spread = compiled(kernel.spread)
        arguments: tuple[Any, ...] = (graph.first, graph.goal, graph.voltage, self.ranks, self.signs, graph.gourds)
        while not spread(*arguments, self.seen, self.queue, self.levels, progress, SLICE):
            if options.left() <= 0:
                return None
        if progress[2] < 0:
            raise LimitError(f"some configurations are more than {MAX_LEVELS:,} moves apart")
        return tuple(int(width) for width in np.diff(self.levels[: int(progress[2]) + 2]))
