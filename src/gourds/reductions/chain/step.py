"""A step from one formula to another that is satisfiable iff the first is, with both maps; steps compose.

Every variable of the source is a literal of the target, its *image*, so the back map reads values off; a variable that
no clause needs has no image and becomes false. The forward map fills in the fresh variables of the target.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from gourds.errors import GourdsError
from gourds.formulas.formula import Assignment, Formula, is_true


class UnsatisfiedError(GourdsError):
    """An assignment that should satisfy a formula does not."""


@dataclass(frozen=True)
class Step:
    """One reduction between formulas."""

    name: str
    """``source to target``."""
    source: Formula
    target: Formula
    images: tuple[int, ...]
    """For every variable of the source the literal of the target with the same value; 0: none, and false will do."""
    extend: Callable[[Assignment], Assignment]
    """A satisfying assignment of the source to one of the target; nothing is checked."""
    predicted: tuple[int, int]
    """How many variables and clauses the size formula says that the target has."""
    more_images: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """For variables of the source with copies: further literals that have the same value after ``extend``."""

    def literals_for(self, variable: int) -> tuple[int, ...]:
        """All literals of the target that stand for a variable of the source, its image first."""
        image = self.images[variable - 1]
        return (*((image,) if image else ()), *self.more_images.get(variable, ()))

    def forward(self, assignment: Assignment) -> Assignment:
        """The assignment of the target that belongs to one of the source. Raises UnsatisfiedError if it fails there."""
        failures = self.source.failures(assignment)
        if failures:
            clause = " ".join(map(str, self.source.clauses[failures[0]]))
            more = f" and {len(failures) - 1} more" if len(failures) > 1 else ""
            raise UnsatisfiedError(f"the assignment does not satisfy clause {failures[0] + 1} ({clause}){more}")
        return self.extend(assignment)

    def back(self, assignment: Assignment) -> Assignment:
        """The assignment of the source that belongs to one of the target."""
        return tuple(image != 0 and is_true(image, assignment) for image in self.images)


@dataclass(frozen=True)
class Chain:
    """Steps one after the other; none at all is the identity."""

    source: Formula
    steps: tuple[Step, ...]

    @property
    def target(self) -> Formula:
        """The formula at the end."""
        return self.steps[-1].target if self.steps else self.source

    def forward(self, assignment: Assignment) -> Assignment:
        """From the source to the target."""
        for step in self.steps:
            assignment = step.forward(assignment)
        return assignment


def compose(source: Formula, reductions: Sequence[Callable[[Formula], Step]]) -> Chain:
    """The chain of reductions, each applied to what the one before it gives."""
    steps: list[Step] = []
    formula = source
    for reduction in reductions:
        steps.append(reduction(formula))
        formula = steps[-1].target
    return Chain(source, tuple(steps))
