"""The reduction tested empirically: verdicts, maps both ways, sizes and counts, formula by formula.

A reduction can fail in four ways: an unsatisfiable formula whose board is feasible (*no to yes*), a satisfiable one
whose board is not (*yes to no*), an assignment whose placement is wrong (*bad forward certificate*), a placement
whose assignment is wrong (*bad back certificate*). Beyond these, sizes are compared with the size formulas, and on
small boards the exact number of placements must be zero iff the formula is unsatisfiable. How many placements there
are for each satisfying assignment is told, not judged: gadgets need not treat X, Y and Z alike to be right.

The formula's verdict comes from CaDiCaL on the formula itself, for small ones also from a plain search; the board's
from ``auto``, and every "no" about the board is believed only after its certificate has been checked.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from gourds.certificates.verify import verify_certificate
from gourds.chance import draw_below
from gourds.counts.placements import count
from gourds.errors import InputError, InternalError, LimitError
from gourds.formulas.cubic import planted_cubic, random_cubic
from gourds.formulas.enumerate_cubic import all_cubic
from gourds.formulas.formula import Assignment, Cnf, Formula, OneInThree
from gourds.formulas.shrink import shrink
from gourds.formulas.verdict import all_assignments, satisfying_assignment
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from gourds.reductions.chain.cubic_to_board import ORDERS
from gourds.reductions.chain.step import UnsatisfiedError
from gourds.reductions.gadgets.drawing import GadgetSet, bundled_gadgets
from gourds.reductions.reduction import Reduction
from gourds.solvers import Status, solve

SEARCHED: Final = 24
"""Formulas with at most this many variables are decided by a plain search too, and all their assignments are tried."""
COUNTED: Final = 12
"""Boards of cubic formulas with at most this many variables are counted."""
TRIED: Final = 20
"""This many satisfying assignments of one formula are sent forward."""


class Kind(enum.Enum):
    """What can be wrong."""

    NO_TO_YES = "no to yes"
    YES_TO_NO = "yes to no"
    FORWARD = "bad forward certificate"
    BACK = "bad back certificate"
    SIZE = "wrong size"
    COUNT = "wrong count"
    UNDECIDED = "not decided"


MEANING: Final = {
    Kind.NO_TO_YES: "the formula is unsatisfiable, the board has a placement",
    Kind.YES_TO_NO: "the formula is satisfiable, the board has no placement",
    Kind.FORWARD: "a satisfying assignment gives no placement",
    Kind.BACK: "a placement gives no satisfying assignment",
    Kind.SIZE: "the size formula is wrong",
    Kind.COUNT: "the exact number of placements contradicts the verdict",
    Kind.UNDECIDED: "the board was not decided",
}


@dataclass(frozen=True)
class Case:
    """One formula that went through."""

    origin: str
    """Where the formula is from, for people."""
    formula: Formula
    cells: int
    is_satisfiable: bool
    assignments_tried: int = 0
    """How many assignments were sent forward and read back."""
    assignments: int | None = None
    """How many satisfying assignments there are, where the placements were counted."""
    placements: int | None = None
    """The exact number of placements, on small boards."""
    failure: Kind | None = None
    detail: str = ""
    placement: Placement | None = None
    """Of the board, where there is one."""
    order: str = "variables-first"
    order_seed: int = 0
    """How the gadgets of the board were ordered."""


def check_formula(
    formula: Formula,
    gadgets: GadgetSet | None = None,
    *,
    origin: str = "",
    order: str = "variables-first",
    seed: int = 0,
) -> Case:
    """Send one formula through the reduction, everything checked."""
    reduction = Reduction.of(formula, gadgets=gadgets, order=order, seed=seed)
    instance = reduction.instance()
    truth, assignments = _truth(formula)
    tested = _Tested(origin, formula, reduction, instance, truth, assignments)
    for test in (tested.sizes, tested.verdict, tested.forward, tested.back, tested.count):
        failed = test()
        if failed is not None:
            return tested.case(*failed)
    return tested.case()


def _truth(formula: Formula) -> tuple[bool, list[Assignment]]:
    """Whether a formula is satisfiable, and some assignments: all of them if it is small and they are few."""
    found = satisfying_assignment(formula)
    if formula.variables > SEARCHED:
        return found is not None, [] if found is None else [found]
    listed = all_assignments(formula, 1000)
    if bool(listed) != (found is not None):
        raise InternalError(f"CaDiCaL and exhaustive search disagree on the formula {formula}")
    return bool(listed), listed


@dataclass
class _Tested:
    """The tests of one formula, in order; each gives what failed, or None."""

    origin: str
    formula: Formula
    reduction: Reduction
    instance: Instance
    is_satisfiable: bool
    assignments: list[Assignment]
    placement: Placement | None = None
    tried: int = 0
    placements: int | None = None

    def case(self, failure: Kind | None = None, detail: str = "") -> Case:
        """What is known now."""
        return Case(
            origin=self.origin,
            formula=self.formula,
            cells=self.instance.board.size,
            is_satisfiable=self.is_satisfiable,
            assignments_tried=self.tried,
            assignments=None if self.placements is None else len(self.assignments),
            placements=self.placements,
            failure=failure,
            detail=detail,
            placement=self.placement,
            order=self.reduction.order,
            order_seed=self.reduction.seed,
        )

    def sizes(self) -> tuple[Kind, str] | None:
        """The size formulas of all steps, and of the board."""
        for step in self.reduction.chain.steps:
            found = step.target.variables, len(step.target.clauses)
            if found != step.predicted:
                said = (f"{n} variables and {m} clauses" for n, m in (found, step.predicted))
                return Kind.SIZE, f"{step.name}: {' found, '.join(said)} predicted"
        board, cells = self.reduction.board, self.instance.board
        if cells.size != board.predicted_cells:
            return Kind.SIZE, f"{cells.size} cells, predicted {board.predicted_cells}"
        if board.gadgets.is_bundled and not board.extra_columns:
            n, m = board.formula.variables, len(board.formula.clauses)
            if cells.size != 32 * n + 48 * m + 1:
                return Kind.SIZE, f"{cells.size} cells, the paper says 32·{n} + 48·{m} + 1"
        if board.formula.variables and len(self.instance.colors) != board.formula.variables + 2:
            return Kind.SIZE, f"{len(self.instance.colors)} colors, not one per variable and two fillers"
        return None

    def verdict(self) -> tuple[Kind, str] | None:
        """The board's verdict against the formula's."""
        result = solve(self.instance, isolate=False, proof=True)
        self.placement = result.placement
        if result.status is Status.UNKNOWN:
            return Kind.UNDECIDED, result.reason or ""
        if result.status is Status.FEASIBLE:
            return None if self.is_satisfiable else (Kind.NO_TO_YES, "the placement was checked")
        if result.certificate is None or not verify_certificate(self.instance, result.certificate):
            return Kind.UNDECIDED, "the certificate of infeasibility was not accepted"
        if self.is_satisfiable:
            return Kind.YES_TO_NO, f"certificate checked: {result.reason or result.certificate.kind}"
        return None

    def forward(self) -> tuple[Kind, str] | None:
        """Assignments to placements, and back again."""
        for assignment in self.assignments[:TRIED]:
            try:
                placement = self.reduction.place(assignment)
            except (InputError, UnsatisfiedError) as error:
                return Kind.FORWARD, str(error)
            faults = placement_faults(self.instance, placement)
            if faults:
                return Kind.FORWARD, str(faults[0])
            self.tried += 1
            if failed := self._read(placement):
                return failed
        return None

    def back(self) -> tuple[Kind, str] | None:
        """The solver's placement to an assignment."""
        return None if self.placement is None else self._read(self.placement)

    def _read(self, placement: Placement) -> tuple[Kind, str] | None:
        try:
            assignment = self.reduction.extract(placement)
        except UnsatisfiedError as error:
            return Kind.BACK, str(error)
        failures = self.formula.failures(assignment)
        return (Kind.BACK, f"clause {failures[0] + 1} fails") if failures else None

    def count(self) -> tuple[Kind, str] | None:
        """The exact number of placements: zero iff no assignment satisfies the formula."""
        if not isinstance(self.formula, OneInThree) or self.formula.variables > COUNTED or self.reduction.chain.steps:
            return None
        try:
            self.placements = count(self.instance)
        except LimitError:
            return None
        if bool(self.placements) == bool(self.assignments):
            return None
        return Kind.COUNT, f"{self.placements} placements, {len(self.assignments)} satisfying assignments"


