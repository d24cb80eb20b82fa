"""The exact number of placements, by any solver that counts.

``frontier`` sweeps narrow boards with any number of colors, ``pfaffian`` evaluates Pfaffians for few colors on wide
boards, ``brute`` lists all placements. ``auto`` takes ``frontier`` and, where that declines, ``pfaffian``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from gourds.counts.large_numbers import all_digits
from gourds.counts.limits import in_turn
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.solvers import Options, Solver, registry

AUTO: Final = ("frontier", "pfaffian")
"""Whom ``auto`` asks, one after the other."""


def counters() -> dict[str, Solver]:
    """The solvers that count, those of ``auto`` first: what can stand after ``gourds count --solver``."""
    known = registry()
    names = [*AUTO, *(name for name in known if name not in AUTO)]
    return {name: known[name] for name in names if known[name].count is not None}


@dataclass(frozen=True)
class Counted:
    """The number of placements, and who counted."""

    count: int
    solver: str
    time_s: float

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds count --json`` prints; the number as a text, since it can have any length."""
        with all_digits():
            return {"count": str(self.count), "solver": self.solver, "time_s": round(self.time_s, 6)}


def count(
    instance: Instance, solver: str = "auto", time_limit: float | None = None, memory_limit: float | None = None
) -> int:
    """The exact number of placements. Raises LimitError if the board is too large for the approach, or too slow."""
    return counted(instance, solver, time_limit, memory_limit).count


def counted(
    instance: Instance, solver: str = "auto", time_limit: float | None = None, memory_limit: float | None = None
) -> Counted:
    """The exact number of placements, with the name of the approach that found it."""
    known = counters()
    if solver != "auto" and solver not in known:
        raise InputError(f"'{solver}' does not count; auto, {', '.join(known)} do")
    names = AUTO if solver == "auto" else (solver,)
    found = in_turn({name: partial(_count, known[name]) for name in names}, instance, time_limit, memory_limit)
    return Counted(found.value, found.solver, found.time_s)


def _count(solver: Solver, instance: Instance) -> int:
    assert solver.count is not None
    return solver.count(instance, Options())
