"""``gourds find-gadgets``: the smallest gadgets, by a search over all colorings."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from gourds.api.formulas.gadgets import find_gadgets
from gourds.cli.options import COUNT, PLACE, WHOLE, flag, json_option, option, output_option, time_limit_option
from gourds.cli.paths import claim
from gourds.cli.printing import bad, counted, good, print_hint, print_json, print_rows
from gourds.reductions.searching.making import Find
from gourds.reductions.searching.search import Findings, Searched
from gourds.terminal import StatusLine, echo, style


@click.command("find-gadgets")
@click.argument("kind", type=click.Choice(["variable", "clause", "pair"]), default="pair")
@option("--rows N", COUNT, "Gadgets so high; any height if left out.")
@option("--columns N", COUNT, "At most so many columns, filler included.")
@option("--max-cells N", COUNT, "At most so many cells, filler included; of a pair, both together.", 80)
@option(
    "--filler",
    click.Choice(["one", "two"]),
    "One column of filler before a gadget, or two on either side as in the paper.",
    "one",
)
@flag("--thorough", "All gadgets of the smallest size, not only those with fewest colors.")
@time_limit_option("End the search after this many seconds.", 60.0)
@option("--show K", WHOLE, "Draw the K best.", 3)
@output_option("A folder for variable.txt and clause.txt.", PLACE)
@json_option()
def command(kind: Any, show: int, output: str | None, as_json: bool, **options: Any) -> int:
    """Search for the smallest gadgets: which colorings of a parallelogram meet the conditions of the proof.

    All layouts of filler and all colorings are tried, the smallest first, up to half a turn and names of colors. What
    is found is proved by the five conditions, like any gadget; what is not found does not exist in the sizes that were
    searched. Exit code 1: nothing was found.

    \b
    Examples:
      gourds find-gadgets
      gourds find-gadgets clause --rows 4 --thorough
      gourds find-gadgets pair --filler two -o small/
      gourds check-reduction --gadgets small/
    """
    if output is not None:
        claim(*(Path(output) / f"{name}.txt" for name in ("variable", "clause")))
    with StatusLine(quiet=as_json) as progress:

        def say(size: Searched) -> None:
            progress.say(f"{_size(size)}: {counted(size.colorings, 'coloring')}, {size.found} found")

        found = find_gadgets(kind, output=output, on_progress=say, **options)
    if as_json:
        print_json(found.to_json())
    else:
        _show(found, show)
        if output is not None and found:
            print_hint(f"gourds gadget {shlex.quote(output)}")
    return 0 if found else 1


def _size(size: Searched) -> str:
    return f"{size.name} {size.rows} × {size.columns}, {size.inner} besides filler"


def _show(found: Findings, show: int) -> None:
    echo(style("searched", bold=True))
    rows = []
    for size in found.searched:
        tried = f"{counted(size.layouts, 'layout')}, {counted(size.colorings, 'coloring')}"
        end = f"{size.found:,} found" if size.found else "none" if size.is_complete else "none yet"
        rows.append((_size(size), f"{tried}: {good(end) if size.found else end}, {size.seconds:.2f} s"))
    print_rows(rows)
    if not found:
        echo(bad("there is none in these sizes") if found.is_complete else bad("time was up before one was found"))
        return
    if found.kind == "pair" and found.gadgets is not None:
        both = (found.gadgets.variable, found.gadgets.clause)
        best = [next(find for find in found.finds if find.gadget == gadget) for gadget in both]
    else:
        best = list(found.finds[:show])
    for find in best if show else []:
        _draw(find)
    smaller = "and none is smaller" if found.is_complete else "time was up before all smaller ones were tried"
    what = "the pair has" if found.kind == "pair" else "the smallest have"
    echo(good(f"{what} {counted(found.cells, 'cell')}") + f", {smaller}")


def _draw(find: Find) -> None:
    gadget = find.gadget
    table = f"{counted(find.coverings, 'covering')}, {counted(find.signatures, 'signature')}"
    echo(style(f"{gadget.name}, {counted(find.cells, 'cell')}", bold=True) + f": {table}")
    for r, row in enumerate(gadget.rows):
        echo("  " + " " * r + " ".join(row))
