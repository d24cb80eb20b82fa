"""The lemma on substructures, and what they are good for: the order of the gourds along a cycle can be changed there.

Substructure (i), a *tail*: a leaf adjacent to a node of degree 2. Substructure (ii), a *fork*: a node of degree 3 that
is adjacent to two leaves.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.hexgrid import are_adjacent
from gourds.moves import Walk, labels_of
from gourds.paper.claim import Claim, Effort, Finding, Outcome, Picture, Rows, failing
from gourds.paper.claims.reconfiguration.alignment import lined_up
from gourds.paper.claims.sharp_turns import pivots, reached
from gourds.paper.cycles.inside import Inside, inside_of
from gourds.paper.cycles.pictures import MARKED, WRONG, draw
from gourds.paper.cycles.samples import Extent, Survey, example
from gourds.reconfigure.paper.rotation import Walker
from gourds.reconfigure.paper.substructures import Fork, Substructure, Tail
from gourds.reconfigure.paper.triangles import find_forks, find_tails, triangle_tree
from gourds.reconfigure.spaces.placement_graph import all_placements, graph_of
from gourds.replaying import replay
from gourds.shapes import strip, trapezoid
from gourds.words import counted

QUICK: Final = Extent(11, 12, 127)
"""For what substructures are good for, in a quick run."""


def tails_of(inside: Inside) -> list[tuple[int, int]]:
    """Every leaf that is adjacent to a node of degree 2, with that node."""
    found = [(leaf, inside.near[leaf][0]) for leaf in inside.nodes_of_degree(1)]
    return [(leaf, node) for leaf, node in found if inside.degree(node) == 2]


def forks_of(inside: Inside) -> list[tuple[int, int, int]]:
    """Every node of degree 3 with two adjacent leaves."""
    found = []
    for node in inside.nodes_of_degree(3):
        leaves = [other for other in inside.near[node] if inside.degree(other) == 1]
        found += [(node, one, other) for one, other in combinations(leaves, 2)]
    return found


def arc(inside: Inside, nodes: Sequence[int]) -> list[int]:
    """The corners of some triangles in the order in which the cycle runs through them; empty if not in a row."""
    cells = {cell for node in nodes for cell in inside.nodes[node]}
    size = len(inside.cycle)
    for start in range(size):
        row = [inside.cycle[(start + k) % size] for k in range(len(cells))]
        if set(row) == cells and inside.cycle[start - 1] not in cells:
            return row
    return []


def shape_fault(inside: Inside) -> str:
    """What the text says about the cycle at a substructure and is not so; empty if all is."""
    for leaf, node in tails_of(inside):
        row = arc(inside, (leaf, node))
        if len(row) != 4 or not are_adjacent(inside.cells[row[0]], inside.cells[row[3]]):
            return "At a substructure (i) the cycle does not run through a, b, c, d with a and d adjacent."
    for node, *leaves in forks_of(inside):
        row = arc(inside, (node, *leaves))
        if len(row) != 5 or {row[0], row[2], row[4]} != set(inside.nodes[node]):
            return "At a substructure (ii) the cycle does not run through a, b, c, d, e with the branching at a, c, e."
    return ""


def _check_lemma(effort: Effort) -> Finding:
    survey = Survey.of(effort, "substructures")
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    without: list[Inside] = []

    def fault_of(group: str, inside: Inside) -> str | None:
        tails, forks = tails_of(inside), forks_of(inside)
        seen[group]["(i) only" if not forks else "(ii) only" if not tails else "both"] += bool(tails or forks)
        tree = triangle_tree(inside.board.neighbors, np.array(inside.cycle, dtype=np.int32))
        if (len(find_tails(tree)), len(find_forks(tree))) != (len(tails), len(forks)):
            return "The planners find other substructures."
        if not tails and not forks:
            if inside.size > 1:
                return "A cycle has neither substructure."
            without.append(inside)
            return None
        if len(inside.nodes_of_degree(1)) != len(inside.nodes_of_degree(3)) + 2:
            return "The tree does not have two more leaves than nodes of degree 3."
        return shape_fault(inside) or None

    if fault := survey.first_fault(fault_of):
        return fault
    heads = ["(i) only", "both", "(ii) only"]
    rows = survey.table(heads, {group: [f"{counts[head]:,}" for head in heads] for group, counts in seen.items()})
    pictures = [_drawn_tail(), _drawn_fork()]
    remark = ""
    if without:
        remark = (
            "On the smallest board, of three cells, the tree is a single node: it has no leaf, neither substructure,"
            " and not two more leaves than nodes of degree 3. The lemma needs n ≥ 2, while the section begins with n ≥"
            " 1. The theorem does not suffer, since on three cells pivots do everything. All other cycles have one."
        )
        text = "The counterexample: on three cells the tree is one node, with neither substructure."
        pictures.insert(0, draw(without[0], text, filled={WRONG: [0]}))
    outcome = Outcome.IMPRECISE if without else survey.outcome
    return Finding(outcome, survey.reach, rows, remark, tuple(pictures))


def _drawn_tail() -> Picture:
    board = Board.from_cells(strip(9))
    row = board.cells[:, 1]
    shown = inside_of(board, [*np.flatnonzero(row == 0).tolist(), *np.flatnonzero(row == 1)[::-1].tolist()])
    tail = tails_of(shown)[0]
    named = dict(zip(arc(shown, tail), "abcd", strict=True))
    text = "Substructure (i): without b and c, which a and d enclose, the rest of the cycle is a cycle too."
    return draw(shown, text, filled={MARKED: tail}, named=named)


def _drawn_fork() -> Picture:
    shown = next(found for seed in range(200) if forks_of(found := example(25, seed)))
    fork = forks_of(shown)[0]
    named = dict(zip(arc(shown, fork), "abcde", strict=True))
    text = "Substructure (ii): the two gourds on a, b, c, d, e can be exchanged and reversed there."
    return draw(shown, text, filled={MARKED: fork}, named=named)


# -- what they are good for -------------------------------------------------------------------------------------


def order_along(inside: Inside, configuration: Configuration) -> list[int]:
    """The ends that come first along the cycle, from the empty cell on: end s of gourd g is 2g + s."""
    label = labels_of(configuration)[0]
    size, at = len(inside.cycle), inside.place[configuration.empty]
    return [int(label[inside.cycle[(at + k) % size]]) for k in range(1, size, 2)]


def is_rotation(one: Sequence[int], other: Sequence[int]) -> bool:
    """True iff two circular sequences are the same."""
    return sorted(one) == sorted(other) and any(
        [*one[k:], *one[:k]] == list(other) for k in range(len(one)) if one[k] == other[0]
    )


def _five_cells() -> tuple[Rows, str]:
    """All that two gourds can do on the five cells of a fork, by exhaustion; and what they cannot."""
    board = Board.from_cells(trapezoid(3, 2))
    near = graph_of(board)
    c = next(cell for cell in range(5) if len(near[cell]) == 4)
    b, d = (cell for cell in range(5) if len(near[cell]) == 2)
    a, e = (next(cell for cell in near[end] if cell != c) for end in (b, d))
    rows: list[tuple[str, ...]] = [
        ("empty cell", "reached", "exchange", "reverse one", "reverse the other", "reverse both")
    ]
    everything = 8 * len(all_placements(near, 1_000))
    for name, (p, q), (x, y) in (("a", (b, c), (d, e)), ("c", (a, b), (d, e)), ("e", (a, b), (c, d))):
        found = reached(near, ((p, q), (x, y)), pivots)
        if len(found) != everything:
            return tuple(rows), f"Two gourds on five cells reach {len(found)} of {everything} configurations."
        goals = (((x, y), (p, q)), ((q, p), (x, y)), ((p, q), (y, x)), ((q, p), (y, x)))
        rows.append((name, f"all {everything}", *(counted(found[goal], "move") for goal in goals)))
    return tuple(rows), ""


def _check_use(effort: Effort) -> Finding:
    rows, fault = _five_cells()
    if fault:
        return failing("the five cells of a fork", fault, rows=rows)
    survey = Survey(effort, "rearranging", effort.pick(QUICK, Extent(13, 200, 601)))
    counts: Counter[str] = Counter()
    worst = {"tail": 0.0, "fork": 0.0}

    def fault_of(group: str, inside: Inside) -> str | None:
        tree = triangle_tree(inside.board.neighbors, np.array(inside.cycle, dtype=np.int32))
        found: list[Substructure] = [Tail.build(inside.board.neighbors, tree, row) for row in find_tails(tree)[:3]]
        found += [Fork.build(inside.board.neighbors, tree, row) for row in find_forks(tree)[:3]]
        for one in found:
            counts[one.name] += 1
            if fault := _use_fault(inside, one, worst):
                return fault
        return None

    if failed := survey.first_fault(fault_of):
        return failed
    remark = (
        "The table is exhaustive: on the five cells of (ii) everything can be reached. Besides,"
        f" {counted(counts['tail'], 'tail')} and {counted(counts['fork'], 'fork')} were used on boards, every walk"
        f" replayed: to exchange two gourds that follow each other takes {worst['tail']:.1f}n moves at most at a tail"
        f" (a round on the cycle without b and c), {worst['fork']:.1f}n at a fork with the round that brings the next"
        " pair. In (i) the empty cell must be on that of a and d which is next to both b and c, which the text"
        " calls a."
    )
    return Finding(survey.outcome, survey.reach, rows, remark, (_drawn_tail(), _drawn_fork()))


def _use_fault(inside: Inside, one: Substructure, worst: dict[str, float]) -> str:
    """Exchange two gourds at a substructure, then reverse one, and see whether the order along the cycle changed so."""
    n = len(inside.cycle) // 2
    start = lined_up(inside, inside.place[one.empty])
    order = order_along(inside, start)
    here = next(k for k, end in enumerate(order) if start.ends[end >> 1, end & 1] in one.place)
    walker = Walker(labels_of(start)[0])
    one.pass_by(walker, 1)
    done = replay(start, Walk.from_path(inside.board, walker.take_path()))
    due = order[here:] + order[:here]
    if n > 1:
        due[0], due[1] = due[1], due[0]
    if not done or not is_rotation(order_along(inside, done.final), due):
        return f"Two gourds that follow each other were not exchanged at a {one.name}."
    worst[one.name] = max(worst[one.name], done.moves / n)
    if done.moves > 4 * n + 40:
        return f"To exchange two gourds at a {one.name} took {done.moves} moves for {n} gourds."
    middle = done.final
    one.reverse(walker)
    done = replay(middle, Walk.from_path(inside.board, walker.take_path()))
    turned = np.flatnonzero((middle.ends != done.final.ends).any(axis=1)).tolist()
    is_turned = len(turned) == 1 and middle.ends[turned[0]].tolist() == done.final.ends[turned[0]].tolist()[::-1]
    return "" if done and is_turned else f"A gourd was not reversed in place at a {one.name}."


CLAIMS: Final = (
    Claim(
        "substructures",
        "Section 4.1, Lemma 5 (subconfig)",
        "The tree has a leaf adjacent to a node of degree 2, or a node of degree 3 adjacent to two leaves.",
        "Both are looked for in the tree of every cycle. The cycle must run through their corners as the text says, and"
        " the tree must have two more leaves than nodes of degree 3.",
        _check_lemma,
    ),
    Claim(
        "rearranging",
        "Section 4.1, after Lemma 5",
        "At (i) two gourds that follow each other on the cycle can be exchanged by O(n) moves, and a gourd be reversed;"
        " at (ii) both take O(1) moves.",
        "The five cells of (ii) are searched to the end. On boards, the planners exchange and reverse gourds at their"
        " substructures; each walk is replayed and the order along the cycle compared.",
        _check_use,
    ),
)
