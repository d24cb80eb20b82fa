"""The lower bound: to exchange the halves of a strip takes n²/2 moves or more (Figure "Ω(n²)").

The figure of the paper is not part of its text, which says that n/2 red gourds and n/2 blue ones change places. On a
strip that is a matter of distances alone, and the argument is in :mod:`gourds.reconfigure.paper.lower_bound`. Here the
bound is computed for the family, its one premise (no move brings a gourd ahead by more than 4) is looked at on
all moves there are, and the plans of all algorithms are compared with it, the provably shortest ones included.
"""

from __future__ import annotations

import time
from typing import Final

import numpy as np

from gourds.configuration import Configuration
from gourds.moves import Walk, unfold
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.reconfigure.colored.shortest import solve_shortest
from gourds.reconfigure.paper.lower_bound import ALONG, FASTEST, count_needed_moves, exchange_halves
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.spaces.placement_graph import graph_of, moves_from, placement_graph
from gourds.reconfigure.task import Options, Task
from gourds.render.plan.picture import configuration_svg
from gourds.replaying import replay

FORMULA_UP_TO = 100
"""The bound is computed for all even numbers of gourds up to this one."""
EXHAUSTED = (8, 10)
"""Every move is looked at on strips of up to so many gourds: in a quick run, in a thorough one."""


def largest_advance(task: Task) -> int:
    """The most by which any move from any placement of the task's board changes the sum of x over a gourd's ends."""
    along = (task.board.cells @ ALONG).tolist()
    near, most = graph_of(task.board), 0
    graph = placement_graph(task.board)
    for placement, empty in zip(graph.placements, graph.empty.tolist(), strict=True):
        before = {cell: k for k, pair in enumerate(placement) for cell in pair}
        for after, _, left in moves_from(near, placement, empty):
            # One pair is new: that of the gourd which moved, and which covered the cell that is empty now.
            (moved,) = set(after) - set(placement)
            old = placement[before[left]]
            most = max(most, abs(sum(along[cell] for cell in moved) - sum(along[cell] for cell in old)))
    return most


def advances(start: Configuration, walk: Walk) -> int:
    """The most by which a move of a plan changes the sum of x over the ends of its gourd."""
    sums = dict(zip(start.ids, (start.board.cells @ ALONG)[start.ends].sum(axis=1).tolist(), strict=True))
    most = 0
    for plan in unfold(start, walk):
        for gourd, after in zip(plan.gourds.tolist(), (plan.to @ np.tile(ALONG, 2)).tolist(), strict=True):
            most = max(most, abs(after - sums[gourd]))
            sums[gourd] = after
    return most


def shortest_plans(task: Task, seconds: float, *, numbered: bool) -> tuple[int | None, int | None]:
    """The fewest moves if equal gourds are alike, and if each has its own place; None if not known in time."""
    options = Options(time.monotonic() + seconds)
    colored = solve_shortest(task.start, [task.target], options, lower_bound=count_needed_moves(task))
    alike = len(colored.path) - 1 if colored.path is not None and colored.is_shortest else None
    if not numbered:
        return alike, None
    made = plan_moves(task.start, task.target, "shortest", time_limit=seconds)
    return alike, made.moves if made.is_shortest else None


def _check(effort: Effort) -> Finding:
    for gourds in range(2, FORMULA_UP_TO + 1, 2):
        task = exchange_halves(gourds)
        needed = {count_needed_moves(task), count_needed_moves(task, is_colored=False)}
        if needed != {gourds * gourds // 2}:
            text = f"With {gourds} gourds the bound is {sorted(needed)}, not n²/2 = {gourds * gourds // 2}."
            return failing(f"n up to {gourds}", text, *_pictures(task))
    small = [exchange_halves(gourds) for gourds in range(2, effort.pick(*EXHAUSTED) + 1, 2)]
    if (most := max(map(largest_advance, small))) > FASTEST:
        return failing("all moves on short strips", f"A move changes the sum of x by {most}.", *_pictures(small[0]))
    rows = [("n", "cells", "n²/2", "shortest, colored", "/n²", "shortest, numbered", "O(n²) algorithm", "/n²")]
    shortest: dict[int, int] = {}
    for gourds in effort.pick((2, 4, 6, 8, 10, 20, 40, 80), (2, 4, 6, 8, 10, 12, 20, 40, 80, 160, 320)):
        if effort.is_over:
            break
        task, square = exchange_halves(gourds), gourds * gourds
        seconds = min(effort.pick(4.0, 300.0), effort.left)
        exact = gourds <= effort.pick(10, 12)
        alike, own = shortest_plans(task, seconds, numbered=gourds <= 6) if exact else (None, None)
        made = plan_moves(task.start, task.target, "quadratic", polish=False)
        if made.walk is None or not replay(task.start, made.walk, task.target):
            return failing(f"n up to {gourds}", "The O(n²) algorithm gives no plan.", *_pictures(task))
        plans = [moves for moves in (alike, own, len(made.walk)) if moves is not None]
        if 2 * min(plans) < square or advances(task.start, made.walk) > FASTEST:
            text = f"With {gourds} gourds a plan has {min(plans):,} moves, fewer than n²/2 = {square // 2:,}."
            return failing(f"n up to {gourds}", text, *_pictures(task), rows=tuple(rows))
        if alike is not None:
            shortest[gourds] = alike
        known = ("", "") if alike is None else (f"{alike:,}", f"{alike / square:.2f}")
        ours = (f"{len(made.walk):,}", f"{len(made.walk) / square:.2f}")
        rows.append((f"{gourds}", f"{task.board.size}", f"{square // 2:,}", *known, f"{own or ''}", *ours))
    reach = f"the bound for all even n up to {FORMULA_UP_TO}; all moves on strips of up to {small[-1].board.size} cells"
    if len(rows) == 1:
        return Finding(Outcome.UNDECIDED, reach, remark="Out of time before the first plan.")
    remark = (
        "Every plan needs n²/2 moves, also if it does not matter which red gourd goes where. The figure is not part of"
        " the paper's text; the strip of two rows is our reconstruction, and any long board would do. `gourds generate"
        " halves --gourds N` makes the board, `instances/paper/halves-21.start.json` is a start."
    )
    if len(shortest) > 2 and all(2 * moves == n * n + 5 * n - 2 for n, moves in shortest.items()):
        remark += f" The shortest colored plans, known up to n = {max(shortest)}, all have n²/2 + 5n/2 − 1 moves."
    return Finding(Outcome.HOLDS, f"{reach}; plans up to n = {rows[-1][0]}", tuple(rows), remark, _pictures(small[-1]))


def _pictures(task: Task) -> tuple[Picture, ...]:
    needed = count_needed_moves(task)
    texts = "The start: red gourds on the left, blue ones on the right.", f"The target, {needed} moves away or more."
    drawn = (configuration_svg(one, legend=False) for one in (task.start, task.target))
    return tuple(Picture(svg, text) for svg, text in zip(drawn, texts, strict=True))


CLAIMS: Final = (
    Claim(
        "lower-bound",
        "Section 4.2, Figure 13 and the last theorem",
        "To exchange n/2 red gourds with n/2 blue ones can take a number of moves that grows like n², so an algorithm"
        " with O(n²) moves is as good as any in the worst case.",
        "The least number of moves by an exact argument about distances, for all n up to a bound; its premise on every"
        " move of short strips; shortest plans, and plans of the O(n²) algorithm, compared with it.",
        _check,
    ),
)
