"""Reductions applied one after the other, checked at every joint.

Nothing that a reduction says is believed. Its target must have the size that its size formula predicts; a solution is
checked by its problem before it is mapped, and what it is mapped to is checked again. So a fault is blamed on the map
that has it, whoever wrote it, and not on the one after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from gourds.errors import GourdsError, InputError, one_line, quoted
from gourds.reductions.chain.step import UnsatisfiedError
from gourds.reductions.problem import Applied
from gourds.reductions.registry import AnyProblem, AnyReduction, Path, find_problem, home_of
from gourds.words import counted

AnyApplied = Applied[Any, Any, Any, Any]


@contextmanager
def blaming(name: str, function: str) -> Iterator[None]:
    """Turn whatever a function of a problem or reduction raises into one line that names it and where it is defined."""
    try:
        yield
    except GourdsError:
        raise
    except Exception as error:
        reason = one_line(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)
        raise InputError(f"{name}: {function} raised {reason}", home_of(name)) from error


def apply(reduction: AnyReduction, source: Any, options: Mapping[str, Any] | None = None) -> AnyApplied:
    """A reduction applied to one instance, its size compared with the size formula. Raises InputError that names it."""
    chosen = {key: value for key, value in (options or {}).items() if key in reduction.options}
    with blaming(reduction.name, "apply"):
        applied = reduction.apply(source, **chosen)
    if not isinstance(applied, Applied):
        raise _wrong(reduction, f"apply must give an Applied, not {quoted(applied)}")
    try:
        size = size_of(find_problem(reduction.target), applied.target)
    except InputError:
        raise _wrong(reduction, f"gives no instance of {reduction.target}, but {quoted(applied.target)}") from None
    with blaming(reduction.name, "predicted"):
        predicted = dict(applied.predicted)
    if predicted != size:
        raise _wrong(reduction, f"the size formula predicts {spell_size(predicted)}, the size is {spell_size(size)}")
    return applied


def size_of(problem: AnyProblem, instance: Any) -> dict[str, int]:
    """The size of an instance, as a problem counts it."""
    with blaming(problem.name, "size"):
        return dict(problem.size(instance))


def spell_size(size: Mapping[str, int]) -> str:
    """A size in words.

    >>> spell_size({"sets": 1, "elements": 1200, "target": 8})
    '1 set, 1,200 elements, target 8'
    """
    words = (counted(n, name[:-1]) if name.endswith("s") else f"{name} {n:,}" for name, n in size.items())
    return ", ".join(words) or "nothing"


@dataclass(frozen=True)
class Composed:
    """A path applied to one instance, with maps that are checked at every joint."""

    source: Any
    problem: AnyProblem
    """The problem of the source."""
    path: Path
    steps: tuple[AnyApplied, ...]
    """One for each reduction of the path."""
    options: Mapping[str, Any]
    """What was chosen for the reductions that take options."""

    @property
    def target(self) -> Any:
        """The instance at the end."""
        return self.steps[-1].target if self.steps else self.source

    @property
    def sizes(self) -> list[tuple[str, dict[str, int]]]:
        """The problems along the path, each with the size of its instance."""
        ends = [(reduction.target, step.target) for reduction, step in zip(self.path, self.steps, strict=True)]
        every = [(self.problem.name, self.source), *ends]
        return [(name, size_of(find_problem(name), instance)) for name, instance in every]

    def forward(self, solution: Any) -> Any:
        """A solution of the source to one of the target.

        Raises UnsatisfiedError if it is none, or if a map gives none: then it names the map.
        """
        _check(self.problem, self.source, solution, "")
        for reduction, step in zip(self.path, self.steps, strict=True):
            with blaming(reduction.name, "forward"):
                solution = step.forward(solution)
            _check(find_problem(reduction.target), step.target, solution, f"the forward map of {reduction.name}: ")
        return solution

    def back(self, solution: Any) -> Any:
        """A solution of the target to one of the source.

        Raises UnsatisfiedError if it is none, or if a map gives none: then it names the map.
        """
        last = find_problem(self.path[-1].target) if self.path else self.problem
        _check(last, self.target, solution, "")
        for reduction, step in zip(reversed(self.path), reversed(self.steps), strict=True):
            with blaming(reduction.name, "back"):
                solution = step.back(solution)
            _check(find_problem(reduction.source), step.source, solution, f"the back map of {reduction.name}: ")
        return solution


def compose(path: Path, source: Any, options: Mapping[str, Any] | None = None, *, problem: str = "") -> Composed:
    """The reductions of a path, each applied to what the one before it gives.

    Options go to every reduction that takes them. ``problem`` names the source's problem if the path is empty.
    """
    steps: list[AnyApplied] = []
    instance = source
    for reduction in path:
        steps.append(apply(reduction, instance, options))
        instance = steps[-1].target
    first = find_problem(path[0].source if path else problem)
    return Composed(source, first, path, tuple(steps), dict(options or {}))


def _check(problem: AnyProblem, instance: Any, solution: Any, blamed: str) -> None:
    with blaming(problem.name, "failures"):
        failures = problem.failures(instance, solution)
    if failures:
        more = f" and {len(failures) - 1} more" if len(failures) > 1 else ""
        raise UnsatisfiedError(one_line(f"{blamed}{failures[0]}{more}"))


def _wrong(reduction: AnyReduction, reason: str) -> InputError:
    return InputError(f"{reduction.name}: {reason}", home_of(reduction.name))
