"""What a "no" rests on, and checkers that share no code with the solvers.

verify           certificates: one checker for each kind
verdict          what a checker says
entries          the entries of a certificate, read strictly
puzzle           an instance as checkers see it
counting         counting laws and barriers
linear           weights under which no placement is cheap enough
selection        what every placement selects: the board taken apart
decomposition    a proof that nothing can be selected
modular          equations modulo a number that no selection satisfies
diagram          all states of a sweep, and the number of placements
pair, shortest   a start and a target; no plan has fewer moves
equations        the equations of an instance
formula          the same as formulas
proofs           proofs about exported files, in the formats of other people's solvers
clausal          DRAT and LRAT
pseudo_boolean   the formats of VeriPB
"""
