"""Observation 1: what pivots reach, and what sharp turns would.

A *sharp turn* is the move that the authors decided against: where both ends of a gourd (u, v) are next to the empty
cell E, the gourd rotates by 120° about one of its ends, so that the other end follows: (u, v) → (v, E) or (E, u). Two
pivots do the same: (u, v) → (u, E) → (v, E).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from typing import Final

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.hexgrid import Cell
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.paper.sweep import Sweep
from gourds.polyhexes import proper_boards
from gourds.reconfigure.spaces.placement_graph import all_placements, graph_of, moved_ends
from gourds.render.board.picture import to_svg
from gourds.render.plan.picture import configuration_svg
from gourds.render.svg import moved, on_paper
from gourds.render.tags import Block
from gourds.words import counted

TRIANGLE: Final[tuple[Cell, ...]] = ((0, 0), (1, 0), (0, 1))

Position = tuple[int, int]
State = tuple[Position, ...]
"""The cells of end 0 and end 1 of each gourd."""
Steps = Callable[[list[set[int]], int, int, int], list[Position]]
"""Where a gourd on two cells can move, given the empty cell."""


def pivots(near: list[set[int]], empty: int, a: int, b: int) -> list[Position]:
    """The paper's moves."""
    return moved_ends(near, empty, a, b)


def sharp_turns(near: list[set[int]], empty: int, a: int, b: int) -> list[Position]:
    """Slides and turns as in the paper, but sharp turns instead of pivots."""
    if empty in near[a] and empty in near[b]:
        return [(b, empty), (empty, a)]
    return moved_ends(near, empty, a, b)


def reached(near: list[set[int]], start: State, steps: Steps) -> dict[State, int]:
    """Every configuration that can be reached, and in how many moves."""
    found = {start: 0}
    queue = [start]
    for state in queue:
        covered = {cell for pair in state for cell in pair}
        (empty,) = set(range(len(near))) - covered
        for k, (a, b) in enumerate(state):
            for pair in steps(near, empty, a, b):
                after = (*state[:k], pair, *state[k + 1 :])
                if after not in found:
                    found[after] = found[state] + 1
                    queue.append(after)
    return found


def _check_triangle(effort: Effort) -> Finding:
    board = Board.from_cells(TRIANGLE)
    near = graph_of(board)
    rows = [("moves", "positions reached, from each of the six", "farthest")]
    is_right = True
    for name, steps, expected, most in (("pivots", pivots, 6, 3), ("sharp turns", sharp_turns, 3, 1)):
        found = [reached(near, (start,), steps) for start in permutations(range(3), 2)]
        numbers, farthest = {len(states) for states in found}, max(max(states.values()) for states in found)
        rows.append((name, " or ".join(map(str, sorted(numbers))), counted(farthest, "move")))
        is_right = is_right and numbers == {expected} and farthest <= most
    reach = "all six starting positions, all moves"
    if not is_right:
        return failing(reach, "The numbers of positions are not six and three.", rows=tuple(rows))
    pictures = [
        Picture(
            _drawn(board, list(reached(near, ((0, 1),), steps))),
            f"What {name} reach from the first position, in this order: {number} of six positions.",
        )
        for name, steps, number in (("pivots", pivots, 6), ("sharp turns", sharp_turns, 3))
    ]
    remark = "Farthest says what the appendix adds: no position is more than three pivots away."
    return Finding(Outcome.HOLDS, reach, tuple(rows), remark, tuple(pictures))


