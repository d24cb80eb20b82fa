"""Families made to be hard for some solvers, each for a reason of its own.

threshold  as many colors as it takes for random budgets to turn infeasible
ends       budgets at the end of what is possible, and exchanges: for the next two
edge       few colors, at the edge of what is feasible or just beside it
extreme    as many gourds of some kinds as possible, and one exchange beyond
symmetric  colors with a symmetry
parity     an odd number where only even ones exist
mixture    a hard core with filler around
"""

from __future__ import annotations

from gourds.families.hard.edge import EDGE
from gourds.families.hard.extreme import BEYOND, EXTREME
from gourds.families.hard.mixture import MIXTURE
from gourds.families.hard.parity import PARITY
from gourds.families.hard.symmetric import SYMMETRIC
from gourds.families.hard.threshold import THRESHOLD

HARD = (THRESHOLD, EDGE, EXTREME, BEYOND, SYMMETRIC, PARITY, MIXTURE)

__all__ = ["HARD"]
