"""Sizes and times at which ``auto`` turns to another way, all in one place; measured on boards of many kinds."""

from __future__ import annotations

from typing import Final

# -- boards that fall apart

TABLED: Final = 24
"""Components of two or more colors with fewer cells have small tables."""
SMALL_PARTED: Final = 100
"""Up to this many cells, tables and the formula that is left take less than the process that would limit them."""
FEW: Final = 8
"""Up to this many components, it is worth a try to place them all by exchanges before there are tables."""

# -- the stages of whole boards

FIRST: Final = 200
"""Proposals for each cell in the first stage: one round of the schedule."""
BURST: Final = 700
"""The same for a longer search at once: three rounds."""
SMALL: Final = 300
"""Up to this many cells the linear program and a short search by CP-SAT are part of what is done at once."""
SHORT: Final = 0.1
"""How much work that search may take, in the unit of CP-SAT's deterministic time: about a second of a slow machine."""
DIRECTION: Final = 8.0
"""Seconds for the direction in which the budgets are near an end,"""
DIRECTION_SHARE: Final = 0.4
"""and the largest part of the time that is left."""
SERIAL_CELLS: Final = 1_200
"""Boards with more cells, and those whose budgets are near an end, leave the linear program to the race."""
SERIAL_SECONDS: Final = 0.5
"""The same after this many seconds."""
SWEPT: Final = 4_000
"""How many states a layer of the sweep may have: it takes some milliseconds to see that there are more."""
LP_CELLS: Final = 6_000
"""Boards with more cells go without the linear program."""
EARLIER: Final = 0.1
"""Seconds before the limit at which searches give up, so that what they know can be told."""

# -- the race

TWICE_CELLS: Final = 600
"""On boards with more cells two searches from an end, with different chances, come before CP-SAT on its face."""
MODEL_CELLS: Final = 20_000
"""Boards with more cells are not given to other people's solvers."""
PROGRAM_DELAY: Final = 0.3
"""Seconds after which CP-SAT with the whole board enters the race, if the board is not small."""
FORMULA_DELAY: Final = 0.5
"""The same for the formula, on all boards."""
ALGEBRA_DELAY: Final = 1.5
"""The same for the algebra."""
NICE: Final = 7
"""How far those who enter later give way: a fifth of the share of the first."""
MORE: Final = 2
"""This many processes more than there are processors: of some searches one learns soon that they take long."""
ALGEBRA_COLORS: Final = 3
"""With more colors than this, it does not take part."""
