"""Seeded families of instances: the same parameters and seed give the same bytes on every machine.

A family is one small module that makes :class:`Family` values; :data:`FAMILIES` lists them all. Only
``random.Random.random()`` is used for chance: Python guarantees its sequence for a seed.
"""

from __future__ import annotations

from gourds.families.base import Family, Parameter, generate
from gourds.families.reduced import CHAIN, REDUCTION
from gourds.families.ring_sum import RING_SUM
from gourds.families.shaped import SHAPED
from gourds.families.unique import UNIQUE

FAMILIES: dict[str, Family] = {family.name: family for family in (*SHAPED, REDUCTION, CHAIN, RING_SUM, UNIQUE)}

__all__ = ["FAMILIES", "Family", "Parameter", "generate"]
