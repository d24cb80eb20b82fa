"""Formulas and other problems, and the boards they become.

making       formula_random, formula_planted, formula_hard, formula_all, formula_info
reducing     reduce, extract, place_assignment
checking     check_reduction, check_mutants
maps         check_maps, check_map_mutants
reductions   reductions, example
gadgets      gadget, find_gadgets
reports      files about the check of the reduction
"""
