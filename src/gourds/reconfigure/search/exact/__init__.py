"""What is proved about plans: that one is shortest, or that none has fewer moves than a bound.

packing, two_sided   configurations as integers; breadth-first search from two ends
shortest, layers     provably shortest plans; the certificate that no plan is shorter
waste                a better lower bound, by ruling out plans with few moves more
"""
