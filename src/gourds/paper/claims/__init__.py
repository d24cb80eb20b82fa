"""The claims, a module for each topic, each with a tuple CLAIMS; :mod:`gourds.paper.catalogue` has their order.

sharp_turns      Observation 1: pivots against sharp turns
star_of_david    Observation 8: the Star of David
"""
