"""Reconfiguration: from one configuration to another by moves.

planning           the one function that plans: calls an algorithm, replays what it says
task               what planners are given and what they give back
obstacles          proofs that there is no plan, from regions (what gourds cannot leave) and signed_groups
scrambles, halves  random configurations; the paper's family for the lower bound

cycle, bends       Hamiltonian cycles of proper boards; fewer sharp bends in them
triangles, runs    the tree of triangles inside a cycle; how long runs of its branchings are broken
rotation, align    moving gourds along an odd cycle; bringing all gourds onto one
cubic, workshops   the paper's sorting, and the two places where gourds change order
quadratic          the paper's divide and conquer: splits and their stations, exchange, small cycles

poses, keys        how far each gourd is from home; random keys of positions
beam, race         beam search; searches that race each other
polish, stretches  windows of a plan re-solved; whole stretches planned anew
best               all of it, as far as time allows

packing, shortest  configurations as integers; provably shortest plans
states, voltages   whole state spaces as placements times signed permutations
holes              boards with holes: what is known, examples

playing            the colored puzzle: aims (where to go), colored and pursuit (search for any of many targets)
"""
