"""The verdict that an instance should get, if it is known beforehand, and why it is known.

In this order:

- *manifest*: a ``MANIFEST.toml`` beside the file, or in a folder above it, lists the file with its verdict
  (:mod:`gourds.files.manifest`).
- *formula*: the instance is the board of a formula, which is checked by building the board again; CaDiCaL decides the
  formula itself.
- *family*: the family's construction settles it (:class:`gourds.families.base.Known`). For a file this counts only if
  its recipe gives the same instance again.
- *counting*: the counting laws rule out every placement.

What runs prove later, by a checked placement or certificate, is stronger than any of these; see
:mod:`gourds.bench.store.schema`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gourds.counting import Counting
from gourds.errors import GourdsError
from gourds.families import FAMILIES, generate
from gourds.files.manifest import find_entry
from gourds.formulas.verdict import satisfying_assignment
from gourds.instance import Instance
from gourds.reductions.reduction import formula_of, is_reduced, reduction_of
from gourds.running.isolation import run_limited

FORMULA_LIMIT: Final = 20.0
"""Seconds for deciding a formula; after that its verdict is not known."""


@dataclass(frozen=True)
class Expected:
    """A verdict that is known."""

    verdict: str
    """feasible or infeasible."""
    why: str
    """Its first word says how it is known."""


def expect(instance: Instance, file: Path | None = None) -> Expected | None:
    """The verdict of an instance, from its file or its source; None if it is not known."""
    return (
        (_from_manifest(file) if file is not None else None)
        or _from_formula(instance)
        or _from_family(instance, is_made_here=file is None)
        or _from_counting(instance)
    )


def _from_manifest(file: Path) -> Expected | None:
    entry = find_entry(file)
    if entry is None or entry.verdict is None:
        return None
    return Expected(entry.verdict, f"manifest: {entry.why or 'no reason given'}")


def _from_formula(instance: Instance) -> Expected | None:
    if not is_reduced(instance):
        return None
    try:
        reduction_of(instance)  # is it the board of that formula?
        ended = run_limited(satisfying_assignment, formula_of(instance), time_limit=FORMULA_LIMIT)
    except GourdsError:
        return None
    if ended.cause != "done":
        return None
    if ended.value is None:
        return Expected("infeasible", "formula: CaDiCaL finds it unsatisfiable")
    return Expected("feasible", "formula: an assignment satisfies it")


def _from_family(instance: Instance, *, is_made_here: bool) -> Expected | None:
    source = instance.source or {}
    family, parameters, seed = source.get("family"), source.get("parameters"), source.get("seed")
    if family not in FAMILIES or not isinstance(parameters, dict) or not isinstance(seed, int):
        return None
    try:
        known = FAMILIES[family].known(parameters)
        if known is None or (
            not is_made_here and generate(FAMILIES[family], parameters, seed).digest != instance.digest
        ):
            return None
    except (GourdsError, TypeError, ValueError):  # a file may hold any parameters
        return None
    return Expected(known.verdict, f"family: {known.why}")


def _from_counting(instance: Instance) -> Expected | None:
    reason = Counting(instance).refutation
    return None if reason is None else Expected("infeasible", f"counting: {reason}")
