"""Forgers: they make, from honest answers, answers that look right and are not, and see whether a checker accepts one.

One module for each sort of answer; each has a function that makes one random forgery. The suite makes some thousands,
``scripts/forge --minutes N`` as many as one likes.
"""
