"""Formulas: the types, seeded generators, classic hard CNFs, and their own verdicts, which no board takes part in.

formula           CNF, and 1-in-3 formulas
notation          formulas as people write them
expressions       and, or, not and their kin as clauses
cubic, threshold  random formulas
classic           classic hard CNFs, and random ones
enumerate_cubic   all small cubic formulas, one of every isomorphism class
canonical         when two formulas are isomorphic
shrink            formulas made smaller one step at a time
verdict           the verdict of a formula itself
"""
