"""Pseudo-Boolean proofs (``.pbp``, the format of VeriPB) about the exported OPB.

``writer`` knows the constraints of the exported file by meaning and spells the steps. A module for each kind of
certificate has a function ``prove(writer, certificate)`` that writes the steps and returns the id of a constraint that
nothing can satisfy; the caller concludes with it. The caller has also looked for a constraint of the file itself that
asks for more than there is: with one there is nothing to prove.

writer          the exported constraints by meaning, and the steps
facts, sums     what follows from a few equations; inequalities that were derived
counting        a certificate's kind; so are barrier, linear, decomposition, modular and diagram
choices         what decomposition and modular rest on, derived
clausal         proofs about clauses, lemma by lemma
totals          clauses of the exported formula that such a proof uses
"""
