"""``auto``: choosing an approach, stages and a race on whole boards, and proofs of what others only claim.

choosing    the approach that suits the instance
stages      boards that do not fall apart
racing      searches side by side; the first certain answer wins
reproving   infeasible answers that rest on a solver's word, proved once more
prices      sizes and times at which ``auto`` turns to another way
"""

from gourds.solvers.auto.choosing import SOLVER as SOLVER
