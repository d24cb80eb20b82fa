"""Which run comes next, over all tracks; and what has been found.

All tracks climb first, in turn, as long as that takes no more than a part of the budget: then it is known where hard
boards are small. After that the attacks go to the track whose next board is the cheapest. The price is its size; it is
higher where a line has given boards already, so that not all come from one line, and where time was spent on a line for
nothing. When time is short, the verdict of which more are missing comes first, and lines that have given some.
Tracks whose verdict is no longer wanted rest. When nothing else is left, long answers are asked for where quick ones
failed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gourds.errors import GourdsError
from gourds.hardness.axes import Line
from gourds.hardness.frontier import NOBODY, State, Step, Track, state_of
from gourds.hardness.knowledge import Candidate, Ending, Knowledge

CLIMBING: Final = 0.3
"""Climbs may take this part of the budget before there are attacks."""
VARIETY: Final = 0.25
"""Every board that a line has given makes its next ones dearer by this part."""
HURRY: Final = 2.4
"""So many attacks are reckoned with for each board that is missing."""
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
    jobs: int = 1
    """Runs at a time, as far as that is known."""

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
        self.tracks = [Track(line, verdict) for line in lines for verdict in line.verdicts]
        self._states: dict[Track, State] = {}
        self._found: list[Found] | None = None
        self._hurries = False

    # -- what has been found ------------------------------------------------------------------------------------

    def found(self) -> list[Found]:
        """Everything between the brackets, the smallest first."""
        if self._found is None:
            found = map(self._describe, self.known.found())
            self._found = sorted(found, key=lambda one: (one.cells, one.candidate.name))
        return self._found

    def _describe(self, candidate: Candidate) -> Found:
        digest = self.known.digest(candidate)
        proof, cells = self.known.proof(candidate), self.known.cells(candidate)
        assert proof is not None
        assert cells is not None
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
        """Forget what was found, and how the tracks of a line stood: a run on it began or ended."""
        self._found = None
        for verdict in line.verdicts:
            self._states.pop(Track(line, verdict), None)

    def state(self, track: Track) -> State:
        """How a track stands."""
        if track not in self._states:
            self._states[track] = state_of(track, self.known, hurries=self._hurries)
        return self._states[track]

    def next_step(self, left: float) -> Step | None:
        """The next run that ends within the seconds left; None if there is none, at least until a run has ended."""
        self._check()
        found = self.found()
        missing = self.missing(found)
        tracks = [track for track in self.tracks if missing[track.verdict]]
        self._hurry(left, missing.total())
        may_climb = left > (1 - CLIMBING) * self.goal.budget and not (self._hurries and found)
        if may_climb and (climb := self._climb(tracks, left)) is not None:
            return climb
        given = Counter(one.candidate.line for one in found)
        asking = [(track, state) for track in tracks if (state := self._asking(track, left)) is not None]
        attacking = [(track, state) for track, state in asking if not _is_climb(state)]
        if attacking:
            return min(attacking, key=lambda pair: self._rank(pair[0], pair[1], given, missing))[1].step
        if asking:
            return asking[0][1].step
        return None if self.known.under_way else self._insist(tracks, left)

    def _rank(self, track: Track, state: State, given: Counter[Line], missing: Counter[str]) -> tuple[int, bool, float]:
        """The lowest comes next."""
        boards = given[track.line]
        wasted = self._wasted(track.line) / ((1 + boards) * self.known.question.lead.seconds)
        price = state.cells * (1 + VARIETY * boards) * (1 + wasted)
        return (-missing[track.verdict], not boards, price) if self._hurries else (0, False, price)

    def _wasted(self, line: Line) -> float:
        """Seconds of full attacks on a line that succeeded, and of answers that were none."""
        question = self.known.question
        total = 0.0
        for candidate in self.known.made(line):
            attack = self.known.ending(candidate, question.attack)
            total += attack.seconds if attack is not None and attack.verdict != "unknown" else 0.0
            answers = (self.known.ending(candidate, label) for label in question.answers[0])
            total += sum(one.seconds for one in answers if one is not None and one.verdict == "unknown")
        return total

    def _hurry(self, left: float, missing: int) -> None:
        """Note whether there is little more time left than the attacks take for what is missing."""
        hurries = left * self.goal.jobs < HURRY * missing * self.known.question.lead.seconds
        if hurries != self._hurries:
            self._hurries = hurries
            self._states.clear()

    def _climb(self, tracks: Sequence[Track], left: float) -> Step | None:
        """The next run of a climb, on a line that has been looked at the least; others need not be looked at now."""
        for track in sorted(tracks, key=lambda track: len(self.known.made(track.line))):
            state = self._asking(track, left)
            if state is not None and _is_climb(state):
                return state.step
        return None

    def _asking(self, track: Track, left: float) -> State | None:
        state = self.state(track)
        if state.step is not None and self._key(state.step) in self.known.endings:  # another line has the same board
            self.touch(track.line)
            state = self.state(track)
        if state.step is None or state.is_waiting or not self._fits(state.step, left):
            return None
        return None if self._key(state.step) in self.known.under_way else state

    def _key(self, step: Step) -> tuple[str, str]:
        return self.known.digest(step.candidate), step.label

    def _fits(self, step: Step, left: float) -> bool:
        return (self.known.question.competitors[step.label].wall or 0.0) <= left

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
            raise GourdsError(
                f"{name} fails on every board: {failed[0].cause}: {failed[0].detail or 'no reason given'}"
            )


def _is_climb(state: State) -> bool:
    return state.step is not None and state.step.stage == "climb"
