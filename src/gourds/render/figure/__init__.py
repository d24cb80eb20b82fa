"""Figures that explain how something works.

panels     small pictures in a grid, each with a caption
gadgets    gadgets of a reduction and their coverings
board      the board of a whole formula
rings      cycles through the cells of a board
cycle      the Hamiltonian cycle of a proper board and the tree of the triangles inside
"""
