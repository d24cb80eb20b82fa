"""How many placements there are, and which: exact numbers, uniform samples, probabilities.

``placements`` has the functions ``count``, ``sample`` and ``edge_probabilities``. ``large_numbers`` puts numbers of any
length into words.
"""
