"""Plans of the paper's two algorithms: every one replayed, their moves counted, and a power law fitted.

A plan counts only after :mod:`gourds.replaying`, which shares no code with the planners, followed it from start to
target. On the smallest boards every pair of configurations is planned, up to names of gourds and ends: one labeling of
each placement to all configurations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Final

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import GourdsError
from gourds.hexgrid import CellArray
from gourds.moves import Walk
from gourds.paper.claim import Effort, Finding, Outcome, failing
from gourds.paper.growth import Growth, draw_growth
from gourds.polyhexes import proper_boards
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.spaces.placement_graph import all_placements, graph_of
from gourds.reconfigure.task import Found, Options, Task
from gourds.replaying import replay
from gourds.words import counted

Planner = Callable[[Task, Options], Found]


Families = Mapping[str, Sequence[CellArray]]
"""Larger boards by name, for the growth."""

EVERY: Final = (5, 7)
"""All pairs of configurations of all proper boards up to this size, in a quick run and in a thorough one."""
SOME: Final = (9, 11)
"""Random pairs on all proper boards up to this size."""
PAIRS: Final = (6, 20)
"""So many on each."""


class PlanError(Exception):
    """A plan that is wrong, or none."""


def count_moves(planner: Planner, task: Task) -> int:
    """The length of the plan, after a replay. Raises PlanError if it is no plan."""
    cells, n = task.board.size, len(task.start.ids)
    try:
        found = planner(task, Options())
        if found.path is None:
            raise PlanError(f"There is no plan for {n} gourds on {cells} cells: {found.reason}.")
        done = replay(task.start, Walk.from_path(task.board, found.path), task.target)
    except GourdsError as error:
        raise PlanError(f"Planning for {n} gourds on {cells} cells ended with an error: {error}.") from error
    if not done:
        raise PlanError(f"A plan for {n} gourds on {cells} cells is wrong: {done.faults[0]}.")
    return done.moves


def every_pair(board: Board) -> Iterator[Task]:
    """From one labeling of each placement to every configuration."""
    placements = all_placements(graph_of(board), 100_000)
    ids = tuple(range(1, board.size // 2 + 1))
    for first in placements:
        start = Configuration.from_indices(board, ids, first)
        for second in placements:
            for order in permutations(second):
                for turned in product((1, -1), repeat=len(order)):
                    ends = [pair[::turn] for pair, turn in zip(order, turned, strict=True)]
                    yield Task(start, Configuration.from_indices(board, ids, ends))


def random_pair(board: Board, seed: int) -> Task:
    """From a random configuration to another."""
    return Task(random_configuration(board, 2 * seed), random_configuration(board, 2 * seed + 1))


def check_plans(effort: Effort, planner: Planner, degree: int, families: Families) -> Finding:
    """Plan and replay on small boards and on families; fails if a plan is wrong or moves grow faster than nᵈ."""
    power = "n²" if degree == 2 else "n³"
    rows = [("boards", "pairs", "n", "most moves", f"most moves / {power}", "moves grow like n to the power")]
    plans, whole = 0, 0
    growths: dict[str, Growth] = {}
    try:
        for size in range(3, effort.pick(*SOME) + 1, 2):
            if effort.is_over:
                break
            n, counts = size // 2, list(_small(effort, planner, size))
            plans, whole = plans + len(counts), size
            kind = "all pairs" if size <= effort.pick(*EVERY) else "random"
            most = max(counts)
            rows.append(
                (f"all of {size} cells", f"{len(counts):,} ({kind})", f"{n}", f"{most:,}", _short(most / n**degree), "")
            )
        for name, shapes in families.items():
            points = [
                (len(cells) // 2, count_moves(planner, random_pair(Board.from_cells(cells), effort.seed + k)))
                for k, cells in enumerate(shapes)
                if not effort.is_over or k < 4
            ]
            plans += len(points)
            growth = growths[name] = Growth.fit(points)
            ns = f"{growth.gourds[0]} to {growth.gourds[-1]}"
            rows.append(
                (name, f"{len(points):,}", ns, f"{growth.moves[-1]:,}", _short(growth.ratio(degree)), str(growth))
            )
    except PlanError as error:
        return failing(f"{counted(plans, 'plan')} before", str(error), rows=tuple(rows))
    largest = 2 * max(growth.gourds[-1] for growth in growths.values()) + 1
    reach = (
        f"{counted(plans, 'plan')}, all replayed: all proper boards with up to {whole} cells, larger ones with up to"
        f" {largest:,}"
    )
    picture = draw_growth(growths, degree, f"Moves of plans between random configurations; dashed: {power}.")
    too_fast = [name for name, growth in growths.items() if growth.exceeds(degree)]
    if too_fast:
        text = f"Moves grow faster than {power}, with confidence, on: {', '.join(too_fast)}."
        return failing(reach, text, picture, rows=tuple(rows))
    remark = (
        "In parentheses: the 95 % confidence interval of the exponent. Most moves / "
        f"{power} is the constant that was met. An exponent up to 0.25 above the claim is put down to lower terms."
    )
    return Finding(Outcome.HOLDS, reach, tuple(rows), remark, (picture,))


def _small(effort: Effort, planner: Planner, size: int) -> Iterator[int]:
    """The moves of plans on all proper boards of a size; at least one."""
    for k, board in enumerate(proper_boards(size)):
        if size <= effort.pick(*EVERY):
            tasks: Iterator[Task] = every_pair(board)
        else:
            tasks = (random_pair(board, effort.seed + pair) for pair in range(effort.pick(*PAIRS)))
        for number, task in enumerate(tasks):
            if effort.is_over and (k or number):
                return
            yield count_moves(planner, task)


def _short(value: float) -> str:
    return f"{value:.2f}"
