"""``gourds info``: facts about a file of any kind."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any, Final

import click

from gourds.api.instances import info
from gourds.board import Board
from gourds.cli.options import flag, instance_argument, json_option
from gourds.cli.printing import bad, counted, good, print_hint, print_json, print_rows, spell_kinds
from gourds.configuration import Configuration
from gourds.counting import Counting
from gourds.errors import InputError
from gourds.facts import end_colors, instance_facts, plan_facts, triple_facts
from gourds.files import load, table
from gourds.files.certificates import RESTS_ON, Certificate
from gourds.files.raw import display_name
from gourds.formulas.formula import Cnf, Formula
from gourds.instance import Instance
from gourds.moves import Plan, Walk
from gourds.placement import PartialPlacement, Placement
from gourds.terminal import echo, style
from gourds.triples.instance import TripleInstance

SHOWN_COLORS = 12
SHOWN_BUDGETS = 12
SHOWN_NUMBERS = 12


@click.command("info")
@instance_argument()
@flag("--faults", "If the file is not sound, list its faults on standard output.")
@json_option()
def command(file: str, faults: bool, as_json: bool) -> None:
    """Facts about the instance in FILE, and what counting alone says about it; or about a file of any other kind.

    \b
    Examples:
      gourds info puzzle.json
      gourds info puzzle.txt --json
      gourds info broken.json --faults
      gourds info start.json
      gourds info plan.json
      gourds info certificate.json
    """
    try:
        value = load(file)
    except InputError as error:
        if faults:
            for fault in error.faults:
                echo(str(fault))
        raise
    if as_json:
        print_json(info(value))
    else:
        SHOWS[table.kind_of(value).format](value, file)


def show(instance: Instance, file: str) -> None:
    """The facts for people."""
    known = instance_facts(instance)
    board, counting = instance.board, Counting(instance)
    echo(style(instance.name or display_name(file), bold=True))
    rows = board_rows(board)
    of_kinds = f" of {counted(known['budgets'], 'kind')}: {_budgets(instance)}" if instance.budgets else ""
    rows.append(("gourds", counted(known["gourds"], "gourd") + of_kinds))
    totals = list(zip(instance.colors, counting.cells_of, counting.ends_of, strict=True))
    shown = ", ".join(f"{color} {cells}/{ends}" for color, cells, ends in totals[:SHOWN_COLORS])
    more = f", and {len(totals) - SHOWN_COLORS:,} more" if len(totals) > SHOWN_COLORS else ""
    rows.append(("colors", f"{len(totals):,} (cells/ends): {shown}{more}"))
    implied = len(counting.implied)
    rows += [
        ("empty cell", bad("none fits") if counting.empty_color is None else f"has color {known['empty_color']}"),
        ("budgets", f"{len(instance.budgets) - implied:,} to be met, {implied:,} implied by counting"),
        ("counting", bad(f"infeasible: {counting.refutation}") if counting.refutation else "does not decide it"),
    ]
    if instance.source and "command" in instance.source:
        rows.append(("made by", str(instance.source["command"])))
    print_rows(rows)
    print_hint(f"gourds draw {shlex.quote(file)} -o picture.svg")


def _budgets(instance: Instance) -> str:
    gourds = instance.gourd_list()
    shown = ", ".join(f"{count} ({first}, {second})" for first, second, count in gourds[:SHOWN_BUDGETS])
    return shown + (f", and {len(gourds) - SHOWN_BUDGETS:,} more kinds" if len(gourds) > SHOWN_BUDGETS else "")


def board_rows(board: Board) -> list[tuple[str, str]]:
    """The facts for people: names and values."""
    shape = [
        counted(board.size, "cell"),
        counted(len(board.edges), "edge"),
        counted(len(board.triangles), "triangle"),
    ]
    if board.holes:
        shape.append(counted(len(board.holes), "hole"))
    if board.cut_cells:
        shape.append(counted(len(board.cut_cells), "cut cell"))
    reasons = board.impropriety.reasons()
    rows = [
        ("board", ", ".join(shape)),
        ("proper", good("yes") if not reasons else f"no: {'; '.join(reasons)}"),
    ]
    if reasons:
        from gourds.reconfigure.spaces.conditions import judge

        rows.append(("reconfigurable", str(judge(board))))
    return rows


def show_configuration(configuration: Configuration, file: str) -> None:
    """The facts for people."""
    numbers = [str(number) for number in configuration.ids]
    shown = ", ".join(numbers) if len(numbers) <= SHOWN_NUMBERS else f"{numbers[0]} to {numbers[-1]}"
    colors = end_colors(configuration)
    rows = [
        *board_rows(configuration.board),
        ("gourds", counted(len(numbers), "gourd") + (f": {shown}" if numbers else "")),
        ("colors", f"{counted(len(colors), 'color')} of ends" if configuration.colors else "none, numbers only"),
        ("empty cell", str(configuration.empty_cell)),
    ]
    _show(file, "a configuration", rows, f"gourds shuffle {shlex.quote(file)} --seed 1 -o other.json")


def show_plan(plan: Plan | Walk, file: str) -> None:
    """The facts for people."""
    known = plan_facts(plan)
    rows = [("moves", f"{known['moves']:,}"), ("kinds", spell_kinds(known["kinds"]))]
    if known["gourds"] is not None:
        rows.append(("gourds", f"{known['gourds']:,} move"))
    else:
        rows.append(("spelled", "as the walk of the empty cell"))
    _show(file, "a plan", rows, f"gourds replay START {shlex.quote(file)}")


def show_triples(instance: TripleInstance, file: str) -> None:
    """The facts for people."""
    known = triple_facts(instance)
    shades = ", ".join(str(count) for count in known["shades"])
    rows = [
        ("board", f"{counted(known['cells'], 'cell')}, {counted(known['triangles'], 'triangle')}"),
        ("shades", f"{shades} cells" + ("" if known["empty_shade"] is not None else bad(": no placement"))),
        ("triples", counted(known["triples"], "triple")),
    ]
    if instance.colors:
        rows.append(("colors", f"{counted(known['colors'], 'color')}, {counted(known['kinds'], 'kind')} of triples"))
    _show(file, "a board of triples", rows, f"gourds triples {shlex.quote(file)}")


def show_placement(placement: Placement | PartialPlacement, file: str) -> None:
    """The facts for people."""
    rows = [("gourds", counted(len(placement.gourds), "gourd"))]
    if isinstance(placement, Placement):
        rows.append(("empty cell", str(placement.empty)))
    what = "a placement" if isinstance(placement, Placement) else "a partial placement"
    _show(file, what, rows, f"gourds verify INSTANCE {shlex.quote(file)}")


def show_certificate(certificate: Certificate, file: str) -> None:
    """The facts for people."""
    known = certificate.facts()
    about = "start, target" if certificate.kind == "shortest" else "instance"
    rows = [("kind", certificate.kind), ("rests on", RESTS_ON[certificate.kind]), (about, certificate.digest)]
    if known["sizes"]:
        rows.append(("sizes", ", ".join(f"{key} {count:,}" for key, count in known["sizes"].items())))
    rows += [
        (key, str(known[key]))
        for key in ("by", "solver", "reason", "modulus", "number", "moves", "configurations")
        if key in known
    ]
    if not certificate.is_checkable:
        rows.append(("check", bad("there is nothing to check")))
    hint = f"gourds verify INSTANCE {shlex.quote(file)}" if certificate.is_checkable else None
    if certificate.kind == "shortest":
        hint = f"gourds verify START {shlex.quote(file)} --target TARGET"
    _show(file, f"a certificate {_of(certificate)}", rows, hint)


def _of(certificate: Certificate) -> str:
    if certificate.kind == "count":
        return "of the number of placements"
    if certificate.kind == "shortest":
        return f"that there is no {'plan' if certificate.data.get('moves') is None else 'shorter plan'}"
    return "that there is no placement"


def show_formula(formula: Formula, file: str) -> None:
    """The facts for people."""
    rows = [("variables", f"{formula.variables:,}"), ("clauses", f"{len(formula.clauses):,}")]
    kind = "a CNF" if isinstance(formula, Cnf) else "a 1-in-3 formula"
    _show(file, kind, rows, f"gourds formula info {shlex.quote(file)}")


def _show(file: str, what: str, rows: list[tuple[str, str]], hint: str | None) -> None:
    """What a file holds, facts about it, and what to try next."""
    echo(style(display_name(file), bold=True) + f", {what}")
    print_rows(rows)
    if hint is not None:
        print_hint(hint)


SHOWS: Final[dict[str, Callable[[Any, str], None]]] = {
    table.INSTANCES.format: show,
    table.PLACEMENTS.format: show_placement,
    table.PARTIAL_PLACEMENTS.format: show_placement,
    table.CERTIFICATES.format: show_certificate,
    table.CONFIGURATIONS.format: show_configuration,
    table.PLANS.format: show_plan,
    table.TRIPLES.format: show_triples,
    table.FORMULAS.format: show_formula,
}
"""How the facts of each kind are shown to people."""
