"""Section 5: the authors' own puzzle, nine gourds on a hexagon of 19 cells, can be solved from any start.

The photo is lost; ``instances/drawn/nine-gourds.txt`` is a puzzle as the caption describes it. The claim has nothing to
do with colors: if every configuration reaches every other one, then every puzzle with a placement can be solved. That
is decided exactly for the 4·10¹¹ configurations of the hexagon, by groups.
"""

from __future__ import annotations

import math
import time
from typing import Final

from gourds.bundled import bundled_folder
from gourds.files import load_instance
from gourds.instance import Instance
from gourds.moves import Walk
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.reconfigure.colored.check import solved_position
from gourds.reconfigure.colored.shortest import solve_shortest
from gourds.reconfigure.colored.targets import Puzzle
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.positions import shuffled, solved_configuration
from gourds.reconfigure.spaces.group_connectivity import connectivity_by_groups
from gourds.reconfigure.task import Options
from gourds.render.board.picture import to_svg
from gourds.render.plan.picture import configuration_svg
from gourds.replaying import replay
from gourds.solvers.brute import all_placements


def the_puzzle() -> Instance:
    """Nine gourds in three colors on a hexagon."""
    return load_instance(bundled_folder("instances") / "drawn" / "nine-gourds.txt")


def _check(effort: Effort) -> Finding:
    instance = the_puzzle()
    facts = connectivity_by_groups(instance.board)
    placements = list(all_placements(instance))
    picture = Picture(to_svg(instance, placements[0] if placements else None), "The puzzle, solved.")
    reach = f"all {facts.states:,} configurations of the hexagon of {instance.board.size} cells"
    wanted = facts.placements * math.factorial(instance.size) * 2**instance.size
    if not placements or not facts.is_reconfigurable or facts.states != wanted:
        return failing(reach, "Not every start can be solved.", picture)
    target = solved_configuration(instance, placements[0])
    moves: list[int] = []
    shortest: list[int] = []
    start = shuffled(instance, effort.seed)
    for seed in range(effort.pick(20, 500)):
        if effort.is_over and moves:
            break
        start = shuffled(instance, effort.seed * 1000 + seed)
        made = plan_moves(start, target, "quadratic", polish=False)
        if made.walk is None or not replay(start, made.walk, target):
            return failing(reach, "The O(n²) algorithm does not solve a start.", picture)
        moves.append(len(made.walk))
        if seed < effort.pick(2, 50):
            puzzle = Puzzle.of(instance, start)
            targets = [puzzle.assign(placement).configuration for placement in placements]
            found = solve_shortest(start, targets, Options(time.monotonic() + max(0.0, min(30.0, effort.left))))
            if found.path is not None:
                walk = Walk.from_path(instance.board, found.path)
                solved_position(instance, start, walk, None)  # raises an error if it does not solve the puzzle
                shortest.append(len(walk))
    fewest = ", ".join(map(str, shortest)) or "not computed in time"
    rows = (
        ("what", "found"),
        ("placements of the board, and of the puzzle", f"{facts.placements:,} and {len(placements)}"),
        ("sets of configurations that cannot reach each other", f"{facts.components} (one: all is reached)"),
        ("random starts solved by the O(n²) algorithm", f"{len(moves)}, in {min(moves)} to {max(moves)} moves"),
        ("provably shortest solutions of the first starts", fewest),
    )
    remark = "The photo is lost; the colors and gourds of this puzzle are ours. The claim is about the board alone."
    pictures = (picture, Picture(configuration_svg(start, legend=False), "One of the starts."))
    return Finding(Outcome.HOLDS, f"{reach}; {len(moves)} random starts", rows, remark, pictures)


CLAIMS: Final = (
    Claim(
        "physical-puzzle",
        "Section 5, Figure 14, and Appendix B",
        "The puzzle with nine gourds on a hexagonal board of 19 cells can be solved from any starting position.",
        "All placements of the board and the group of what closed walks do to the gourds, which decides for all"
        " configurations at once; random starts solved and replayed.",
        _check,
    ),
)
