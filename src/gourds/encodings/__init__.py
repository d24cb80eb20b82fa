"""Instances as models of 0/1 variables; instances and formulas as files for other people's solvers.

model       variables and equations, in two encodings
cnf         models as clauses, with several ways to count
export      files: the table of formats, one function
formats     one file per format
formula_files   formulas, as CNF and OPB
"""
