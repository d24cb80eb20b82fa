"""The functions of ``import gourds``: one for each command, with the name and the options of the command.

instances    info, generate, convert, encode
drawing      draw
answers      solve, count, certify_count, edge_probabilities, sample, verify, decode, explain, maximize, solvers
formulas/    formulas to start from, the reductions to boards and back, gadgets, and the checks of all that
puzzle       shuffle, reconfigure, survey, replay, play_out, share
levels       levels, check_levels
triples      triples, triples_census
comparing/   crosscheck, the campaigns of bench, packs for competitions, the search for hard boards
paper        paper, paper_claims
arguments    what an argument must be, said in one sentence

A function is thin: it looks at its arguments and calls the package that does the work, which it imports only then. The
command line calls the same functions. What files are for commands, values are here: ``gourds.load`` and ``gourds.save``
stand between the two.
"""
