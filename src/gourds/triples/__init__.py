"""Triples: pieces of three mutually adjacent cells, the paper's last question. They can only pivot.

A board of 3n + 1 cells holds n triples and one empty cell. See ``docs/results/triples.md`` for the theorems.

shades          the three shades of cells; which one the empty cell has
placements      triples that are all alike: values, the check, all placements by plain search
frontier        the number of placements by a sweep over the board, with colors or without
instance        colored boards with budgets of colored triples
satisfying      colored placements by a SAT solver, one or all
configuration   numbered triples with three different ends
moves           pivots, and why there are no other moves
replaying       the check of a plan, from the definition alone
hinges          the edge that a triple never leaves, and the tree of the empty cell
space           state spaces from trees, without search
planning        shortest plans, in linear time
growing         all boards that have a placement, up to 16 cells
census          what all boards of a size have in common
answer          what ``gourds triples`` says about a board
"""
