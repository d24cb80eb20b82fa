"""Appendix B: a board that is connected but not 2-connected, on which three gourds cannot even move.

The figure is lost. Its caption says: two configurations of a 1-connected board that cannot be reconfigured into each
other, and the three gourds on the left cannot move at all. What is known of the cells that can become empty
(:mod:`gourds.reconfigure.spaces.regions`) says what such a board must look like. A gourd cannot move iff the empty cell
never comes next to it. So the six cells on the left touch only cells that never become empty: the cut cell c between
left and right is such a cell, a *post*, and two parts with odd numbers of cells hang at it on the right. A leaf and a
triangle are small ones; the six cells on the left are any that three gourds can cover in more than one way.
"""

from __future__ import annotations

from typing import Final

from gourds.configuration import Configuration, Ends
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.paper.claims.sharp_turns import pivots, reached
from gourds.paper.named import named_instance, named_start
from gourds.reconfigure.positions import solved_configuration
from gourds.reconfigure.search.exact.shortest import count_reachable
from gourds.reconfigure.spaces.obstacles import find_obstacle
from gourds.reconfigure.spaces.placement_graph import graph_of
from gourds.reconfigure.task import Options, Task
from gourds.render.plan.picture import configuration_svg
from gourds.solvers.brute import all_placements

NAME: Final = "shut-in"
LEFT: Final = 3
"""So many gourds on the left cannot move."""


def reachable(start: Configuration) -> list[Configuration]:
    """All configurations that can be reached, by the rules for single moves."""
    ends = tuple((a, b) for a, b in start.ends.tolist())
    found = reached(graph_of(start.board), ends, pivots)
    return [Configuration.from_indices(start.board, start.ids, state, start.colors) for state in found]


def frozen_gourds(configurations: list[Configuration]) -> set[int]:
    """The gourds that lie the same way in all of these configurations."""
    first = configurations[0]
    return {
        number
        for k, number in enumerate(first.ids)
        if all((one.ends[k] == first.ends[k]).all() for one in configurations)
    }


def the_two() -> Task:
    """The two configurations, from the files of the named instance."""
    instance = named_instance(NAME)
    (placement,) = all_placements(instance)
    return Task.build(named_start(NAME), solved_configuration(instance, placement))


def _check(effort: Effort) -> Finding:
    task = the_two()
    board = task.board
    pictures = tuple(
        Picture(configuration_svg(one, legend=False), text)
        for one, text in (
            (task.start, "One configuration. The three gourds on the left cannot move."),
            (task.target, "Another one, which the first cannot reach."),
        )
    )
    sets = [reachable(task.start), reachable(task.target)]
    reach = f"all {len(sets[0])} and {len(sets[1])} configurations that the two reach, by single moves and by search"
    if not board.is_connected or not board.cut_cells or not board.is_hole_free:
        return failing(reach, "The board is not one that is connected, hole-free and not 2-connected.", *pictures)
    if [len(each) for each in sets] != [sum(count_reachable(one)) for one in (task.start, task.target)]:
        return failing(reach, "Search and single moves do not reach the same number of configurations.", *pictures)
    frozen = [frozen_gourds(each) for each in sets]
    left = {number for number, pair in zip(task.start.ids, task.start.end_cells(), strict=True) if _is_left(pair)}
    if frozen[0] != frozen[1] or frozen[0] != left or len(left) != LEFT:
        return failing(reach, f"Gourds {sorted(frozen[0])} cannot move; on the left are {sorted(left)}.", *pictures)
    if task.target.ends.tobytes() in {one.ends.tobytes() for one in sets[0]}:
        return failing(reach, "The second configuration can be reached from the first.", *pictures)
    obstacle = find_obstacle(task, Options())
    rows = (
        ("what", "found"),
        ("cells, gourds, cut cells", f"{board.size}, {len(task.start.ids)}, {len(board.cut_cells)}"),
        ("configurations that the first one reaches", f"{len(sets[0])}"),
        ("gourds that never move", ", ".join(map(str, sorted(left)))),
        ("why the second is out of reach", obstacle.reason or "" if obstacle else "no reason found without search"),
    )
    remark = (
        "The paper's figure is lost; the board is rebuilt from its caption (`instances/paper/shut-in.txt`). The left"
        " board of the figure, one with a hole, shows a shape and claims nothing."
    )
    return Finding(Outcome.HOLDS, reach, rows, remark, pictures)


def _is_left(pair: Ends) -> bool:
    """True iff both ends are left of the cut cell, (3, 1)."""
    return all(2 * q + r < 7 for q, r in pair)


CLAIMS: Final = (
    Claim(
        "irregular-board",
        "Appendix B, Figure 16",
        "There are two configurations of a board that is connected but not 2-connected which cannot be reconfigured"
        " into each other: the three gourds on the left cannot even move.",
        "Such a board, rebuilt from the caption: all configurations that either of the two can reach.",
        _check,
    ),
)
