"""God's number: all distances between the configurations of a board, and the largest of them.

state_space        what is known of a whole state space
surveying          the one function that surveys a board: search after search until God's number is proved
two_bits           breadth-first search with two bits a state, 64 states at a time
two_bits_kernel    its inner loops
row_steps          what a move does to all reversals of the gourds at once
bounds             what one search says about placements that were not searched
finished           finished searches in a file, so that an interrupt loses none
"""
