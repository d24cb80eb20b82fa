"""Runs of degree-3 nodes: the lemma that runs of seven can be broken, and the two steps of its proof.

Both steps can be settled for all boards at once. A path of degree-3 nodes with all that is adjacent to them is a small
set of triangles, and in every tree that holds the path these triangles have two more corners than there are triangles,
all on different cells. So a shape whose corners fall together does not occur (:mod:`gourds.paper.cycles.polygons`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, product
from typing import Final

import numpy as np

from gourds.errors import GourdsError
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, Rows, failing
from gourds.paper.cycles.inside import Inside, inside_of, is_hamiltonian
from gourds.paper.cycles.pictures import MARKED, WRONG, draw
from gourds.paper.cycles.polygons import (
    LEFT,
    RIGHT,
    branching_path,
    corners_of,
    cycle_around,
    extensions,
    grown,
    is_polygon,
    toothed,
)
from gourds.paper.cycles.runs import LONG, broken, degree_counts, has_leaf, is_zigzag, longest_run, runs_of
from gourds.paper.cycles.samples import Extent, Survey, larger_boards, shaken
from gourds.reconfigure.paper import runs as planners
from gourds.reconfigure.paper.cycle import hamiltonian_cycle
from gourds.words import counted

ZIGZAG: Final = (LEFT, RIGHT, LEFT, RIGHT, LEFT)
"""The turns of a run of seven."""
QUICK: Final = Extent(3, 20, 397)
THOROUGH: Final = Extent(7, 200, 1201)
"""So many cells more than the 18 that a run of seven needs; so many larger boards, up to so many cells."""
_TURNS: Final = {LEFT: "left", RIGHT: "right"}


def _check_zigzag(effort: Effort) -> Finding:
    rows: list[tuple[str, ...]] = [("turns at the two inner nodes", "triangles", "corners needed", "cells", "possible")]
    for turns in product((LEFT, RIGHT), repeat=2):
        _, whole = branching_path(turns)
        possible = is_polygon(whole)
        names = ", ".join(_TURNS[turn] for turn in turns)
        rows.append((names, str(len(whole)), str(len(whole) + 2), str(len(corners_of(whole))), str(possible).lower()))
        if possible != (turns[0] != turns[1]):
            return failing("paths of four degree-3 nodes", f"A path that turns {names} is possible.", rows=tuple(rows))
    survey = Survey.of(effort, "zig-zag")
    paths: Counter[str] = Counter()

    def fault_of(group: str, inside: Inside) -> str | None:
        for path in runs_of(inside, 4):
            paths[group] += 1
            if not is_zigzag(inside, path):
                return "Four degree-3 nodes in a row do not zigzag."
        return None

    if fault := survey.first_fault(fault_of):
        return fault
    remark = (
        "The table settles it for every board: four degree-3 nodes with their neighbors are ten triangles with twelve"
        " corners. If the path turns twice to the same side, two corners fall on one cell. On boards,"
        f" {counted(paths.total(), 'path')} of four were seen, all zigzag."
    )
    shown = toothed(5)
    run = next(iter(runs_of(shown, LONG)))
    picture = draw(shown, "Degree-3 nodes in a row turn left and right alternately.", filled={MARKED: run})
    return Finding(survey.outcome, f"all four shapes; {survey.reach}", tuple(rows), remark, (picture,))


# -- the leaves beside the middle -------------------------------------------------------------------------------


def _check_leaves(effort: Effort) -> Finding:
    rows: list[tuple[str, ...]] = [
        ("node of the run", "the paper says", "must have a leaf", "shapes with more than a leaf beside it")
    ]
    forced = []
    path, whole = branching_path(ZIGZAG)
    for position in range(LONG):
        possible = [polygon for polygon in extensions(path, whole, position) if is_polygon(polygon)]
        forced.append(not possible)
        must, says = ("no" if possible else "yes", "a leaf") if 1 <= position <= 5 else ("–", "–")
        rows.append((str(position + 1), says, must, str(len(possible))))
    seen = 0
    for inside in _cycles_with_runs(effort, effort.pick(QUICK, THOROUGH)):
        for run in runs_of(inside, LONG):
            seen += 1
            bad = [k + 1 for k in range(2, 5) if not has_leaf(inside, run[k])]
            if bad or not all(forced[2:5]):
                text = f"Node {bad[0] if bad else 3} of a run of seven has no leaf."
                return failing(_reach(seen), text, draw(inside, text, filled={WRONG: run}), rows=tuple(rows))
    counter = _smallest_without_leaf()
    if counter is None:
        return Finding(Outcome.HOLDS, _reach(seen), tuple(rows), "All five middle nodes have a leaf.")
    inside, run = counter
    others = [node for node in inside.near[run[1]] if node not in run]
    text = (
        f"The counterexample, on {inside.board.size} cells: the second of the seven nodes (yellow) has no leaf. What is"
        " adjacent to it beside the run (red) has degree 2."
    )
    pictures = (
        draw(inside, text, filled={MARKED: run, WRONG: others}),
        draw(cycle_around(branching_path(ZIGZAG)[1]), "A run of seven with all its neighbors: 16 triangles, 18 cells."),
    )
    remark = (
        "The proof says that the middle five nodes of a run of seven have a leaf each, or some cell would have five"
        " sides on the tree. That holds for the third, the fourth and the fifth node only: the table settles it for"
        " every board. Beside the second and the sixth, one chord more fits. The change needs the third and the fifth,"
        " so the lemma stands. The picture is as small as can be: a run of seven needs 18 cells, and a proper board has"
        " an odd number."
    )
    return Finding(Outcome.IMPRECISE, _reach(seen), tuple(rows), remark, pictures)


def _reach(seen: int) -> str:
    return f"all shapes with one more triangle than a run of seven needs; {counted(seen, 'run')} of seven on boards"


def _smallest_without_leaf() -> tuple[Inside, list[int]] | None:
    """A proper board of 19 cells with a run of seven whose second node has no leaf."""
    for polygon in extensions(*branching_path(ZIGZAG), 1):
        if is_polygon(polygon):
            inside = cycle_around(polygon)
            for run in runs_of(inside, LONG):
                way = run if not has_leaf(inside, run[1]) else run[::-1]
                if inside.board.is_proper and not has_leaf(inside, way[1]):
                    return inside, way
    return None


# -- breaking runs ----------------------------------------------------------------------------------------------


def _cycles_with_runs(effort: Effort, extent: Extent) -> Iterator[Inside]:
    """All cycles with a run of seven of proper boards; then strips with teeth."""
    polygons = [branching_path(ZIGZAG)[1]]
    for _ in range(extent.cells):
        polygons = list(grown(polygons))
        for polygon in polygons:
            if effort.is_over:
                return
            inside = cycle_around(polygon)
            if inside.board.is_proper:
                yield inside
    rng = effort.chance("runs")
    for teeth in range(4, effort.pick(40, 120), 3):
        inside = toothed(teeth)
        yield inside
        yield inside_of(inside.board, shaken(inside.board, inside.cycle, rng, teeth))


def unbroken(inside: Inside) -> Iterator[Inside]:
    """The cycle, and the cycle after each change, until no run of seven is left. Raises InputError if one is stuck."""
    yield inside
    while run := next(runs_of(inside, LONG), None):
        inside = broken(inside, run)
        yield inside


def break_fault(inside: Inside) -> tuple[str, int]:
    """What is wrong with breaking the runs of a cycle, by the paper's words and by the planners; how many changes."""
    changes = 0
    try:
        before = inside
        for after in unbroken(inside):
            if after is not inside:
                changes += 1
                (a, b, c), (x, y, z) = degree_counts(before), degree_counts(after)
                if (x, y, z) != (a - 1, b + 2, c - 1):
                    return "A change does not take a leaf and a degree-3 node and give two of degree 2.", changes
                if not is_hamiltonian(after.board, after.cycle) or after.size != before.size:
                    return "After a change the cycle is no Hamiltonian cycle.", changes
            before = after
        way = planners.break_runs(inside.board, np.array(inside.cycle, dtype=np.int32)).tolist()
    except GourdsError as error:
        return f"A run of seven was not broken: {error}.", changes
    if not is_hamiltonian(inside.board, way) or longest_run(inside_of(inside.board, way)) >= LONG:
        return "The planners leave a run of seven.", changes
    return "", changes


