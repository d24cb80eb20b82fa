"""Levels: puzzles to play, each with a start, a goal and the proved length of its shortest solution, its *par*.

boards       the boards by name
distances    how far every position of a small board is from the nearest goal
level        a level as a value, and its document
making       levels with a wanted par, by a seed
packs        the catalogue of packs, and a pack as a document
folder       packs in a folder: written, and read with every fault
checking     the check of packs: every plan replayed, every par found again in another way
"""
