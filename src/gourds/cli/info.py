"""``gourds info``: facts about an instance."""

from __future__ import annotations

from typing import Any

import click

from gourds.cli.common import (
    bad,
    counted,
    good,
    instance_argument,
    json_option,
    print_hint,
    print_json,
    print_rows,
)
from gourds.counting import Counting
from gourds.errors import InputError
from gourds.files import load_instance
from gourds.instance import Instance

SHOWN_COLORS = 12
SHOWN_BUDGETS = 12


@click.command("info")
@instance_argument()
@click.option("--faults", is_flag=True, help="If the file is not sound, list every fault on standard output.")
@json_option()
def command(file: str, faults: bool, as_json: bool) -> None:
    """Facts about the instance in FILE, and what counting alone says of it.

    \b
    Examples:
      gourds info puzzle.json
      gourds info puzzle.txt --json
      gourds info broken.json --faults
    """
    try:
        instance = load_instance(file)
    except InputError as error:
        if faults:
            for fault in error.faults:
                click.echo(str(fault))
        raise
    if as_json:
        print_json(facts(instance))
    else:
        show(instance, file)


def facts(instance: Instance) -> dict[str, Any]:
    """The facts as plain JSON."""
    board, counting = instance.board, Counting(instance)
    return {
        "name": instance.name,
        "cells": board.size,
        "gourds": instance.size,
        "colors": len(instance.colors),
        "edges": len(board.edges),
        "triangles": len(board.triangles),
        "connected": board.is_connected,
        "two_connected": board.is_two_connected,
        "cut_cells": len(board.cut_cells),
        "hole_free": board.is_hole_free,
        "holes": [hole.size for hole in board.holes],
        "star_of_david": board.is_star_of_david,
        "proper": board.is_proper,
        "improper_because": board.impropriety.reasons(),
        "empty_color": None if counting.empty_color is None else instance.colors[counting.empty_color],
        "color_totals": {
            color: {"cells": cells, "ends": ends}
            for color, cells, ends in zip(instance.colors, counting.cells_of, counting.ends_of, strict=True)
        },
        "budgets": len(instance.budgets),
        "budgets_implied": len(counting.implied),
        "infeasible_by_counting": counting.refutation,
    }


def show(instance: Instance, file: str) -> None:
    """The facts for people."""
    known = facts(instance)
    board, counting = instance.board, Counting(instance)
    click.echo(click.style(instance.name or file, bold=True))
    shape = [
        counted(known["cells"], "cell"),
        counted(known["edges"], "edge"),
        counted(known["triangles"], "triangle"),
    ]
    if board.holes:
        shape.append(counted(len(board.holes), "hole"))
    if board.cut_cells:
        shape.append(counted(len(board.cut_cells), "cut cell"))
    rows = [("board", ", ".join(shape))]
    reasons = known["improper_because"]
    rows.append(("proper", good("yes") if not reasons else f"no: {'; '.join(reasons)}"))
    of_kinds = f" of {counted(known['budgets'], 'kind')}: {_budgets(instance)}" if instance.budgets else ""
    rows.append(("gourds", counted(known["gourds"], "gourd") + of_kinds))
    totals = list(zip(instance.colors, counting.cells_of, counting.ends_of, strict=True))
    shown = ", ".join(f"{color} {cells}/{ends}" for color, cells, ends in totals[:SHOWN_COLORS])
    more = f", and {len(totals) - SHOWN_COLORS:,} more" if len(totals) > SHOWN_COLORS else ""
    rows.append(("colors", f"{len(totals):,} (cells/ends): {shown}{more}"))
    rows.append(
        (
            "empty cell",
            f"has color {known['empty_color']}" if counting.empty_color is not None else bad("none fits"),
        )
    )
    kinds = len(instance.budgets)
    rows.append(
        (
            "budgets",
            f"{kinds - len(counting.implied):,} to be met, {len(counting.implied):,} implied by counting",
        )
    )
    rows.append(
        (
            "counting",
            bad(f"infeasible: {counting.refutation}") if counting.refutation else "does not decide it",
        )
    )
    if instance.source and "command" in instance.source:
        rows.append(("made by", str(instance.source["command"])))
    print_rows(rows)
    print_hint(f"gourds draw {file} -o picture.svg")


def _budgets(instance: Instance) -> str:
    gourds = instance.gourd_list()
    shown = ", ".join(f"{count} ({first}, {second})" for first, second, count in gourds[:SHOWN_BUDGETS])
    return shown + (f", and {len(gourds) - SHOWN_BUDGETS:,} more kinds" if len(gourds) > SHOWN_BUDGETS else "")
