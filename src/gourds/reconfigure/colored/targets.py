"""Targets of the colored puzzle: configurations that every end fits and that few moves should reach.

Every end shall lie on a cell of its color. Two choices are free: which of the placements of the instance, and which of
the equal gourds goes where and which way round. A *pose* is where the two ends of a gourd lie; it *fits* if both cells
have the colors of the ends. The distance d(g, p) of a pose p from the present one of gourd g is known
(:mod:`gourds.reconfigure.search.poses`), and every move moves one gourd, so a target needs at least the sum of its
distances.

For a given placement the best choice of gourds is one linear assignment for each kind (:meth:`Puzzle.assign`). The best
placement is found by :mod:`nearest`. Many more targets that are nearly as near come from
exchanging equal gourds (:meth:`Puzzle.exchanges`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.configuration import Configuration
from gourds.errors import Fault, InputError
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.reconfigure.search.poses import FAR, Distances, Grid

EXACT_CELLS: Final = 2_000
"""On larger boards the distance of poses is replaced by that of the ends on the endless grid, a lower bound on it."""
DENSE: Final = 1_200
"""Kinds of more gourds are assigned in blocks of this many, row by row."""

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Target:
    """A target, and how far it is."""

    configuration: Configuration
    """The gourds of the start, every end on a cell of its color."""
    cost: int
    """The sum of the distances of all poses: a lower bound on the moves of a plan to this target."""
    bound: int
    """What was proved on the way: no solution of the puzzle has fewer moves."""


@dataclass(frozen=True, eq=False)
class Poses:
    """The fitting poses of one gourd, the nearest first."""

    ends: NDArray[np.int32]
    """Shape (p, 2): the cells of end 0 and end 1."""
    cost: Integers
    """The distance of each from the present pose."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A colored puzzle: an instance and a start that goes with it, see :func:`start_faults`. It knows its targets."""

    instance: Instance
    """The colored board and how many gourds of each kind there are."""
    start: Configuration
    """Where the gourds lie now."""
    grid: Grid = field(repr=False)
    """The tables of the board."""

    @classmethod
    def of(cls, instance: Instance, start: Configuration) -> Puzzle:
        """The puzzle of an instance and a start, or an InputError if they do not go together."""
        if faults := start_faults(instance, start):
            raise InputError(faults)
        return cls(instance, start, Grid(instance.board))

    @cached_property
    def end_colors(self) -> Integers:
        """Shape (n, 2): the colors of end 0 and end 1 of each gourd, as indices into those of the instance."""
        number = {color: k for k, color in enumerate(self.instance.colors)}
        return np.array([[number[a], number[b]] for a, b in self.start.colors or ()], dtype=np.int64).reshape(-1, 2)

    @cached_property
    def kinds(self) -> dict[tuple[int, int], list[int]]:
        """The gourds of each kind."""
        found: dict[tuple[int, int], list[int]] = {}
        for gourd, (a, b) in enumerate(self.end_colors.tolist()):
            found.setdefault((min(a, b), max(a, b)), []).append(gourd)
        return found

    def is_solved(self, configuration: Configuration) -> bool:
        """True iff every end lies on a cell of its color."""
        return bool((self.instance.cell_colors[configuration.ends] == self.end_colors).all())

    # -- distances --------------------------------------------------------------------------------------------------

    @cached_property
    def table(self) -> Distances:
        """How far each gourd is from its present pose, see :meth:`Grid.distances`."""
        return self.grid.distances(self.start.ends.reshape(-1))

    def distance(self, gourds: Any, ends: Any) -> Integers:
        """How far poses are from the present ones of gourds; shapes (k) or one number, and (k, 2)."""
        ends = np.asarray(ends)
        zero, one = ends[..., 0], ends[..., 1]
        if self.instance.board.size <= EXACT_CELLS:
            exact: Integers = self.table[gourds, zero, self.grid.direction[zero, one]].astype(np.int64)
            return exact
        cells = self.instance.board.cells
        here = self.start.ends[gourds]
        apart = [_hex_distance(cells[here[..., k]], cells[ends[..., k]]) for k in (0, 1)]
        return np.maximum(apart[0], apart[1])

    def cost_of(self, target: Configuration) -> int:
        """The sum of the distances of all poses of a target."""
        return int(self.distance(np.arange(len(target.ends)), target.ends).sum())

    @cached_property
    def poses(self) -> list[Poses]:
        """The fitting poses of each gourd."""
        return list(self._each_poses())

    def _each_poses(self) -> Iterator[Poses]:
        edges, colors = self.instance.board.edges, self.instance.cell_colors
        both = np.concatenate((edges, edges[:, ::-1]))
        fitting = {}
        for pair in {(a, b) for a, b in self.end_colors.tolist()}:
            fitting[pair] = both[(colors[both[:, 0]] == pair[0]) & (colors[both[:, 1]] == pair[1])]
        for gourd, (a, b) in enumerate(self.end_colors.tolist()):
            ends = fitting[a, b]
            cost = self.distance(gourd, ends)
            if a == b:  # the two ways to lie on an edge are in the two halves
                half = len(ends) // 2
                turned = cost[half:] < cost[:half]
                ends = np.where(turned[:, None], ends[half:], ends[:half])
                cost = np.minimum(cost[half:], cost[:half])
            order = np.argsort(cost, kind="stable")
            yield Poses(ends[order], cost[order])

    @cached_property
    def least(self) -> int:
        """The sum over all gourds of the distance of the nearest fitting pose: a bound that costs nothing."""
        return sum(int(poses.cost.min(initial=FAR)) for poses in self._each_poses())

    # -- targets ----------------------------------------------------------------------------------------------------

    def assign(self, placement: Placement) -> Target:
        """The nearest target with this placement, which must be one of the instance."""
        flat = np.array(placement.gourds, dtype=np.int64).reshape(-1, 2)
        return self._assign(self.instance.board.indices(flat).reshape(-1, 2), self.instance.cell_colors)

    def assign_like(self, configuration: Configuration) -> Target:
        """The nearest configuration with the same colors on the same cells as another one of the same gourds."""
        return self._assign(configuration.ends, self._colors_in(configuration))

    def _colors_in(self, configuration: Configuration) -> Integers:
        """The color of the end on each cell, −1 on the empty one."""
        colors = np.full(self.instance.board.size, -1, dtype=np.int64)
        colors[configuration.ends] = self.end_colors
        return colors

    def _assign(self, pairs: Any, colors: Any) -> Target:
        ends = np.empty((len(pairs), 2), dtype=np.int32)
        pair_colors = np.sort(colors[pairs], axis=1)
        for kind, gourds in self.kinds.items():
            places = pairs[(pair_colors == np.array(kind)).all(axis=1)]
            # In the order of their rows, so that near gourds and places are in the same block.
            order = np.argsort(self.start.ends[gourds].min(axis=1), kind="stable")
            places = places[np.argsort(places.min(axis=1), kind="stable")]
            for k in range(0, len(order), DENSE):
                block = np.array(gourds)[order[k : k + DENSE]]
                cost, ways = self._costs(block, places[k : k + DENSE], colors)
                chosen = _assignment(cost)
                ends[block] = ways[np.arange(len(block)), chosen]
        laid = Configuration.from_indices(self.instance.board, self.start.ids, ends, self.start.colors)
        return Target(laid, self.cost_of(laid), self.least)

    def _costs(self, gourds: Any, places: Any, colors: Any) -> tuple[Integers, NDArray[np.int32]]:
        """For gourds of one kind and places where they fit: distances, and the poses, by gourd and place."""
        shape = len(gourds), len(places)
        both = np.stack((places, places[:, ::-1])).astype(np.int32)
        # The way that does not fit is never chosen, not even where a gourd could not get to the one that does.
        cost = np.full((2, *shape), 2 * FAR, dtype=np.int64)
        for way in (0, 1):
            fits = (colors[both[way]][None, :, :] == self.end_colors[gourds][:, None, :]).all(axis=2)
            row, column = np.nonzero(fits)
            cost[way, row, column] = self.distance(np.asarray(gourds)[row], both[way][column])
        nearer = cost.argmin(axis=0)
        return cost.min(axis=0), both[nearer, np.arange(shape[1])[None, :]]

    def exchanges(self, target: Target, most: int, slack: int) -> list[Target]:
        """Configurations in which two equal gourds of a target are exchanged, or one of two equal colors is turned.

        At most ``most``, the nearest first, none more than ``slack`` farther than the target. The same colors lie on
        the same cells.
        """
        ends, colors = target.configuration.ends, self._colors_in(target.configuration)
        found: list[tuple[int, int, int]] = []
        poses: dict[tuple[int, int], Any] = {}
        for (first, second), gourds in self.kinds.items():
            group = np.array(gourds[:DENSE])
            cost, ways = self._costs(group, ends[group], colors)
            own = self.distance(group, ends[group])
            more = cost + cost.T - own[:, None] - own[None, :]
            for i, j in np.argwhere(np.tril(more <= slack, -1)).tolist():
                found.append((int(more[i, j]), gourds[i], gourds[j]))
                poses[gourds[i], gourds[j]], poses[gourds[j], gourds[i]] = ways[i, j], ways[j, i]
            if first == second:
                turned = self.distance(group, ends[group, ::-1]) - own
                for i in np.flatnonzero(turned <= slack).tolist():
                    found.append((int(turned[i]), gourds[i], gourds[i]))
                    poses[gourds[i], gourds[i]] = ends[gourds[i], ::-1]
        made = []
        for more_by, a, b in sorted(found)[:most]:
            changed = ends.copy()
            changed[a], changed[b] = poses[a, b], poses[b, a]
            laid = Configuration.from_indices(self.instance.board, self.start.ids, changed, self.start.colors)
            made.append(Target(laid, target.cost + more_by, target.bound))
        return made


