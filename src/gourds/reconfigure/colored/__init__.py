"""The colored puzzle: every end on a cell of its color, whichever placement that makes and whichever gourd carries it.

playing          the one function that plays: finds a placement, plans, has the plan checked
targets          the configurations that solve the puzzle, and how far away they are
nearest          the nearest of them, over all placements at once
shortest         provably shortest solutions, on small boards
beam             beam search from many targets at once
near_shortest    near-shortest solutions, in the time there is
check            the check of a solution; it shares no code with the rest
"""
