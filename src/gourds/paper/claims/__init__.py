"""The claims, a module for each topic, each with a tuple CLAIMS; :mod:`gourds.paper.catalogue` has their order.

square_grids     the introduction: why the puzzle is not played on squares
sharp_turns      Observation 1: pivots against sharp turns
connectivity     cut cells and leaves
hamiltonicity    the Fact: Hamiltonian cycles
star_of_david    Observation 8: the Star of David
hardness         Theorem 1: membership, the reduction, its counts
gadgets          Theorem 1: what covers the gadgets
few_colors       a constant number of colors, and a fractional power
reconfiguration  a room: Section 4, both algorithms
lower_bound      Figure "Ω(n²)": the halves of a strip change places
physical_puzzle  the conclusion: nine gourds on a hexagon
longer_pieces    the conclusion: pieces that cover three cells
appendix         a room: irregular boards, the characterization, holes, very unbalanced colorings
"""
