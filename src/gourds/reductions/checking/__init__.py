"""The check of reductions, deeper than their gadgets: every registered reduction, both maps, many hands.

walks      placements along exchanges that keep all budgets
draws      placements from many hands: uniform, rare, walks
route      what can be wrong; one instance on its way to a board, checked at every stop
trial      one instance through one reduction, everything checked
report     what was found about one reduction
maps       many instances through many reductions, in processes of their own; shrinking
tampering  any value, changed in one place
bugs       what can be wrong with any reduction, put into one
mutants    what notices each bug
"""
