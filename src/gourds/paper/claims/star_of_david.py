"""Observation 8: on the Star of David a gourd has three positions.

The six cells of the ring around the center are blue and green in turn, the center and the six tips are red, and red
cells are not next to each other. So no gourd lies on two red cells; six gourds cover all cells but one, of which
seven are red, so every gourd lies on one red cell and on one of the ring, and the empty cell is always red. A gourd
never leaves its cell of the ring, which has three red neighbors; its two ends take turns on that cell.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from gourds.board import STAR_OF_DAVID, Board
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.paper.tracks import Tracks
from gourds.reconfigure.spaces.placement_graph import graph_of, placement_of
from gourds.render.board.picture import to_svg
from gourds.words import counted, enumerated


def _check_positions(effort: Effort) -> Finding:
    board = Board.from_cells(STAR_OF_DAVID)
    tracks = Tracks.of(graph_of(board))
    positions = [found for found in tracks.positions if found]
    numbers = Counter(len({frozenset(pair) for pair in found}) for found in positions)
    turned = Counter(map(len, positions))
    rows = (
        ("what", "found"),
        ("placements", f"{len(tracks.placements):,}"),
        ("sets of placements that reach each other", str(len(set(tracks.groups)))),
        ("gourds, told apart by where they can get", f"{len(positions):,}"),
        ("positions of a gourd", " or ".join(map(str, sorted(numbers)))),
        ("positions if its two ends are told apart", " or ".join(map(str, sorted(turned)))),
    )
    reach = f"all {counted(len(tracks.placements), 'placement')}, all ends of all gourds, all moves"
    pictures = [
        Picture(
            to_svg(board, placement_of(board, placement), legend=False),
            "One of the placements. Each gourd keeps the cell of the ring on which it lies.",
        )
        for placement in tracks.placements[:1]
    ]
    if set(numbers) != {3}:
        return failing(reach, "Some gourd takes more or fewer than three positions.", *pictures, rows=rows)
    remark = (
        "A position is a pair of cells here. Observation 1 tells the two ends apart; counted in that way there are"
        f" {enumerated(list(map(str, sorted(turned))))} positions, each pair of cells in both directions."
    )
    return Finding(Outcome.HOLDS, reach, rows, remark, tuple(pictures))


CLAIMS: Final = (
    Claim(
        "star-of-david",
        "Section 2, Observation 8 (Appendix A)",
        "On the Star of David every gourd can take only three positions.",
        "All placements of the board with all moves between them; where each end of each gourd can get.",
        _check_positions,
    ),
)
