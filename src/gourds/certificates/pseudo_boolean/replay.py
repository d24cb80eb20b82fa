"""The replay of a proof, step by step, on a database of numbered constraints.

Invariant: **if the formula has a solution, then the database has one.** At the start they are the same. A step

- ``pol``, ``rup``, ``ia``, ``ea`` adds what every solution of the database satisfies;
- ``red`` adds a constraint such that some solution of the database, if there is one, satisfies it, see ``goals``; its
  goals are all constraints of the database at that moment, the formula's and the derived alike;
- ``del`` takes constraints away, and a solution stays one. So deleting needs no check, not even of constraints of the
  formula, as long as nothing is concluded but that there is *no* solution;
- ``pbc`` adds a constraint whose negation leads to a contradiction.

Hence a contradiction in the database proves that the formula has no solution. Nothing else is a proof: 'SAT', bounds and
proofs without a conclusion are rejected, and so is every rule that is not listed here, assumptions (``a``) first of all.

What a number means is taken from the order of the steps: the formula has the first numbers, an equation two of them, and
every constraint that is added has the next. Negative numbers count from the end. ``@name`` before a step names its number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gourds.certificates.entries import RejectedError
from gourds.certificates.pseudo_boolean import inequality as rules
from gourds.certificates.pseudo_boolean.goals import Frame, first_unproved
from gourds.certificates.pseudo_boolean.inequality import Inequality, Value
from gourds.certificates.pseudo_boolean.propagation import Propagator, has_conflict
from gourds.certificates.pseudo_boolean.reading import Words

NAME = re.compile(r"~?[A-Za-z_][A-Za-z0-9_^\[\]{}-]+")


class Replay:
    """One proof under way."""

    def __init__(self, formula: Sequence[Inequality], version: str, propagator: Propagator) -> None:
        """Variable k of the formula is called ``xk``."""
        self.version = version
        self.count = len(formula)
        self.last = 0
        self.database: dict[int, Inequality] = {}
        self.propagator = propagator
        self.variables = {f"x{v}": v for inequality in formula for v in inequality.terms}
        self.fresh = 1 + max(self.variables.values(), default=0)
        self.labels: dict[str, int] = {}
        self.frames: list[Frame] = []
        self.users: dict[int, list[int]] | None = None
        self.stage = 0  # 1: output seen; 2: conclusion seen; 3: all is said
        self.started = version != "1.2"
        for inequality in formula:
            self._add(inequality)

    def do(self, words: Words) -> None:
        """One step; raises RejectedError if it is not allowed."""
        label = words[0] if words[0].startswith("@") else None
        if label is not None:
            words = words[1:]
        rule, rest = (words[0], words[1:]) if words else ("", [])
        step: Callable[[Words], None] | None = self._rules().get(rule)
        if step is None:
            raise RejectedError(f"the rule {rule[:20]!r} is not supported here")
        if not self.started and rule != "f":
            raise RejectedError("a proof of version 1.2 loads the formula first, with 'f'")
        if self.stage and rule not in ("conclusion", "end"):
            raise RejectedError("a step after the output")
        before = self.last
        step(rest)
        if label is not None:
            if self.last == before:
                raise RejectedError("a label before a step that adds nothing")
            self.labels[label] = self.last

    def finish(self) -> None:
        """The end of the text."""
        if self.frames:
            raise RejectedError("the proof ends inside of a subproof")
        if self.stage != 3:
            raise RejectedError("the proof ends without its conclusion that there is no solution")

    def _rules(self) -> dict[str, Callable[[Words], None]]:
        inside: dict[str, Callable[[Words], None]] = {
            "f": self._formula,
            "pol": self._polish,
            "rup": self._propagate,
            "e": self._equal,
            "i": self._implied,
            "ia": lambda words: self._add(self._implied(words)),
        }
        if self.version == "2.0":
            inside["ea"] = lambda words: self._add(self._equal(words))
        if self.frames:
            return inside | {"proofgoal": self._begin_goal, "qed": self._end}
        return inside
