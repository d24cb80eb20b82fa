"""From any CNF to a board: reductions between formulas, one module each, and the paper's reduction at the end.

step                         a reduction between formulas, with both maps; chains of them
constants                    variables that clauses force to be true or false, for the steps that need some
cnf_to_three_cnf             the steps in their order; each is named for the problems that it leads from and to
three_cnf_to_one_in_three
one_in_three_to_monotone
monotone_to_cubic
cubic_to_board               the paper's reduction
"""