def _check_broken(effort: Effort) -> Finding:
    counts: dict[str, list[int]] = {}
    cases = chain(_cycles_with_runs(effort, effort.pick(QUICK, THOROUGH)), _cycles_of_larger_boards(effort))
    for inside in cases:
        fault, changes = break_fault(inside)
        if fault:
            return failing("cycles with runs of seven", fault, draw(inside, fault))
        size, run = inside.board.size, longest_run(inside)
        group = "no run of seven" if run < LONG else str(size) if size <= 25 else "more"
        row = counts.setdefault(group, [0, 0, 0, 0])
        row[:] = row[0] + 1, max(row[1], run), max(row[2], changes), max(row[3], size)
    names = {"more": "26 to {}", "no run of seven": "up to {}, no run of seven"}
    rows: Rows = (
        ("cells", "cycles", "longest run", "most changes"),
        *(
            (names.get(group, "{}").format(size), f"{cycles:,}", str(run), str(most))
            for group, (cycles, run, most, size) in counts.items()
        ),
    )
    small = max((int(group) for group in counts if group.isdigit()), default=0)
    reach = (
        f"all cycles with a run of seven on proper boards with up to {small} cells, up to symmetry; strips with teeth"
        f" and larger boards with up to {max((size for *_, size in counts.values()), default=0)}"
    )
    return Finding(Outcome.HOLDS if counts else Outcome.UNDECIDED, reach, rows, _BROKEN, _drawn_change())


