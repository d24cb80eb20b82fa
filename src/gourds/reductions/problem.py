"""The interface for reductions of your own: what a problem is, what a reduction between two problems is.

A file with a reduction defines ``PROBLEM`` (or a list ``PROBLEMS``), if its source is not known yet, and ``REDUCTION``
(or ``REDUCTIONS``). The registry (:mod:`gourds.reductions.registry`) finds the files of
:mod:`gourds.reductions.sources`, those that installed packages name under the entry point ``gourds.reductions``, and
those named by ``--plugin``. ``docs/reductions.md`` writes one from the first line to the last.

A problem is given by its instances, of type S, and by what solves them, of type W (*witness*). Problems here are
decision problems in NP: ``failures`` checks a witness from the definition, in polynomial time, and everything that
rests on a reduction is checked by it. ``solutions`` is the second opinion on small instances; it shares nothing with
any reduction.

The problem ``placement`` is Colored Gourd Placement itself: its S is :class:`~gourds.instance.Instance`, its W is
:class:`~gourds.placement.Placement`. A reduction to it makes boards, by any gadgets, of any height and colors; a
reduction to another problem is continued from there, along a path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

S = TypeVar("S")
"""The instances of a problem."""
W = TypeVar("W")
"""What solves them."""
T = TypeVar("T")
"""The instances of a reduction's target."""
V = TypeVar("V")
"""What solves those."""

PLACEMENT: Final = "placement"
"""The problem at the end of every path, Colored Gourd Placement."""


def not_smaller(source: Any) -> Iterator[Any]:
    """Of a problem whose instances cannot be made smaller."""
    return iter(())


@dataclass(frozen=True, kw_only=True)
class Problem(Generic[S, W]):
    """A decision problem: how its instances are written, what solves them, and instances to try.

    All functions are pure: the same arguments give the same values, on every machine. Neither instances nor witnesses
    are plain texts (``str``): a text is always something to parse.
    """

    name: str
    """As on the command line, in lower case: ``x3c``."""
    title: str
    """As in a textbook: ``Exact cover by 3-sets``."""
    suffix: str
    """How the names of its files end: ``.x3c``. Several problems may share one."""
    header: str = ""
    """How its files start after comments, so that they are known without ``--from``: ``p x3c``; empty: by suffix."""
    parse: Callable[[str], S]
    """The instance in a text. Raises InputError with the line of every fault."""
    spell: Callable[[S], str]
    """The text of an instance; ``parse`` reads it back."""
    parse_solution: Callable[[S, str], W]
    """The witness in a text, for this instance. Raises InputError if it is not even of the right form."""
    spell_solution: Callable[[S, W], str]
    """The text of a witness; ``parse_solution`` reads it back."""
    failures: Callable[[S, W], list[str]]
    """Why a witness does not solve the instance, each a sentence without its subject; empty: it does."""
    solutions: Callable[[S], Iterator[W]]
    """Every solution once, by brute force; for small instances."""
    random_yes: Callable[[int, int], S]
    """Size and seed to an instance with a solution; sizes are small, from 1 on, and what they count is up to you."""
    random_no: Callable[[int, int], S]
    """Size and seed to one without: cores that have none with padding around, near misses of others in turn."""
    size: Callable[[S], Mapping[str, int]]
    """What the size formula counts, by name: ``{"elements": 6, "sets": 4}``."""
    shrink: Callable[[S], Iterator[S]] = not_smaller
    """Smaller instances to try when one shows a fault, the smallest first or nearly so; verdicts may change."""
    find: Callable[[S], W | None] | None = None
    """Another way to one solution, where instances are too large to list all; None: the first of ``solutions``."""
    tally: Callable[[S], int] | None = None
    """Another way to the number of solutions; None: by listing them."""

    def solve(self, source: S) -> W | None:
        """A solution, or None if there is none."""
        return next(iter(self.solutions(source)), None) if self.find is None else self.find(source)

    def count(self, source: S) -> int:
        """The number of solutions."""
        return sum(1 for _ in self.solutions(source)) if self.tally is None else self.tally(source)


@dataclass(frozen=True)
class Applied(Generic[S, W, T, V]):
    """A reduction applied to one instance: what it became, and the maps between solutions of the two."""

    source: S
    target: T
    forward: Callable[[W], V]
    """A solution of the source to one of the target. It need not look at what is no solution."""
    back: Callable[[V], W]
    """A solution of the target to one of the source."""
    predicted: Mapping[str, int]
    """The target's size by the size formula, from the source alone: compared with the size that it has."""


@dataclass(frozen=True)
class Reduction(Generic[S, W, T, V]):
    """A reduction from one problem to another: yes to yes, no to no, with maps both ways.

    Some values that ``apply`` is free to choose can be options, such as the order of gadgets.
    """

    source: str
    """The name of the problem that it takes."""
    target: str
    """The name of the problem that it gives; ``placement`` for boards."""
    apply: Callable[..., Applied[S, W, T, V]]
    """The source, and options by name, to what it becomes."""
    sizes: str
    """The size formula for people: ``n variables, 3·n clauses, with n sets``."""
    options: tuple[str, ...] = ()
    """The options that ``apply`` takes besides the source. Their values must be such that JSON can hold them."""
    completions: Callable[[S, W], int] | None = None
    """How many solutions of the target come back to a solution of the source, by a formula; None: there is none."""

    @property
    def name(self) -> str:
        """``source to target``."""
        return f"{self.source} to {self.target}"
