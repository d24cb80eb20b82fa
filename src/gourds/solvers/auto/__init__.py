"""``auto``: choosing an approach, stages and a race on whole boards, and proofs of what others only claim."""

from gourds.solvers.auto.choosing import SOLVER as SOLVER
