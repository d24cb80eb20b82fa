"""``gourds maximize``: the largest number of gourds that fit."""

from __future__ import annotations

import shlex

import click

from gourds.api.answers import maximize
from gourds.api.drawing import drawn_as, form_of
from gourds.cli.options import OUT, instance_argument, json_option, option, output_option, search_options
from gourds.cli.printing import counted, good, print_hint, print_json, print_rows, write_picture
from gourds.files import load_instance, save
from gourds.files.raw import display_name
from gourds.instance import Instance
from gourds.maximize.maximizing import Maximum
from gourds.placement import PartialPlacement
from gourds.terminal import echo, style

SHOWN_MISSING = 8

_NAMES = {
    "gourds": "all gourds",
    "matching": "plain matching, colors aside",
    "classes": "each kind by itself",
    "lp": "linear relaxation with odd sets",
}


@click.command("maximize")
@instance_argument()
@search_options("the best found is given with the upper bound proven so far", "Seed of all random choices.")
@output_option("Write the partial placement as JSON.")
@option("--picture OUT", OUT, "Draw it: .svg, .png or .html.", name="drawing")
@json_option()
def command(file: str, time_limit: float, seed: int, output: str | None, drawing: str | None, as_json: bool) -> None:
    """Place as many gourds as possible on the board of FILE, within the budgets, and bound how many can fit.

    On a feasible instance all gourds fit. On an infeasible one this says how many are missing. The upper bound is
    proven; the partial placement is checked straight from the definition.

    \b
    Examples:
      gourds maximize puzzle.json
      gourds maximize puzzle.json -o partial.json --picture partial.svg
      gourds maximize puzzle.json --time-limit 10 --json
    """
    if drawing is not None:
        form_of(drawing)
    instance = load_instance(file)
    found = maximize(instance, time_limit, seed)
    if as_json:
        print_json(found.to_json())
    else:
        show(instance, found, file)
    if output is not None:
        save(PartialPlacement.of_cells(found.gourds), output, "json")
    if drawing is not None:
        write_picture(drawing, drawn_as(form_of(drawing), instance, found).file())


def show(instance: Instance, found: Maximum, file: str) -> None:
    """The result for people."""
    echo(style(instance.name or display_name(file), bold=True))
    of = f"{found.placed:,} of {counted(instance.size, 'gourd')}"
    if found.placed == instance.size:
        verdict = good("all of them: feasible")
    elif found.optimal:
        verdict = good("the most that fit")
    else:
        verdict = f"at most {found.upper_bound:,} fit; {found.reason}"
    rows = [("placed", f"{of}, {verdict}"), ("open", counted(instance.board.size - 2 * found.placed, "cell"))]
    missing = missing_gourds(instance, found)
    if missing:
        shown = ", ".join(f"{count} ({a}, {b})" for a, b, count in missing[:SHOWN_MISSING])
        more = f", and {len(missing) - SHOWN_MISSING:,} more kinds" if len(missing) > SHOWN_MISSING else ""
        rows.append(("left over", shown + more))
    bounds = [(name, bound) for name, bound in found.bounds.items() if bound is not None]
    rows += [
        ("bounds" if k == 0 else "", f"{_number(bound)} by {_NAMES[name]}") for k, (name, bound) in enumerate(bounds)
    ]
    print_rows([*rows, ("time", f"{found.time_s:.2f} s")])
    if found.placed < instance.size:
        print_hint(f"gourds explain {shlex.quote(file)}")


def missing_gourds(instance: Instance, found: Maximum) -> list[tuple[str, str, int]]:
    """The gourds that are left over, by kind."""
    color_of = dict(zip(instance.board.cell_list(), instance.cell_colors.tolist(), strict=True))
    left = dict(instance.budgets)
    for a, b in found.gourds:
        first, second = sorted((color_of[a], color_of[b]))
        left[first, second] -= 1
    return [(instance.colors[i], instance.colors[j], count) for (i, j), count in left.items() if count]


def _number(bound: float) -> str:
    return f"{bound:,.2f}".rstrip("0").rstrip(".")
