"""Which approaches run: the solvers of the registry or others, with variants, encodings and counters.

An approach is *unsuited* to an instance that it cannot be expected to finish: it is then not begun, and counts as
declined. The sizes below are those at which the approach took up to ten seconds on the boards of the reduction. They
grow with the time limit, and do not apply to approaches that the user asks for by name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from gourds.errors import InputError
from gourds.instance import Instance
from gourds.solvers import EXTERNAL, find_solver, registry
from gourds.solvers.base import Options, Solver

Counter = Callable[[Instance], int]
"""Gives the exact number of placements; raises LimitError to decline."""

ORDER: Final = (
    "auto",
    "decompose",
    "exchange",
    "boundary",
    "polytope",
    "sat",
    "cpsat",
    "ilp",
    "algebraic",
    "pfaffian",
    "frontier",
    "brute",
)
"""In which order approaches are run and shown; others follow by name."""
ENCODED: Final = ("sat", "cpsat", "ilp")
"""The solvers that take an encoding."""
LARGEST: Final = {
    "polytope": 6_000,
    "sat": 20_000,
    "cpsat": 12_000,
    "ilp": 3_000,
    "algebraic": 2_000,
    "pfaffian": 4_000,
    "frontier": 12_000,
}
"""The most cells that are tried within :data:`USUAL` seconds."""
LARGEST_PART: Final = {"cpsat": 600}
"""The most cells connected by usable edges; random hexagons of 547 cells took one to seven seconds."""
PROVED: Final = {"sat": 4_000}
"""The most cells for which a proof is requested: writing and checking it takes several times as long as the verdict."""
BRUTE_CELLS: Final = 30
"""The most cells for plain backtracking; more time helps little."""
USUAL: Final = 10.0
"""Seconds for a run, unless the user sets another limit."""
SOLVE_RATE: Final = 6e7
"""Steps of elimination that ``pfaffian`` does in a second, the search for a placement included."""
COUNT_RATE: Final = 6e8
"""Steps of elimination in a second when it only counts."""
PROPOSALS: Final = 5_000_000
"""Proposals after which ``exchange`` gives up, in a fraction of a second: it cannot prove that none exists."""
WHOLE: Final = 1e11
"""No more steps than ``pfaffian`` allows itself."""


@dataclass(frozen=True)
class Limits:
    """The limits of every run."""

    time: float = USUAL
    """Seconds of wall time."""
    memory: float | None = None
    """Megabytes of resident memory."""
    seed: int = 0
    """Seed of all random choices."""
    outside: tuple[str, ...] = ()
    """Other people's checkers that have to accept proofs as well, see :mod:`gourds.running.outside_checkers`."""


@dataclass(frozen=True)
class Approach:
    """A solver with the options that it runs with here."""

    name: str
    """As shown: ``sat``, ``sat:glucose4``, ``sat:glucose4/textbook``."""
    solver: Solver
    """What decides."""
    variant: str = ""
    encoding: str = "reduced"
    """The model of a solver that takes one."""
    can_count: bool = False
    """Whether it is asked for the number of placements, too."""
    counter: Counter | None = None
    """What counts, if not the solver itself."""
    is_named: bool = False
    """Whether the user asked for it by name: then no board is too large for it."""

    def options(self, limits: Limits, *, proof: bool = False) -> Options:
        """The options that the solver gets."""
        settings: dict[str, float] = {}
        if not self.is_named and self._is_pfaffian:
            settings["steps"] = min(SOLVE_RATE * limits.time, WHOLE)
        if not self.is_named and self.solver.name in ("exchange", "boundary"):
            settings["steps"] = PROPOSALS
        return Options(
            variant=self.variant,
            time_limit=limits.time,
            memory_limit=limits.memory,
            seed=limits.seed,
            encoding=self.encoding,
            proof=proof,
            settings=settings,
        )

    def unsuited(self, instance: Instance, limits: Limits) -> str | None:
        """Why the approach is not begun on an instance, None if it is."""
        if self.is_named:
            return None
        most = float(BRUTE_CELLS) if self.solver.name == "brute" else self._most(LARGEST, limits)
        if instance.board.size > most:
            return f"boards of more than {most:,.0f} cells are not begun within {limits.time:g} s"
        most = self._most(LARGEST_PART, limits)
        if instance.board.size > most and largest_part(instance) > most:
            return f"parts of more than {most:,.0f} cells are not begun within {limits.time:g} s"
        return None

    @property
    def can_prove(self) -> bool:
        """Whether proofs are requested; those of a textbook model would be the same as those of the reduced one."""
        return "prove" in self.solver.abilities and self.encoding == "reduced"

    def unproved(self, instance: Instance, limits: Limits) -> str | None:
        """Why no proof is requested although the approach can prove; None if one is."""
        most = math.inf if self.is_named else self._most(PROVED, limits)
        if instance.board.size > most:
            return f"no proof is asked for on boards of more than {most:,.0f} cells within {limits.time:g} s"
        return None

    def _most(self, sizes: Mapping[str, int], limits: Limits) -> float:
        return sizes.get(self.solver.name, math.inf) * max(limits.time / USUAL, 1.0)

    def count(self, instance: Instance, limits: Limits) -> int:
        """The exact number of placements."""
        if self.counter is not None:
            return self.counter(instance)
        assert self.solver.count is not None
        settings: dict[str, float] = {}
        if not self.is_named and self._is_pfaffian:
            settings["steps"] = min(COUNT_RATE * limits.time, WHOLE)
        return self.solver.count(instance, Options(settings=settings))

    @property
    def counts_while_deciding(self) -> bool:
        """Whether the solver's figures hold the number of placements already."""
        return self._is_pfaffian and self.counter is None and self.can_count

    @property
    def _is_pfaffian(self) -> bool:
        return self.solver.name == "pfaffian"


