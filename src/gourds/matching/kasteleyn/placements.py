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
from gourds.matching.kasteleyn.plan import MAX_STEPS, plan

__all__ = ["count_placements", "find_placement", "plan", "sample_placements"]


def count_placements(instance: Instance, max_steps: float = MAX_STEPS) -> int:
    """The exact number of placements. Raises LimitError if that takes too many steps.

    >>> from gourds.shapes import hexagon
    >>> from gourds.instance import Instance
    >>> count_placements(Instance.build(hexagon(1), ["a"] * 7, [("a", "a", 3)]))
    20
    """
    return plan(instance).check(max_steps).total
