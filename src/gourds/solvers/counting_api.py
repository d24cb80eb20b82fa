"""Counting, uniform sampling and probabilities: one interface for all approaches that count.

``frontier`` sweeps narrow boards with any number of colors, ``pfaffian`` evaluates Pfaffians for few colors on wide
boards, ``brute`` lists all placements. ``auto`` takes ``frontier`` and, where that declines, ``pfaffian``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeVar

from gourds.display import brief
from gourds.errors import InputError, InternalError, LimitError
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.matching import frontier
from gourds.placement import Placement, placement_faults
from gourds.solvers import brute
from gourds.solvers.isolation import run_limited

T = TypeVar("T")

_PFAFFIAN: Final = "gourds.matching.pfaffian_count"
COUNTERS: Final = ("frontier", "pfaffian", "brute")
"""What can stand after ``gourds count --solver``, beside ``auto``."""


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


@dataclass(frozen=True)
class Probabilities:
    """How likely each gourd and each empty cell is in a placement drawn uniformly; exact fractions."""

    total: int
    """The number of placements."""
    edges: dict[tuple[Cell, Cell], Fraction]
    """For every edge of the board, smaller cell (by r, then q) first."""
    empties: dict[Cell, Fraction]
    """For every cell."""

    __repr__ = brief

    def to_json(self) -> dict[str, Any]:
        """Exact fractions as texts, and as numbers."""
        with all_digits():
            edges = [{"cells": [list(a), list(b)], **_shown(p)} for (a, b), p in self.edges.items()]
            empties = [{"cell": list(cell), **_shown(p)} for cell, p in self.empties.items()]
            return {"count": str(self.total), "edges": edges, "empties": empties}


def _shown(share: Fraction) -> dict[str, Any]:
    return {"fraction": str(share), "probability": float(share)}


@contextmanager
def all_digits() -> Iterator[None]:
    """Within, integers of any length can be written as decimals; Python refuses more than 4,300 digits otherwise."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def count(
    instance: Instance, solver: str = "auto", time_limit: float | None = None, memory_limit: float | None = None
) -> int:
    """The exact number of placements. Raises LimitError if the board is too large for the approach, or too slow."""
    return counted(instance, solver, time_limit, memory_limit).count


def counted(
    instance: Instance, solver: str = "auto", time_limit: float | None = None, memory_limit: float | None = None
) -> Counted:
    """The exact number of placements, with the name of the approach that found it."""
    if solver != "auto" and solver not in COUNTERS:
        raise InputError(f"'{solver}' does not count; auto, {', '.join(COUNTERS)} do")
    if solver == "pfaffian" and not _has_pfaffian():
        raise InputError("the counter 'pfaffian' is not installed")
    names = ("frontier", "pfaffian")[: 1 + _has_pfaffian()] if solver == "auto" else (solver,)
    declined: dict[str, str] = {}
    spent = 0.0
    for name in names:
        if name == "pfaffian":
            import_module("gourds.matching.banded").prepare()  # which does not count as counting
        left = None if time_limit is None else max(time_limit - spent, 0.01)
        start = time.perf_counter()
        found = limited(_count, instance, name, time_limit=left, memory_limit=memory_limit)
        spent += time.perf_counter() - start
        if isinstance(found, int):
            return Counted(found, name, spent)
        declined[name] = found
    reasons = [f"{name}: {reason}" for name, reason in declined.items()]
    raise LimitError("; ".join(reasons) if len(reasons) > 1 else declined[names[0]])


def sample(
    instance: Instance, k: int, seed: int = 0, time_limit: float | None = None, memory_limit: float | None = None
) -> list[Placement]:
    """Draw k placements, each exactly uniform among all and independent of the others, every one checked.

    The same seed gives the same placements, and the first ones are the same for every k. An instance without
    placements is an InputError.
    """
    if k < 0:
        raise InputError(f"the number of placements must not be negative, here it is {k}")
    drawn = limited(
        frontier.sample_placements, instance, max(k, 1), seed, time_limit=time_limit, memory_limit=memory_limit
    )
    if not drawn:
        raise InputError("there is nothing to draw from: the exact number of placements is 0")
    for placement in drawn:
        faults = placement_faults(instance, placement)
        if faults:
            raise InternalError(f"a wrong placement was drawn: {faults[0]}")
    return drawn[:k]


def edge_probabilities(
    instance: Instance, time_limit: float | None = None, memory_limit: float | None = None
) -> Probabilities:
    """In what share of all placements each edge carries a gourd and each cell stays empty.

    The probabilities of the edges at a cell and of its being empty sum to 1. Without placements all are 0.
    """
    counts = limited(frontier.edge_counts, instance, time_limit=time_limit, memory_limit=memory_limit)
    cells = instance.board.cell_list()
    whole = counts.total or 1
    edges = {
        (cells[a], cells[b]): Fraction(number, whole)
        for (a, b), number in zip(instance.board.edges.tolist(), counts.edges, strict=True)
    }
    empties = {cell: Fraction(number, whole) for cell, number in zip(cells, counts.empties, strict=True)}
    return Probabilities(counts.total, edges, empties)


def limited(
    function: Callable[..., T], *args: Any, time_limit: float | None = None, memory_limit: float | None = None
) -> T:
    """Call a function, in a process of its own if there are limits; LimitError when one is reached."""
    if time_limit is None and memory_limit is None:
        return function(*args)
    ended = run_limited(function, *args, time_limit=time_limit, memory_limit=memory_limit)
    if ended.cause != "done":
        raise LimitError(f"{ended.cause}: {ended.detail}" if ended.detail else ended.cause)
    value: T = ended.value
    return value


def _has_pfaffian() -> bool:
    return find_spec(_PFAFFIAN) is not None


def _count(instance: Instance, solver: str) -> int | str:
    """The number of placements, or why the approach declines."""
    try:
        if solver == "brute":
            if instance.board.size > brute.MAX_CELLS:
                raise LimitError(f"boards of more than {brute.MAX_CELLS:,} cells are not for plain backtracking")
            return sum(1 for _ in brute.all_placements(instance))
        if solver == "pfaffian":
            number: int = import_module(_PFAFFIAN).count_placements(instance)
            return number
        return frontier.count_placements(instance)
    except LimitError as error:
        return str(error)
