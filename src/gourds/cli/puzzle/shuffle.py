"""``gourds shuffle``: configurations to start from, or to aim for."""

from __future__ import annotations

import shlex

import click

from gourds.api.puzzle import shuffle
from gourds.cli.options import FILE, JSON_OUT, WHOLE, instance_argument, option, output_option, seed_option
from gourds.cli.printing import counted, print_hint
from gourds.configuration import Configuration
from gourds.files import load, load_placement, other_than, save
from gourds.files.raw import naming
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.terminal import echo


@click.command("shuffle")
@instance_argument()
@seed_option()
@option("--moves K", WHOLE, "Make K random moves from the position in FILE.")
@option("--placement P", FILE, "A placement of the instance in FILE: begin with this solved position.")
@output_option("Where to write; standard output if left out.", JSON_OUT, default="-")
def command(file: str, seed: int, moves: int | None, placement: str | None, output: str) -> None:
    """A configuration of the board in FILE: random, or K random moves away from a position.

    FILE is an instance, a placement or a configuration. Numbers and colors of a configuration stay. The gourds of an
    instance get its colors and are numbered by kind, in sorted order. So all shuffles of one instance fit together as
    start and target, and so does its solved position, which --placement without --moves gives.

    \b
    Examples:
      gourds shuffle puzzle.json --seed 1 -o start.json
      gourds shuffle puzzle.json --placement placement.json -o target.json
      gourds shuffle target.json --moves 50 --seed 2 -o easy.json
    """
    value = load(file)
    if not isinstance(value, Instance | Placement | Configuration):
        raise other_than("an instance, a placement or a configuration", value, file)
    with naming(file):
        if placement is not None and not isinstance(value, Instance):
            raise other_than("with --placement an instance", value, file)
        if placement is None:
            made = shuffle(value, seed, moves=moves)
        else:
            solved = load_placement(placement)
            with naming(placement):
                made = shuffle(value, seed, moves=moves, placement=solved)
    save(made, output)
    if output != "-":
        gourds, cells = counted(len(made.ids), "gourd"), counted(made.board.size, "cell")
        echo(f"{output}: {gourds} on {cells}, {made.empty_cell} is empty", err=True)
        made_file = shlex.quote(output)
        if isinstance(value, Instance) and placement is None and file != "-":
            print_hint(f"gourds play-out {shlex.quote(file)} {made_file} -o plan.json")
        print_hint(f"gourds reconfigure {made_file} TARGET -o plan.json")
