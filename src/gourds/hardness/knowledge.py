"""What a search knows: how every run of its store ended, and the boards that it has made so far.

Decisions are made from this alone, and nothing in it depends on the order in which runs ended. So a search that was
killed goes on as if it had not been.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from gourds.bench.campaign.planning import PlannedInstance
from gourds.errors import GourdsError
from gourds.families import FAMILIES, generate
from gourds.hardness.axes import Line, is_quick
from gourds.hardness.brackets import Question
from gourds.instance import Instance
from gourds.running.isolation import run_limited

GENERATION: Final = 20.0
"""Seconds in which a family must make a board."""
NEAR: Final = 4
"""So many sizes in a row a family may leave out."""
FULL: Final = 0.98
"""A solver had its time if it had this part of it; clocks are not exact."""
LIMITS: Final = ("time limit", "cpu limit")
"""Causes that show that a solver needs more time; all others without a verdict say nothing about hardness."""


@dataclass(frozen=True)
class Candidate:
    """A board of a line: its size and its seed."""

    line: Line
    value: int
    """Of the parameter that grows."""
    seed: int

    @property
    def name(self) -> str:
        """As campaigns call it."""
        parameters = self.line.parameters(self.value)
        words = [f"{key}={str(value).lower()}" for key, value in parameters.items()]
        return " ".join([self.line.family, *words, f"seed={self.seed}"])


@dataclass(frozen=True)
class Ending:
    """How a run ended, as far as it matters here."""

    verdict: str
    cause: str
    seconds: float
    is_proved: bool
    """Whether its answer was checked and holds."""
    certificate: str | None = None
    spent: float = 0.0
    """Seconds from its start to its end, with the check."""
    detail: str | None = None
    cpu: float = 0.0
    """Seconds of processors."""

    @property
    def is_stopped(self) -> bool:
        """True iff it reached its time limit without an answer."""
        return self.verdict == "unknown" and self.cause in LIMITS

    @property
    def effort(self) -> float:
        """How long it worked: the time that it had a processor, if that is less than the time that went by."""
        return min(self.seconds, self.cpu) if self.cpu else self.seconds

    def is_beyond(self, seconds: float) -> bool:
        """True iff it gave no answer within so many seconds, and had a processor for as long.

        On a crowded machine a solver can be stopped before it has worked: that says nothing about hardness.
        """
        is_late = self.is_stopped or (self.verdict != "unknown" and self.seconds > seconds)
        return is_late and self.cpu >= seconds * FULL


@dataclass
class Knowledge:
    """All that is known, by digest of an instance and label of a solver."""

    question: Question
    endings: dict[tuple[str, str], Ending] = field(default_factory=dict)
    under_way: set[tuple[str, str]] = field(default_factory=set)
    """Runs that are being done, by digest and label."""
    _made: dict[Candidate, PlannedInstance | None] = field(default_factory=dict)
    _lines: dict[Line, list[Candidate]] = field(default_factory=dict)
    _tops: dict[Line, int] = field(default_factory=dict)
    _by_digest: dict[str, Candidate] = field(default_factory=dict)

    def board(self, candidate: Candidate) -> PlannedInstance | None:
        """The instance of a candidate; None if its family makes none there."""
        if candidate not in self._made:
            self.remember(candidate, _make(candidate))
        return self._made[candidate]

    def instance(self, candidate: Candidate) -> Instance:
        """The same of a candidate that has one."""
        planned = self.board(candidate)
        assert planned is not None
        return planned.instance

    def remember(self, candidate: Candidate, planned: PlannedInstance | None) -> None:
        """Note what a candidate's board is."""
        if planned is not None and candidate not in self._made:
            self._lines.setdefault(candidate.line, []).append(candidate)
            self._by_digest.setdefault(planned.instance.digest, candidate)
        self._made[candidate] = planned

    def made(self, line: Line) -> list[Candidate]:
        """The boards of a line that were made so far."""
        return self._lines.get(line, [])

    def top(self, line: Line) -> int:
        """The smallest size at which the boards of a line are too large, or that its family does not make."""
        if line not in self._tops:
            low, high = line.first - 1, line.first
            while self._is_allowed(line, high):
                low, high = high, 2 * high
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if self._is_allowed(line, middle) else (low, middle)
            self._tops[line] = high
        return self._tops[line]

    def _is_allowed(self, line: Line, value: int) -> bool:
        """Whether a board of about this size can be made and is not too large; some sizes are left out by a family."""
        near = (Candidate(line, value + k, self.question.seed) for k in range(NEAR))
        cells = next((found for one in near if (found := self.cells(one)) is not None), None)
        return cells is not None and cells <= self.question.max_cells

    def cells(self, candidate: Candidate) -> int | None:
        """How many cells it has; None if there is no such board."""
        planned = self.board(candidate)
        return None if planned is None else planned.instance.board.size

    def ending(self, candidate: Candidate, label: str) -> Ending | None:
        """How the run of a solver on a candidate ended; None if it has not."""
        return self.endings.get((self.digest(candidate), label))

    def is_under_way(self, candidate: Candidate) -> bool:
        """True iff a run on this candidate is being done."""
        digest = self.digest(candidate)
        return any(one == digest for one, _ in self.under_way)

    def verdict(self, candidate: Candidate) -> str | None:
        """Feasible or infeasible if that is proved; None if it is not."""
        found = self.proof(candidate)
        return None if found is None else found[1].verdict

    def proof(self, candidate: Candidate) -> tuple[str, Ending] | None:
        """The quickest proved answer within the time of ``solved_by``, with the label of its solver."""
        digest = self.digest(candidate)
        labels = (*self.question.answers[0], *self.question.answers[1])
        found = [(label, one) for label in labels if (one := self.endings.get((digest, label))) is not None]
        proved = [(label, one) for label, one in found if one.verdict != "unknown" and one.is_proved]
        return min(proved, key=lambda pair: pair[1].seconds, default=None)

    def found(self) -> list[Candidate]:
        """All candidates between the brackets; of equal boards the first."""
        lead = self.question.attack
        attacked = [digest for digest, label in self.endings if label == lead]
        candidates = [self._by_digest[digest] for digest in attacked if digest in self._by_digest]
        return [candidate for candidate in candidates if self.is_found(candidate)]

    def is_found(self, candidate: Candidate) -> bool:
        """True iff it is between the brackets: no attack succeeds in time, and the verdict is proved."""
        return all(self.is_hard(candidate, label) for label in self.question.attacks) and (
            self.proof(candidate) is not None
        )

    def is_hard(self, candidate: Candidate, label: str) -> bool:
        """True iff an attack on a candidate has ended, and failed in all of its time."""
        ending = self.ending(candidate, label)
        return ending is not None and ending.is_beyond(self.question.attacks[label])

    def digest(self, candidate: Candidate) -> str:
        """What tells its board from others."""
        return self.instance(candidate).digest


def _make(candidate: Candidate) -> PlannedInstance | None:
    parameters = candidate.line.parameters(candidate.value)
    family = FAMILIES[candidate.line.family]
    try:
        if is_quick(family.name):
            return PlannedInstance(generate(family, parameters, candidate.seed), candidate.name, None, None)
        ended = run_limited(generate, family, parameters, candidate.seed, time_limit=GENERATION)
    except GourdsError:  # this family has no such board
        return None
    return None if ended.cause != "done" else PlannedInstance(ended.value, candidate.name, None, None)
