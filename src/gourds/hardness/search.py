"""Which run comes next, over all tracks; and what has been found.

All tracks climb first, in turn, as long as that takes no more than a part of the budget: then it is known where hard
boards are small. After that the attacks go to the track whose next board is the smallest, where every board that a
line has given already counts as one more, so that not all come from one line. Tracks whose verdict is no longer wanted
rest. When nothing else is left, long answers are asked for where quick ones failed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gourds.errors import GourdsError
from gourds.files.manifest import VERDICTS
from gourds.hardness.axes import Line
from gourds.hardness.frontier import NOBODY, State, Step, Track, state_of
from gourds.hardness.knowledge import Candidate, Ending, Knowledge, spent_on

CLIMBING: Final = 0.5
"""Climbs may take so many seconds of processors for each second of the budget before there are attacks."""
BROKEN: Final = 3
"""If so many runs of a solver fail in another way than by their limit, and none succeeds, the search ends."""


@dataclass(frozen=True)
class Goal:
    """How many instances are wanted, and how long the search may take."""

    count: int
    feasible: float
    """The share of feasible ones, from 0 to 1."""
    budget: float
    """Seconds."""

    @property
    def wanted(self) -> dict[str, int]:
        """How many of each verdict."""
        feasible = math.floor(self.count * self.feasible + 0.5)
        return {"feasible": feasible, "infeasible": self.count - feasible}


@dataclass(frozen=True)
class Found:
    """An instance between the brackets."""

    candidate: Candidate
    digest: str
    cells: int
    verdict: str
    answered_by: str
    """The label of the solver that proved the verdict most quickly."""
    answer: Ending
    attacks: dict[str, Ending]
    """By label; all of them were stopped by their limits."""


class Search:
    """The tracks, and what is known about them."""

    def __init__(self, known: Knowledge, goal: Goal, lines: Sequence[Line]) -> None:
        self.known = known
        self.goal = goal
        self.tracks = [Track(line, verdict) for line in lines for verdict in VERDICTS]
        self._states: dict[Track, State] = {}

    # -- what has been found ------------------------------------------------------------------------------------

    def found(self) -> list[Found]:
        """Everything between the brackets, the smallest first."""
        seen: dict[str, Found] = {}
        for line in dict.fromkeys(track.line for track in self.tracks):
            for candidate in self.known.made(line):
                digest = self.known.digest(candidate)
                if digest not in seen and self.known.is_found(candidate):
                    seen[digest] = self._found(candidate, digest)
        return sorted(seen.values(), key=lambda one: (one.cells, one.candidate.name))

    def _found(self, candidate: Candidate, digest: str) -> Found:
        proof, cells = self.known.proof(candidate), self.known.cells(candidate)
        assert proof is not None and cells is not None
        attacks = {label: self.known.endings[digest, label] for label in self.known.question.attacks}
        return Found(candidate, digest, cells, proof[1].verdict, proof[0], proof[1], attacks)

    def chosen(self) -> list[Found]:
        """As many of them as are wanted of each verdict, the smallest ones."""
        left = dict(self.goal.wanted)
        chosen = []
        for one in self.found():
            if left[one.verdict] > 0:
                left[one.verdict] -= 1
                chosen.append(one)
        return chosen

    def missing(self, found: Iterable[Found]) -> Counter[str]:
        """How many of each verdict are still wanted."""
        return Counter(self.goal.wanted) - Counter(one.verdict for one in found)

    @property
    def is_over(self) -> bool:
        """True iff everything that is wanted has been found."""
        return not self.missing(self.found())

    # -- what comes next ----------------------------------------------------------------------------------------

    def touch(self, line: Line) -> None:
        """Forget how the tracks of a line stood: a run on it began or ended."""
        for verdict in VERDICTS:
            self._states.pop(Track(line, verdict), None)

    def state(self, track: Track) -> State:
        """How a track stands."""
        if track not in self._states:
            self._states[track] = state_of(track, self.known)
        return self._states[track]

    def next_step(self, left: float) -> Step | None:
        """The next run that ends within the seconds left; None if there is none, at least until a run has ended."""
        self._check()
        found = self.found()
        missing = self.missing(found)
        tracks = [track for track in self.tracks if missing[track.verdict]]
        asking = [(track, state) for track in tracks if (state := self._asking(track, left)) is not None]
        climbing = [(track, state) for track, state in asking if state.step and state.step.stage == "climb"]
        if climbing and (len(climbing) == len(asking) or self._may_climb()):
            return min(climbing, key=lambda pair: len(self.known.made(pair[0].line)))[1].step
        given = Counter(one.candidate.line for one in found)
        attacking = [pair for pair in asking if pair not in climbing]
        if attacking:
            return min(attacking, key=lambda pair: pair[1].cells * (1 + given[pair[0].line]))[1].step
        return None if self.known.under_way else self._insist(tracks, left)

    def _asking(self, track: Track, left: float) -> State | None:
        state = self.state(track)
        return state if state.step is not None and not state.is_waiting and self._fits(state.step, left) else None

    def _fits(self, step: Step, left: float) -> bool:
        return (self.known.question.competitors[step.label].wall or 0.0) <= left

    def _may_climb(self) -> bool:
        question = self.known.question
        spent = spent_on(self.known.endings, (question.probe, *question.answers[0]))
        return spent < CLIMBING * self.goal.budget

    def _insist(self, tracks: Sequence[Track], left: float) -> Step | None:
        for track in tracks:
            if self.state(track).reason == NOBODY:
                state = state_of(track, self.known, insists=True)
                if state.step is not None and self._fits(state.step, left):
                    return state.step
        return None

    def _check(self) -> None:
        """Raises GourdsError if the leading solver of ``hard_for`` does not work at all."""
        labels = (self.known.question.probe, *self.known.question.attacks)
        endings = [one for (_, label), one in self.known.endings.items() if label in labels]
        failed = [one for one in endings if one.verdict == "unknown" and not one.is_stopped]
        if len(failed) >= BROKEN and len(failed) == len(endings):
            name = self.known.question.lead.text
            raise GourdsError(f"{name} fails on every board: {failed[0].cause}: {failed[0].detail or 'no reason given'}")
