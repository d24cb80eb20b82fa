"""``gourds check-reduction``: the reduction tested, gadgets first, then formulas, then the test itself."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import click

from gourds.api.formulas.checking import (
    FAILURE_FILES,
    GADGET_FILES,
    MutantKind,
    check_mutants,
    check_reduction,
    write_reduction_report,
    write_tables,
)
from gourds.bundled import bundled_folder
from gourds.cli.formulas.check_maps import MAPS, OPTIONS, maps_options, named_reductions, show_maps
from gourds.cli.formulas.gadget_words import show_conditions, show_gadgets
from gourds.cli.options import FILE, PLACE, WHOLE, flag, json_option, option, seed_option
from gourds.cli.paths import INPUT_FOLDER, claim
from gourds.cli.printing import bad, counted, good, print_hint, print_json, print_rows
from gourds.files import load_formula
from gourds.files.raw import check_folder
from gourds.formulas.formula import Formula, OneInThree
from gourds.reductions.check import MEANING, Case, Report
from gourds.reductions.gadgets.drawing import GadgetSet
from gourds.reductions.gadgets.mutations import KINDS, Mutant, Outcome
from gourds.reductions.gadgets.witness import Witness
from gourds.reductions.reduction import load_usable_gadgets
from gourds.reductions.whole_check import GadgetCheck
from gourds.terminal import StatusLine, echo, style
from gourds.words import enumerated

REPORT = "gourds-check-reduction"


@click.command("check-reduction")
@click.argument("files", nargs=-1, type=FILE, metavar="[NAMES|FORMULAS]…")
@option("--exhaustive N", click.IntRange(0, 10), "All cubic formulas up to isomorphism with at most N variables.", 8)
@option("--random K", WHOLE, "Random cubic formulas, half of them satisfiable by construction.", 100, name="random_")
@option("--variables N", click.IntRange(3), "The largest number of variables of the random ones.", 60)
@option("--cnfs K", WHOLE, "Random CNFs through the chain.", 40)
@seed_option("Seed of the random formulas.")
@option("--gadgets SET", INPUT_FOLDER, "paper, compact, three-rows, or a folder with variable.txt or clause.txt.")
@option(
    "--mutations",
    click.Choice([*KINDS, "all", MAPS]),
    "Break the gadgets on purpose instead, or the maps of reductions: see if it is caught.",
)
@maps_options()
@flag("--write-tables", "Write the tables of coverings beside the drawings.")
@option(
    "--report DIR", PLACE, f"Write pictures of gadgets and coverings there. A failure is drawn anyway, in ./{REPORT}."
)
@json_option()
def command(files: tuple[str, ...], gadgets: str | None, as_json: bool, **options: Any) -> int:
    """Test the reduction: exit code 1 if anything is wrong.

    Gadgets: all coverings by exhaustion, compared with the tables beside the drawings, and the conditions that
    prove the reduction right for every formula. Formulas: verdict of the board against verdict of the formula,
    assignments forward, placements back, sizes, exact counts. A failure is shrunk to the smallest formula and drawn.
    With FORMULAS, those are sent through instead of the generated ones.

    With NAMES of problems or reductions, or --all, these are tested instead: instances with a solution and without,
    drawn by the problem, go to a board and back; the back map reads placements from many hands.

    \b
    Examples:
      gourds check-reduction
      gourds check-reduction --exhaustive 9 --random 500 --cnfs 200
      gourds check-reduction --gadgets my-gadgets/ --report pictures/
      gourds check-reduction --mutations recolored
      gourds check-reduction 3cnf --yes 300 --no 300 --samples 20
      gourds check-reduction --all --mutations maps
    """
    if (named := named_reductions(files, options)) is not None:
        return show_maps(named, options, as_json)
    for key in OPTIONS:
        del options[key]
    folder = Path(gadgets) if gadgets else bundled_folder("reductions") / "one_in_three_sat" / "gadgets"
    if not options["mutations"]:
        claim(*(Path(options["report"] or REPORT) / name for name in (*GADGET_FILES, *FAILURE_FILES)))
    drawn = load_usable_gadgets(folder)
    chosen = [(path, load_formula(path)) for path in files] or None
    if options["report"]:
        check_folder(options["report"], (*GADGET_FILES, *FAILURE_FILES))
    if options.pop("write_tables"):
        write_tables(folder)
    progress = StatusLine(quiet=as_json)
    mutations = options.pop("mutations")
    if mutations:
        return _show_mutants(drawn, mutations, progress, as_json)

    def say(case: Case) -> None:
        progress.say(f"{case.origin}: {counted(case.cells, 'cell')}")

    report = options.pop("report")
    found = check_reduction(
        chosen,
        random=options.pop("random_"),
        gadgets=folder,
        on_gadgets=None if as_json else _show_gadgets,
        on_case=say,
        **options,
    )
    progress.clear()
    place = report or (REPORT if found.report.failure else None)
    if as_json:
        print_json(found.to_json())
    else:
        _show_formulas(found.report, place, found.witness)
    if place:
        write_reduction_report(found, place)
    return 0 if found else 1


# -- gadgets --------------------------------------------------------------------------------------------------


def _show_gadgets(found: GadgetCheck) -> None:
    echo(style("gadgets", bold=True))
    rows = []
    proof = found.proof
    for table in found.tables:
        shown = f"{counted(table.total, 'covering')}, {counted(len(table.count), 'signature')}"
        rows.append((table.gadget.name, f"{shown}: {_compared(found.wrong[table.gadget.name])}"))
    if not proof:
        show_gadgets(found.gadgets)
    print_rows(rows)
    show_conditions(proof, found.gadgets)
    if proof:
        echo("  " + good("right for every cubic formula") + ", by these conditions on the tables")
    else:
        echo("  no proof for all formulas: the conditions are sufficient, not necessary")


def _compared(faults: list[str] | None) -> str:
    """How a table compares with the one beside the drawing, if there is one."""
    if faults is None:
        return "no table beside the drawing to compare with"
    return bad(faults[0]) if faults else good("as in the table beside the drawing")


# -- formulas -------------------------------------------------------------------------------------------------


def _groups(report: Report) -> dict[str, list[Case]]:
    """The cases by kind of origin, in order; a formula from a file is a kind of its own."""
    found: dict[str, list[Case]] = {}
    for case in report.cases:
        kind = re.match(r"(cubic, n = \d+|random cubic|planted cubic|CNF through the chain),", case.origin)
        name = case.origin if kind is None else kind[1].replace("cubic, n", "all cubic, n")
        found.setdefault(name, []).append(case)
    return found


def _show_formulas(report: Report, place: str | None, witness: Witness | None) -> None:
    echo(style("formulas", bold=True))
    rows = []
    for name, cases in _groups(report).items():
        yes = sum(case.is_satisfiable for case in cases)
        tried = sum(case.assignments_tried for case in cases)
        largest = max(case.cells for case in cases)
        failed = sum(case.failure is not None for case in cases)
        verdict = bad(f"{failed} failed") if failed else good("agree")
        tries = f"{counted(tried, 'assignment')} there and back"
        rows.append((name, f"{len(cases):>4} {verdict}, {yes} satisfiable, {tries}, to {counted(largest, 'cell')}"))
    print_rows(rows)
    ratios = report.placements_per_assignment()
    uneven = [cells for cells, found in ratios.items() if len(found) > 1]
    if ratios:
        shown = (
            "the same for all boards of one size" if not uneven else f"not the same on boards of {uneven[0]:,} cells"
        )
        examples = ", ".join(
            f"{_short(next(iter(found)))} on {cells:,} cells" for cells, found in ratios.items() if len(found) == 1
        )
        echo(f"  placements per satisfying assignment: {shown} ({examples})")
    if report.failure is None:
        echo(good(f"all {counted(len(report.cases), 'formula')} agree"))
        print_hint("gourds check-reduction --mutations recolored")
        return
    case = report.failure
    assert case.failure is not None
    echo(bad(f"{case.failure.value}: {MEANING[case.failure]}"))
    rows = [("formula", _spelled(case.formula)), ("found on", report.found_on.origin if report.found_on else "")]
    if witness is not None and witness.values:
        rows.append(("assignment", witness.assignment))
    why = dict.fromkeys((case.detail, *(witness.reasons if witness is not None else ())))
    print_rows([*rows, *(("why", reason) for reason in why if reason), ("drawn in", str(place))])


def _short(value: Any) -> str:
    return f"{float(value):.3g}" if value >= 10**6 else str(value)


def _spelled(formula: Formula) -> str:
    name = "cubic" if isinstance(formula, OneInThree) else "CNF"
    clauses = " ".join("(" + " ".join(map(str, clause)) + ")" for clause in formula.clauses[:12])
    more = " …" if len(formula.clauses) > 12 else ""
    return f"{name}, {counted(formula.variables, 'variable')}: {clauses}{more}"


# -- mutants --------------------------------------------------------------------------------------------------


def _show_mutants(gadgets: GadgetSet, which: MutantKind, progress: StatusLine, as_json: bool) -> int:
    """Judge mutants; 1 if one survived."""

    def say(outcome: Outcome) -> None:
        mutant = outcome.mutant
        progress.say(f"{mutant.kind} mutants; {mutant.gadget}, {_cells(mutant)}: {mutant.change}")

    outcomes = check_mutants(which, gadgets, on_outcome=say)
    progress.clear()
    survived = [outcome for outcome in outcomes if outcome.has_survived]
    if as_json:
        print_json({"mutants": [outcome.to_json() for outcome in outcomes], "survived": len(survived)})
        return 1 if survived else 0
    for kind in dict.fromkeys(outcome.mutant.kind for outcome in outcomes):
        echo(style(f"{kind} mutants", bold=True))
        of_kind = [outcome for outcome in outcomes if outcome.mutant.kind == kind]
        for name in ("variable", "clause"):
            mine = [outcome for outcome in of_kind if outcome.mutant.gadget == name]
            counts = Counter(_fate(outcome) for outcome in mine)
            print_rows([(name, f"{len(mine):>4}: " + ", ".join(f"{n} {fate}" for fate, n in sorted(counts.items())))])
    for outcome in survived:
        echo(bad(f"survived: {outcome.mutant.gadget}, {_cells(outcome.mutant)}: {outcome.mutant.change}"))
    if not survived:
        echo(good(f"all {counted(len(outcomes), 'mutant')} caught, or proved equivalent"))
    return 1 if survived else 0


def _cells(mutant: Mutant) -> str:
    """The cells that changed, in words."""
    names = [f"({q}, {r})" for q, r in mutant.cells]
    return f"cell{'' if len(names) == 1 else 's'} {enumerated(names)}"


def _fate(outcome: Outcome) -> str:
    if outcome.failure is not None:
        return f"caught ({outcome.failure.value})"
    return "proved equivalent" if outcome.is_equivalent else "SURVIVED"
