"""Pfaffians of Tutte matrices with random weights: decisions in polynomial time for a fixed number of colors.

``search`` goes from an instance to a verdict. It takes the board apart (``problem``), evaluates the polynomial and
reads off one coefficient (``evaluation``), and finds a placement by algebra (``find``). ``exact`` answers the same
question for red edges in any graph, with the algebra of ``exact_algebra``.
"""