def start_faults(instance: Instance, start: Configuration) -> list[Fault]:
    """Why a configuration is no start for an instance; an empty list means that it is one."""
    if start.board != instance.board:
        return [Fault("cells", "the board is not that of the instance")]
    if start.colors is None:
        return [Fault("gourds", "the gourds have no colors; 'gourds shuffle INSTANCE' makes a start that has")]
    have = Counter((min(pair), max(pair)) for pair in start.colors)
    due = Counter({(a, b): count for a, b, count in instance.gourd_list()})
    return [
        Fault("gourds", f"{have[pair]} ({pair[0]}, {pair[1]})-gourds, the budget is {due[pair]}")
        for pair in sorted(have.keys() | due.keys())
        if have[pair] != due[pair]
    ]


def _assignment(cost: Integers) -> Integers:
    """The column of each row so that all are different and the sum of the costs is least."""
    from ortools.graph.python import linear_sum_assignment

    size = len(cost)
    if size == 1:
        return np.zeros(1, dtype=np.int64)
    solver = linear_sum_assignment.SimpleLinearSumAssignment()
    rows, columns = np.divmod(np.arange(size * size), size)
    solver.add_arcs_with_cost(rows, columns, cost.reshape(-1))
    solver.solve()
    return np.array([solver.right_mate(k) for k in range(size)], dtype=np.int64)


def _hex_distance(a: Any, b: Any) -> Integers:
    delta = np.asarray(a, dtype=np.int64) - np.asarray(b, dtype=np.int64)
    q, r = delta[..., 0], delta[..., 1]
    apart: Integers = (np.abs(q) + np.abs(r) + np.abs(q + r)) // 2
    return apart
