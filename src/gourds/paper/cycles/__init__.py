"""Hamiltonian cycles and the triangles inside, worked out anew for the checks of Section 4.

What a claim says about triangles, runs and splits is worked out here without the arrays of the planners
(:mod:`gourds.reconfigure.paper`), so that those are checked too.

inside      the triangles inside a cycle and their dual graph, by plane geometry
parts       what the tree falls into without a node, and its most balanced split
runs        paths of degree-3 nodes in that graph, how they turn, and the local change that breaks them
polygons    cycles made of triangles one by one: all of them around a run, and families with long arms
samples     boards with cycles to check: all cycles of all small boards, random cycles of larger ones
plans       plans of the two algorithms, replayed
pictures    a board with its cycle and its triangles
"""
