"""Plans on boards with holes that are proved reconfigurable, along the proof.

transit         from any placement to any other, by moves of the empty cell
walks           closed walks: around the cycle of each ear, and what they do to the gourds
three_cycles    sorting many gourds, three by three
planner         fill ear after ear from outside, then sort what is left
"""
