"""Exactly-one formulas to boards of rings: three rows high, few colors. ``docs/fewer-colors.md`` has the proof.

sharing  how clauses share colors: the pair of colors and the weight of each
ring     the ring of cells that stands for a variable, and its two coverings
board    the board of a formula, with both maps
"""
