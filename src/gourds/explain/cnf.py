"""Clauses, unary counters and interruptible SAT calls, for :mod:`~gourds.explain.core` and :mod:`gourds.maximize`.

A *counter* over literals is a list of outputs o_1, o_2, …: o_k is true iff at least k of the literals are (both
directions are posted, so the outputs can be used as numbers). It is built as a totalizer: a binary tree whose nodes
add two unary numbers. Outputs beyond a cap are cut off, so that n literals cost O(n·cap) clauses and more.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any


class Clauses:
    """A formula under construction; variables are numbered from 1."""

    def __init__(self) -> None:
        self.variables = 0
        self.clauses: list[list[int]] = []

    def new(self) -> int:
        """A fresh variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """Post a clause."""
        self.clauses.append(list(literals))

    def at_most_one(self, literals: Sequence[int]) -> None:
        """At most one of the literals is true: pairwise if they are few, else along a ladder."""
        if len(literals) <= 7:
            for k, literal in enumerate(literals):
                for other in literals[:k]:
                    self.add(-literal, -other)
            return
        before = literals[0]  # "one of the literals up to here is true"
        for literal in literals[1:]:
            self.add(-before, -literal)
            here = self.new()
            self.add(-before, here)
            self.add(-literal, here)
            before = here

    def counter(self, literals: Sequence[int], cap: int) -> list[int]:
        """Outputs o_1, …, o_min(n, cap): o_k is true iff at least k of the n literals are true."""
        return self.total([[literal] for literal in literals], cap)

    def total(self, numbers: Sequence[list[int]], cap: int) -> list[int]:
        """The sum of unary numbers, cut off at the cap."""
        if cap <= 0:
            return []
        layer = [number[:cap] for number in numbers if number]
        while len(layer) > 1:
            pairs = zip(layer[::2], layer[1::2], strict=False)
            layer = [self._sum(a, b, cap) for a, b in pairs] + layer[len(layer) // 2 * 2 :]
        return layer[0] if layer else []

    def _sum(self, first: list[int], second: list[int], cap: int) -> list[int]:
        outputs = [self.new() for _ in range(min(len(first) + len(second), cap))]
        for i in range(len(first) + 1):
            for j in range(len(second) + 1):
                if 0 < i + j <= len(outputs):  # beyond the cap smaller sums say the same
                    self.add(*(-first[i - 1],) * (i > 0), *(-second[j - 1],) * (j > 0), outputs[i + j - 1])
                if i + j < len(outputs):
                    self.add(*first[i : i + 1], *second[j : j + 1], -outputs[i + j])
        return outputs


class Clock:
    """A deadline that SAT calls keep."""

    def __init__(self, seconds: float | None) -> None:
        self.start = time.monotonic()
        self.deadline = None if seconds is None else self.start + seconds

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.start

    @property
    def left(self) -> float:
        """Seconds until the deadline, infinite if there is none."""
        return float("inf") if self.deadline is None else self.deadline - time.monotonic()

    def part(self, share: float) -> Clock:
        """A clock for a share of what is left."""
        return Clock(None if self.deadline is None else share * self.left)

    def solve(self, solver: Any, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        """What an interruptible PySAT solver says, None if time or the number of conflicts runs out first."""
        if self.left <= 0:
            return None
        if conflicts is not None:
            solver.conf_budget(conflicts)
        if self.deadline is None:
            limited: bool | None = solver.solve_limited(assumptions=list(assumptions))
            return limited
        timer = threading.Timer(self.left, solver.interrupt)
        timer.daemon = True
        timer.start()
        try:
            answer: bool | None = solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True)
        finally:
            timer.cancel()
            solver.clear_interrupt()
        return answer
