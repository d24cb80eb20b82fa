"""``gourds explain``: why an instance has no placement."""

from __future__ import annotations

import shlex

import click

from gourds.api.answers import explain
from gourds.api.drawing import drawn_as, form_of
from gourds.cli.options import flag, instance_argument, json_option, output_option, search_options
from gourds.cli.printing import bad, counted, good, print_hint, print_json, print_rows, write_picture
from gourds.explain.explaining import Explanation
from gourds.explain.reasons import bound_texts
from gourds.explain.sums import Sums, signed
from gourds.files import load_instance
from gourds.files.raw import display_name
from gourds.instance import Instance
from gourds.solvers.base import Status
from gourds.terminal import echo, style

SHOWN_BOUNDS = 12
SHOWN_CELLS = 10
SHOWN_WEIGHTS = 8


@click.command("explain")
@instance_argument()
@search_options("the reason found so far is given even if it is not minimal", "Varies the order of the search.")
@flag("--minimal", "Skip sums, and shrink the set of budgets and cells until it is minimal, if the time limit allows.")
@output_option("A picture with the cells of the reason marked: .svg, .png or .html.")
@json_option()
def command(file: str, time_limit: float, seed: int, minimal: bool, output: str | None, as_json: bool) -> None:
    """Why the instance in FILE has no placement: numbers, budgets and cells that cannot go together.

    It gives the simplest reason that it can find: counting; more gourds of one kind than fit; parts of the board that
    no matching covers; weights on cells and kinds of gourds that cannot add up; or a set of budgets and cells that
    cannot be met together. If there is time, that set is minimal: drop any one of them, and the others can be met.

    \b
    Examples:
      gourds explain puzzle.json
      gourds explain puzzle.json -o why.svg
      gourds explain puzzle.json --minimal
      gourds explain puzzle.json --time-limit 10 --json
    """
    if output is not None:
        form_of(output)
    instance = load_instance(file)
    found = explain(instance, time_limit, seed, minimal=minimal)
    if as_json:
        print_json(found.to_json(instance))
    else:
        show(instance, found, file)
    if output is not None:
        if found.status is not Status.INFEASIBLE:
            echo(f"{output}: not written, there is nothing to mark", err=True)
            return
        write_picture(output, drawn_as(form_of(output), instance, found).file())


def show(instance: Instance, found: Explanation, file: str) -> None:
    """The reason for people."""
    echo(style(instance.name or display_name(file), bold=True))
    if found.status is Status.FEASIBLE:
        echo(f"  nothing to explain: {good('feasible')}, a placement was found")
        return
    if found.status is Status.UNKNOWN:
        echo(f"  unknown: {found.reason}")
        return
    echo(f"  {bad('no placement')}: {found.reason}")
    if found.kind == "budgets":
        print_rows(_demands(instance, found))
    elif found.kind == "linear":
        print_rows(_weights(instance, found))
    else:
        rows = [("cells", _cells(instance, found.region))]
        if found.barrier:
            rows.insert(0, ("without" if found.kind == "matching" else "cover", _cells(instance, found.barrier)))
        if found.parts:
            rows[-1] = ("parts", "; ".join(_cells(instance, part) for part in found.parts[:SHOWN_CELLS]))
        print_rows(rows)
    if not found.checked:
        echo("  not checked a second time: the time limit was reached")
    name = shlex.quote(file)
    print_hint(f"gourds explain {name} -o why.svg")
    if found.kind == "linear":
        print_hint(f"gourds solve {name} --proof certificate.json")
    if found.kind == "linear" or found.minimal is False:
        print_hint(f"gourds explain {name} --minimal")


def _weights(instance: Instance, found: Explanation) -> list[tuple[str, str]]:
    """How much each side asks for, and how much the other gives."""
    sums = Sums.of(instance, found.steps[-1])
    by_weight: dict[int, list[int]] = {}
    for v, weight in sums.cells.items():
        by_weight.setdefault(weight, []).append(v)
    rows = []
    for weight, cells in sorted(by_weight.items(), key=lambda item: (-len(item[1]), -item[0])):
        verb = ("asks" if len(cells) == 1 else "ask") + " for" if sums.cells_ask else "offer" + "s" * (len(cells) == 1)
        each = " each" if len(cells) > 1 else ""
        text = f"{counted(len(cells), 'cell')} {verb} {signed(weight)}{each}: {_places(instance, tuple(cells))}"
        rows.append(("cells", text))
    shown = [
        row for name in ("cells", "gourds", "empty", "odd sets", "sums") for row in _some(name, rows + sums.rows())
    ]
    if len(found.steps) > 1:
        shown.append(
            ("before", f"{counted(len(found.steps) - 1, 'step')} to close edges that no placement uses (--json)")
        )
    return shown


def _some(name: str, rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The first rows of that name, and how many more there are; only the first shows the name."""
    texts = [text for row, text in rows if row == name]
    if len(texts) > SHOWN_WEIGHTS:
        texts = [*texts[: SHOWN_WEIGHTS - 1], f"and {len(texts) - SHOWN_WEIGHTS + 1:,} lines more (--json lists all)"]
    return [(name if k == 0 else "", text) for k, text in enumerate(texts)]


def _demands(instance: Instance, found: Explanation) -> list[tuple[str, str]]:
    texts = bound_texts(instance, found)
    rows = [("budgets" if k == 0 else "", text) for k, text in enumerate(texts)]
    if len(rows) > SHOWN_BOUNDS:
        rows = [*rows[:SHOWN_BOUNDS], ("", f"and {len(rows) - SHOWN_BOUNDS:,} more (--json lists all)")]
    if found.region:
        text = f"{counted(len(found.region), 'cell')} must be covered"
        if found.regions > 1:
            text += f", in {found.regions:,} parts of the board that no gourd joins"
        rows.append(("cells", text))
        rows.append(("", _places(instance, found.region)))
    if found.can_be_empty is not None:
        rows.append(("empty", f"one of these cells may stay empty if it has color {found.can_be_empty}"))
    count = len(found.bounds) + len(found.region)
    if not found.minimal:
        rows.append(("minimal", f"not shown: perhaps fewer than these {count:,} demands do"))
    elif count > 1:
        rows.append(("minimal", f"without any one of these {count:,} demands the others can be met"))
    return rows


def _places(instance: Instance, cells: tuple[int, ...]) -> str:
    shown = " ".join(f"({q}, {r})" for q, r in instance.board.cells[list(cells[:SHOWN_CELLS])].tolist())
    return shown + (" …" if len(cells) > SHOWN_CELLS else "")


def _cells(instance: Instance, cells: tuple[int, ...]) -> str:
    return f"{counted(len(cells), 'cell')}: {_places(instance, cells)}" if cells else "none"