# -- which formulas -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """How much is checked."""

    exhaustive: int = 8
    """All cubic formulas up to isomorphism with at most this many variables."""
    random: int = 100
    """This many random ones, every other one satisfiable by construction."""
    variables: int = 60
    """The largest number of variables of the random ones."""
    cnfs: int = 40
    """This many random CNFs through the chain."""
    seed: int = 0


def formulas(plan: Plan) -> Iterator[tuple[str, Formula]]:
    """The formulas of a plan, the smallest first, each with its origin."""
    for n in range(3, plan.exhaustive + 1):
        listed = all_cubic(n)
        for k, formula in enumerate(listed, start=1):
            yield f"cubic, n = {n}, {k} of {len(listed)}", formula
    for k in range(plan.random):
        seed = plan.seed + k
        n = 3 + (7 * k) % max(plan.variables - 2, 1)
        if k % 2:
            yield f"random cubic, n = {n}, seed {seed}", random_cubic(n, seed)
        else:
            n = max(3, n - n % 3)
            yield f"planted cubic, n = {n}, seed {seed}", planted_cubic(n, seed)[0]
    for k in range(plan.cnfs):
        seed = plan.seed + k
        yield f"CNF through the chain, seed {seed}", mixed_cnf(seed)


def mixed_cnf(seed: int) -> Cnf:
    """A small random CNF with clauses of one to five literals, repeated and opposite ones included.

    About half of them are satisfiable.
    """
    rng = Random(seed)
    variables = 2 + draw_below(rng, 4)
    widths = (1, 2, 2, 3, 3, 3, 4, 5)
    clauses = []
    for _ in range(2 * variables + draw_below(rng, 3 * variables)):
        width = widths[draw_below(rng, len(widths))]
        clauses.append(tuple((1 + draw_below(rng, variables)) * (1 - 2 * draw_below(rng, 2)) for _ in range(width)))
    return Cnf(variables, tuple(clauses))


