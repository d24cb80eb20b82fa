"""The reduction tested both ways, with its gadgets; and gadgets broken on purpose, which the test must find."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gourds.api.arguments import need, need_list, need_one_of, need_whole
from gourds.api.formulas.reducing import usable_gadgets
from gourds.formulas.formula import Cnf, Formula, OneInThree

if TYPE_CHECKING:
    from gourds.reductions.check import Case
    from gourds.reductions.gadgets.drawing import GadgetSet
    from gourds.reductions.gadgets.mutations import Outcome
    from gourds.reductions.whole_check import GadgetCheck, ReductionCheck

    Gadgets = GadgetSet | str | os.PathLike[str]

MutantKind = Literal["recolored", "repainted", "swapped", "all"]


def check_reduction(
    formulas: Iterable[Formula | tuple[str, Formula]] | None = None,
    *,
    exhaustive: int = 8,
    random: int = 100,
    variables: int = 60,
    cnfs: int = 40,
    seed: int = 0,
    gadgets: Gadgets | None = None,
    report: str | os.PathLike[str] | None = None,
    on_gadgets: Callable[[GadgetCheck], None] | None = None,
    on_case: Callable[[Case], None] | None = None,
) -> ReductionCheck:
    """Test the reduction: gadgets by exhaustion, conditions that prove them right, formulas there and back.

    Sent through are the ``formulas``, with names if you like, or else all cubic ones with up to ``exhaustive``
    variables, ``random`` random ones with up to ``variables``, and ``cnfs`` CNFs. The result is true in conditions iff
    nothing is wrong; a failure is shrunk to the smallest formula. ``report`` is a folder for pictures of gadgets,
    coverings and a failure.

    >>> import gourds
    >>> found = gourds.check_reduction(exhaustive=3, random=0, cnfs=0)
    >>> bool(found), bool(found.proof), len(found.report.cases)
    (True, True, 1)
    """
    from gourds.api.formulas.reports import write_reduction_report
    from gourds.reductions.check import Plan
    from gourds.reductions.whole_check import check_whole

    numbers = {"exhaustive": exhaustive, "random": random, "variables": variables, "cnfs": cnfs, "seed": seed}
    plan = Plan(**{key: need_whole(number, key) for key, number in numbers.items()})
    chosen = None
    if formulas is not None:
        given = need_list(formulas, "a list of formulas")
        pairs = [one if isinstance(one, tuple) else (f"formula {k}", one) for k, one in enumerate(given, start=1)]
        chosen = [(name, need(formula, (Cnf, OneInThree), "a formula")) for name, formula in pairs]
    folder = None if gadgets is None or _is_set(gadgets) else Path(os.fspath(gadgets))  # type: ignore[arg-type]
    found = check_whole(
        plan,
        None if gadgets is None else usable_gadgets(gadgets),
        chosen=chosen,
        tables=folder,
        on_gadgets=on_gadgets or (lambda found: None),
        on_case=on_case or (lambda case: None),
    )
    if report is not None:
        write_reduction_report(found, report)
    return found


def check_mutants(
    kind: MutantKind = "all",
    gadgets: Gadgets | None = None,
    *,
    on_outcome: Callable[[Outcome], None] | None = None,
) -> list[Outcome]:
    """The check of the reduction, checked: gadgets broken on purpose, and what became of each.

    The same as ``gourds check-reduction --mutations KIND``. All kinds take a minute.

    >>> import gourds
    >>> outcomes = gourds.check_mutants("recolored")
    >>> len(outcomes), any(outcome.has_survived for outcome in outcomes)
    (256, False)
    """
    from gourds.reductions.gadgets.drawing import bundled_gadgets
    from gourds.reductions.gadgets.mutations import KINDS, judge_all

    need_one_of(kind, (*KINDS, "all"), "the kind of mutants")
    chosen = bundled_gadgets() if gadgets is None else usable_gadgets(gadgets)
    tell = on_outcome or (lambda outcome: None)
    return [one for each in (KINDS if kind == "all" else (kind,)) for one in judge_all(chosen, each, on_outcome=tell)]


def _is_set(gadgets: Gadgets) -> bool:
    from gourds.reductions.gadgets.drawing import GadgetSet

    return isinstance(gadgets, GadgetSet)
