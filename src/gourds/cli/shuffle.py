"""``gourds shuffle``: configurations to start from, or to aim for."""

from __future__ import annotations

import shlex

import click

from gourds.board import Board
from gourds.cli.common import FILE, counted, instance_argument, output_option, print_hint
from gourds.configuration import Colors, Configuration, Ends
from gourds.errors import InputError
from gourds.files import load, load_placement, other_than, save
from gourds.files.raw import display_name
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from gourds.reconfigure.scrambles import random_configuration, scramble


@click.command("shuffle")
@instance_argument()
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of all random choices.")
@click.option("--moves", type=click.IntRange(0), metavar="K", help="So many random moves from the position in FILE.")
@click.option("--placement", type=FILE, metavar="P", help="Of the instance in FILE: begin with the solved position.")
@output_option("Where to write; standard output if left out.", default="-")
def command(file: str, seed: int, moves: int | None, placement: str | None, output: str) -> None:
    """A configuration of the board in FILE: random, or K random moves away from a position.

    FILE is an instance, a placement or a configuration. Numbers and colors of a configuration stay. The gourds of an
    instance get its colors and are numbered by kind, in sorted order: all shuffles of one instance go together as start
    and target, and so does its solved position, from --placement without --moves.

    \b
    Examples:
      gourds shuffle puzzle.json --seed 1 -o start.json
      gourds shuffle puzzle.json --placement placement.json -o target.json
      gourds shuffle target.json --moves 50 --seed 2 -o easy.json
    """
    value = load(file)
    if not isinstance(value, Instance | Placement | Configuration):
        raise other_than("an instance, a placement or a configuration", value, file)
    try:
        if placement is not None:
            if not isinstance(value, Instance):
                raise other_than("with --placement an instance", value, file)
            made = scramble(_solved(value, placement), moves or 0, seed)
        elif moves is not None and not isinstance(value, Instance):
            made = scramble(value if isinstance(value, Configuration) else _numbered(value), moves, seed)
        else:
            made = scramble(_random(value, seed), moves or 0, seed)
    except InputError as error:
        raise error if error.source else error.in_source(display_name(file)) from None
    save(made, output)
    if output != "-":
        gourds, cells = counted(len(made.ids), "gourd"), counted(made.board.size, "cell")
        click.echo(f"{output}: {gourds} on {cells}, {made.empty_cell} is empty", err=True)
        print_hint(f"gourds reconfigure {shlex.quote(output)} TARGET -o plan.json")


def _random(value: Instance | Placement | Configuration, seed: int) -> Configuration:
    """A random configuration of the same gourds."""
    if isinstance(value, Placement):
        value = _numbered(value)
    found = random_configuration(value.board, seed)
    if isinstance(value, Configuration):
        return Configuration.from_indices(found.board, value.ids, found.ends, value.colors)
    return Configuration.from_indices(found.board, found.ids, found.ends, _colors(value))


def _numbered(placement: Placement) -> Configuration:
    """The gourds of a placement, numbered in its order."""
    board = Board.from_cells({placement.empty, *(cell for pair in placement.gourds for cell in pair)})
    return Configuration.build(board, range(1, len(placement.gourds) + 1), placement.gourds)


def _colors(instance: Instance) -> tuple[Colors, ...]:
    """The colors of the gourds, by kind."""
    return tuple((first, second) for first, second, count in instance.gourd_list() for _ in range(count))


def _solved(instance: Instance, file: str) -> Configuration:
    """The placement in a file as a configuration: numbered by kind, every end on its color."""
    placement = load_placement(file)
    if faults := placement_faults(instance, placement):
        raise InputError(faults, display_name(file))
    names = [instance.colors[k] for k in instance.cell_colors.tolist()]
    color_of = dict(zip(instance.board.cell_list(), names, strict=True))
    turned: list[Ends] = [(b, a) if color_of[a] > color_of[b] else (a, b) for a, b in placement.gourds]
    turned.sort(key=lambda pair: (color_of[pair[0]], color_of[pair[1]]))
    return Configuration.build(instance.board, range(1, len(turned) + 1), turned, _colors(instance))
