"""Proofs about the exported CNF, for checkers of SAT proofs.

``drat``: DRAT, from a certificate or from a run of a SAT solver. ``lrat``, ``tracing_kernel``: the same proof
trimmed, with hints.
"""

from gourds.proofs.clausal.drat import pack_drat as pack_drat
from gourds.proofs.clausal.drat import write_drat as write_drat
from gourds.proofs.clausal.lrat import write_lrat as write_lrat
