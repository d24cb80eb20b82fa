"""Seeded families of instances: the same parameters and seed give the same bytes on every machine.

A family is one small module that makes :class:`Family` values; :data:`FAMILIES` lists them all. Only
``random.Random.random()`` is used for chance: Python guarantees its sequence for a seed.

base       what a family is, and how it makes an instance with its recipe
colorings  colors and budgets for a bare board
shaped     a family for every shape; the choice of a shape, for families that take several
reduced    boards of the paper's reduction, and of rings with few colors
ring_sum   subset sum with rings
halves     the paper's family on which every plan is long
unique     exactly one placement
hard       families made to be hard, see there
ranges     values such as 1..20 or 2,3,5
folder     every combination of values as a folder with a manifest
"""

from __future__ import annotations

from gourds.families.base import Family, Known, Parameter, generate
from gourds.families.halves import HALVES
from gourds.families.hard import HARD
from gourds.families.reduced import CHAIN, FEW_COLORS, GADGETS, REDUCTION
from gourds.families.ring_sum import RING_SUM
from gourds.families.shaped import SHAPED
from gourds.families.unique import UNIQUE

FAMILIES: dict[str, Family] = {
    family.name: family for family in (*SHAPED, REDUCTION, GADGETS, CHAIN, FEW_COLORS, RING_SUM, UNIQUE, HALVES, *HARD)
}

__all__ = ["FAMILIES", "Family", "Known", "Parameter", "generate"]
