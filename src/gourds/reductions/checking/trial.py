"""One instance through one reduction, everything checked.

In order: the instance's own verdict by the problem's brute force; the target and its size; the verdict at the end of
the path, an infeasible board only with a certificate that the checker accepts; solutions of the source forward and
back; placements from many hands back (:mod:`.draws`); every solution of a small target back; numbers of solutions on
both sides. The first thing that is wrong ends it. Where no path leads on to a board, the target's own brute force gives
the verdict.

Reading *every* solution of the target finds what hands can miss: a condition that was left out shows on the first
instance where it does not follow from the others. A reduction that says how many solutions come back to each of the
source (``completions``) is held to it, so a condition too many shows as well. Other numbers are told, not judged, but
for one: there are placements iff there are solutions. A reduction is *parsimonious* if it keeps the number of
solutions, and nearly as good if it multiplies it by a number that the size gives.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, Final, Never

from gourds.certificates.verify import verify_certificate
from gourds.placement import Placement
from gourds.reductions.checking.draws import Hand, count_placements, draw_placements
from gourds.reductions.checking.route import Flaw, FlawError, Route, attempt, failure_of
from gourds.reductions.registry import AnyProblem, AnyReduction, find_problem
from gourds.solvers import Status, solve

SENT: Final = 8
"""This many solutions of one instance are sent forward."""
LISTED: Final = 5000
"""Up to this many solutions are counted by listing them."""
SMALL: Final = 60
"""Of targets whose sizes sum to at most this all solutions are listed, if there are not too many."""
COUNTED: Final = 4000
"""Boards of instances without a solution are counted too, if they have at most this many cells."""
KEPT: Final = 3000
"""Of boards of at most this many cells a placement is kept, to be drawn."""


@dataclass(frozen=True)
class Failure:
    """What was wrong."""

    flaw: Flaw
    where: str
    """The reduction that did it."""
    detail: str
    hand: Hand | None = None
    """Where the solution came from that was not read right."""


@dataclass(frozen=True)
class Trial:
    """One instance that went through; plain values only, so that it can be sent between processes."""

    origin: str
    """Where the instance is from, for people."""
    text: str
    """The instance, as its problem spells it."""
    is_yes: bool
    size: dict[str, int] = field(default_factory=dict)
    """Of the instance."""
    target: dict[str, int] = field(default_factory=dict)
    """Of what the reduction made of it."""
    cells: int | None = None
    """Of the board at the end of the path, if it leads to one."""
    path: tuple[str, ...] = ()
    """The problems that it went through, after its own."""
    sent: int = 0
    """How many solutions of the source were sent forward."""
    read: dict[Hand, int] = field(default_factory=dict)
    """How many solutions of the target were read back, by where they came from."""
    evidence: str = ""
    """What a "no" rests on."""
    solutions: int | None = None
    """How many solutions the source has."""
    images: int | None = None
    """How many the target has."""
    placements: int | None = None
    """How many placements the board has."""
    failure: Failure | None = None
    placement: Placement | None = None
    """One that was drawn, or the one that was not read right."""


def try_instance(
    reduction: AnyReduction,
    source: Any,
    *,
    expected: bool | None = None,
    samples: int = 3,
    seed: int = 0,
    origin: str = "",
    smallest: bool = False,
) -> Trial:
    """Send one instance through a reduction. ``expected`` is the verdict that its generator claims.

    It goes on to a board by the usual path, or by that to the smallest board.
    """
    tested = _Tested(reduction, source, expected, samples, seed, origin, smallest, find_problem(reduction.source))
    tests = (tested.truth, tested.target, tested.verdict, tested.forward, tested.back, tested.listed, tested.count)
    try:
        for test in tests:
            test()
    except FlawError as error:
        failure = Failure(error.flaw, error.where, error.detail, error.hand)
        return tested.trial(failure, error.placement)
    return tested.trial()


@dataclass
class _Tested:
    """The tests of one instance, in order; each raises FlawError if something is wrong."""

    reduction: AnyReduction
    source: Any
    expected: bool | None
    samples: int
    seed: int
    origin: str
    smallest: bool
    problem: AnyProblem
    known: dict[str, Any] = field(default_factory=dict)
    witnesses: list[Any] = field(default_factory=list)
    placement: Placement | None = None
    start: Placement | None = None
    read: Counter[Hand] = field(default_factory=Counter)

    @cached_property
    def route(self) -> Route:
        """What becomes of the instance; made by the test of the target."""
        return Route.of(self.reduction, self.source, smallest=self.smallest)

    def trial(self, failure: Failure | None = None, placement: Placement | None = None) -> Trial:
        """What is known now."""
        cells = self.known.get("cells")
        kept = placement or (self.placement if cells is not None and cells <= KEPT else None)
        known = {"text": "", "is_yes": bool(self.expected), **self.known}
        return Trial(self.origin, **known, read=dict(self.read), failure=failure, placement=kept)

    def truth(self) -> None:
        """The verdict of the source, and its solutions."""
        problem, source, name = self.problem, self.source, f"problem {self.problem.name}"
        text = attempt(Flaw.PROBLEM, name, problem.spell, source)
        self.known["text"] = text
        again = attempt(Flaw.PROBLEM, name, lambda: problem.spell(problem.parse(text)))
        if again != text:
            raise FlawError(Flaw.PROBLEM, name, "an instance that is written and read again is another one")
        self.known["size"] = dict(attempt(Flaw.PROBLEM, name, problem.size, source))
        first = attempt(Flaw.PROBLEM, name, problem.solve, source)
        self.witnesses = attempt(Flaw.PROBLEM, name, lambda: list(islice(problem.solutions(source), LISTED + 1)))
        if (first is None) != (not self.witnesses):
            raise FlawError(Flaw.PROBLEM, name, "two ways to solve an instance disagree")
        for witness in (first, *self.witnesses[:SENT]):
            if witness is not None and (fault := failure_of(problem, source, witness)):
                raise FlawError(Flaw.PROBLEM, name, f"what it gives as a solution is none: {fault}")
        self.known["is_yes"] = is_yes = bool(self.witnesses)
        if self.expected is not None and self.expected != is_yes:
            claimed, is_what = ("random_yes", "no") if self.expected else ("random_no", "a")
            raise FlawError(Flaw.PROBLEM, name, f"{claimed} gave an instance with {is_what} solution")
        if len(self.witnesses) <= LISTED:
            self.known["solutions"] = len(self.witnesses)

    def target(self) -> None:
        """What the reduction makes of it, and the size formula."""
        route, name, first = self.route, self.reduction.name, self.route.first
        found = dict(attempt(Flaw.APPLY, name, first.target.size, first.applied.target))
        self.known["target"] = found
        self.known["cells"] = route.cells
        self.known["path"] = tuple(stop.reduction.target for stop in (route.first, *route.rest))
        predicted = dict(first.applied.predicted)
        wrong = [key for key in {**found, **predicted} if found.get(key) != predicted.get(key)]
        if wrong:
            key = wrong[0]
            raise FlawError(Flaw.SIZE, name, f"{found.get(key, 'no')} {key}, predicted {predicted.get(key, 'none')}")

    def verdict(self) -> None:
        """The verdict at the end of the path against the source's."""
        if self.route.board is None:
            self._listed_verdict()
            return
        result = solve(self.route.board, isolate=False, proof=True)
        if result.status is Status.UNKNOWN:
            self._fail(Flaw.UNDECIDED, result.reason or "")
        if result.status is Status.FEASIBLE:
            assert result.placement is not None
            self.start = self.placement = result.placement
            if not self.known["is_yes"]:
                self._fail(Flaw.NO_TO_YES, "the placement was checked", Hand.SOLVER, result.placement)
            return
        if result.certificate is None or not verify_certificate(self.route.board, result.certificate):
            self._fail(Flaw.UNDECIDED, "the certificate of infeasibility was not accepted")
        self.known["evidence"] = result.certificate.kind
        if self.known["is_yes"]:
            self._fail(Flaw.YES_TO_NO, f"certificate checked: {result.reason or result.certificate.kind}")

    def _listed_verdict(self) -> None:
        first = self.route.first
        found = attempt(Flaw.APPLY, self.reduction.name, first.target.solve, first.applied.target)
        self.known["evidence"] = "exhaustive search" if found is None else ""
        if (found is not None) != self.known["is_yes"]:
            self._fail(Flaw.NO_TO_YES if found is not None else Flaw.YES_TO_NO, "by exhaustive search")

    def _fail(self, flaw: Flaw, detail: str, hand: Hand | None = None, placement: Placement | None = None) -> Never:
        raise FlawError(flaw, self.reduction.name, detail, hand, placement)

    def forward(self) -> None:
        """Solutions of the source to the target, on to the board, and back again."""
        step = max(1, len(self.witnesses) // SENT)
        for witness in self.witnesses[::step][:SENT]:
            image, placement = self.route.send(witness)
            self.known["sent"] = self.known.get("sent", 0) + 1
            self.start = placement or self.start
            self.route.first.back(image, Hand.FORWARD)
            self.read[Hand.FORWARD] += 1

    def back(self) -> None:
        """Solutions of the target from many hands to solutions of the source."""
        board = self.route.board
        if board is None or not self.known["is_yes"]:
            return
        assert self.placement is not None
        assert self.start is not None
        self._read(Hand.SOLVER, [self.placement])
        drawn = draw_placements(board, self.start, self.samples, self.seed)
        self.known["placements"] = drawn.total
        self.placement = next(iter(drawn.by_hand[Hand.UNIFORM]), self.placement)
        for hand, placements in drawn.by_hand.items():
            self._read(hand, placements)

    def _read(self, hand: Hand, placements: list[Placement]) -> None:
        for placement in placements:
            self.route.read(placement, hand)
            self.read[hand] += 1

    def listed(self) -> None:
        """Every solution of a small target back, and how many come back to each of the source."""
        name, first, is_small = self.reduction.name, self.route.first, sum(self.known["target"].values()) <= SMALL
        if not is_small and self.route.board is not None:
            return
        most = LISTED + 1 if is_small else 1 + self.samples
        images = attempt(Flaw.APPLY, name, lambda: list(islice(first.target.solutions(first.applied.target), most)))
        if images and not self.known["is_yes"]:
            self._fail(Flaw.NO_TO_YES, "by exhaustive search")
        above = Counter(first.source.spell_solution(self.source, first.back(image, Hand.LISTED)) for image in images)
        self.read[Hand.LISTED] += len(images)
        if len(images) == most:
            return
        self.known["images"] = len(images)
        if self.reduction.completions is None:
            return
        for witness in self.witnesses:
            said = attempt(Flaw.COUNT, name, self.reduction.completions, self.source, witness)
            spelled = first.source.spell_solution(self.source, witness)
            if said != above[spelled]:
                self._fail(Flaw.COUNT, f"{above[spelled]} solutions of the target come back to {spelled}, not {said}")

    def count(self) -> None:
        """The number of placements."""
        board = self.route.board
        if board is not None and board.board.size <= COUNTED and not self.known["is_yes"]:
            self.known["placements"] = count_placements(board)
        placements = self.known.get("placements")
        if placements is not None and bool(placements) != self.known["is_yes"]:
            self._fail(Flaw.COUNT, f"{placements} placements, {len(self.witnesses)} solutions")
