"""Formulas and other problems, and the boards they become.

making       formula_random, formula_planted, formula_hard, formula_all, formula_info
reducing     reduce, extract, place_assignment, reductions, example
checking     check_reduction, check_mutants, check_maps, check_map_mutants, and files about what they find
gadgets      gadget, find_gadgets
"""
