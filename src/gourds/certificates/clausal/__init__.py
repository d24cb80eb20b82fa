"""Proofs about the exported formula, in the formats of SAT solvers.

``steps``: reading DRAT (text, binary) and LRAT. ``lrat``, ``lrat_kernel``: the check of LRAT. ``check``: a proof
against an instance, whose exported formula :mod:`gourds.certificates.formula` builds anew. DRAT is checked by
:mod:`gourds.certificates.clausal.drat`.
"""
