"""What must be shown for a step that adds a constraint with a witness, and the frames of its subproof.

A witness ω replaces variables by literals or constants. Adding C to the constraints F is allowed if

    F and not C   imply   D with ω,    for C and for every D in F.

Then, if a point satisfies F but not C, the point that ω makes of it satisfies F and C. So if F has a solution, F with
C has one. A constraint without a variable of ω is its own image and needs no proof. A *goal* is such an image.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gourds.certificates.pseudo_boolean.inequality import Inequality, Value, is_implied, negate, substitute
from gourds.certificates.pseudo_boolean.propagation import Propagator


@dataclass
class Frame:
    """A subproof under way, or one of its goals."""

    first: int
    """The number of the first constraint that belongs to it; all from here on go away at its end."""
    added: Inequality | None
    """What the step adds once the goals are shown; None for the proof of one goal."""
    goals: dict[str, Inequality]
    """What is left to show, by the names that proofs use: ``#1``, or the number of a constraint."""
    name: str
    """The rule, or the name of the goal."""
    label: str | None = None
    """What the constraint that is added will be called."""


def first_unproved(
    propagator: Propagator,
    database: Mapping[int, Inequality],
    negation: Inequality,
    goals: Iterable[tuple[str, Inequality]],
) -> str | None:
    """The first goal that is not shown by one constraint, or by propagation, or by one constraint after propagation."""

    def is_shown(goal: Inequality, name: str, values: Mapping[int, Value]) -> bool:
        own = database.get(int(name)) if name.isdigit() else None
        premises = (negation,) if own is None else (negation, own)
        return any(is_implied(substitute(premise, values), goal) for premise in premises)

    left = [(name, goal) for name, goal in goals if not is_shown(goal, name, {})]
    if not left:
        return None
    with propagator.assuming(negation) as conflict:
        if conflict:
            return None
        values = propagator.values()
        for name, whole in left:
            goal = substitute(whole, values)
            if is_shown(goal, name, values):
                continue
            with propagator.assuming(negate(whole)) as refuted:
                if refuted:
                    continue
            if not any(is_implied(substitute(premise, values), goal) for premise in database.values()):
                return name
    return None
