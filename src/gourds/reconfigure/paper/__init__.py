"""The paper's algorithms: a plan on every proper board, of O(n³) or O(n²) moves.

cycle, bends       Hamiltonian cycles of proper boards; fewer sharp bends in them
triangles, runs    the tree of triangles inside a cycle; how long runs of its branchings are broken
rotation, align    moving gourds along an odd cycle; bringing all gourds onto one
cubic              the first algorithm: sorting along a cycle, at one of its substructures
quadratic          the second: divide and conquer, by splits, exchange between two parts, and few_cells at the end
lower_bound        the paper's family on which no algorithm can do with fewer than a constant times n² moves
"""
