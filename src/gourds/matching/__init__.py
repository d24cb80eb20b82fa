"""Matchings: of largest size in any graph, and with budgets on the classes of edges.

Plain matchings stand here: ``maximum``, ``allowed`` (edges of perfect matchings), ``refutation`` (counting laws and
barriers), ``numbered`` (nothing to search), ``boundary`` and ``directions`` (budgets near an end of what is possible).
The rooms:

``components``  the board falls apart: presolve, signature tables, the master problem.
``exchange``    local search along alternating cycles.
``heaviest``    perfect matchings of largest weight.
``polytope``    linear programs over matchings: refutations, faces, bounds.
``frontier``    sweeps of narrow boards: exact counts, samples.
``kasteleyn``   Pfaffians of planar boards: exact counts, samples; banded elimination modulo primes.
``tutte``       Pfaffians with random weights: decisions for few colors; exact matching in any graph.
"""
