"""What is left of a board when the edges of no budget are deleted, component by component.

``splitting`` finds the components and their kinds, and ``product`` multiplies their tables of signatures, to count and
to draw. ``presolve`` settles what needs no search. ``signatures`` tabulates
the matchings of a small component, ``joining`` joins components that only each other can help, and ``master`` is the
choice of signatures that is left. ``equations`` decides it modulo a prime, by the linear algebra of ``modular``;
``proof`` writes down why there is no choice. ``null_space`` says how far linear algebra alone decides a formula.
"""
