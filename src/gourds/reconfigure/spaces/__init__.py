"""State spaces: which configurations can be reached from which, and how far away they are.

signed_permutations    which gourd lies in which slot, and which way round
placement_graph        placements, the moves between them, and what moves do to the numbers of the gourds
signed_groups          groups of signed permutations: how large they are, and what is in them
group_connectivity     which configurations reach each other, where they are too many to visit
regions                what part of a board a gourd can never leave
obstacles              proofs that there is no plan, from regions and groups
holes                  boards with holes: examples, independent sets, Hamiltonian cycles
ears                   how boards on which every cell can be empty grow from a triangle
conditions             whether a board is reconfigurable, with holes or not: conditions in polynomial time
"""
