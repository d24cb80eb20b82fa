"""Section 2: boards that are connected but not 2-connected.

Let c be a cut cell, and let its removal leave parts of p₁, …, p_k cells; they add up to 2n, an even number. If all are
even, a gourd that covers c and a cell of a part leaves that part an odd number, so the empty cell is in that part too:
no gourd can swing over c to another part. If two are odd, c is covered in every configuration, always by the same
gourd, since a gourd that leaves c leaves it empty. One end of that gourd is on c, and the gourd may swing from one odd
part to the other, (a, c) → (c, b); but an end that was in one part never gets beyond c. So in both cases *no end
of a gourd gets from one part to another*; and the gourd on c is the only one that touches two parts.

A leaf is a part of a single cell. Its neighbor c is always covered by the same gourd, whose one end gets to the leaf.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from gourds.board import Board, label_components
from gourds.configuration import Configuration
from gourds.paper.claim import Claim, Effort, Finding, Picture, failing
from gourds.paper.sweep import Sweep
from gourds.paper.tracks import Tracks
from gourds.polyhexes import free_boards, hole_free_boards
from gourds.reconfigure.spaces.placement_graph import graph_of, placement_of
from gourds.render.board.picture import to_svg
from gourds.render.plan.picture import configuration_svg

T = TypeVar("T")


def parts_without(board: Board, cut: int) -> list[set[int]]:
    """The parts into which a board falls without a cell."""
    edges = board.edges[(board.edges != cut).all(axis=1)]
    numbers = label_components(board.size, edges).tolist()
    found: dict[int, set[int]] = {}
    for cell, number in enumerate(numbers):
        if cell != cut:
            found.setdefault(number, set()).add(cell)
    return list(found.values())


def crossing_end(board: Board, tracks: Tracks) -> tuple[int, set[int]] | None:
    """A cut cell, and the cells of an end that gets from one of its sides to another; None if there is none."""
    return _crossing(board, tracks.cells, lambda visited: visited)


def swinging(board: Board, tracks: Tracks) -> tuple[int, set[tuple[int, int]]] | None:
    """A cut cell, and the positions of a gourd that covers it and touches two of its sides in turn; None if none."""
    return _crossing(board, tracks.positions, lambda positions: {cell for pair in positions for cell in pair})


def _crossing(board: Board, every: list[T], cells_of: Callable[[T], set[int]]) -> tuple[int, T] | None:
    """A cut cell, and the first of some whose cells are on two of its sides."""
    for cut in board.cut_cells:
        parts = parts_without(board, cut)
        for one in every:
            if sum(not part.isdisjoint(cells_of(one)) for part in parts) > 1:
                return cut, one
    return None


def leaf_ends(board: Board, tracks: Tracks) -> Iterator[tuple[int, int]]:
    """For every leaf and every set of placements that reach each other, how many ends ever get to the leaf."""
    leaves = [k for k, row in enumerate(board.neighbors.tolist()) if sum(cell >= 0 for cell in row) == 1]
    reached = tracks.groups
    for leaf in leaves:
        for group in set(reached):
            # All ends of one placement of the group: those whose component has the leaf among its cells.
            first = reached.index(group)
            yield leaf, sum(leaf in tracks.cells[number] for number in tracks.ends_of(first))


def _split_boards(size: int) -> Iterator[Board]:
    """Connected boards with a cut cell; with holes too as long as they are few."""
    boards = free_boards(size) if size <= 9 else hole_free_boards(size)
    return (board for board in boards if board.cut_cells)


def _boards_with_leaves(size: int) -> Iterator[Board]:
    return (board for board in _split_boards(size) if any(len(near) == 1 for near in graph_of(board)))


def _check_cut_cells(effort: Effort) -> Finding:
    placed: Counter[int] = Counter()
    swung: Counter[int] = Counter()
    example: tuple[Board, Tracks, tuple[int, set[tuple[int, int]]]] | None = None
    sweep = Sweep(effort, range(3, effort.pick(9, 11) + 1, 2), _split_boards)
    for size, board in sweep:
        tracks = Tracks.of(graph_of(board))
        placed[size] += bool(tracks.placements)
        if wrong := crossing_end(board, tracks):
            text = f"An end gets from one side of cell {board.cell_list()[wrong[0]]} to the other."
            return failing(sweep.reach("board"), text, Picture(to_svg(board), text))
        found = swinging(board, tracks)
        swung[size] += found is not None
        if found is not None and size <= 7:
            example = board, tracks, found
    rows = [("cells", "boards with a cut cell", "with a placement", "of these: a gourd swings over a cut cell")]
    rows += [
        (sweep.label(size), f"{count:,}", f"{placed[size]:,}", f"{swung[size]:,}")
        for size, count in sweep.counts.items()
    ]
    remark = (
        "No end of a gourd ever gets from one side to the other. A gourd does not either, but the one on the cut cell"
        " may swing, if two sides have an odd number of cells: first it covers a cell of the one side, then one of the"
        " other, and back."
    )
    reach = sweep.reach("connected board") + ", an odd number, with a cut cell"
    return Finding(sweep.outcome, reach, tuple(rows), remark, _swing(*example) if example else ())


def _swing(board: Board, tracks: Tracks, found: tuple[int, set[tuple[int, int]]]) -> tuple[Picture, ...]:
    """The gourd on the cut cell, on either side."""
    cut, positions = found
    pictures: list[Picture] = []
    for part in parts_without(board, cut):
        here = next((pair for pair in sorted(positions) if set(pair) & part), None)
        if here is not None:
            slot = (min(here), max(here))
            pairs = next(placement for placement in tracks.placements if slot in placement)
            ends = [here, *(pair for pair in pairs if pair != slot)]
            drawn = Configuration.from_indices(board, tuple(range(1, len(ends) + 1)), ends)
            text = f"Gourd 1 swings: on the cut cell, and on {'the other' if pictures else 'one'} side of it."
            pictures.append(Picture(configuration_svg(drawn, legend=False), text))
    return tuple(pictures)


def _check_leaves(effort: Effort) -> Finding:
    leaves: Counter[int] = Counter()
    numbers: dict[int, set[int]] = {}
    example: tuple[Board, Tracks] | None = None
    sweep = Sweep(effort, range(3, effort.pick(9, 11) + 1, 2), _boards_with_leaves)
    for size, board in sweep:
        tracks = Tracks.of(graph_of(board))
        for leaf, ends in leaf_ends(board, tracks):
            numbers.setdefault(size, set()).add(ends)
            leaves[size] += 1
            if ends > 1:
                text = f"{ends} ends get to the leaf {board.cell_list()[leaf]}."
                return failing(sweep.reach("board"), text, Picture(to_svg(board), text))
        if tracks.placements and size <= 7:
            example = board, tracks
    rows = [("cells", "boards with a leaf", "leaves and sets of placements", "ends that get to a leaf")]
    rows += [
        (sweep.label(size), f"{count:,}", f"{leaves[size]:,}", " or ".join(map(str, sorted(numbers.get(size, ())))))
        for size, count in sweep.counts.items()
    ]
    pictures: tuple[Picture, ...] = ()
    if example is not None:
        board, tracks = example
        leaf = next(k for k, near in enumerate(graph_of(board)) if len(near) == 1)
        placement = placement_of(board, tracks.placements[0])
        drawn = to_svg(board, placement, legend=False, highlight={leaf})
        pictures = (Picture(drawn, "One of the boards. The leaf stands out."),)
    reach = sweep.reach("connected board") + ", an odd number, with a leaf"
    return Finding(sweep.outcome, reach, tuple(rows), "", pictures)


CLAIMS: Final = (
    Claim(
        "cut-cells",
        "Section 2, after the definition of a board",
        "On a board that is connected but not 2-connected, gourds cannot get from one side of a cut cell to the other.",
        "All placements of small boards with a cut cell, with all moves between them; on which sides each end and each"
        " gourd ever lies.",
        _check_cut_cells,
    ),
    Claim(
        "leaves",
        "Section 2, after the definition of a board",
        "If a cell has only one neighbor, then only one end of a gourd can ever reach it.",
        "All placements of small boards with a leaf, with all moves between them; how many ends get to the leaf.",
        _check_leaves,
    ),
)
