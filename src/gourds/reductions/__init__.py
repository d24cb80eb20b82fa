"""Reductions to Colored Gourd Placement: from formulas to boards and back.

step                         a reduction between formulas, with both maps; chains of them
cnf_to_three_cnf, …          the steps, one module each
gadgets                      the gadgets as drawn, everything they can do, and the conditions that prove them right
cubic_to_board               the paper's reduction
rings                        another one: three rows, and fewer colors
reduction                    all of it together: formula, chain, board, and the maps both ways
check, whole_check           the reduction tested empirically, formula by formula; with its gadgets, all of it
"""
