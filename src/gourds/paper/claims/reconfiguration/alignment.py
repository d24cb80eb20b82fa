"""Phase 1 of the algorithms, and moving along a cycle: the lemma on alignment and Observation 4.

The numbers of the gourds do not matter to alignment, so placements are enough, and on small boards all of them are
tried. What follows the proof's words here is a few lines of its own; the walk that it makes is replayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.hexgrid import IndexArray
from gourds.moves import Walk
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.paper.cycles.inside import Inside, inside_of
from gourds.paper.cycles.pictures import draw
from gourds.paper.cycles.samples import Extent, Survey, example, larger_boards, shaken
from gourds.paper.growth import Growth, draw_growth
from gourds.polyhexes import proper_boards
from gourds.reconfigure.paper import align
from gourds.reconfigure.paper.cycle import hamiltonian_cycle
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.spaces.holes import hamiltonian_cycles
from gourds.reconfigure.spaces.placement_graph import all_placements, graph_of
from gourds.replaying import replay
from gourds.words import counted

QUICK: Final = Extent(11, 60, 397)
THOROUGH: Final = Extent(13, 400, 1201)
"""All placements of all boards up to the first number of cells, and so many random configurations of larger ones."""

ROUNDS: Final = Extent(11, 12, 199)
"""For rounds along cycles, in a quick run."""


def follow(
    near: Sequence[set[int]], cycle: Sequence[int], pairs: Sequence[tuple[int, int]], step: int
) -> tuple[list[int], str]:
    """Align the gourds of a placement as the proof says: the gourd next to the empty cell E on the cycle follows.

    ``step`` is the side on which it lies. The proof promises that an aligned gourd stays aligned, and that fewer than n
    gourds in a row are aligned already as long as not all are. The cells that were empty in turn, and what did not
    happen as promised, or nothing.
    """
    size, gourds = len(cycle), len(pairs)
    place = {cell: k for k, cell in enumerate(cycle)}
    mate = dict(pairs) | {b: a for a, b in pairs}
    (empty,) = set(cycle) - set(mate)

    def count_aligned() -> int:
        return sum((place[a] - place[b]) % size in (1, size - 1) for a, b in mate.items()) // 2

    path, aligned, in_a_row = [empty], count_aligned(), 0
    while aligned < gourds:
        at = place[empty]
        beside, beyond = cycle[(at + step) % size], cycle[(at + 2 * step) % size]
        far = mate[beside]
        in_a_row = in_a_row + 1 if far == beyond else 0
        if in_a_row >= gourds:
            return path, "As many gourds in a row as there are were aligned, but not all."
        path += [beside, far] if far in near[empty] else [far]  # two pivots, or one slide or turn
        del mate[far]
        mate[empty], mate[beside] = beside, empty
        empty = far
        before, aligned = aligned, aligned + (in_a_row == 0)
        if size <= 13 and count_aligned() != aligned:
            return path, f"{before} gourds were aligned, and {count_aligned()} are after a move."
    if count_aligned() != gourds:
        return path, "Not all gourds are aligned in the end."
    return path, ""


def is_aligned(configuration: Configuration, cycle: Sequence[int]) -> bool:
    """True iff every gourd lies on an edge of the cycle."""
    place = {cell: k for k, cell in enumerate(cycle)}
    size = len(cycle)
    return all((place[a] - place[b]) % size in (1, size - 1) for a, b in configuration.ends.tolist())


def _check_alignment(effort: Effort) -> Finding:
    extent = effort.pick(QUICK, THOROUGH)
    rows = [("boards", "placements and cycles", "n", "most moves", "moves / n²", "bound 2n²")]
    reach = []
    for size in range(3, extent.cells + 1, 2):
        n, most, cases = size // 2, 0, 0
        for inside, path, fault in _follow_all(size):
            if effort.is_over:
                break
            most, cases = max(most, len(path) - 1), cases + 1
            if fault or most > 2 * n * n:
                text = fault or f"{most} moves for {n} gourds are more than 2n²."
                return failing(f"boards of up to {size} cells", text, draw(inside, text), rows=tuple(rows))
        every = "" if effort.is_over else "all "
        rows.append((f"{size} cells", f"{every}{cases:,}", str(n), f"{most:,}", f"{most / n**2:.2f}", str(2 * n * n)))
        reach = [f"{every}placements and Hamiltonian cycles of the proper boards with up to {size} cells"]
        if effort.is_over:
            break
    points, found = _measure(effort, extent)
    if found:
        return found
    largest = max(points)
    reach.append(f"{counted(len(points), 'random configuration')} of up to {2 * largest[0] + 1:,}")
    growth = Growth.fit([(n, max(moves, 1)) for n, moves in points])
    ratio = max(moves / n**2 for n, moves in points)
    rows.append(("larger", f"{len(points):,}", f"≤ {largest[0]}", f"{largest[1]:,}", f"{ratio:.2f}", ""))
    remark = (
        "The proof aligns at most n gourds, each after less than n others were moved, by one or two moves of the"
        " puzzle: 2n² moves at most. (Where it takes two pivots, one is enough: if only the far end moves into the"
        " empty cell, the gourd lies on the same two cells, the other way round. So n² moves do; these ways were"
        f" replayed, too.) On random configurations of larger boards it is n to the power {growth}."
    )
    outcome = Outcome.FAILS if growth.exceeds(2) else Outcome.HOLDS
    picture = draw_growth({"alignment": growth}, 2, "Moves until all gourds are aligned; dashed: n².")
    return Finding(outcome, " and ".join(reach), tuple(rows), remark, (picture, _aligned_gourds()))


def _follow_all(size: int) -> Iterator[tuple[Inside, list[int], str]]:
    """The proof's way from every placement of every proper board of a size, on every cycle, in both directions."""
    for board in proper_boards(size):
        near = graph_of(board)
        placements = all_placements(near, 100_000)
        for cycle in hamiltonian_cycles(board):
            inside = inside_of(board, cycle)
            for pairs in placements:
                for step in (-1, 1):
                    yield inside, *follow(near, cycle, pairs, step)


