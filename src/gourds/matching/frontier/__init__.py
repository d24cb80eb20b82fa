"""Transfer matrices over a sweep of the board, for narrow boards and any number of colors.

``placements`` counts, samples and weighs edges. Each kind of component is a piece; a ``sweep`` over it in a narrow
``order`` makes its table, and ``sample`` reads the layers of the sweep backwards. ``diagram`` writes a sweep down for
certificates.
"""
