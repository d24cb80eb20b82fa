"""Inequalities that a proof has derived, with what they say, and sums of them.

Producers add up many constraints and must know what is left. An :class:`Inequality` is written over variables, not in
normal form: Σ c·x ≥ bound, where c may be negative. Sums are then plain sums. A checker that rounds a negative degree
of the normal form up to 0 only makes a constraint stronger, so what has no solution here has none there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gourds.errors import InternalError
from gourds.proofs.pseudo_boolean.writer import Halves, ProofWriter


@dataclass(frozen=True)
class Inequality:
    """A constraint of the proof: Σ coefficient·variable ≥ bound."""

    id: int
    """By which the proof knows it."""
    coefficients: Mapping[int, int]
    """By variable; none is 0."""
    bound: int
    """The right-hand side."""


@dataclass(frozen=True)
class Equality:
    """Two constraints of the proof that make an equation."""

    at_least: Inequality
    """Σ ≥ total."""
    at_most: Inequality
    """−Σ ≥ −total."""

    @classmethod
    def of(cls, halves: Halves, variables: Iterable[int], total: int) -> Equality:
        """The equation that so many of these variables are true."""
        numbers = list(variables)
        at_least = Inequality(halves.at_least, dict.fromkeys(numbers, 1), total)
        return cls(at_least, Inequality(halves.at_most, dict.fromkeys(numbers, -1), -total))


class Sum:
    """A sum of constraints, not yet written down."""

    def __init__(self, writer: ProofWriter) -> None:
        self.writer = writer
        self.summands: list[tuple[int, int]] = []
        """Pairs (id, factor)."""
        self.coefficients: dict[int, int] = {}
        """What is on the left-hand side, by variable; none is 0."""
        self.bound = 0
        """What is on the right-hand side."""

    def add(self, inequality: Inequality, factor: int = 1) -> None:
        """Add a positive multiple of a constraint."""
        if factor <= 0:
            raise InternalError(f"a constraint cannot be taken {factor} times")
        self.summands.append((inequality.id, factor))
        self.bound += factor * inequality.bound
        for variable, coefficient in inequality.coefficients.items():
            left = self.coefficients.get(variable, 0) + factor * coefficient
            if left:
                self.coefficients[variable] = left
            else:
                del self.coefficients[variable]

    def weigh(self, equality: Equality, weight: int) -> None:
        """Add a multiple of an equation, of either sign."""
        if weight:
            self.add(equality.at_least if weight > 0 else equality.at_most, abs(weight))

    def derive(self, divide: int = 1) -> Inequality:
        """Write the sum down; ``divide`` must divide everything on the left-hand side."""
        number = self.writer.pol(self.summands, divide=divide)
        coefficients = {variable: value // divide for variable, value in self.coefficients.items()}
        if any(value % divide for value in self.coefficients.values()):
            raise InternalError(f"{divide} does not divide the sum")
        return Inequality(number, coefficients, -(-self.bound // divide))

    def most(self) -> int:
        """The largest coefficient, 0 if none is positive."""
        return max(0, max(self.coefficients.values(), default=0))

    def refute(self) -> int:
        """Write the sum down as the contradiction that it is: nothing positive on the left, but on the right."""
        if self.most() or self.bound <= 0:
            raise InternalError("the sum of the constraints is no contradiction")
        return self.derive().id
