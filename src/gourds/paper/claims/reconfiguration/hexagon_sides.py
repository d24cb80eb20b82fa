"""Observations 5 and 6: nodes of the tree are corners of hexagons, its edges are sides, at most four of a hexagon.

Hexagons stand on a corner. In units of half a width and a quarter of a height, the hexagon of cell (q, r) has its
center at (2q + r, 3r) and its corners at (0, ±2), (±1, ±1) from there, so all is whole numbers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import Final

from gourds.hexgrid import Cell
from gourds.paper.claim import Claim, Effort, Finding
from gourds.paper.cycles.inside import Inside
from gourds.paper.cycles.pictures import MARKED, draw
from gourds.paper.cycles.samples import Survey, example

_CORNERS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The corners of a hexagon around its center, in order."""

Point = tuple[int, int]


def hexagon_corners(cell: Cell) -> list[Point]:
    """The corners of a hexagon, in order."""
    q, r = cell
    return [(2 * q + r + x, 3 * r + y) for x, y in _CORNERS]


def node_point(inside: Inside, node: int) -> Point:
    """Where a node lies: the center of its triangle, in the same units."""
    q, r = inside.center(node)  # times three
    return (2 * q + r) // 3, r


def overlapped_sides(inside: Inside) -> Counter[int]:
    """How many sides of each hexagon edges of the dual graph lie on."""
    at = {node_point(inside, node): node for node in range(inside.size)}
    links = {frozenset(link) for link in inside.edges()}
    counts: Counter[int] = Counter()
    for cell, place in enumerate(inside.cells):
        corners = hexagon_corners(place)
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            counts[cell] += a in at and b in at and frozenset((at[a], at[b])) in links
    return counts


def _check_nodes(effort: Effort) -> Finding:
    survey = Survey.of(effort, "node-triangle")
    nodes: Counter[str] = Counter()

    def fault_of(group: str, inside: Inside) -> str | None:
        nodes[group] += inside.size
        corners = [set(hexagon_corners(cell)) for cell in inside.cells]
        points = [node_point(inside, node) for node in range(inside.size)]
        for node, cells in enumerate(inside.nodes):
            if not all(cell in inside.place for cell in cells):
                return "A corner of a triangle is not on the cycle."
            if set.intersection(*(corners[cell] for cell in cells)) != {points[node]}:
                return "The hexagons at the corners of a triangle do not meet in its node."
        for s, t in inside.edges():
            if any(not {points[s], points[t]} <= corners[cell] for cell in inside.common(s, t)):
                return "An edge of the tree is not the side between two hexagons."
        return None

    if fault := survey.first_fault(fault_of):
        return fault
    shown = example(19, 2)
    chosen = shown.nodes_of_degree(2)[0]
    named = dict(zip(shown.nodes[chosen], "abc", strict=True))
    picture = draw(
        shown, "A node is the point where three hexagons a, b, c meet.", filled={MARKED: [chosen]}, named=named
    )
    rows = survey.table(["nodes"], {group: [f"{count:,}"] for group, count in nodes.items()})
    return Finding(survey.outcome, survey.reach, rows, "", (picture,))


def _check_sides(effort: Effort) -> Finding:
    survey = Survey.of(effort, "four-sides")
    seen: defaultdict[str, Counter[int]] = defaultdict(Counter)

    def fault_of(group: str, inside: Inside) -> str | None:
        counts = overlapped_sides(inside)
        seen[group].update(counts.values())
        cell, most = counts.most_common(1)[0]
        return f"Edges of the tree lie on {most} sides of the hexagon {inside.cells[cell]}." if most > 4 else None

    if fault := survey.first_fault(fault_of):
        return fault
    shown = example(37, 3)
    cell, most = overlapped_sides(shown).most_common(1)[0]
    around = [link for link in combinations(range(shown.size), 2) if link[1] in shown.near[link[0]]]
    there = {node for link in around if cell in shown.common(*link) for node in link}
    picture = draw(
        shown, f"{most} sides of hexagon c lie on edges of the tree.", filled={MARKED: there}, named={cell: "c"}
    )
    columns = {group: [f"{counts[k]:,}" for k in range(5)] for group, counts in seen.items()}
    rows = survey.table([f"hexagons with {k}" for k in range(5)], columns)
    remark = "Four sides do occur, so the bound cannot be lowered."
    return Finding(survey.outcome, survey.reach, rows, remark if _occurs(seen, 4) else "", (picture,))


def _occurs(seen: dict[str, Counter[int]], number: int) -> bool:
    return any(counts[number] for counts in seen.values())


CLAIMS: Final = (
    Claim(
        "node-triangle",
        "Section 4.2, Observation 5",
        "A node of the tree stands for three cells on the cycle whose hexagons meet in one point, which is the node.",
        "Corners of hexagons as whole-numbered points: those of a node's three cells must have exactly one in common,"
        " the center of the triangle. Every edge of the tree must be the side between two of the hexagons.",
        _check_nodes,
    ),
    Claim(
        "four-sides",
        "Section 4.2, Observation 6",
        "Edges of the tree lie on at most four sides of any hexagon.",
        "For each cell, the sides of its hexagon that are edges of the tree are counted.",
        _check_sides,
    ),
)