# -- the whole check ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """What the check found."""

    cases: tuple[Case, ...]
    failure: Case | None
    """The first failure, shrunk."""
    found_on: Case | None = None
    """The failure before shrinking."""

    def __bool__(self) -> bool:
        return self.failure is None

    def placements_per_assignment(self) -> dict[int, set[Fraction]]:
        """For every size of board that was counted, the numbers of placements over those of satisfying assignments."""
        found: dict[int, set[Fraction]] = {}
        for case in self.cases:
            if case.placements is not None and case.assignments:
                found.setdefault(case.cells, set()).add(Fraction(case.placements, case.assignments))
        return found


def check(
    plan: Plan | None = None,
    gadgets: GadgetSet | None = None,
    *,
    chosen: Iterable[tuple[str, Formula]] | None = None,
    on_case: Callable[[Case], None] = lambda case: None,
) -> Report:
    """Send formulas through the reduction, the chosen ones or those of a plan.

    A failure ends it and is shrunk to a smallest formula.
    """
    gadgets = gadgets or bundled_gadgets()
    cases: list[Case] = []
    for k, (origin, formula) in enumerate(formulas(plan or Plan()) if chosen is None else chosen):
        # Boards that are counted are laid out alike, so that the counts can be compared, the larger ones in all orders.
        order = ORDERS[k % len(ORDERS) if formula.variables > COUNTED else 0]
        case = check_formula(formula, gadgets, origin=origin, order=order, seed=k)
        cases.append(case)
        on_case(case)
        if case.failure is not None:
            return Report(tuple(cases), shrunk(case, gadgets), case)
    return Report(tuple(cases), None)


def shrunk(case: Case, gadgets: GadgetSet) -> Case:
    """The same kind of failure on a formula that no smaller one shows."""

    def fails(formula: Formula) -> bool:
        return check_formula(formula, gadgets).failure is case.failure

    is_cubic = not isinstance(case.formula, OneInThree) or case.formula.is_cubic
    if not is_cubic or not fails(case.formula):  # it takes this very order of gadgets
        return case
    small = shrink(case.formula, fails)
    return check_formula(small, gadgets, origin=f"shrunk from: {case.origin}")
