"""The claims, a module for each topic, each with a tuple CLAIMS; :mod:`gourds.paper.catalogue` has their order.

sharp_turns      Observation 1: pivots against sharp turns
star_of_david    Observation 8: the Star of David
lower_bound      Figure "Ω(n²)": the halves of a strip change places
physical_puzzle  the conclusion: nine gourds on a hexagon
longer_pieces    the conclusion: pieces that cover three cells
irregular        Appendix B: a board with a cut cell, on which three gourds cannot move
characterization Appendix C: reconfigurable iff proper
holes            Appendix C: boards with holes, both of the figure
unbalanced       Appendix C: very unbalanced 3-colorings
"""
