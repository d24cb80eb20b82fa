"""Reductions to Colored Gourd Placement: from formulas and other problems to boards and back.

chain                        from any CNF to a board, step by step; the last step is the paper's reduction
gadgets                      the gadgets as drawn, everything they can do, and the conditions that prove them right
searching                    the search for the smallest gadgets
rings                        another one: three rows, and fewer colors
reduction                    all of it together: formula, chain, board, and the maps both ways
checking                     registered reductions tested: both maps, placements from many hands, mutants
problem, registry            the interface for reductions of one's own; all that are known, and the paths between them
sources                      problems and reductions, one file each, found by the registry
rows                         files of numbers, for problems without a format of their own
composing                    reductions one after the other, checked at every joint
problem_boards               boards of any registered problem: their source, and both maps
catalogue                    everything at a glance, with sizes
check, whole_check           the reduction tested empirically, formula by formula; with its gadgets, all of it
"""
