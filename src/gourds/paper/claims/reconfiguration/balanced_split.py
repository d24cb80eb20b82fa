"""The lemma on balanced splits: its bound, the best bound, and the walk of its proof.

**The bound m/96 − 7 says nothing up to 672 nodes**, where it is not positive, so boards of more than 674 cells are
looked at too. The walk of the proof gives a little more than the paper writes. Let the walk enter subtrees of s₁, s₂,
… nodes. The largest of three has s₁ ≥ (m − 1)/3, and the larger one of two has s ≥ (s' − 1)/2, that is s + 1 ≥ (s' +
1)/2. So after six degree-3 nodes s + 1 ≥ (m + 2)/96, and the part beyond the degree-2 node there has s − 1 nodes, at
least (m + 2)/96 − 2.

**The best bound is (m − 13)/6.** Let the centroid u have degree 3, D be the degree-3 nodes that are connected with u
through such nodes, d their number. Without D the tree falls into d + 2 *branches* of at most m/2 nodes each; each
begins with a leaf or with a degree-2 node, at which the tree can be split. By the claim *zig-zag*, D is a path or a
star of four nodes: if a node x of D has three neighbors in D and one of these, c, has another, e, then two paths of
four lead through x, c, e, and not both zigzag. A star has six branches. A path of d ≤ 4 nodes has at most six. In a
path of five or six, the nodes with two others on both sides are adjacent to leaves, as in the claim *middle-five*, so
besides one or two leaves there are six branches. Hence the largest branch has b ≥ (m − 8)/6 nodes, and a split at its
first node leaves parts of b − 1 and m − b ≥ m/2. As m is odd, b ≥ (m − 7)/6. If the centroid has degree 2, the split
there is better. Strips around a run of six attain it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.hexgrid import CellArray
from gourds.paper.claim import Claim, Effort, Finding, Outcome, failing
from gourds.paper.cycles.inside import Inside, inside_of
from gourds.paper.cycles.parts import best_split, centroid, part_sizes, proof_walk
from gourds.paper.cycles.pictures import MARKED, WRONG, draw
from gourds.paper.cycles.polygons import (
    LEFT,
    RIGHT,
    branching_path,
    branching_star,
    extensions,
    is_polygon,
    neighbors_of,
    six_arms,
)
from gourds.paper.cycles.runs import LONG, longest_run
from gourds.paper.cycles.samples import Survey
from gourds.reconfigure.paper import quadratic, splits
from gourds.reconfigure.paper.triangles import triangle_tree
from gourds.shapes import comb, hexagon, random_proper, strip, triangle

LARGE: Final = 901
"""About so many cells have the large boards: more than the 674 up to which the lemma says nothing."""


def lemma_bound(nodes: int) -> Fraction:
    """What the lemma promises."""
    return Fraction(nodes, 96) - 7


def best_bound(nodes: int) -> Fraction:
    """What can be promised."""
    return Fraction(nodes - 13, 6)


def long_branches() -> dict[str, int]:
    """How many branches at most can be more than a leaf, for each shape that connected degree-3 nodes can have.

    A triangle beside a node of the core is a leaf in every tree if the next triangle beyond it does not fit.
    """
    cores = {"star of four": branching_star()}
    for nodes in range(2, LONG):
        cores[f"path of {nodes}"] = branching_path([LEFT, RIGHT, LEFT, RIGHT][: nodes - 2])
    found = {}
    for name, (core, whole) in cores.items():
        found[name] = sum(
            sum(triangle not in core for triangle in neighbors_of(node))
            for position, node in enumerate(core)
            if any(is_polygon(polygon) for polygon in extensions(core, whole, position))
        )
    return found


def _large_cycles(effort: Effort) -> Iterator[tuple[str, Inside]]:
    """Cycles without a run of seven on boards with more than 674 cells."""
    drawn = effort.pick(2, 12)
    radius = round((LARGE / 3) ** 0.5)
    shapes: list[tuple[str, CellArray]] = [
        ("strip", strip(LARGE)),
        ("hexagon", hexagon(radius)),
        ("triangle", triangle(round((2 * LARGE) ** 0.5))),
        ("comb", comb(radius // 2 + 1, 2 * radius)[:-1]),
        *((f"random board {k + 1}", random_proper(LARGE + 100 * k, effort.seed + k)) for k in range(drawn)),
    ]
    for name, cells in shapes:
        board = Board.from_cells(cells if len(cells) % 2 else cells[:-1])
        if board.is_proper:
            yield name, inside_of(board, quadratic.splittable_cycle(board).tolist())
    for length in (LARGE // 30, LARGE // 6, *effort.pick((), (400, 1000))):
        yield "six strips around a star", six_arms(length, is_star=True)
        yield "six strips around a run of six", six_arms(length, is_star=False)


def _check_split(effort: Effort) -> Finding:
    branches = long_branches()
    if max(branches.values()) > 6:
        return failing("shapes of degree-3 nodes", f"More than six branches can be long: {branches}.")
    survey = Survey.of(effort, "balanced-split")
    ratio: dict[str, Fraction] = {}

    def fault_of(group: str, inside: Inside) -> str | None:
        if inside.size < 3 or longest_run(inside) >= LONG:
            return None
        node, size = best_split(inside)
        ratio[group] = min(ratio.get(group, Fraction(1)), Fraction(size, inside.size))
        return split_fault(inside, node, size)

    if fault := survey.first_fault(fault_of):
        return fault
    rows = [("boards", "nodes m", "smaller part", "of m", "m/96 − 7", "(m − 13)/6")]
    rows += [
        (f"{name} cells" if name != "larger" else f"up to {survey.most}", "", "", f"≥ {float(least):.3f}", "", "")
        for name, least in ratio.items()
    ]
    largest = 0
    for name, inside in _large_cycles(effort):
        node, size = best_split(inside)
        if fault_text := split_fault(inside, node, size):
            return failing(survey.reach, f"On a {name}: {fault_text}", draw(inside, fault_text), rows=tuple(rows))
        m = inside.size
        largest = max(largest, m + 2)
        bounds = (f"{float(lemma_bound(m)):.1f}", f"{float(best_bound(m)):.1f}")
        rows.append((name, f"{m:,}", f"{size:,}", f"{size / m:.3f}", *bounds))
    small = six_arms(7, is_star=False)
    node, size = best_split(small)
    text = (
        f"The worst there is: six strips around a run of six. Of {small.size} nodes the best split (yellow) leaves"
        f" {size}, and (m − 13)/6 is {best_bound(small.size)}."
    )
    return Finding(
        survey.outcome,
        f"{survey.reach}; larger ones with up to {largest:,} cells, as m/96 − 7 is positive from 675 cells on",
        tuple(rows),
        _SPLIT,
        (draw(small, text, filled={MARKED: [node]}),),
    )


_SPLIT: Final = (
    "The true constant is 1/6, not 1/96: without runs of seven there is always a split whose smaller part has at least"
    " (m − 13)/6 nodes, and strips around a run of six have no better one. (Degree-3 nodes that are connected with"
    " the centroid form a zigzag path of at most six nodes or a star of four. Only six branches at most lead away from"
    " them that are more than a leaf, so one has a sixth of what is left.) Both bounds were checked on every cycle."
)


def split_fault(inside: Inside, node: int, size: int) -> str | None:
    """What is wrong with the best split of a tree without runs of seven, and with what the planners find."""
    m = inside.size
    if node < 0:
        return "There is no node of degree 2."
    if sorted(part_sizes(inside, node).values())[0] != size:
        return "The sizes of the parts are not what they should be."
    if size < lemma_bound(m):
        return f"The best split of {m} nodes leaves {size} on one side, less than m/96 − 7."
    if size < best_bound(m):
        return f"The best split of {m} nodes leaves {size} on one side, less than (m − 13)/6."
    tree = triangle_tree(inside.board.neighbors, np.array(inside.cycle, dtype=np.int32))
    found = splits.find_splits(tree)[0]
    parts = sorted((found.first_length - 1, m + 2 - found.first_length - 2))
    return None if parts[0] == size else f"The planners take a split that leaves {parts[0]}, but one leaves {size}."


# -- the walk of the proof --------------------------------------------------------------------------------------


def _check_walk(effort: Effort) -> Finding:
    survey = Survey.of(effort, "split-walk")
    counts = {"centroid of degree 3": 0, "second part above m/3": 0, "walk ends at a leaf": 0, "longest walk": 0}
    found: dict[str, tuple[Inside, list[int]]] = {}

    def look(inside: Inside) -> str | None:
        if inside.size < 3 or longest_run(inside) >= LONG:
            return None
        m, (u, parts) = inside.size, centroid(inside)
        if inside.degree(u) != 3:
            return None
        counts["centroid of degree 3"] += 1
        second = sorted(parts.values())[1]
        if second > m // 3:
            counts["second part above m/3"] += 1
            found.setdefault("third", (inside, [u]))
        path = proof_walk(inside, u)
        counts["longest walk"] = max(counts["longest walk"], len(path))
        if len(path) > LONG:
            return f"The walk goes through {len(path)} nodes."
        if inside.degree(path[-1]) == 1:
            counts["walk ends at a leaf"] += 1
            found.setdefault("leaf", (inside, path))
        elif min(part_sizes(inside, path[-1]).values()) < Fraction(m + 2, 96) - 2:
            return "The walk ends at a split that is worse than (m + 2)/96 − 2."
        return None

    if fault := survey.first_fault(lambda _, inside: look(inside)):
        return fault
    for name, inside in _large_cycles(effort):
        if fault_text := look(inside):
            return failing(survey.reach, f"On a {name}: {fault_text}", draw(inside, fault_text))
    rows = (("what", "cycles"), *((name, f"{count:,}") for name, count in counts.items()))
    rows = tuple(row if row[0] != "longest walk" else ("longest walk, in nodes", row[1]) for row in rows)
    pictures = []
    if "third" in found:
        inside, (u,) = found["third"]
        sizes = sorted(part_sizes(inside, u).values(), reverse=True)
        text = (
            f"A counterexample: without its centroid (red) this tree of {inside.size} nodes falls into parts of"
            f" {sizes[0]}, {sizes[1]} and {sizes[2]}, and the second is larger than ⌊m/3⌋ = {inside.size // 3}."
        )
        pictures.append(draw(inside, text, filled={WRONG: [u]}))
    if "leaf" in found:
        inside, path = found["leaf"]
        text = f"On this tree of {inside.size} nodes the walk (red) ends at a leaf before it meets a node of degree 2."
        pictures.append(draw(inside, text, filled={WRONG: path}))
    outcome = Outcome.IMPRECISE if found else survey.outcome
    return Finding(outcome, f"{survey.reach}, and larger ones", rows, _WALK if found else "", tuple(pictures))


_WALK: Final = (
    "Two sentences of the proof do not hold as they stand. The two smaller parts at the centroid need not have at most"
    " ⌊m/3⌋ nodes each: the second may have nearly m/2. What is needed is that the largest has at least (m − 1)/3,"
    " which is true. And on small trees the walk may end at a leaf; there the bound is negative, and any degree-2 node"
    " will do. The walk that is meant gives (m + 2)/96 − 2, a little better than m/96 − 7, and so the cycles of a split"
    " have at least 1/96 of the cells, as the text says later."
)


CLAIMS: Final = (
    Claim(
        "balanced-split",
        "Section 4.2, Lemma 8 (balanced-split)",
        "If no seven degree-3 nodes of a tree of m nodes lie on a path, it can be split at a node of degree 2 such that"
        " both parts have at least m/96 − 7 nodes.",
        "The best split of every tree, by counting nodes on both sides of each edge, against m/96 − 7 and against the"
        " sharper (m − 13)/6; boards of more than 674 cells, families that are as bad as can be; and the split that"
        " the planners take.",
        _check_split,
    ),
    Claim(
        "split-walk",
        "Section 4.2, proof of Lemma 8 (balanced-split)",
        "At a centroid of degree 3 the two smaller parts have at most ⌊m/3⌋ nodes each, and a walk from there that"
        " always enters the largest part meets a node of degree 2 at its seventh node or before.",
        "The centroid, its parts and the walk in the tree of every cycle without a run of seven; how balanced the split"
        " is at which the walk ends.",
        _check_walk,
    ),
)
