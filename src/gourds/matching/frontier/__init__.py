"""Transfer matrices over a sweep of the board, for narrow boards and any number of colors.

``placements`` counts, samples and weighs edges. It joins the tables of ``parts``, each made by a ``sweep`` in a narrow
``order``; ``sample`` reads the layers of a sweep backwards.
"""
