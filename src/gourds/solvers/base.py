"""What a solver is: one interface for all approaches.

A solver is one module in this package that defines ``SOLVER``; the registry finds it by itself. Its ``run`` takes an
instance and options and returns an :class:`Outcome`. Timing, limits, and the check of every placement are done
outside of it, the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from gourds.display import brief
from gourds.errors import Fault
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.running.outcome import Outcome, Status

__all__ = ["ABILITIES", "Options", "Outcome", "Result", "Solver", "Status", "tell_nobody"]


def tell_nobody(sentence: str) -> None:
    """What solvers tell goes nowhere."""


@dataclass(frozen=True)
class Options:
    """What the user asked for. A solver passes over what does not concern it."""

    variant: str = ""
    """What followed the colon in the solver's name, one of its variants."""
    time_limit: float | None = None
    """Seconds of wall time; the run is ended from outside, but a solver may stop by itself."""
    memory_limit: float | None = None
    """Megabytes of resident memory; watched from outside."""
    seed: int = 0
    """Seed of all random choices."""
    encoding: str = "reduced"
    """``textbook`` posts every budget, ``reduced`` only what the counting laws leave."""
    presolve: bool = True
    """False: the model of the whole board."""
    jobs: int | None = None
    """How many processes a race may have; None: as many as there are processors; 1 repeats exactly."""
    proof: bool = False
    """Whether a certificate of infeasibility is wanted that can be checked without the solver."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Further settings of single solvers, such as ``cardinality``."""
    tell: Callable[[str], None] = field(default=tell_nobody, repr=False, compare=False)
    """Told in one short sentence what is being done and what is known so far, in whatever process the work runs."""


@dataclass(frozen=True)
class Result:
    """The verdict on one instance, checked."""

    status: Status
    solver: str
    placement: Placement | None
    certificate: Certificate | None
    error_bound: float
    reason: str | None
    time_s: float
    stats: Mapping[str, Any]

    __repr__ = brief

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds solve --json`` prints."""
        placement = self.placement
        return {
            "status": self.status.value,
            "solver": self.solver,
            "placement": None if placement is None else placement.to_json(),
            "certificate": None if self.certificate is None else self.certificate.summary(),
            "error_bound": self.error_bound,
            "reason": self.reason,
            "time_s": round(self.time_s, 6),
            "stats": dict(self.stats),
        }

    def _repr_svg_(self) -> str | None:
        return None if self.placement is None else self.placement._repr_svg_()


ABILITIES = ("decide", "find", "count", "prove", "randomized")
"""What a solver may be able to do."""


@dataclass(frozen=True)
class Solver:
    """An approach."""

    name: str
    """As after ``--solver``."""
    summary: str
    """One line for people."""
    run: Callable[[Instance, Options], Outcome]
    """The approach itself, after what is done at once."""
    at_once: Callable[[Instance, Options], Outcome | None] | None = None
    """What comes first: an answer within milliseconds, or None. It keeps to the time limit by itself and runs where it
    is called, so that quick answers are not paid for with a process."""
    modules: tuple[str, ...] = ()
    """What it imports when it runs: loaded before the clock starts, and once for all runs."""
    prepare: Callable[[Instance | None], None] | None = None
    """Loads compiled kernels before the clock starts: those for an instance, or all of them."""
    package: str | None = None
    """The distribution it stands on, for the version; None: this package alone."""
    variants: tuple[str, ...] = ()
    """What may follow a colon; the first is the default."""
    settings: tuple[str, ...] | None = None
    """The keys of its own settings (``--set``); None: it takes any, as a solver from outside may."""
    count: Callable[[Instance, Options], int] | None = None
    """The exact number of placements; it raises LimitError where it declines."""
    abilities: frozenset[str] = frozenset({"decide", "find"})
    """Of :data:`ABILITIES`."""
    in_process: bool = False
    """True if it needs no process of its own when no limit is set: it is quick, or can be interrupted."""

    def load(self, instance: Instance | None) -> None:
        """Load all that it stands on, before the clock starts: what it needs for an instance, or everything."""
        for module in self.modules:
            import_module(module)
        if self.prepare is not None:
            self.prepare(instance)

    def decide(self, instance: Instance, options: Options) -> Outcome:
        """What can be said at once, or else the approach itself: for those who have limits of their own."""
        outcome = None if self.at_once is None else self.at_once(instance, options)
        return self.run(instance, options) if outcome is None else outcome

    def settings_faults(self, settings: Iterable[str]) -> list[Fault]:
        """Keys that are none of this solver's settings, with what is known instead."""
        if self.settings is None:
            return []
        faults = []
        for key in settings:
            if key not in self.settings:
                close = get_close_matches(key, self.settings, 1)
                meant = f"did you mean '{close[0]}'? " if close else ""
                known = f"{meant}it has {', '.join(self.settings) or 'none'}"
                faults.append(Fault(key, f"is no setting of solver '{self.name}'; {known}"))
        return faults

    def version(self) -> str:
        """The version of what does the work."""
        from importlib.metadata import PackageNotFoundError, version

        package = self.package or "gourds"
        try:
            return f"{package} {version(package)}"
        except PackageNotFoundError:
            return f"{package} (not installed)"

    def to_json(self) -> dict[str, Any]:
        """What ``gourds solvers --json`` lists of it."""
        return {
            "name": self.name,
            "summary": self.summary,
            "version": self.version(),
            "variants": list(self.variants),
            **{ability: ability in self.abilities for ability in ABILITIES},
        }
