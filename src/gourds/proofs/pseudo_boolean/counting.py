"""Counting laws that fail, as sums of constraints.

1. *Color totals.* Cells and ends differ by 1 in all, so if the totals are wrong some color has more ends than cells:
   its empty cells number c_i − e_i < 0 (:mod:`.facts`).
2. *Too few places.* The equation of the class has more gourds than variables: the file itself says so.
3. *Two odd parts.* Some edge leaves each, or an empty cell is in each. But edges that leave have no budget, and there
   is one empty cell.
4. *One odd part without the empty color.* The same with one part: no other color can have the empty cell.
"""

from __future__ import annotations

from gourds.files.certificates import Certificate
from gourds.proofs.pseudo_boolean.facts import Facts
from gourds.proofs.pseudo_boolean.sums import Sum
from gourds.proofs.pseudo_boolean.writer import ProofWriter


def prove(writer: ProofWriter, certificate: Certificate) -> int:
    """Write the proof; the certificate holds no data, so that there is nothing to read in it."""
    facts = Facts(writer)
    counting = facts.counting
    if counting.empty_color is None:
        surplus = [c - e for c, e in zip(counting.cells_of, counting.ends_of, strict=True)]
        return facts.color_sum(surplus.index(min(surplus)), -1).refute()
    total = Sum(writer)
    for part in counting.odd_components:
        facts.add_part(total, part)
    if len(counting.odd_components) > 1:
        total.add(facts.empty.at_most)
        facts.settle(total, facts.closed_edges)
    else:
        facts.settle(total, facts.closed_colors)
    return total.refute()
