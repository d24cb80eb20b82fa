"""Surveys: every configuration of a small board, their distances, God's number.

Whether every configuration reaches every other is decided without visiting them, by the components of the placements
and their local groups (:mod:`gourds.reconfigure.spaces.group_connectivity`). Distances are found by search after
search, each from one labeling of one placement (:mod:`two_bits`), in the order that :mod:`bounds` chooses, until God's
number is proved. State spaces of up to :data:`EVERYTHING` visits, which all boards of 13 cells have, are searched from
all placements, so that the distances of all pairs are known; larger ones if that is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import LimitError
from gourds.reconfigure.gods_number.bounds import APART, Bounds
from gourds.reconfigure.gods_number.finished import Finished
from gourds.reconfigure.gods_number.state_space import StateSpace
from gourds.reconfigure.gods_number.two_bits import Search, TwoBitSpace, bytes_needed
from gourds.reconfigure.spaces.group_connectivity import connectivity_of
from gourds.reconfigure.spaces.placement_graph import (
    PlacementGraph,
    all_placements,
    configuration,
    graph_of,
    placement_graph,
)
from gourds.reconfigure.spaces.signed_permutations import count_labelings, element, identity
from gourds.reconfigure.task import Options

MEMORY: Final = 2_000
"""Megabytes that a survey may take unless more is allowed."""
EVERYTHING: Final = 2_000_000_000
"""If all searches together visit no more configurations than this, all of them are done."""
COUNTED: Final = 20_000
"""Placements that are counted in order to say how much memory a board would take."""


def survey(
    board: Board,
    options: Options | None = None,
    *,
    memory_limit: float = MEMORY,
    resume: str | os.PathLike[str] | None = None,
    every: bool | None = None,
    hardest: bool = False,
    jobs: int | None = None,
) -> StateSpace:
    """The whole state space by search. Raises LimitError if that takes more than ``memory_limit`` megabytes.

    ``resume`` is a file of finished searches, which are not done again; it is written after every search. ``every``
    says whether to find the distances of all pairs, or only enough to prove God's number; None leaves that to the size
    of the board. With ``hardest`` there are two configurations that are farthest apart. A search is shared by ``jobs``
    threads, all cores if none are said. If time runs out there are bounds of God's number.
    """
    options = options or Options()
    memory = memory_needed(board, memory_limit)
    graph = placement_graph(board)
    connected = connectivity_of(graph)
    known = StateSpace(board, len(graph.placements), graph.states, connected.components, 0, (), (), 0, 0)
    if not graph.placements:
        return known
    sizes = np.bincount(graph.component) * np.array(connected.local_orders, dtype=object)
    finished = Finished(graph, sizes[graph.component].tolist(), resume)
    bounds = Bounds(graph)
    for search in finished.searches:
        bounds.add(search)
    space = TwoBitSpace(graph, jobs)
    unfinished = _search_on(space, bounds, finished, options, memory, every=every)
    partial = [unfinished] if unfinished else []
    is_all = not len(bounds.unsearched)
    deepest = max([*finished.searches, *partial], key=lambda search: search.depth)
    first = next(search for search in [*finished.searches, *partial] if search.placement == 0)
    return replace(
        known,
        reachable=finished.reachable[0],
        from_first=first.counts,
        distances=_all_distances(graph, finished.searches) if is_all else None,
        lower_bound=deepest.depth,
        upper_bound=bounds.highest if bounds.highest < APART else None,
        orbits=len(set(graph.orbits.tolist())),
        searches=len(finished.searches),
        memory=memory,
        reason="out of time" if unfinished else None,
        witness=connected.witness,
        hardest=find_hardest(space, deepest) if hardest else None,
    )


def _search_on(
    space: TwoBitSpace, bounds: Bounds, finished: Finished, options: Options, memory: int, *, every: bool | None
) -> Search | None:
    """Search until God's number is proved or, if ``every`` says so, all distances are known.

    Gives the search during which time ran out.
    """
    graph = space.graph
    orbits = len(set(graph.orbits.tolist()))
    every = graph.states * orbits <= EVERYTHING if every is None else every
    while len(bounds.unsearched) and (every or not bounds.is_proved):
        placement = bounds.choose() if bounds.is_searched[0] else 0
        head = f"{megabytes(memory)}; search {len(finished.searches) + 1} of {'' if every else 'at most '}{orbits}; "
        if bounds.highest < APART:
            head += f"God's number {bounds.lowest} to {bounds.highest}; "
        search = space.search(placement, replace(options, say=_headed(head, options.say)))
        if not search.is_finished:
            return search
        finished.add(search)
        bounds.add(search)
    return None


def _headed(head: str, say: Callable[[str], None]) -> Callable[[str], None]:
    return lambda text: say(head + text)


def memory_needed(board: Board, memory_limit: float = MEMORY) -> int:
    """How many bytes a survey takes. Raises LimitError if these are more than ``memory_limit`` megabytes."""
    gourds = board.size // 2
    try:
        placements, more = len(all_placements(graph_of(board), COUNTED)), ""
    except LimitError:
        placements, more = COUNTED, "more than "
    needed = bytes_needed(placements, gourds)
    if needed > memory_limit * 1e6 or more:
        states = f"{more}{placements * count_labelings(gourds):,} configurations"
        allowed = f"more than the {memory_limit:,.0f} MB that are allowed"
        raise LimitError(f"this board has {states}, which take {more}{megabytes(needed)} of memory, {allowed}")
    return needed


def megabytes(count: int) -> str:
    """Bytes for people."""
    return f"{max(1, round(count / 1e6)):,} MB"


def _all_distances(graph: PlacementGraph, searches: list[Search]) -> tuple[int, ...]:
    """How many states are 0, 1, 2, … moves away, summed over one labeling of every placement."""
    orbits, sizes = np.unique(graph.orbits, return_counts=True)
    size = dict(zip(orbits.tolist(), sizes.tolist(), strict=True))
    total = [0] * max(len(search.counts) for search in searches)
    for search in searches:
        for k, count in enumerate(search.counts):
            total[k] += size[int(graph.orbits[search.placement])] * count
    return tuple(total)


def find_hardest(space: TwoBitSpace, search: Search) -> tuple[Configuration, Configuration]:
    """A pair at the largest distance that a search found: the placement that it began with, and another.

    A search forgets how it came to a state, so it is done again as far as its last level.
    """
    graph = space.graph
    placement, labeling = space.first_at(search.placement, search.depth)
    start = configuration(graph, search.placement, identity(graph.gourds))
    return start, configuration(graph, placement, element(labeling, graph.gourds))


@cache
def prepare() -> None:
    """Compile the search, which takes some seconds once on a machine, so that it does not count as searching."""
    TwoBitSpace(placement_graph(Board.from_cells([(0, 0), (1, 0), (0, 1)]))).search(0)
