"""``gourds check-reduction``: the reduction tested, gadgets first, then formulas, then the test itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from gourds.bundled import bundled_folder
from gourds.cli.common import (
    FILE,
    PLACE,
    bad,
    counted,
    good,
    json_option,
    print_hint,
    print_json,
    print_rows,
    seed_option,
)
from gourds.cli.formulas.check_mutants import show_mutants
from gourds.cli.paths import InputFolder, claim
from gourds.errors import InputError
from gourds.files import load_formula, save, to_text
from gourds.files.formulas import format_formula
from gourds.files.raw import check_folder, make_folder, read_text, write_text
from gourds.formulas.formula import Formula, OneInThree
from gourds.reductions.check import MEANING, Case, Plan, Report, check
from gourds.reductions.coverings import Table
from gourds.reductions.gadgets import GadgetSet
from gourds.reductions.mutations import KINDS
from gourds.reductions.proof import Proof, prove
from gourds.reductions.reduction import Reduction, load_usable_gadgets
from gourds.reductions.tables import differences, format_table, table_rows
from gourds.terminal import StatusLine, echo, style

REPORT = "gourds-check-reduction"
GADGET_FILES = tuple(f"{name}{end}" for name in ("variable", "clause") for end in (".svg", "-coverings.svg", ".toml"))
"""What a report holds about the gadgets."""
FAILURE_FILES = ("failure.1in3", "failure.cnf", "failure.json", "failure.placement.json", "failure.svg")
"""What a report may hold about a failure; files of an earlier run are removed."""


@click.command("check-reduction")
@click.argument("files", nargs=-1, type=FILE, metavar="[FORMULAS]…")
@click.option(
    "--exhaustive",
    type=click.IntRange(0, 10),
    default=8,
    show_default=True,
    metavar="N",
    help="All cubic formulas up to isomorphism with at most N variables.",
)
@click.option(
    "--random",
    "random_",
    type=click.IntRange(0),
    default=100,
    show_default=True,
    metavar="K",
    help="Random cubic formulas, half of them satisfiable by construction.",
)
@click.option(
    "--variables",
    type=click.IntRange(3),
    default=60,
    show_default=True,
    metavar="N",
    help="The largest number of variables of the random ones.",
)
@click.option(
    "--cnfs", type=click.IntRange(0), default=40, show_default=True, metavar="K", help="Random CNFs through the chain."
)
@seed_option("Seed of the random formulas.")
@click.option(
    "--gadgets", type=InputFolder(), metavar="DIR", help="A folder with variable.txt or clause.txt of your own."
)
@click.option(
    "--mutations", type=click.Choice([*KINDS, "all"]), help="Break the gadgets on purpose instead: see if it is caught."
)
@click.option("--write-tables", is_flag=True, help="Write the tables of coverings beside the drawings.")
@click.option(
    "--report",
    type=PLACE,
    metavar="DIR",
    help=f"Write pictures of gadgets and coverings there. A failure is drawn anyway, in ./{REPORT}.",
)
@json_option()
def command(files: tuple[str, ...], gadgets: str | None, as_json: bool, **options: Any) -> int:
    """Test the reduction: exit code 1 if anything is wrong.

    Gadgets: all coverings by exhaustion, compared with the tables beside the drawings, and the conditions that
    prove the reduction right for every formula. Formulas: verdict of the board against verdict of the formula,
    assignments forward, placements back, sizes, exact counts. A failure is shrunk to the smallest formula and drawn.
    With FORMULAS, those are sent through instead of the generated ones.

    \b
    Examples:
      gourds check-reduction
      gourds check-reduction --exhaustive 9 --random 500 --cnfs 200
      gourds check-reduction --gadgets my-gadgets/ --report pictures/
      gourds check-reduction --mutations recolored
    """
    folder = Path(gadgets) if gadgets else bundled_folder("reductions") / "one_in_three_sat" / "gadgets"
    if not options["mutations"]:
        claim(*(Path(options["report"] or REPORT) / name for name in (*GADGET_FILES, *FAILURE_FILES)))
    drawn = load_usable_gadgets(folder)
    chosen = [(path, load_formula(path)) for path in files] or None
    if options["report"]:
        check_folder(options["report"], [*_names(drawn, ".svg", "-coverings.svg", ".toml"), *FAILURE_FILES])
    if options["write_tables"]:
        check_folder(folder, _names(drawn, ".toml"))
    tables = [Table.of(drawn, gadget) for gadget in (drawn.variable, drawn.clause)]
    if options["write_tables"]:
        for table in tables:
            write_text(folder / f"{table.gadget.name}.toml", format_table(table))
    progress = StatusLine(quiet=as_json)
    if options["mutations"]:
        return show_mutants(drawn, options["mutations"], progress, as_json)
    proof = prove(drawn, *tables)
    wrong = {table.gadget.name: _compare(table, folder) for table in tables}
    if not as_json:
        _show_gadgets(tables, wrong, proof)
    plan = Plan(options["exhaustive"], options["random_"], options["variables"], options["cnfs"], options["seed"])

    def say(case: Case) -> None:
        progress.say(f"{case.origin}: {counted(case.cells, 'cell')}")

    report = check(plan, drawn, chosen=chosen, on_case=say)
    progress.clear()
    place = options["report"] or (REPORT if report.failure else None)
    sound = bool(report) and not any(wrong.values())
    if as_json:
        print_json(_to_json(tables, wrong, proof, report))
    else:
        _show_formulas(report, place)
    if place:
        _write_report(Path(place), drawn, tables, report)
    return 0 if sound else 1


# -- gadgets --------------------------------------------------------------------------------------------------


def _compare(table: Table, folder: Path) -> list[str]:
    path = folder / f"{table.gadget.name}.toml"
    return differences(table, read_text(path)) if path.exists() else []


def _show_gadgets(tables: list[Table], wrong: dict[str, list[str]], proof: Proof) -> None:
    echo(style("gadgets", bold=True))
    rows = []
    for table in tables:
        name, faults = table.gadget.name, wrong[table.gadget.name]
        found = f"{counted(table.total, 'covering')}, {counted(len(table.count), 'signature')}"
        rows.append((name, f"{found}: " + (bad(faults[0]) if faults else good("as in the table beside the drawing"))))
    rows += [(c.name, f"{good('holds') if c.holds else bad('fails')}: {c.detail}") for c in proof.conditions]
    print_rows(rows)
    if proof:
        echo("  " + good("right for every cubic formula") + ", by these conditions on the tables")
    else:
        echo("  no proof for all formulas: the conditions are sufficient, not necessary")


# -- formulas -------------------------------------------------------------------------------------------------


def _groups(report: Report) -> dict[str, list[Case]]:
    """The cases by kind of origin, in order; a formula from a file is a kind of its own."""
    found: dict[str, list[Case]] = {}
    for case in report.cases:
        kind = re.match(r"(cubic, n = \d+|random cubic|planted cubic|CNF through the chain),", case.origin)
        name = case.origin if kind is None else kind[1].replace("cubic, n", "all cubic, n")
        found.setdefault(name, []).append(case)
    return found


def _show_formulas(report: Report, place: str | None) -> None:
    echo(style("formulas", bold=True))
    rows = []
    for name, cases in _groups(report).items():
        yes = sum(case.is_satisfiable for case in cases)
        tried = sum(case.assignments_tried for case in cases)
        largest = max(case.cells for case in cases)
        failed = sum(case.failure is not None for case in cases)
        verdict = bad(f"{failed} failed") if failed else good("agree")
        tries = f"{tried} assignments there and back"
        rows.append((name, f"{len(cases):>4} {verdict}, {yes} satisfiable, {tries}, to {largest:,} cells"))
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
    print_rows(
        [
            ("formula", _spelled(case.formula)),
            ("found on", report.found_on.origin if report.found_on else ""),
            ("detail", case.detail),
            ("drawn in", str(place)),
        ]
    )


def _short(value: Any) -> str:
    return f"{float(value):.3g}" if value >= 10**6 else str(value)


def _spelled(formula: Formula) -> str:
    name = "cubic" if isinstance(formula, OneInThree) else "CNF"
    clauses = " ".join("(" + " ".join(map(str, clause)) + ")" for clause in formula.clauses[:12])
    more = " …" if len(formula.clauses) > 12 else ""
    return f"{name}, {counted(formula.variables, 'variable')}: {clauses}{more}"


def _names(gadgets: GadgetSet, *endings: str) -> list[str]:
    """The files about one gadget."""
    return [f"{gadget.name}{ending}" for gadget in (gadgets.variable, gadgets.clause) for ending in endings]


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", str(path)) from None


def _write_report(folder: Path, gadgets: GadgetSet, tables: list[Table], report: Report) -> None:
    """Pictures of the gadgets and their coverings; the failure as formula, instance and picture."""
    from gourds.render.figure.board import reduction_figure
    from gourds.render.figure.gadgets import gadget_figure, table_figure

    make_folder(folder)
    for table in tables:
        name = table.gadget.name
        if all(table.covering(covering) for covering in table.gadget.coverings):
            write_text(folder / f"{name}.svg", gadget_figure(gadgets, table.gadget))
        write_text(folder / f"{name}-coverings.svg", table_figure(gadgets, table.gadget))
        write_text(folder / f"{name}.toml", format_table(table))
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
    write_text(folder / "failure.svg", reduction_figure(reduction, report.failure.placement))


def _to_json(tables: list[Table], wrong: dict[str, list[str]], proof: Proof, report: Report) -> dict[str, Any]:
    return {
        "gadgets": {
            table.gadget.name: {
                "coverings": table.total,
                "signatures": table_rows(table),
                "differs_from_table": wrong[table.gadget.name],
            }
            for table in tables
        },
        "proof": [{"condition": c.name, "holds": c.holds, "detail": c.detail} for c in proof.conditions],
        "proved": bool(proof),
        "formulas": [_case_json(case) for case in report.cases],
        "failure": None if report.failure is None else _case_json(report.failure),
    }


def _case_json(case: Case) -> dict[str, Any]:
    return {
        "origin": case.origin,
        "variables": case.formula.variables,
        "clauses": [list(clause) for clause in case.formula.clauses],
        "cells": case.cells,
        "satisfiable": case.is_satisfiable,
        "assignments_tried": case.assignments_tried,
        "assignments": case.assignments,
        "placements": None if case.placements is None else str(case.placements),
        "failure": None if case.failure is None else case.failure.value,
        "detail": case.detail,
    }
