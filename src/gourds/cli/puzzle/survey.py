"""``gourds survey``: the whole state space of a small board."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from gourds.api.puzzle import survey
from gourds.cli.common import (
    PLACE,
    bad,
    counted,
    good,
    instance_argument,
    json_option,
    output_option,
    print_hint,
    print_json,
    print_rows,
    time_limit_option,
)
from gourds.cli.paths import claim
from gourds.configuration import Configuration
from gourds.files import load, other_than, save
from gourds.files.raw import check_output, display_name, naming
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.terminal import StatusLine, echo

if TYPE_CHECKING:
    from gourds.reconfigure.spaces.states import StateSpace


@click.command("survey")
@instance_argument()
@time_limit_option("Stop measuring distances after this many seconds.")
@output_option(
    "If some positions cannot reach each other: write two of them to OUT.start.json and OUT.target.json.", PLACE
)
@json_option()
def command(file: str, time_limit: float | None, output: str | None, as_json: bool) -> None:
    """All positions of the board in FILE: how many there are, which reach each other, and the longest shortest plan.

    FILE is an instance, a placement or a configuration; only its board counts. Gourds are numbered and two-ended. Up to
    11 cells everything takes seconds. God's number is the largest number of moves that two positions can need.

    \b
    Examples:
      gourds survey puzzle.json
      gourds survey board-with-a-hole.txt -o stuck
    """
    places = _places(output)
    value = load(file)
    if not isinstance(value, Instance | Placement | Configuration):
        raise other_than("an instance, a placement or a configuration", value, file)
    progress = StatusLine(quiet=as_json)
    progress.say("searching all positions")
    try:
        with naming(file):
            space = survey(value, time_limit, say=progress.say)
    finally:
        progress.clear()
    witness = space.witness
    if witness is not None:
        for configuration, place in zip(witness, places, strict=False):
            save(configuration, place)
    if as_json:
        print_json(space.to_json())
        return
    echo(display_name(file))
    print_rows(_rows(space))
    if witness is None:
        if places:
            echo(f"{output}: not written, all positions reach each other", err=True)
    elif places:
        print_hint(f"gourds reconfigure {shlex.join(places)}")
    else:
        print_hint(f"gourds survey {shlex.quote(file)} -o stuck    writes two positions that cannot reach each other")


def _places(output: str | None) -> list[str]:
    """The files for two positions that cannot reach each other."""
    if output == "-":
        raise click.UsageError("-o is the beginning of two names, not standard output")
    places = [f"{output}.{name}.json" for name in ("start", "target")] if output is not None else []
    claim(*places)
    for place in places:
        check_output(place)
    return places


def _rows(space: StateSpace) -> list[tuple[str, str]]:
    """The state space for people."""
    from gourds.reconfigure.spaces.holes import is_very_unbalanced

    reasons = space.board.impropriety.reasons()
    together = good("yes") if space.is_reconfigurable else bad("no") + f", {space.components:,} sets that are apart"
    number = ("" if space.diameter is not None else "at least ") + counted(space.lower_bound, "move")
    rows = [
        ("proper", good("yes") if not reasons else f"no: {'; '.join(reasons)}"),
        ("placements", f"{space.placements:,}"),
        ("positions", f"{space.states:,} with numbered, two-ended gourds"),
        ("all reach each other", together if space.states else "there are none"),
        ("God's number", number + (f"; {space.reason}" if space.reason else "")),
        ("mean distance", f"{space.mean:.2f} moves"),
    ]
    if is_very_unbalanced(space.board):
        rows.append(
            ("3-coloring", "very unbalanced: one color has more cells than the other two, so no gourd gets far")
        )
    return rows
