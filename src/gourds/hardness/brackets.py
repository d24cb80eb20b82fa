"""Brackets of difficulty: ``NAME:SECONDS``, a solver and its time; what a search asks for, and its solvers in a store.

An instance is *between the brackets* if no solver of ``hard_for`` decides it within its seconds, and one of
``solved_by`` decides it within its own, with evidence that was checked. Everything runs as a competitor of a campaign:

- *attack*: a solver of ``hard_for`` with its full time; *probe*: the first of them with a small part of its time.
- *answer*: a solver of ``solved_by``, with a proof. Quick answers come first; long ones wait until nothing else is left
  to try. If the solvers of ``solved_by`` write no proofs, ``auto`` is asked for one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gourds.bench.campaign.definition import SolverConfig
from gourds.errors import InputError, quoted
from gourds.solvers import find_solver
from gourds.solvers.external.recipe import is_command
from gourds.words import enumerated

SLACK: Final = 1.1
"""An attack may run this many times its seconds, so that it has had its time even if it had to share a processor."""
PROBE: Final = 20
"""A probe has this part of the time of an attack."""
SHORTEST: Final = 0.5
"""Seconds of a probe at least."""
QUICK: Final = 3
"""A quick answer takes this part of the time of an attack at most."""
QUICKEST: Final = 5.0
"""Seconds for a quick answer at least."""
LONG: Final = 10
"""A long answer takes this many times the time of an attack at most: more would eat up the budget."""
PORTFOLIO: Final = ("auto", "sat")
"""What ``any`` stands for; the first is asked first."""


@dataclass(frozen=True)
class Bracket:
    """Some solvers and the seconds that each of them has."""

    text: str
    """As it was asked for."""
    solvers: tuple[str, ...]
    seconds: float
    presolve: bool = True


def bracket_of(text: str) -> Bracket:
    """The bracket that ``NAME:SECONDS`` stands for; the last colon separates the seconds. Raises InputError."""
    name, colon, number = text.rpartition(":")
    try:
        seconds = float(number) if colon else 0.0
    except ValueError:
        seconds = 0.0
    if not name or not 0 < seconds <= 10**6:
        raise InputError(f"a bracket is NAME:SECONDS, such as minisat:60, not {quoted(text)}")
    if name == "any":
        return Bracket(text, PORTFOLIO, seconds)
    if name == "minisat":
        return _minisat(text, seconds)
    find_solver(name)
    return Bracket(text, (name,), seconds)


def _minisat(text: str, seconds: float) -> Bracket:
    """MiniSat itself if it is on the PATH, or the MiniSat of PySAT, on the formula of the whole board."""
    for name in ("external:minisat", "sat:minisat22"):
        try:
            _solver, _ = find_solver(name)
        except InputError:
            continue
        if name == "sat:minisat22" or _is_here(name):
            return Bracket(text, (name,), seconds, presolve=False)
    raise InputError("there is no MiniSat: neither a program 'minisat' on the PATH nor PySAT's")


def _is_here(name: str) -> bool:
    from shutil import which

    return which(name.partition(":")[2]) is not None


@dataclass(frozen=True)
class Question:
    """What is searched for, and where."""

    hard_for: tuple[Bracket, ...]
    solved_by: Bracket
    max_cells: int
    families: tuple[str, ...] = ()
    """Their names; none: all that are made for it."""
    seed: int = 0
    """The first seed of the families."""

    @classmethod
    def of(
        cls,
        hard_for: Sequence[str],
        solved_by: str,
        max_cells: int,
        families: Sequence[str] = (),
        seed: int = 0,
    ) -> Question:
        """The question in words of the command line. Raises InputError."""
        if not hard_for:
            raise InputError("hard for whom? --hard-for names a solver and its seconds, such as minisat:60")
        return cls(tuple(map(bracket_of, hard_for)), bracket_of(solved_by), max_cells, tuple(families), seed)

    def to_toml(self) -> str:
        """The text by which a store knows its question."""
        rows = {
            "hard_for": [one.text for one in self.hard_for],
            "solved_by": self.solved_by.text,
            "solvers": list(self.competitors),
            "max_cells": self.max_cells,
            "families": list(self.families),
            "seed": self.seed,
        }
        return "".join(f"{key} = {json.dumps(value)}\n" for key, value in rows.items())

    def __str__(self) -> str:
        return f"hard for {enumerated([one.text for one in self.hard_for])}, solved by {self.solved_by.text}"

    @property
    def lead(self) -> Bracket:
        """The bracket whose frontier is learned."""
        return self.hard_for[0]

    @property
    def probe_seconds(self) -> float:
        """How long a probe takes at most."""
        return min(max(self.lead.seconds / PROBE, SHORTEST), self.lead.seconds)

    @cached_property
    def probe(self) -> str:
        """The label of the probe."""
        return _label(self.lead.solvers[0], self.probe_seconds)

    @cached_property
    def attacks(self) -> dict[str, float]:
        """The labels of the attacks with their seconds, the leading one first; none may succeed."""
        return {_label(name, one.seconds): one.seconds for one in self.hard_for for name in one.solvers}

    @cached_property
    def attack(self) -> str:
        """The label of the leading attack."""
        return next(iter(self.attacks))

    @cached_property
    def answers(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The labels of quick answers and of long ones, in the order in which they are asked."""
        quick = min(max(self.lead.seconds / QUICK, QUICKEST), self.solved_by.seconds)
        long = min(self.lead.seconds * LONG, self.solved_by.seconds)
        names = tuple(dict.fromkeys((*self.solved_by.solvers, "auto")))
        asked = [_answer_label(name, quick) for name in names[:1]], [_answer_label(name, long) for name in names]
        return tuple(asked[0]), tuple(label for label in asked[1] if label not in asked[0])

    @property
    def commands(self) -> tuple[str, ...]:
        """The solvers that are commands: other people's programs, which whoever asks answers for."""
        return tuple(config.name for config in self.competitors.values() if is_command(config.name))

    @cached_property
    def competitors(self) -> dict[str, SolverConfig]:
        """All solvers with their seconds, by label."""
        found: dict[str, SolverConfig] = {}
        lead = self.lead
        found[self.probe] = SolverConfig(self.probe, lead.solvers[0], presolve=lead.presolve, wall=self.probe_seconds)
        for one in self.hard_for:
            for name in one.solvers:
                label = _label(name, one.seconds)
                found[label] = SolverConfig(label, name, presolve=one.presolve, wall=round(SLACK * one.seconds, 3))
        for label in (*self.answers[0], *self.answers[1]):
            name, seconds = _asked(label)
            found[label] = SolverConfig(label, name, proof=True, wall=seconds)
        return found


def _label(name: str, seconds: float) -> str:
    return f"{name} {seconds:g} s"


def _answer_label(name: str, seconds: float) -> str:
    return f"{name} with proof {seconds:g} s"


def _asked(label: str) -> tuple[str, float]:
    name, _, rest = label.partition(" with proof ")
    return name, float(rest.removesuffix(" s"))
