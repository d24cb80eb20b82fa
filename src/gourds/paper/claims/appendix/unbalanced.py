"""Appendix C: boards with a very unbalanced 3-coloring, in which one color has more cells than the other two together.

Let I be the cells of that color. No two of them are neighbors, so a gourd covers at most one of them, and if there is
a configuration at all, I has n + 1 cells: every gourd covers exactly one of them, and the empty cell is the last one. A
move takes a gourd (u, v) with v next to the empty cell E to (v, E); as E is in I, v is not. So every gourd stays for
ever on its one cell outside of I. Only that no two cells of I are neighbors was used, not that the other cells can have
two colors (:mod:`gourds.reconfigure.spaces.holes`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.instance import Instance
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.paper.named import named_instance
from gourds.paper.tracks import Tracks
from gourds.reconfigure.spaces.group_connectivity import connectivity
from gourds.reconfigure.spaces.holes import HIDDEN_SET, color_counts, is_very_unbalanced, large_independent_set
from gourds.reconfigure.spaces.placement_graph import graph_of, moves_from, placement_graph, placement_of
from gourds.render.board.picture import to_svg
from gourds.words import counted


def majority(board: Board) -> set[int] | None:
    """The cells of the color that has more than half of them, in the grid's 3-coloring; None if no color has."""
    if not is_very_unbalanced(board):
        return None
    counts = color_counts(board)
    color = counts.index(max(counts))
    return {k for k, (q, r) in enumerate(board.cell_list()) if (q - r) % 3 == color}


def leaving_positions(tracks: Tracks, many: set[int]) -> set[tuple[int, int]] | None:
    """The positions of an end whose gourd does not stay on one cell outside of ``many``; None if all do."""
    for positions in tracks.positions:
        kept = {cell for pair in positions for cell in pair if cell not in many}
        if positions and len(kept) != 1:
            return positions
    return None


def _boards(effort: Effort) -> Iterator[tuple[str, Iterator[tuple[Board, set[int]]]]]:
    """Boards with their large color: all small ones, then some with names."""
    for size in range(3, effort.pick(9, 11) + 1, 2):
        found = ((board, majority(board)) for board in polyhexes.free_boards(size))
        yield f"{size}, all", ((board, many) for board, many in found if many is not None)
    if effort.thorough:
        rings = ((board, majority(board)) for board in polyhexes.two_connected_boards_with_holes(13))
        yield "13, all 2-connected with holes", ((board, many) for board, many in rings if many is not None)
    named = [Board.from_cells(shapes.star_of_david()), named_instance("unbalanced-ring").board]
    pairs = ((board, majority(board)) for board in named)
    yield "13, the Star of David and a ring", ((board, many) for board, many in pairs if many is not None)
    hidden = large_independent_set(HIDDEN_SET)
    yield "15, in other colors than the grid's", iter([(HIDDEN_SET, set(hidden))] if hidden is not None else [])


def fault_of(board: Board, many: set[int], tracks: Tracks) -> str | None:
    """What the claim says of such a board and is wrong; None if nothing is."""
    if positions := leaving_positions(tracks, many):
        return f"A gourd does not stay on one cell outside of the large color: {sorted(positions)}."
    if tracks.placements and board.size <= 13 and connectivity(board).is_reconfigurable:
        return "This board can be reconfigured."
    if 1 in Counter(tracks.groups).values():
        return "From some placement there is no move at all."
    return None


def _check(effort: Effort) -> Finding:
    rows: list[tuple[str, ...]] = [
        ("cells", "very unbalanced boards", "2-connected", "with configurations", "positions of a gourd")
    ]
    total, placed, is_whole = 0, 0, True
    for name, boards in _boards(effort):
        if not is_whole:
            break
        counts: Counter[str] = Counter()
        positions: set[int] = set()
        for board, many in boards:
            if effort.is_over:
                is_whole = False
                break
            tracks = Tracks.of(graph_of(board))
            counts.update(boards=1, firm=board.is_two_connected, placed=bool(tracks.placements))
            if fault := fault_of(board, many, tracks):
                picture = Picture(to_svg(board, highlight=many), "The cells that stand out have one color.")
                return failing(counted(total + counts["boards"], "board"), fault, picture, rows=tuple(rows))
            positions |= {len({frozenset(pair) for pair in found}) for found in tracks.positions if found}
        total, placed = total + counts["boards"], placed + counts["placed"]
        most = f"{min(positions)} to {max(positions)}" if positions else ""
        rows.append((name, *(f"{counts[kind]:,}" for kind in ("boards", "firm", "placed")), most))
    reach = f"{total:,} very unbalanced boards, with holes and cut cells too: see the table"
    reach += "" if is_whole else ", as far as time allowed"
    if not placed:
        return Finding(Outcome.UNDECIDED, reach, tuple(rows), "No such board with a configuration was met in time.")
    remark = (
        "On all of them every gourd keeps its cell outside of the large color, so two gourds never change places. But"
        " “not in any way” is too much to say: the empty cell has a neighbor, and the gourd on it can always move, so"
        f" on all {placed:,} boards that have configurations each of these reaches others. The pictures show two that"
        " are one move apart. Nor does the condition decide: most boards that cannot be reconfigured are balanced."
    )
    return Finding(Outcome.IMPRECISE, reach, tuple(rows), remark, _one_move(named_instance("unbalanced-ring")))


def _one_move(instance: Instance) -> tuple[Picture, ...]:
    """A placement and what a move makes of it."""
    board = instance.board
    graph = placement_graph(board)
    before = graph.placements[0]
    after, _, _ = next(moves_from(graph_of(board), before, int(graph.empty[0])))
    pictures = []
    for pairs, text in ((before, "Before a move"), (after, "After it")):
        drawn = to_svg(instance, placement_of(board, pairs), legend=False)
        pictures.append(Picture(drawn, f"{text}. Seven of the 13 cells are red."))
    return tuple(pictures)


CLAIMS: Final = (
    Claim(
        "very-unbalanced",
        "Appendix C, before Figure 18",
        "A board that has a 3-coloring in which one color occurs more often than the other two together cannot be"
        " reconfigured in any way.",
        "All small boards with such a coloring: where each end of each gourd can get, over all placements and moves.",
        _check,
    ),
)
