"""Reconfiguration: from one configuration to another by moves.

task               what planners are given and what they give back
cycle              Hamiltonian cycles of proper boards
triangles, runs    the tree of triangles inside a cycle; how long runs of its branchings are broken
cubic, quadratic   the paper's two algorithms
states, shortest   whole state spaces; provably shortest plans
beam, polish       near-shortest plans by search; making any plan shorter
planning           the one function that calls them and checks what they say
scrambles          random configurations
"""
