"""One file per format of exported models; :mod:`gourds.encodings.export` chooses among them.

task        what is to be written: a model with names, its equations as rows
header      what every file says of itself in comments, and how comments are kept harmless
cnf         DIMACS, for SAT solvers
sums        LP (CPLEX) and MPS, for integer programming; OPB; MiniZinc
xcsp        XCSP3, for constraint solvers
asp         answer set programming: facts, and a short program for clingo
"""
