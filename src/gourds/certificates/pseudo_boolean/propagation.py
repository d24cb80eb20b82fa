"""Does unit propagation over a set of constraints, and some more for a while, end in a conflict?

Unit propagation makes true whatever one constraint alone forces under what is true already, again and again; a
conflict is a constraint that can no longer be satisfied. Everything that becomes true follows from the constraints,
so a conflict proves that no point satisfies all of them. What the constraints that last force by themselves stays on
the trail between questions. Constraints are taken in when the first question comes: a proof by arithmetic alone pays
nothing.

The loops run interpreted on lists, whose numbers have any size, or compiled on arrays of 64-bit numbers. No sum in
them exceeds the sum of the coefficients plus the degree of one constraint: if that is 2^62 or more, everything moves
to lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple, cast

import numpy as np

from gourds.certificates.pseudo_boolean import kernel
from gourds.certificates.pseudo_boolean.inequality import Inequality, Value
from gourds.compiled import compiled

LIMIT = 2**62
"""Numbers below this are safe in 64 bits, with one addition to spare."""

Engine = Literal["python", "numba"]


class _Loops(NamedTuple):
    """The entry points of the kernel."""

    attach: Callable[[kernel.State, int, bool], bool]
    detach: Callable[[kernel.State, int, int], None]
    attach_all: Callable[[kernel.State, int, int], bool]


INTERPRETED = _Loops(kernel.attach, kernel.detach, kernel.attach_all)


class Propagator:
    """Constraints by number, and what follows from them by unit propagation."""

    def __init__(self, engine: Engine = "python") -> None:
        self._compiled = engine == "numba"
        self._loops = INTERPRETED
        if self._compiled:
            self._loops = _Loops(*(compiled(function, kernel.HELPERS) for function in INTERPRETED))
        self._state = kernel.State(**{name: self._grown([], 2, name) for name in kernel.State._fields})
        self._room = (0, 0, 0)  # for positions, constraints and variables
        self._slots: dict[int, int] = {}  # number → index of the constraint in the state
        self._waiting: dict[int, Inequality] = {}  # not taken in yet
        self._used = self._attached = 0  # constraints laid out; of these, attached
        self._variables = 0
        self._refuted = self._stale = False
        self._depth = 0

    # -- the constraints that last -----------------------------------------------------------------------------

    def add(self, number: int, inequality: Inequality) -> None:
        """A constraint more."""
        self._waiting[number] = inequality

    def remove(self, number: int) -> None:
        """A constraint less; what it forced is forgotten."""
        if self._waiting.pop(number, None) is None:
            c = self._slots.pop(number)
            state = self._state
            state.kind[c] = kernel.DEAD
            lits = state.lits[state.start[c] : state.start[c + 1]]
            forced = any(state.true[lit] == 1 and state.reason[lit >> 1] == c for lit in lits)
            self._stale = self._stale or self._refuted or forced

    # -- questions ---------------------------------------------------------------------------------------------

    @contextmanager
    def assuming(self, inequality: Inequality) -> Iterator[bool]:
        """Whether propagation ends in a conflict with one more constraint, which holds inside the block only."""
        if not self._depth:
            self._settle()
        if self._refuted:
            yield True
            return
        c = self._lay_out(inequality)
        length = int(self._state.scalars[kernel.TRAIL])
        conflict = bool(self._loops.attach(self._state, c, False))
        self._depth += 1
        try:
            yield conflict
        finally:
            self._depth -= 1
            self._loops.detach(self._state, c, length)
            self._used -= 1

    def values(self) -> dict[int, Value]:
        """What is forced now, as constants in place of variables."""
        trail = self._state.trail[: self._state.scalars[kernel.TRAIL]]
        return {int(lit) >> 1: (None, 1 - (int(lit) & 1)) for lit in trail}

    # -- the state ---------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Take in what waits, and start anew if something was forgotten."""
        for number, inequality in self._waiting.items():
            self._slots[number] = self._lay_out(inequality)
        self._waiting.clear()
        if self._stale:
            state = self._state
            for values, filling in ((state.true, 0), (state.watches, -1), (state.occurrences, -1), (state.scalars, 0)):
                values[:] = cast(Any, filling if self._compiled else [filling] * len(values))
            self._attached, self._refuted, self._stale = 0, False, False
        if not self._refuted and self._attached < self._used:
            self._refuted = bool(self._loops.attach_all(self._state, self._attached, self._used))
            self._attached = self._used

    def _lay_out(self, inequality: Inequality) -> int:
        """Write a constraint behind the others."""
        terms = list(inequality.literals())
        degree = inequality.degree
        if self._compiled and sum(a for _, a in terms) + abs(degree) >= LIMIT:
            self._state = kernel.State(*(values.tolist() for values in cast(Any, self._state)))
            self._loops, self._compiled = INTERPRETED, False
        c = self._used
        first = int(self._state.start[c])
        end = first + len(terms)
        self._variables = max(self._variables, 1 + max(inequality.terms, default=0))
        if end > self._room[0] or c + 2 > self._room[1] or self._variables > self._room[2]:
            self._make_room(end)
        state = self._state
        state.lits[first:end] = cast(Any, [lit for lit, _ in terms])
        state.coefs[first:end] = cast(Any, [a for _, a in terms])
        state.start[c + 1] = end
        state.degree[c] = degree
        state.kind[c] = kernel.COUNTED
        self._used += 1
        return c

    def _make_room(self, positions: int) -> None:
        """Make the arrays long enough for one more constraint that ends at a position, and for as much again."""
        room = self._room = (2 * positions, 2 * self._used + 4, 2 * self._variables)
        sizes = dict.fromkeys(("lits", "coefs", "owner", "after"), room[0])
        sizes |= dict.fromkeys(("start", "degree", "largest", "slack", "kind"), room[1])
        sizes |= {"following": 2 * room[1], "reason": room[2], "trail": room[2]}
        sizes |= dict.fromkeys(("watches", "occurrences", "true"), 2 * room[2])
        grown = {name: self._grown(getattr(self._state, name), size, name) for name, size in sizes.items()}
        self._state = self._state._replace(**grown)

    def _grown(self, values: Any, size: int, name: str) -> kernel.Ints:
        more = [-1 if name in ("watches", "occurrences") else 0] * (size - len(values))
        if self._compiled:
            return cast(kernel.Ints, np.concatenate((values, more)).astype(np.int64))
        return cast(kernel.Ints, [*values, *more])


def has_conflict(inequalities: Iterable[Inequality]) -> bool:
    """Whether unit propagation over these few constraints alone ends in a conflict, looking at them in their order."""
    constraints = [(list(inequality.literals()), inequality.degree) for inequality in inequalities]
    true: set[int] = set()
    changed = True
    while changed:
        changed = False
        for terms, degree in constraints:
            slack = sum(a for lit, a in terms if lit ^ 1 not in true) - degree
            if slack < 0:
                return True
            forced = {lit for lit, a in terms if a > slack and lit ^ 1 not in true} - true
            true |= forced
            changed = changed or bool(forced)
    return False


def prepare() -> None:
    """Compile the kernel, so that it does not count as checking."""
    propagator = Propagator("numba")
    propagator.add(1, Inequality({0: 1, 1: 1}, 1))
    with propagator.assuming(Inequality({0: -1, 1: -1}, 0)):
        pass