def _check_power(effort: Effort) -> Finding:
    whole: Counter[int] = Counter()
    sharp: Counter[int] = Counter()
    least: dict[int, int] = {}
    most: Counter[int] = Counter()
    is_stronger = False
    sweep = Sweep(effort, range(3, effort.pick(9, 11) + 1, 2), proper_boards)
    for size, board in sweep:
        near = graph_of(board)
        with_pivots, with_turns = _parts(near, pivots), _parts(near, sharp_turns)
        if not _refines(with_turns, with_pivots):
            text = f"On {board!r} sharp turns reach what pivots do not."
            return failing(sweep.reach("board"), text, Picture(to_svg(board), text))
        whole[size] += max(with_pivots.values()) == 0
        sharp[size] += max(with_turns.values()) == 0
        parts = max(with_turns.values()) + 1
        is_stronger = is_stronger or parts > max(with_pivots.values()) + 1
        least[size], most[size] = min(least.get(size, parts), parts), max(most[size], parts)
    rows = [("cells", "proper boards", "whole with pivots", "whole with sharp turns", "parts with sharp turns")]
    rows += [
        (sweep.label(size), f"{count:,}", f"{whole[size]:,}", f"{sharp[size]:,}", _range(least[size], most[size]))
        for size, count in sweep.counts.items()
    ]
    remark = (
        "Whole: every configuration reaches every other. What sharp turns reach, pivots always reach too, since two"
        " pivots make a sharp turn. With sharp turns alone, every board"
        " looked at falls into several parts."
    )
    if sweep.counts and not is_stronger:
        return failing(sweep.reach("board"), "Sharp turns reach as much as pivots.", rows=tuple(rows))
    reach = f"{sweep.reach('proper board')}, all configurations"
    return Finding(sweep.outcome, reach, tuple(rows), remark, _apart())


def _apart() -> tuple[Picture, ...]:
    """Two configurations of the smallest board with two gourds that sharp turns do not join."""
    board = next(proper_boards(5))
    near = graph_of(board)
    start: State = all_placements(near, 100)[0]
    found = reached(near, start, sharp_turns)
    other = next(state for state in reached(near, start, pivots) if state not in found)
    texts = ("A configuration of two gourds", "and one that pivots reach from it, but sharp turns do not.")
    return tuple(
        Picture(configuration_svg(Configuration.from_indices(board, (1, 2), state), legend=False), text)
        for state, text in zip((start, other), texts, strict=True)
    )


def _range(least: int, most: int) -> str:
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _parts(near: list[set[int]], steps: Steps) -> dict[State, int]:
    """Which configurations reach each other: the number of the part of each."""
    part: dict[State, int] = {}
    number = 0
    for placement in all_placements(near, 100_000):
        for order in permutations(placement):
            for turned in product((False, True), repeat=len(order)):
                state = tuple((b, a) if turn else (a, b) for (a, b), turn in zip(order, turned, strict=True))
                if state not in part:
                    part.update(dict.fromkeys(reached(near, state, steps), number))
                    number += 1
    return part


def _refines(finer: dict[State, int], coarser: dict[State, int]) -> bool:
    """True iff each part of the one partition lies in a part of the other."""
    return len(set(finer.values())) == len({(number, coarser[state]) for state, number in finer.items()})


def _drawn(board: Board, states: list[State]) -> str:
    """Configurations of one gourd side by side."""
    parts: list[str] = []
    x = 0.0
    for k, state in enumerate(states):
        one = Configuration.from_indices(board, (k + 1,), state)
        svg = configuration_svg(one, legend=False)
        parts += moved([svg[svg.index("<svg") :].replace("<svg", f'<svg x="{x}"', 1)], 0, 0)
        x += 150.0
    return on_paper(Block(parts, x, 140.0), "positions of one gourd")


CLAIMS: Final = (
    Claim(
        "pivots",
        "Section 2, Observation 1",
        "On three mutually adjacent cells, a gourd with two different ends reaches all six positions by pivots, and"
        " three of them by sharp turns.",
        "Both kinds of moves are searched to the end from each of the six positions.",
        _check_triangle,
    ),
    Claim(
        "pivot-power",
        "Section 2, before Observation 1",
        "Pivots are strictly more powerful than sharp turns.",
        "On small proper boards all configurations are grouped by what reaches what, once with pivots and once with"
        " sharp turns; every group with sharp turns must lie in a group with pivots.",
        _check_power,
    ),
)
