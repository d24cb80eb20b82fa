"""What other people's solvers say about exported files, read back: values of variables, then a checked placement.

decode      an instance and an output together: the placement, or the reason why there is none
formats     the table of formats, and how the content tells which one it is
answer      what every reader gives: values by variable with their lines, and what the solver says of itself
literals    SAT and pseudo-Boolean solvers: ``v`` lines, the result files of MiniSat
named       a name and its value on a line: SCIP, Gurobi, HiGHS, CBC, GLPK, and everybody else who does that
numbered    values by the number of the column: GLPK's raw files, CP-SAT's responses, old files of HiGHS
cplex       the XML files of CPLEX
minizinc    assignments that end with semicolons, arrays
documents   JSON of MiniZinc, Gurobi, clasp and clingo
answer_sets     clingo and clasp on answer set programs
instantiation   XCSP3 solvers

Nothing here is trusted. A reader that misreads an output yields values that are no placement, and the check in
:mod:`gourds.placement`, which shares nothing with this, says so.
"""