def _cycles_of_larger_boards(effort: Effort) -> Iterator[Inside]:
    rng = effort.chance("runs of larger boards")
    extent = effort.pick(QUICK, THOROUGH)
    for board in larger_boards(rng, extent.drawn, 25, extent.largest):
        if effort.is_over:
            return
        yield inside_of(board, shaken(board, hamiltonian_cycle(board).tolist(), rng, 10 * board.size))


_BROKEN: Final = (
    "Smaller proper boards have no run of seven. Each change was made as the paper says, one at a time, and the tree"
    " compared: one leaf and one degree-3 node fewer, two more nodes of degree 2. The planners' way to break all"
    " runs, several at a time, was looked at too."
)


def _drawn_change() -> tuple[Picture, ...]:
    inside = toothed(4)
    run = next(iter(runs_of(inside, LONG)))
    after = broken(inside, run)
    moved = [cell for cell, other in zip(inside.cycle, after.cycle, strict=True) if cell != other]
    named = {cell: "B" if cell in inside.nodes[run[4]] else "Y" for cell in moved}
    return (
        draw(inside, "A run of seven degree-3 nodes (yellow).", filled={MARKED: run}, named=named),
        draw(after, "After the change, in which B and Y change places on the cycle: no run of seven.", named=named),
    )


CLAIMS: Final = (
    Claim(
        "zig-zag",
        "Section 4.2, proof of Lemma 7",
        "Four or more degree-3 nodes on a path of the tree turn left and right alternately.",
        "All four ways to turn twice are laid out with all neighboring triangles; a way is impossible if two corners"
        " fall on one cell. Then all paths of four degree-3 nodes in the trees of many cycles.",
        _check_zigzag,
    ),
    Claim(
        "middle-five",
        "Section 4.2, proof of Lemma 7",
        "Of seven degree-3 nodes on a path, the middle five are each adjacent to a leaf.",
        "For each of the seven nodes, all ways to let its neighbor beside the run be no leaf are laid out; a way is"
        " impossible if two corners fall on one cell. Then all runs of seven in the trees of many cycles.",
        _check_leaves,
    ),
    Claim(
        "runs-of-seven",
        "Section 4.2, Lemma 7",
        "Every proper board has a Hamiltonian cycle in whose tree no seven degree-3 nodes lie on a path: wherever there"
        " are seven, a local change of the cycle takes one leaf and one degree-3 node and gives two nodes of degree 2.",
        "All cycles with a run of seven are grown triangle by triangle up to some size, each is changed until no run is"
        " left, and after each change degrees and cycle are checked. So is what the planners make of it.",
        _check_broken,
    ),
)
