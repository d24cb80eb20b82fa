"""The claims of the appendix about boards.

irregular         Appendix B: a board with a cut cell, on which three gourds cannot move
characterization  Appendix C: reconfigurable iff proper
holes             Appendix C: boards with holes, both of the figure
unbalanced        Appendix C: very unbalanced 3-colorings
"""
