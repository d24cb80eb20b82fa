"""How many placements there are, and which.

``placements``      the exact number, by any solver that counts
``certifying``      certificates of that number
``sampling``        placements drawn exactly uniformly
``probabilities``   in what share of all placements an edge carries a gourd, a cell stays empty
``limits``          work within limits of time and memory
``large_numbers``   numbers of any length in words and digits
"""
