"""Observations 2 and 3 and the lemma on the tree: a Hamiltonian cycle H, the triangles T_H inside, their dual graph.

Everything is worked out anew by plane geometry (:mod:`gourds.paper.cycles.inside`) and compared with the arrays that
the planners use.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.paper.claim import Claim, Effort, Finding
from gourds.paper.cycles.inside import Inside, inside_of, is_hamiltonian, is_tree, twice_the_area
from gourds.paper.cycles.pictures import draw
from gourds.paper.cycles.samples import Survey, example
from gourds.reconfigure.paper import triangles


def crossings(inside: Inside) -> int:
    """How many pairs of an edge of H and an edge of the dual graph have a point in common, by exact orientations."""
    cells = 3 * np.array(inside.cells, dtype=np.int64)
    cycle = np.array(inside.cycle)
    links = list(inside.edges())
    if not links:
        return 0
    centers = np.array([inside.center(node) for node in range(inside.size)], dtype=np.int64)
    a, b = cells[cycle][None, :], cells[np.roll(cycle, -1)][None, :]
    c, d = (centers[[link[k] for link in links]][:, None] for k in (0, 1))
    apart = np.zeros((len(links), len(cycle)), dtype=bool)
    for p, q, x, y in ((a, b, c, d), (c, d, a, b)):
        apart |= _side(p, q, x) * _side(p, q, y) > 0  # both ends of the one lie on the same side of the other
    for k in (0, 1):  # what lies on one line is apart if its shadows on an axis are
        apart |= np.maximum(a, b)[..., k] < np.minimum(c, d)[..., k]
        apart |= np.maximum(c, d)[..., k] < np.minimum(a, b)[..., k]
    return int((~apart).sum())


def _side(p: NDArray[np.int64], q: NDArray[np.int64], x: NDArray[np.int64]) -> NDArray[np.int64]:
    """On which side of the line through p and q a point lies: the sign; 0 on the line."""
    u, v = q - p, x - p
    sign: NDArray[np.int64] = np.sign(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])
    return sign


def _check_apart(effort: Effort) -> Finding:
    survey = Survey.of(effort, "cycle-and-tree")
    pairs: Counter[str] = Counter()

    def fault_of(group: str, inside: Inside) -> str | None:
        pairs[group] += len(inside.cycle) * sum(1 for _ in inside.edges())
        found = crossings(inside)
        return f"Edges of the cycle and of the dual graph have points in common: {found:,} pairs." if found else None

    if fault := survey.first_fault(fault_of):
        return fault
    rows = survey.table(["pairs of edges, none with a common point"], {k: [f"{v:,}"] for k, v in pairs.items()})
    picture = draw(example(37, 3), "A Hamiltonian cycle and the dual graph of the triangles inside: they stay apart.")
    return Finding(survey.outcome, survey.reach, rows, "", (picture,))


def _check_counts(effort: Effort) -> Finding:
    survey = Survey.of(effort, "counts")

    def fault_of(group: str, inside: Inside) -> str | None:
        n = inside.board.size // 2
        if not is_hamiltonian(inside.board, inside.cycle) or len(inside.cycle) != 2 * n + 1:
            return "A cycle does not go through all cells."
        area = twice_the_area(inside)
        if not inside.size == area == 2 * n - 1:
            return f"{2 * n + 1} cells, but {inside.size} triangles inside, and room for {area}."
        tree = triangles.triangle_tree(inside.board.neighbors, np.array(inside.cycle, dtype=np.int32))
        listed = {tuple(sorted(row)) for row in tree.cells().tolist()}
        if listed != set(inside.nodes):
            return "The planners have other triangles than plane geometry finds."
        return None

    if fault := survey.first_fault(fault_of):
        return fault
    remark = (
        "The triangles were counted twice, by rays from their centers and by the area of the polygon, and compared with"
        " those that the planners work with."
    )
    picture = draw(example(19, 1), "19 cells: a cycle of length 19 and 17 triangles, each with a node.")
    return Finding(survey.outcome, survey.reach, survey.table((), {}), remark, (picture,))


def _check_tree(effort: Effort) -> Finding:
    survey = Survey.of(effort, "triangle-tree")
    shares: defaultdict[str, Counter[int]] = defaultdict(Counter)

    def fault_of(group: str, inside: Inside) -> str | None:
        for node, (a, b, c) in enumerate(inside.nodes):
            on_cycle = sum(side in inside.sides for side in ((a, b), (a, c), (b, c)))
            if inside.degree(node) != 3 - on_cycle:
                return f"A triangle with {on_cycle} sides on the cycle has degree {inside.degree(node)}."
            shares[group][inside.degree(node)] += 1
        if not is_tree(inside.near):
            return "The dual graph is no tree."
        return None

    if fault := survey.first_fault(fault_of):
        return fault
    columns = {group: [f"{counts[degree]:,}" for degree in range(4)] for group, counts in shares.items()}
    remark = (
        "The proof says that zero, one or two sides of a triangle are on the cycle. On the board of three cells it is"
        " all three: the tree is a single node of degree 0. The lemma holds there too."
    )
    pictures = (
        draw(example(61, 5), "The tree of a cycle on the hexagon of 61 cells."),
        draw(_three_cells(), "One node."),
    )
    heads = [f"nodes of degree {degree}" for degree in range(4)]
    return Finding(survey.outcome, survey.reach, survey.table(heads, columns), remark, pictures)


def _three_cells() -> Inside:
    """The smallest proper board."""
    from gourds.board import Board
    from gourds.shapes import strip

    return inside_of(Board.from_cells(strip(3)), [0, 1, 2])


CLAIMS: Final = (
    Claim(
        "cycle-and-tree",
        "Section 4, Observation 2",
        "The edges of a Hamiltonian cycle H and those of the dual graph of the triangles inside H do not intersect.",
        "All pairs of an edge of H and an edge of the dual graph, as closed segments between whole-numbered points, by"
        " exact orientation tests. Which triangles are inside is found by rays from their centers.",
        _check_apart,
    ),
    Claim(
        "triangle-counts",
        "Section 4, Observation 3",
        "On 2n + 1 cells H has length 2n + 1, and 2n − 1 triangles are inside, so the dual graph has 2n − 1 nodes.",
        "Cells, steps of the cycle and triangles are counted; the area of the polygon must give the same number.",
        _check_counts,
    ),
    Claim(
        "triangle-tree",
        "Section 4, Lemma 3 (tree)",
        "The dual graph of the triangles inside H is a tree in which no node has more than three neighbors.",
        "The dual graph is searched: connected, one edge less than nodes, and the degree of each triangle is three less"
        " its sides on H.",
        _check_tree,
    ),
)
