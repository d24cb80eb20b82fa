"""The functions of ``import gourds``: one for each command, with the name and the options of the command.

instances    info, generate, convert, encode
drawing      draw
answers      solve, count, certify_count, edge_probabilities, sample, verify, decode, explain, maximize, solvers
formulas     formula_random and its like, reduce, extract, place_assignment, check_reduction, check_mutants
maps         check_maps, check_map_mutants
puzzle       shuffle, reconfigure, survey, replay, play_out
sharing      share
comparing    crosscheck, bench_run, bench_resume, bench_report, bench_compare
packing      pack, check_pack
paper        paper, paper_claims
exchange     bench_import, bench_export
reports      files about the check of the reduction
arguments    what an argument must be, said in one sentence
words        numbers with their nouns, titles of pictures

A function is thin: it looks at its arguments and calls the package that does the work, which it imports only then. The
command line calls the same functions. What files are for commands, values are here: ``gourds.load`` and ``gourds.save``
stand between the two.
"""
