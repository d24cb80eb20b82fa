"""The claims of Section 4, a module for each topic, in the order of the paper.

triangle_tree      a Hamiltonian cycle and the tree of the triangles inside
alignment          bringing gourds onto a cycle, and moving them along it
substructures      the two places at which the order along a cycle can be changed
cubic_plans        the algorithm of O(n³) moves
hexagon_sides      what nodes and edges of the tree are on the board
runs               runs of seven branchings, and how they are broken
balanced_split     the split of the tree
split_cycles       the two cycles of a split, and how they exchange gourds
quadratic_plans    the algorithm of O(n²) moves
"""
