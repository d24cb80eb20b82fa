"""``gourds survey``: the whole state space of a small board."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from gourds.api.puzzle import board_of, survey
from gourds.cli.options import (
    COUNT,
    JSON_OUT,
    PLACE,
    POSITIVE,
    instance_argument,
    json_option,
    option,
    output_option,
    time_limit_option,
)
from gourds.cli.paths import claim
from gourds.cli.printing import bad, counted, good, print_hint, print_json, print_rows
from gourds.configuration import Configuration
from gourds.errors import LimitError
from gourds.files import load, other_than, save
from gourds.files.raw import check_output, display_name, naming
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.terminal import StatusLine, echo

if TYPE_CHECKING:
    from gourds.reconfigure.gods_number.state_space import StateSpace

SMALL: Final = 10_000_000
"""A survey that takes fewer bytes than this, on boards of up to 13 cells, says nothing before it starts."""


@click.command("survey")
@instance_argument()
@time_limit_option("Stop measuring distances after this many seconds.")
@option("--memory-limit MB", POSITIVE, "Refuse boards whose search takes more memory.", 2000)
@option("--resume FILE", JSON_OUT, "Keep finished searches in this file; if it is there, go on from them.")
@click.option(
    "--every/--enough",
    default=None,
    help="Measure all distances, or only enough to prove God's number.  [default: all up to 13 cells]",
)
@option("--jobs N", COUNT, "Threads of a search; by default one per core.")
@output_option(
    "If some positions cannot reach each other: write two of them to OUT.start.json and OUT.target.json.", PLACE
)
@option("--hardest OUT", PLACE, "Write two positions that need the most moves to OUT.start.json and OUT.target.json.")
@json_option()
def command(
    file: str, resume: str | None, output: str | None, hardest: str | None, as_json: bool, **options: Any
) -> None:
    """All positions of the board in FILE: how many there are, which reach each other, and the longest shortest plan.

    FILE is an instance, a placement or a configuration; only its board counts. Gourds are numbered and two-ended. Up to
    13 cells everything takes seconds. God's number is the largest number of moves that two positions can need; on
    larger boards the search ends when it is proved. A search takes two bits of memory for each position.

    \b
    Examples:
      gourds survey puzzle.json
      gourds survey board-with-a-hole.txt -o stuck
      gourds survey 15-cells.json --resume searches.json --hardest pair
    """
    if resume == "-":
        raise click.UsageError("--resume needs a file, not standard output")
    places, far_apart = _places(output, "-o"), _places(hardest, "--hardest")
    value = load(file)
    if not isinstance(value, Instance | Placement | Configuration):
        raise other_than("an instance, a placement or a configuration", value, file)
    if not as_json:
        _announce(value, options["memory_limit"], file)
    try:
        with StatusLine(quiet=as_json) as progress, naming(file):
            space = survey(value, resume=resume, hardest=hardest is not None, say=progress.say, **options)
    except KeyboardInterrupt:
        if resume is not None:
            _hint_to_go_on(resume)
        raise
    witness = space.witness
    for pair, names in ((witness, places), (space.hardest, far_apart)):
        for configuration, place in zip(pair or (), names, strict=False):
            save(configuration, place)
    if as_json:
        print_json(space.to_json())
        return
    echo(display_name(file))
    print_rows(_rows(space))
    if space.diameter is None and resume is not None:
        _hint_to_go_on(resume)
    if far_apart and space.hardest:
        print_hint(f"gourds reconfigure {shlex.join(far_apart)} --algorithm shortest")
    if witness is None:
        if places:
            echo(f"{output}: not written, all positions reach each other", err=True)
    elif places:
        print_hint(f"gourds reconfigure {shlex.join(places)}")
    else:
        print_hint(f"gourds survey {shlex.quote(file)} -o stuck    writes two positions that cannot reach each other")


def _places(output: str | None, option: str) -> list[str]:
    """The files for two positions."""
    if output == "-":
        raise click.UsageError(f"{option} is the beginning of two names, not standard output")
    places = [f"{output}.{name}.json" for name in ("start", "target")] if output is not None else []
    claim(*places)
    for place in places:
        check_output(place)
    return places


def _announce(value: Instance | Placement | Configuration, memory_limit: float, file: str) -> None:
    """Say what a large survey takes, before it starts; a board that takes too much is refused later."""
    from gourds.reconfigure.gods_number.surveying import megabytes, memory_needed

    try:
        memory = memory_needed(board_of(value), memory_limit)
    except LimitError:
        return
    if memory >= SMALL:
        echo(f"{display_name(file)}: the search takes {megabytes(memory)} of memory", err=True)


def _hint_to_go_on(resume: str) -> None:
    """Say where finished searches are, if there are any."""
    if Path(resume).exists():
        print_hint(f"{shlex.quote(resume)} has what is finished; the same command goes on from there")


def _rows(space: StateSpace) -> list[tuple[str, str]]:
    """The state space for people."""
    from gourds.reconfigure.spaces.conditions import judge
    from gourds.reconfigure.spaces.holes import is_very_unbalanced

    reasons = space.board.impropriety.reasons()
    together = good("yes") if space.is_reconfigurable else bad("no") + f", {space.components:,} sets that are apart"
    mean = "" if space.distances is not None else ", from one position"
    rows = [
        ("proper", good("yes") if not reasons else f"no: {'; '.join(reasons)}"),
        ("placements", f"{space.placements:,}"),
        ("positions", f"{space.states:,} with numbered, two-ended gourds"),
        ("all reach each other", together if space.states else "there are none"),
        ("God's number", _gods_number(space)),
        ("mean distance", f"{space.mean:.2f} moves{mean}"),
        ("searched", f"from {space.searches} of {counted(space.orbits, 'kind')} of placements, {_memory(space)}"),
    ]
    if not space.board.is_proper:
        rows.insert(4, ("reconfigurable", str(judge(space.board))))
    if is_very_unbalanced(space.board):
        rows.append(
            ("3-coloring", "very unbalanced: one color has more cells than the other two, so no gourd gets far")
        )
    return rows


def _gods_number(space: StateSpace) -> str:
    if space.diameter is not None:
        return counted(space.diameter, "move")
    most = f", at most {space.upper_bound}" if space.upper_bound is not None else ""
    return f"at least {counted(space.lower_bound, 'move')}{most}; {space.reason}"


def _memory(space: StateSpace) -> str:
    from gourds.reconfigure.gods_number.surveying import megabytes

    return f"{megabytes(space.memory)} of memory"
