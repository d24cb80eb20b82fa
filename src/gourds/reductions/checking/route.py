"""One instance on its way to a board: the reduction under test, then the rest of the path.

Every arrow is looked at by itself. A solution that travels back is checked at every stop, so that what goes wrong is
blamed on the reduction that did it; the same on the way forward. The maps may be anybody's code: whatever they raise is
their failure, not ours.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from gourds.errors import GourdsError, InputError
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.reductions.checking.draws import Hand
from gourds.reductions.problem import PLACEMENT, Applied
from gourds.reductions.registry import AnyProblem, AnyReduction, Path, find_problem, ways

R = TypeVar("R")


class Flaw(enum.Enum):
    """What is wrong."""

    PROBLEM = "wrong problem"
    APPLY = "no target"
    SIZE = "wrong size"
    NO_TO_YES = "no to yes"
    YES_TO_NO = "yes to no"
    FORWARD = "bad forward map"
    BACK = "bad back map"
    COUNT = "wrong count"
    UNDECIDED = "not decided"


MEANING: Final = {
    Flaw.PROBLEM: "the functions of the source problem contradict each other",
    Flaw.APPLY: "no instance of the target came out",
    Flaw.SIZE: "the target has not the size that the formula predicts",
    Flaw.NO_TO_YES: "the source has no solution, the target has one",
    Flaw.YES_TO_NO: "the source has a solution, the target has none",
    Flaw.FORWARD: "a solution of the source was not turned into one of the target",
    Flaw.BACK: "a solution of the target was not turned into one of the source",
    Flaw.COUNT: "the exact number of solutions on the other side is not what it must be",
    Flaw.UNDECIDED: "there is no verdict with evidence within the limit",
}


class FlawError(GourdsError):
    """Something is wrong with a reduction."""

    def __init__(
        self,
        flaw: Flaw,
        where: str,
        detail: str,
        hand: Hand | None = None,
        placement: Placement | None = None,
    ) -> None:
        super().__init__(f"{flaw.value}: {detail}")
        self.flaw, self.where, self.detail, self.hand, self.placement = flaw, where, detail, hand, placement


def attempt(flaw: Flaw, where: str, function: Callable[..., R], *args: Any, hand: Hand | None = None) -> R:
    """Call somebody's function; what it raises is a flaw of that kind."""
    try:
        return function(*args)
    except FlawError:
        raise
    except RecursionError:
        raise FlawError(flaw, where, "RecursionError", hand) from None
    except Exception as error:
        said = str(error) if isinstance(error, GourdsError) else f"{type(error).__name__}: {error}"
        raise FlawError(flaw, where, said, hand) from error


def failure_of(problem: AnyProblem, source: Any, witness: Any) -> str | None:
    """Why a witness is no solution, None if it is one; a witness that cannot even be looked at is none."""
    try:
        failures = problem.failures(source, witness)
    except Exception as error:
        return f"it has not the form of a solution: {type(error).__name__}: {error}"
    return str(failures[0]) if failures else None


@dataclass(frozen=True)
class Stop:
    """A reduction applied on the way."""

    reduction: AnyReduction
    applied: Applied[Any, Any, Any, Any]

    @property
    def source(self) -> AnyProblem:
        """The problem before it."""
        return find_problem(self.reduction.source)

    @property
    def target(self) -> AnyProblem:
        """The problem after it."""
        return find_problem(self.reduction.target)

    def forward(self, witness: Any) -> Any:
        """A solution of the source to one of the target. Raises FlawError if that is none."""
        name = self.reduction.name
        found = attempt(Flaw.FORWARD, name, self.applied.forward, witness, hand=Hand.FORWARD)
        if fault := failure_of(self.target, self.applied.target, found):
            raise FlawError(Flaw.FORWARD, name, fault, Hand.FORWARD)
        return found

    def back(self, witness: Any, hand: Hand) -> Any:
        """A solution of the target to one of the source. Raises FlawError if that is none."""
        name = self.reduction.name
        found = attempt(Flaw.BACK, name, self.applied.back, witness, hand=hand)
        if fault := failure_of(self.source, self.applied.source, found):
            raise FlawError(Flaw.BACK, name, fault, hand)
        return found


@dataclass(frozen=True)
class Route:
    """The reduction under test, and the path from its target to a board if there is one."""

    first: Stop
    rest: tuple[Stop, ...]
    board: Instance | None
    """Where it ends, if it ends at a board."""

    @classmethod
    def of(cls, reduction: AnyReduction, source: Any, *, smallest: bool = False) -> Route:
        """Apply everything, on the usual path to a board, or on that to the smallest board.

        Raises FlawError if a reduction raises something.
        """
        first = Stop(reduction, attempt(Flaw.APPLY, reduction.name, reduction.apply, source))
        known = ways(reduction.target, PLACEMENT)
        routes = [cls._along(first, hops) for hops in (known if smallest else known[:1])]
        return min(routes, key=lambda route: route.cells or 0, default=cls(first, (), None))

    @classmethod
    def _along(cls, first: Stop, hops: Path) -> Route:
        rest: list[Stop] = []
        target, name = first.applied.target, first.reduction.name
        for hop in hops:
            # If the next reduction cannot take it, the one before made something that is no instance of its target.
            rest.append(Stop(hop, attempt(Flaw.APPLY, name, hop.apply, target)))
            target = rest[-1].applied.target
        return cls(first, tuple(rest), attempt(Flaw.APPLY, name, _instance, target))

    @property
    def cells(self) -> int | None:
        """The size of the board, if there is one."""
        return None if self.board is None else self.board.board.size

    def send(self, witness: Any) -> tuple[Any, Placement | None]:
        """A solution of the source forward: that of the target, and the placement at the end."""
        target = final = self.first.forward(witness)
        for stop in self.rest:
            final = stop.forward(final)
        return target, final if self.board is not None else None

    def read(self, placement: Placement, hand: Hand) -> Any:
        """A placement of the board back to a solution of the source, checked at every stop."""
        witness: Any = placement
        try:
            for stop in (*reversed(self.rest), self.first):
                witness = stop.back(witness, hand)
        except FlawError as error:
            error.placement = placement
            raise
        return witness


def _instance(value: Any) -> Instance:
    if not isinstance(value, Instance):
        raise InputError(f"the target must be an instance of Colored Gourd Placement, not {type(value).__name__}")
    return value
