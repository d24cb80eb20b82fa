"""Problems and reductions, found by the registry: a module defines ``PROBLEM`` and ``REDUCTION``, or lists of them.

placement   Colored Gourd Placement itself, and the paper's reduction to it
formulas    CNF and 1-in-3 formulas, and the chain between them
x3c         exact cover by 3-sets, to monotone formulas
nae3sat     not-all-equal 3SAT, to 1-in-3 formulas with negative literals
subset_sum  subset sum, to rings of three colors
xsat        exact satisfiability, to rings of few colors
"""
