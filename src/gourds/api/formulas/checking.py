"""The reduction, its gadgets, and reductions between problems tested; and bugs put in, which the tests must find."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gourds.api.arguments import need, need_list, need_number, need_one_of, need_whole
from gourds.api.formulas.reducing import usable_gadgets
from gourds.errors import InputError
from gourds.files.raw import check_folder, make_folder, write_text
from gourds.formulas.formula import Cnf, Formula, OneInThree

if TYPE_CHECKING:
    from gourds.reductions.check import Case
    from gourds.reductions.checking.mutants import MapOutcome, Outcomes
    from gourds.reductions.checking.report import MapReport
    from gourds.reductions.checking.trial import Trial
    from gourds.reductions.gadgets.drawing import GadgetSet
    from gourds.reductions.gadgets.mutations import Outcome
    from gourds.reductions.whole_check import GadgetCheck, ReductionCheck

    Gadgets = GadgetSet | str | os.PathLike[str]


MutantKind = Literal["recolored", "repainted", "swapped", "all"]
Names = str | Iterable[str] | None
PAGE = "report.html"
"""The page in the folder of a report on reductions."""
TABLES = "tables.md"
"""The same tables beside it, for documents."""
GADGET_FILES = (
    *(f"{name}{end}" for name in ("variable", "clause") for end in (".svg", "-coverings.svg", ".toml")),
    "gadgets.html",
)
"""What a report holds of the gadgets."""
FAILURE_FILES = ("failure.1in3", "failure.cnf", "failure.json", "failure.placement.json", "failure.svg")
"""What a report may hold of a failure; those of an earlier run are removed."""


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


def check_maps(
    names: Names = None,
    *,
    yes: int = 20,
    no: int = 20,
    samples: int = 3,
    largest: int = 6,
    seed: int = 0,
    time_limit: float = 60.0,
    jobs: int | None = None,
    plugins: Iterable[str] = (),
    report: str | os.PathLike[str] | None = None,
    on_trial: Callable[[str, Trial], None] | None = None,
    partial: bool = False,
) -> list[MapReport]:
    """Test reductions, of the problems or the reductions that are named, or all: one report for each.

    The same as ``gourds check-reduction NAME…``. Sent through are ``yes`` instances with a solution and ``no`` without,
    of sizes up to ``largest``. For each of the former the back map reads the solver's placement, and ``samples`` that
    are drawn uniformly, as many of rare coverings, and as many along a walk of exchanges. A report is true in
    conditions iff nothing is wrong; a failure is shrunk to a small instance. ``time_limit`` is for one instance.
    ``plugins`` are files with reductions of your own, ``report`` is a folder for a page with pictures and the tables.
    An interrupt is a KeyboardInterrupt, or with ``partial`` reports on what was done until then.

    >>> import gourds
    >>> (found,) = gourds.check_maps("cubic to placement", yes=1, no=1, samples=1, largest=3, jobs=1)
    >>> bool(found), found.reduction, len(found.trials)
    (True, 'cubic to placement', 2)
    """
    from gourds.reductions.checking.maps import MapPlan, chosen_reductions
    from gourds.reductions.checking.maps import check_maps as check

    plan = MapPlan(
        yes=need_whole(yes, "yes", 0),
        no=need_whole(no, "no", 0),
        samples=need_whole(samples, "samples", 0),
        largest=need_whole(largest, "largest", 1),
        seed=need_whole(seed, "seed"),
        time_limit=time_limit,
    )
    need_number(time_limit, "time_limit")
    chosen = chosen_reductions(_listed(names, plugins))
    found = check(chosen, plan, jobs=_jobs(jobs), on_trial=on_trial or (lambda name, trial: None), partial=partial)
    if report is not None:
        write_maps_report(report, found)
    return found


def check_map_mutants(
    names: Names = None,
    *,
    jobs: int | None = None,
    plugins: Iterable[str] = (),
    report: str | os.PathLike[str] | None = None,
    on_outcome: Callable[[MapOutcome], None] | None = None,
    partial: bool = False,
) -> Outcomes:
    """The check of reductions, checked: bugs in their targets, maps and size formulas, and what notices each.

    The same as ``gourds check-reduction NAME… --mutations maps``: some twenty bugs in each reduction. See
    :func:`check_maps` for an example of names, and for interrupts.
    """
    from gourds.reductions.checking.maps import chosen_reductions
    from gourds.reductions.checking.mutants import judge_maps

    chosen = chosen_reductions(_listed(names, plugins))
    outcomes = judge_maps(chosen, jobs=_jobs(jobs), on_outcome=on_outcome or (lambda outcome: None), partial=partial)
    if report is not None:
        write_maps_report(report, [], outcomes)
    return outcomes


def write_maps_report(
    folder: str | os.PathLike[str], reports: Iterable[MapReport], outcomes: Iterable[MapOutcome] = ()
) -> None:
    """One page about tested reductions and their mutants, and the tables, in a folder that is made if need be."""
    from gourds.render.figure.maps_page import maps_page
    from gourds.render.figure.maps_tables import maps_tables

    tested, judged = list(reports), list(outcomes)
    make_folder(Path(folder))
    write_text(Path(folder) / PAGE, maps_page(tested, judged))
    write_text(Path(folder) / TABLES, maps_tables([one.to_json() for one in tested], [one.to_json() for one in judged]))


def _listed(names: Names, plugins: Iterable[str]) -> list[str] | None:
    """The names in a list, after the plugins are loaded that may define them."""
    from gourds.reductions.registry import load_plugins

    load_plugins(plugins)
    return [names] if isinstance(names, str) else None if names is None else need_list(names, "a list of names")


def _jobs(jobs: int | None) -> int | None:
    return None if jobs is None else need_whole(jobs, "jobs", 1)


def write_tables(folder: str | os.PathLike[str]) -> list[Path]:
    """Write the tables of coverings beside the drawings of gadgets in a folder; the files."""
    from gourds.reductions.gadgets.drawing import gadget_folder
    from gourds.reductions.gadgets.tables import format_table
    from gourds.reductions.reduction import load_usable_gadgets

    place = gadget_folder(Path(folder))
    gadgets = load_usable_gadgets(place)
    check_folder(place, [f"{gadget.name}.toml" for gadget in (gadgets.variable, gadgets.clause)])
    texts = {place / f"{table.gadget.name}.toml": format_table(table) for table in gadgets.tables}
    for path, text in texts.items():
        write_text(path, text)
    return list(texts)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", str(path)) from None


def write_reduction_report(found: ReductionCheck, path: str | os.PathLike[str]) -> None:
    """Pictures of the gadgets and their coverings, a page on what breaks them; the failure as formula and picture."""
    from gourds.files import save, to_text
    from gourds.files.formulas import format_formula
    from gourds.reductions.gadgets.study import study_of
    from gourds.reductions.gadgets.tables import format_table
    from gourds.reductions.reduction import Reduction
    from gourds.render.figure.board import reduction_figure
    from gourds.render.figure.gadgets import gadget_figure, table_figure
    from gourds.render.figure.study import witness_block, witness_title
    from gourds.render.figure.study_page import study_page
    from gourds.render.svg import on_paper

    folder, gadgets, report = Path(path), found.gadgets.gadgets, found.report
    make_folder(folder)
    for table in found.gadgets.tables:
        name = table.gadget.name
        write_text(folder / f"{name}.svg", gadget_figure(gadgets, table.gadget))
        write_text(folder / f"{name}-coverings.svg", table_figure(gadgets, table.gadget))
        write_text(folder / f"{name}.toml", format_table(table))
    page = study_of(gadgets, found.gadgets.tables, found.proof, found.witness)
    write_text(folder / "gadgets.html", study_page(page))
    for old in FAILURE_FILES:
        _remove(folder / old)
    if report.failure is None or report.failure.failure is None:
        return
    formula = report.failure.formula
    reduction = Reduction.of(formula, gadgets=gadgets, order=report.failure.order, seed=report.failure.order_seed)
    ending = "1in3" if isinstance(formula, OneInThree) else "cnf"
    remark = f"{report.failure.failure.value}: {report.failure.detail}"
    write_text(folder / f"failure.{ending}", format_formula(formula, [remark]))
    save(reduction.instance(), folder / "failure.json")
    if report.failure.placement is not None:
        write_text(folder / "failure.placement.json", to_text(report.failure.placement))
    if found.witness is None:
        drawn = reduction_figure(reduction, report.failure.placement)
    else:
        drawn = on_paper(witness_block(found.witness), witness_title(found.witness))
    write_text(folder / "failure.svg", drawn)
