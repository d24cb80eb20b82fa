"""Appendix C: 2-connected boards with holes, of which some can be reconfigured and some cannot.

The two boards of the paper's figure are lost with it. Both are rebuilt from the caption, by searching all boards for
the smallest ones that fit (:mod:`gourds.reconfigure.spaces.holes`):

- *Left*: odd, 2-connected, with a Hamiltonian cycle, not reconfigurable. The ring of six cells with a seventh cell
  beside it is the only such board of seven cells, and there are none with fewer.
- *Right*: odd, 2-connected, no Hamiltonian cycle, reconfigurable; covered by two odd cycles that both include a
  trapezoid of five cells on the right, where gourds are exchanged. The one we found has 15 cells, and none has fewer.

That there is no Hamiltonian cycle is decided twice: by backtracking, and by the sets of cells that paths from the first
cell can visit, with the cells where such paths end (Held and Karp).
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from gourds import polyhexes
from gourds.board import Board
from gourds.hexgrid import Cell
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, failing
from gourds.paper.cycles.inside import is_cycle, is_hamiltonian
from gourds.paper.sweep import Sweep
from gourds.reconfigure.search.exact.shortest import count_reachable
from gourds.reconfigure.spaces.group_connectivity import connectivity, connectivity_by_groups
from gourds.reconfigure.spaces.holes import (
    STUCK_RING,
    TWO_RINGS,
    find_hamiltonian_cycle,
    hamiltonian_cycles,
    is_very_unbalanced,
    near_lists,
)
from gourds.reconfigure.spaces.placement_graph import local_generators, placement_graph
from gourds.reconfigure.spaces.signed_permutations import is_odd
from gourds.render.board.picture import to_svg
from gourds.render.figure.cycles import cycles_svg
from gourds.render.plan.picture import configuration_svg

UPPER: Final[tuple[Cell, ...]] = (
    (1, 0), (2, 0), (3, 0), (3, 1), (4, 1), (3, 2), (2, 3), (2, 2), (1, 2), (0, 2), (1, 1),
)  # fmt: skip
LOWER: Final[tuple[Cell, ...]] = (
    (3, 1), (4, 1), (3, 2), (3, 3), (2, 3), (1, 4), (0, 4), (0, 3), (0, 2), (1, 2), (2, 2),
)  # fmt: skip
"""Two odd cycles that cover the board TWO_RINGS."""
STATION: Final[frozenset[Cell]] = frozenset({(4, 1), (3, 2), (2, 3), (3, 1), (2, 2)})
"""The trapezoid that both of them go through."""


def has_hamiltonian_cycle(board: Board) -> bool:
    """True iff there is a Hamiltonian cycle, by dynamic programming over sets of cells; for up to 20 cells or so.

    A set of cells is a number, a bit for each cell; ``ends[s]`` are the cells at which paths end that start at cell 0
    and visit the cells of s.
    """
    near = [sum(1 << cell for cell in row) for row in near_lists(board)]
    full = (1 << board.size) - 1
    ends = {1: 1}
    for _ in range(board.size - 1):
        longer: dict[int, int] = {}
        for visited, last in ends.items():
            for cell in range(board.size):
                if not visited >> cell & 1 and near[cell] & last:
                    longer[visited | 1 << cell] = longer.get(visited | 1 << cell, 0) | 1 << cell
        ends = longer
    return board.size > 2 and bool(ends.get(full, 0) & near[0])


def _shape_faults(board: Board) -> list[str]:
    """What the board lacks of: an odd number of cells, 2-connected, with a hole."""
    lacks = {"an odd number of cells": board.size % 2, "2-connectedness": board.is_two_connected, "a hole": board.holes}
    return [name for name, has in lacks.items() if not has]


def _check_stuck(effort: Effort) -> Finding:
    board = STUCK_RING
    cycle, facts = min(hamiltonian_cycles(board), default=None), connectivity(board)
    picture = Picture(cycles_svg(board, [cycle or []] if cycle else []), "The board and its Hamiltonian cycle.")
    reach = f"all {facts.states:,} configurations of the board"
    faults = _shape_faults(board)
    if faults or cycle is None or not is_hamiltonian(board, cycle):
        return failing(reach, f"The board lacks {', '.join(faults) or 'a Hamiltonian cycle'}.", picture)
    sizes = [sum(count_reachable(one)) for one in facts.witness or ()]
    if facts.is_reconfigurable or sum(sizes) > facts.states or max(sizes, default=facts.states) == facts.states:
        return failing(reach, "Every configuration reaches every other one.", picture)
    rows = (
        ("what", "found"),
        ("cells", str(board.size)),
        ("configurations", f"{facts.states:,}"),
        ("sets that cannot reach each other", f"{facts.components:,}"),
        ("configurations in the set of the left picture, of the right one", " and ".join(map(str, sizes))),
    )
    remark = (
        "The paper's figure is lost. This is the smallest board of its kind, found by searching all boards"
        f" (`instances/paper/stuck-ring.txt`). On every closed walk of the empty cell {_invariant(board)}."
    )
    stuck = tuple(
        Picture(configuration_svg(one, legend=False), text)
        for one, text in zip(facts.witness or (), ("From here …", "… this cannot be reached."), strict=False)
    )
    return Finding(Outcome.HOLDS, reach, rows, remark, (picture, *stuck))


def _invariant(board: Board) -> str:
    """What all closed walks have in common, in words: a parity, if one of three is always even."""
    graph = placement_graph(board)
    parities = [_parities(loop) for root in set(graph.component.tolist()) for loop in local_generators(graph, root)]
    names = {
        "the order of the gourds changes by an even permutation, so two gourds can never change places": all(
            not odd for odd, _ in parities
        ),
        "an even number of gourds is reversed": all(not odd for _, odd in parities),
        "the order changes oddly iff an odd number of gourds is reversed": all(a == b for a, b in parities),
    }
    return next((name for name, holds in names.items() if holds), "more than a parity is kept")


def _parities(loop: tuple[int, ...]) -> tuple[bool, bool]:
    """Whether a signed permutation is odd, and whether it reverses an odd number of gourds."""
    return is_odd([entry >> 1 for entry in loop]), bool(sum(entry & 1 for entry in loop) % 2)


def _check_two_rings(effort: Effort) -> Finding:
    board = TWO_RINGS
    at = {cell: k for k, cell in enumerate(board.cell_list())}
    upper, lower = ([at[cell] for cell in ring if cell in at] for ring in (UPPER, LOWER))
    station = {at[cell] for cell in STATION if cell in at}
    drawn = cycles_svg(board, [upper, lower], highlight=station)
    picture = Picture(drawn, "Two odd cycles cover all cells, and both go through the five cells that stand out.")
    facts = connectivity_by_groups(board)
    reach = f"all {facts.states:,} configurations of the board"
    if faults := _shape_faults(board):
        return failing(reach, f"The board lacks {', '.join(faults)}.", picture)
    if find_hamiltonian_cycle(board) is not None or has_hamiltonian_cycle(board):
        return failing(reach, "The board has a Hamiltonian cycle.", picture)
    if not facts.states or not facts.is_reconfigurable or facts != connectivity(board):
        return failing(reach, "Not every configuration reaches every other one.", picture)
    covers = {*upper, *lower} == set(range(board.size)) and station <= {*upper} & {*lower}
    if not (covers and is_cycle(board, upper) and is_cycle(board, lower) and len(upper) % 2 == len(lower) % 2 == 1):
        return failing(reach, "No two odd cycles that share the trapezoid cover the board.", picture)
    swaps = connectivity(Board.from_cells(sorted(STATION)))
    rows = (
        ("what", "found"),
        ("cells, placements, configurations", f"{board.size}, {facts.placements}, {facts.states:,}"),
        ("sets that cannot reach each other", f"{facts.components} (one: all is reached)"),
        ("lengths of the two cycles", f"{len(upper)} and {len(lower)}"),
        ("configurations of the trapezoid alone, and sets of them", f"{swaps.states} and {swaps.components}"),
        ("Hamiltonian cycle", "none, by backtracking and by dynamic programming"),
    )
    remark = (
        "The paper's figure is lost. This board fits its caption word for word and is a smallest one: `gourds paper"
        " boards-with-holes --thorough` looks at all boards of up to 13 cells (`instances/paper/two-rings.txt`)."
    )
    return Finding(Outcome.HOLDS, reach, rows, remark, (picture,))


SIZES = ((7, 9, 11), (7, 9, 11, 13))
"""The numbers of cells of a quick run and of a thorough one."""
KINDS: Final = ("reconfigurable", "Hamiltonian", "Hamiltonian, not reconfigurable", "reconfigurable, not Hamiltonian")


def kinds_of(board: Board) -> tuple[bool, bool, bool, bool]:
    """Which of :data:`KINDS` a board belongs to."""
    facts = connectivity_by_groups(board)
    is_free, has_cycle = facts.states > 0 and facts.is_reconfigurable, find_hamiltonian_cycle(board) is not None
    return is_free, has_cycle, has_cycle and not is_free, is_free and not has_cycle


def _check_survey(effort: Effort) -> Finding:
    sweep = Sweep(effort, effort.pick(*SIZES), polyhexes.two_connected_boards_with_holes)
    counts: dict[int, Counter[str]] = {}
    examples: dict[bool, Board] = {}
    for size, board in sweep:
        found = kinds_of(board)
        chosen = counts.setdefault(size, Counter())
        chosen.update(kind for kind, holds in zip(KINDS, found, strict=True) if holds)
        chosen["very unbalanced"] += is_very_unbalanced(board)
        examples.setdefault(found[0], board)
    columns = (*KINDS, "very unbalanced")
    rows = (
        ("cells", "boards", *columns),
        *(
            (sweep.label(size), f"{number:,}", *(f"{counts[size][name]:,}" for name in columns))
            for size, number in sweep.counts.items()
        ),
    )
    reach = f"{sweep.reach('board')}: 2-connected, with holes, an odd number of cells"
    pictures = tuple(
        Picture(to_svg(board), f"A board that {'can' if is_free else 'cannot'} always be reconfigured.")
        for is_free, board in sorted(examples.items())
    )
    both = sum((chosen for chosen in counts.values()), Counter())["Hamiltonian, not reconfigurable"]
    if len(examples) < 2 or not both:
        if sweep.is_cut:
            return Finding(Outcome.UNDECIDED, reach, rows, "Out of time before there was a board of each kind.")
        return failing(reach, "All these boards are alike.", *pictures, rows=rows)
    remark = (
        "No board of up to 13 cells can be reconfigured without a Hamiltonian cycle; the smallest that can have 15"
        " cells (`gourds paper two-rings`). A quick run goes up to 11 cells."
    )
    return Finding(Outcome.HOLDS, reach, rows, remark, pictures)


CLAIMS: Final = (
    Claim(
        "boards-with-holes",
        "Appendix C and Section 5",
        "Some 2-connected boards with holes can always be reconfigured and others cannot; a Hamiltonian cycle does not"
        " decide it.",
        "All small 2-connected boards with holes: exact groups of what can be reached, Hamiltonian cycles by"
        " exhaustion.",
        _check_survey,
    ),
    Claim(
        "stuck-ring",
        "Appendix C, Figure 18, left",
        "There is a 2-connected board with an odd number of cells and a Hamiltonian cycle that cannot always be"
        " reconfigured.",
        "The smallest such board, rebuilt from the caption: its Hamiltonian cycle, and all its configurations by search"
        " from two of them.",
        _check_stuck,
    ),
    Claim(
        "two-rings",
        "Appendix C, Figure 18, right",
        "There is a 2-connected board with an odd number of cells and no Hamiltonian cycle that can always be"
        " reconfigured: two odd cycles cover it and share a trapezoid of five cells in which gourds are exchanged.",
        "Such a board, rebuilt from the caption: no Hamiltonian cycle, by two methods; both cycles; and all its"
        " configurations, by two computations of the group that closed walks generate.",
        _check_two_rings,
    ),
)
