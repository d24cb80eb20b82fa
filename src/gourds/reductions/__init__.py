"""Reductions to Colored Gourd Placement: from formulas to boards and back.

step                         a reduction between formulas, with both maps; chains of them
cnf_to_three_cnf, …          the steps, one module each
gadgets, coverings           the gadgets as drawn, and everything they can do, by exhaustion
cubic_to_board               the paper's reduction
reduction                    all of it together: formula, chain, board, and the maps both ways
proof                        why given gadgets are right for every formula: conditions on their tables
check, mutations             the reduction tested empirically, and the test tested by breaking gadgets
"""
