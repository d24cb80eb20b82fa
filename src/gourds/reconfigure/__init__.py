"""Reconfiguration: from one configuration to another by moves.

planning     the one function that plans: calls an algorithm, replays what it says
algorithms   the catalog of algorithms
task         what planners are given and what they give back
scrambles    random configurations
positions    configurations to start from or to aim for
answers      what planning found, as plain JSON

Seven rooms, in the order in which to read them. A room imports only from rooms above it.

paper        the paper's two algorithms, and the Hamiltonian cycles along which they move gourds
spaces       state spaces as a whole: which targets can be reached, and how far away they are
holed        plans on boards with holes that are proved reconfigurable
gods_number  all distances of a state space, and the largest
search       shortest and near-shortest plans
colored      the colored puzzle: every end on a cell of its color, in few moves
levels       packs of puzzles to play, with the proved length of their shortest solutions
"""
