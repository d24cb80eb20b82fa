"""Barriers (Tutte, Berge) as sums of constraints.

Without the barrier the graph, the apex included, has more odd parts than the barrier has vertices. Some edge leaves
each of these parts (:mod:`.facts`), and edges with a budget leave towards the barrier only. The ≤ halves of the
barrier's equations say that there are no more of them than it has vertices.
"""

from __future__ import annotations

from gourds.certificates.counting import odd_parts
from gourds.certificates.puzzle import Puzzle
from gourds.errors import InternalError
from gourds.files.certificates import Certificate
from gourds.proofs.pseudo_boolean.facts import Facts
from gourds.proofs.pseudo_boolean.sums import Sum
from gourds.proofs.pseudo_boolean.writer import ProofWriter


def prove(writer: ProofWriter, certificate: Certificate) -> int:
    """Write the proof of a valid certificate."""
    facts = Facts(writer)
    puzzle = Puzzle.of(writer.instance)
    index = {cell: k for k, cell in enumerate(writer.instance.board.cell_list())}
    odd, empty = puzzle.odd_part(), puzzle.empty_color()
    if odd is None:
        raise InternalError("a barrier needs one odd part")
    barrier = frozenset((q, r) for q, r in certificate.data["cells"])
    apex: bool = certificate.data["apex"]
    candidates = frozenset(cell for cell in odd if puzzle.color[cell] == empty and cell not in barrier)
    total = Sum(writer)
    for part in odd_parts(puzzle, barrier, None if apex else candidates):
        has_apex = not apex and (not part or not candidates.isdisjoint(part))
        facts.add_part(total, [index[cell] for cell in part], has_apex)
    for cell in sorted(index[cell] for cell in barrier):
        total.add(facts.cell(cell).at_most)
    if apex:
        total.add(facts.empty.at_most)
    facts.settle(total, facts.closed)
    return total.refute()
