"""The catalogue: all claims, in the order of the paper."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from gourds.errors import InputError
from gourds.paper.claim import Claim

TOPICS: Final = (
    "square_grids",
    "sharp_turns",
    "connectivity",
    "hamiltonicity",
    "star_of_david",
    "hardness",
    "gadgets",
    "few_colors",
    "reconfiguration.triangle_tree",
    "reconfiguration.alignment",
    "reconfiguration.substructures",
    "reconfiguration.cubic_plans",
    "reconfiguration.hexagon_sides",
    "reconfiguration.runs",
    "reconfiguration.balanced_split",
    "reconfiguration.split_cycles",
    "reconfiguration.quadratic_plans",
    "lower_bound",
    "physical_puzzle",
    "longer_pieces",
    "appendix.irregular",
    "appendix.characterization",
    "appendix.holes",
    "appendix.unbalanced",
)
"""The modules of :mod:`gourds.paper.claims`, in the order of the paper. Each has a tuple CLAIMS."""


@cache
def all_claims() -> tuple[Claim, ...]:
    """Every claim, in the order of the paper."""
    modules = (import_module(f"gourds.paper.claims.{topic}") for topic in TOPICS)
    return tuple(claim for module in modules for claim in module.CLAIMS)


def find_claims(names: tuple[str, ...] | list[str]) -> tuple[Claim, ...]:
    """The claims of these names, in the order of the paper; all if there are none. Raises InputError."""
    claims = all_claims()
    unknown = sorted(set(names) - {claim.name for claim in claims})
    if unknown:
        listed = ", ".join(claim.name for claim in claims)
        raise InputError(f"no claim is named {unknown[0]!r}; the claims are {listed}")
    return tuple(claim for claim in claims if not names or claim.name in names)