def _measure(effort: Effort, extent: Extent) -> tuple[list[tuple[int, int]], Finding | None]:
    """Moves of the proof's way and of the planners' on random configurations of larger boards, all replayed."""
    rng = effort.chance("alignment")
    points: list[tuple[int, int]] = []
    for k, board in enumerate(larger_boards(rng, extent.drawn, 19, extent.largest)):
        if effort.is_over and len(points) > 10:
            break
        cycle = hamiltonian_cycle(board).tolist()
        if k % 2:
            cycle = shaken(board, cycle, rng, 10 * board.size)
        start = random_configuration(board, k)
        pairs = [(a, b) for a, b in start.ends.tolist()]
        followed, fault = follow(graph_of(board), cycle, pairs, (-1, 1)[k % 2])
        # With no cell called near, each step of the way is one move: a single pivot where the proof takes two.
        single = follow([set()] * board.size, cycle, pairs, (-1, 1)[k % 2])[0]
        ways = (("the proof", followed), ("single pivots", single), ("the planners", _planners_way(start, cycle)))
        for name, path in ways:
            done = replay(start, Walk.from_path(board, np.array(path, dtype=np.int32)))
            n = board.size // 2
            if fault or not done or not is_aligned(done.final, cycle) or done.moves > 2 * n * n:
                text = fault or f"The way of {name} on {board.size} cells is no plan that aligns all gourds."
                return points, failing(f"{len(points)} boards", text, draw(inside_of(board, cycle), text))
        points.append((board.size // 2, len(followed) - 1))
    return points, None


def _planners_way(start: Configuration, cycle: Sequence[int]) -> IndexArray:
    from gourds.moves import labels_of

    way = np.array(cycle, dtype=np.int32)
    return align.align(start.board.neighbors, way, *labels_of(start))[1]


def _aligned_gourds() -> Picture:
    """A random configuration after it was aligned, as a picture of the gourds."""
    from gourds.render.plan.picture import configuration_svg

    shown = example(37, 4)
    start = random_configuration(shown.board, 3)
    path = follow(graph_of(shown.board), shown.cycle, [(a, b) for a, b in start.ends.tolist()], 1)[0]
    done = replay(start, Walk.from_path(shown.board, np.array(path, dtype=np.int32)))
    caption = f"A random configuration after {counted(done.moves, 'move')}: every gourd lies along the cycle."
    return Picture(configuration_svg(done.final, legend=False), caption)


# -- moving along a cycle ---------------------------------------------------------------------------------------


def lined_up(inside: Inside, empty: int) -> Configuration:
    """Gourds along the cycle, one after the other from the place after the empty cell on."""
    size = len(inside.cycle)
    cells = [inside.cycle[(empty + k) % size] for k in range(size)]
    pairs = list(zip(cells[1::2], cells[2::2], strict=True))
    return Configuration.from_indices(inside.board, tuple(range(1, len(pairs) + 1)), pairs)


def shifted_walk(board: Board, cycle: Sequence[int], empty: int, step: int) -> tuple[Walk, int]:
    """Every gourd moves by one place against ``step``; the walk, and how many sharp bends take two pivots."""
    size = len(cycle)
    near = graph_of(board)
    path, bends, at = [cycle[empty]], 0, empty
    for _ in range(size // 2):
        middle, far = cycle[(at + step) % size], cycle[(at + 2 * step) % size]
        if far in near[path[-1]]:
            path.append(middle)
            bends += 1
        path.append(far)
        at += 2 * step
    return Walk.from_path(board, np.array(path, dtype=np.int32)), bends


def _check_moving(effort: Effort) -> Finding:
    survey = Survey(effort, "moving-along", effort.pick(ROUNDS, Extent(13, 200, 801)))
    laps: dict[str, list[int]] = {}

    def fault_of(group: str, inside: Inside) -> str | None:
        size, count = len(inside.cycle), laps.setdefault(group, [0, 0])
        for empty in range(0, size, 1 if size <= 13 else size // 3):
            start = lined_up(inside, empty)
            for step in (-1, 1):
                walk, bends = shifted_walk(inside.board, inside.cycle, empty, step)
                done = replay(start, walk)
                # Gourds move against the step, one place each; so must the empty cell, in the end.
                due = [
                    [inside.cycle[(inside.place[cell] - step) % size] for cell in pair] for pair in start.ends.tolist()
                ]
                if not done or done.final.ends.tolist() != due:
                    return "Gourds cannot be moved along the cycle by one place each."
                if done.kinds["pivot"] != 2 * bends or done.moves != size // 2 + bends:
                    return "A gourd needs more than one slide or turn, or two pivots."
                if done.final.empty != inside.cycle[(empty - step) % size]:
                    return "The empty cell does not move by one place in the end."
                count[0] += 1
                count[1] = max(count[1], done.moves)
        return None

    if fault := survey.first_fault(fault_of):
        return fault
    columns = {group: [f"{count:,}", f"{most:,}"] for group, (count, most) in laps.items()}
    rows = survey.table(["rounds replayed", "most moves in a round"], columns)
    remark = (
        "A round moves every gourd once, from each empty cell and in both directions (from three empty cells on larger"
        " boards). It takes n moves and one more for each sharp bend. With one gourd only, the two gourds adjacent to"
        " the empty cell are the same."
    )
    shown = example(19, 4)
    picture = draw(shown, "Along this cycle; where it bends sharply, a gourd takes two pivots.")
    return Finding(survey.outcome, survey.reach, rows, remark, (picture,))


CLAIMS: Final = (
    Claim(
        "alignment",
        "Section 4.1, Lemma 4 (hamiltonian)",
        "On a proper board every configuration can be brought onto any Hamiltonian cycle H, each gourd on an edge of H,"
        " by O(n²) moves.",
        "The proof's way is followed from every placement of small boards, along every cycle in both directions: the"
        " number of aligned gourds never falls, fewer than n gourds in a row are aligned before all are, at most 2n²"
        " moves. Larger boards: the same and the planners' way, replayed; a power law is fitted.",
        _check_alignment,
    ),
    Claim(
        "moving-along",
        "Section 4.1, Observation 4",
        "If all gourds lie along H, one next to the empty cell can move into it along H, by one slide or turn or two"
        " pivots. After every gourd moved once in one direction, the empty cell has moved by one in that direction.",
        "Rounds along all cycles are replayed from the definition of the moves; kinds of moves and the end compared.",
        _check_moving,
    ),
)
