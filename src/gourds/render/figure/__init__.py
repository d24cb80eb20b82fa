"""Figures that explain how something works.

panels       small pictures in a grid, each with a caption
gadgets      gadgets of a reduction and their coverings
study        what was found out about drawn gadgets, as pictures
study_page   the same as one HTML page
text         gadgets as text for terminals
board        the board of a whole formula
maps_page    what the check of reductions found, as a page
maps_tables  the same as tables in Markdown
problems     the graph of problems and the reductions between them
cycles       cycles through the cells of a board
cycle        the Hamiltonian cycle of a proper board and the tree of the triangles inside
triples      pieces of three cells, their hinges, and the tree of the empty cell
"""
