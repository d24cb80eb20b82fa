"""The verdict that an instance should get, if it is known beforehand, and why it is known.

In this order:

- *manifest*: a ``MANIFEST.toml`` beside the file, or in a folder above it, lists the file with its verdict and its
  SHA-256.
- *formula*: the instance is the board of a formula, which is checked by building the board again; CaDiCaL decides the
  formula itself.
- *family*: the family's construction settles it (planted, unique, ring sums). For a file this counts only if its
  recipe gives the same instance again.
- *counting*: the counting laws rule out every placement.

What runs prove later, by a checked placement or certificate, is stronger than any of these; see
:mod:`gourds.bench.store.schema`.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from gourds.counting import Counting
from gourds.errors import GourdsError
from gourds.families import FAMILIES, generate
from gourds.formulas.verdict import satisfying_assignment
from gourds.instance import Instance
from gourds.reductions.reduction import formula_of, is_reduced, reduction_of
from gourds.solvers.isolation import run_limited

FORMULA_LIMIT: Final = 20.0
"""Seconds for deciding a formula; after that its verdict is not known."""
_FOLDERS_UP: Final = 4
"""The number of folders in which a manifest is looked for, the file's own included."""


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
    file = file.resolve()
    for folder in list(file.parents)[:_FOLDERS_UP]:
        entry = _manifest(folder).get(file.relative_to(folder).as_posix())
        if entry is None or entry.get("sha256") != hashlib.sha256(file.read_bytes()).hexdigest():
            continue
        if entry.get("verdict") in ("feasible", "infeasible"):
            return Expected(entry["verdict"], f"manifest: {entry.get('why', 'no reason given')}")
    return None


@cache
def _manifest(folder: Path) -> dict[str, dict[str, Any]]:
    try:
        entries = tomllib.loads((folder / "MANIFEST.toml").read_text(encoding="utf-8"))["instance"]
        return {entry["file"]: entry for entry in entries}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


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
    expected = _by_construction(family, parameters)
    if expected is None or is_made_here:
        return expected
    try:
        again = generate(FAMILIES[family], parameters, seed)
    except (GourdsError, TypeError, ValueError):
        return None
    return expected if again.digest == instance.digest else None


def _by_construction(family: str, parameters: dict[str, Any]) -> Expected | None:
    if family == "ring-sum":
        if parameters.get("sum") == "met":
            return Expected("feasible", "family: the sum is that of some rings")
        return Expected("infeasible", "family: no set of rings has this sum")
    if family == "unique":
        return Expected("feasible", "family: planted, with one placement")
    if parameters.get("coloring") in ("planted", "numbered"):
        return Expected("feasible", "family: planted, the budgets are those of a placement")
    return None


def _from_counting(instance: Instance) -> Expected | None:
    reason = Counting(instance).refutation
    return None if reason is None else Expected("infeasible", f"counting: {reason}")
