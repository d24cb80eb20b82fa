"""The exact number of placements of an instance, without search: Kasteleyn's Pfaffians on planar boards.

By the counting laws a placement is a matching that leaves one cell of a known color empty and meets the budgets of the
*bichromatic* classes. Without the edges of no budget the board falls into components, and a placement is a choice of
one matching per component whose signatures add up to the budgets. So

    number of placements = coefficient of Π y_c^b_c in Π_components Σ_s N_s·y^s ,

where N_s is the number of matchings of the component with signature s (:mod:`gourds.matching.kasteleyn.piece`), summed
over the cells that may stay empty in the one odd component. Components of equal kind are worked out once. A component
is asked only for the signatures that the others can complete; if it is the only one with two colors, that is one
signature. All numbers are exact integers, and an infeasible instance has exactly 0 placements.

**Cost.** For k colors on a board of V cells and one component: about Π_c (r_c / 2) / 2^(k−1) points for ranges r_c of
exponents, times the cells that may stay empty (V / k), times V/36 primes, times V·b² for a band of b ≈ √V: polynomial
for a fixed number of colors. ``Plan.cost`` says beforehand how many Pfaffians it will be. The product over components
is taken sparsely, by states of open budgets; it is quick if not too many classes are shared by many components.
"""

from __future__ import annotations

from gourds.instance import Instance
from gourds.matching.kasteleyn.draw import find_placement, sample_placements
from gourds.matching.kasteleyn.piece import Table
from gourds.matching.kasteleyn.plan import MAX_STEPS, Signature, plan

__all__ = ["count_placements", "edge_counts", "empty_counts", "find_placement", "plan", "sample_placements"]


def count_placements(instance: Instance, max_steps: float = MAX_STEPS) -> int:
    """The exact number of placements. Raises LimitError if that takes too many steps.

    >>> from gourds.shapes import hexagon
    >>> from gourds.instance import Instance
    >>> count_placements(Instance.build(hexagon(1), ["a"] * 7, [("a", "a", 3)]))
    20
    """
    return plan(instance).check(max_steps).total


def empty_counts(instance: Instance) -> list[int]:
    """For each cell the number of placements that leave it empty; they sum up to the number of placements."""
    counts = [0] * instance.board.size
    work = plan(instance).check()
    if work.total:
        for member, rest in work.components():
            piece = work.pieces[member.kind]
            if piece.holes is None:
                continue
            table = work.by_hole[member.kind]
            for hole, numbers in zip(piece.holes, table.counts[:, 0].tolist(), strict=True):
                ways = (n * rest.get(s, 0) for s, n in zip(table.signatures, numbers, strict=True))
                counts[int(member.cells[hole])] = sum(ways)
    return counts


def edge_counts(instance: Instance) -> list[int]:
    """For each edge of the board the number of placements that use it; they sum up to n times the number of placements.

    With a factor 2 on one edge, the matchings that use it count twice: what this adds is their number. So a component
    of m edges takes m tables, in one go.
    """
    counts = [0] * len(instance.board.edges)
    work = plan(instance).check()
    if not work.total:
        return counts
    index = {(v, w): k for k, (v, w) in enumerate(instance.board.edges.tolist())}
    tables: dict[int, Table] = {}
    for member, rest in work.components():
        piece = work.pieces[member.kind]
        if member.kind not in tables:
            tables[member.kind] = work.edge_table(member.kind)
        for k, (a, b) in enumerate(member.cells[piece.edges].tolist()):
            doubled = _completed(tables[member.kind].summed(k), rest)
            counts[index[min(a, b), max(a, b)]] = doubled - work.total
    return counts


def _completed(table: dict[Signature, int], rest: dict[Signature, int]) -> int:
    return sum(n * rest.get(s, 0) for s, n in table.items())
