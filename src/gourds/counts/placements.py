"""The exact number of placements, by any solver that counts.

``frontier`` sweeps narrow boards with any number of colors, ``pfaffian`` evaluates Pfaffians for few colors on wide
boards, ``brute`` lists all placements. ``auto`` takes ``frontier`` and, where that declines, ``pfaffian``.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from gourds.counts.large_numbers import all_digits
from gourds.counts.limits import limited
from gourds.errors import InputError, LimitError
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
    declined: dict[str, str] = {}
    spent = 0.0
    for name in names:
        known[name].load(instance)
        left = None if time_limit is None else max(time_limit - spent, 0.01)
        start = time.perf_counter()
        found = limited(_count, instance, known[name], time_limit=left, memory_limit=memory_limit)
        spent += time.perf_counter() - start
        if isinstance(found, int):
            return Counted(found, name, spent)
        declined[name] = found
    reasons = [f"{name}: {reason}" for name, reason in declined.items()]
    raise LimitError("; ".join(reasons) if len(reasons) > 1 else declined[names[0]])


def _count(instance: Instance, solver: Solver) -> int | str:
    """The number of placements, or why the solver declines."""
    assert solver.count is not None
    try:
        return solver.count(instance, Options())
    except LimitError as error:
        return str(error)