def largest_part(instance: Instance) -> int:
    """The size of the largest part of the board that is connected by edges on which some gourd fits."""
    return int(np.bincount(instance.usable_parts).max())


def select_approaches(
    solvers: Mapping[str, Solver] | None = None,
    counters: Mapping[str, Counter] | None = None,
    names: Sequence[str] = (),
    *,
    all_variants: bool = False,
) -> tuple[Approach, ...]:
    """The approaches to run: all solvers in their usual form, the named ones, or every variant and encoding.

    Without ``counters`` the solvers count themselves; otherwise a counter belongs to the solver with the same name.
    Raises InputError for an unknown name.
    """
    known = registry() if solvers is None else solvers
    ordered = sorted(known, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))
    plain = [_plain(known[name], name, counters) for name in ordered]
    if names:
        chosen: dict[str, Approach] = {}
        for name in names:
            for approach in _named(name, plain, all_variants):
                chosen.setdefault(approach.name, replace(approach, is_named=True))
        return tuple(chosen.values())
    return tuple(one for approach in plain for one in (_variants(approach) if all_variants else [approach]))


def _plain(solver: Solver, name: str, counters: Mapping[str, Counter] | None) -> Approach:
    counter = None if counters is None else counters.get(name)
    can_count = counter is not None if counters is not None else solver.count is not None
    return Approach(name, solver, _first(solver), can_count=can_count, counter=counter)


def _first(solver: Solver) -> str:
    return solver.variants[0] if solver.variants else ""


def _named(name: str, plain: Sequence[Approach], all_variants: bool) -> list[Approach]:
    base, _, variant = name.partition(":")
    if base == EXTERNAL:
        return [Approach(name, find_solver(name)[0], variant)]
    approach = next((approach for approach in plain if approach.name == base), None)
    if approach is None:
        raise InputError(f"there is no solver '{base}'; there are {', '.join(one.name for one in plain)}")
    if not variant:
        return _variants(approach) if all_variants else [approach]
    if variant not in approach.solver.variants:
        others = ", ".join(approach.solver.variants) or "none"
        raise InputError(f"solver '{base}' has no variant '{variant}'; it has {others}")
    one = replace(approach, name=name, variant=variant, can_count=False, counter=None)
    return [one, _textbook(one)] if all_variants and base in ENCODED else [one]


def _variants(approach: Approach) -> list[Approach]:
    """The approach with each of its variants and encodings; the first is the usual one."""
    base, variants = approach.name, approach.solver.variants
    found = [approach]
    found += [
        replace(approach, name=f"{base}:{other}", variant=other, can_count=False, counter=None)
        for other in variants[1:]
    ]
    if base in ENCODED:
        found += [_textbook(one) for one in found]
    return found


def _textbook(approach: Approach) -> Approach:
    return replace(approach, name=f"{approach.name}/textbook", encoding="textbook")
