"""``gourds draw``: pictures."""

from __future__ import annotations

from typing import Any

import click

from gourds.cli.common import FILE, counted, instance_argument, output_option
from gourds.errors import InputError
from gourds.files import load, load_placement
from gourds.files.raw import display_name, write_bytes
from gourds.formulas.formula import Cnf, OneInThree
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.render import Drawable, picture, picture_file, picture_form


@click.command("draw")
@instance_argument()
@click.argument("placement", type=FILE, required=False)
@output_option("Where to write; the ending chooses SVG, PNG or HTML.", required=True)
@click.option("--title", help="The heading; the instance's name if left out, '' for none.")
@click.option(
    "--legend/--no-legend", default=True, show_default=True, help="Colors, budgets and sizes beside the board."
)
@click.option(
    "--labels/--no-labels", default=None, help="Color names in the cells; by default on boards up to 1,500 cells."
)
@click.option("--coordinates", is_flag=True, help="Axial coordinates q,r in the cells.")
@click.option("--gadgets", is_flag=True, help="Of a reduced instance: every gadget with its variable or clause.")
@click.option(
    "--scale", type=click.FloatRange(0.05, 10), default=2.0, show_default=True, help="Size of a PNG against the SVG."
)
def command(file: str, placement: str | None, output: str, scale: float, gadgets: bool, **options: Any) -> None:
    """A picture of the instance in FILE, with the gourds of PLACEMENT if given.

    \b
    Examples:
      gourds draw puzzle.json -o puzzle.svg
      gourds draw puzzle.json placement.json -o solved.png
      gourds draw puzzle.txt --coordinates --no-legend -o puzzle.html
      gourds draw board.json placement.json --gadgets -o board.svg
    """
    value = load(file)
    if isinstance(value, Cnf | OneInThree):
        raise InputError("an instance or a placement is needed here; reduce the formula first", display_name(file))
    gourds = load_placement(placement) if placement else None
    try:
        if gadgets:
            data = _with_gadgets(value, gourds, output, scale)
        else:
            data = picture(value, gourds, output, scale=scale, **options)
    except InputError as error:
        raise error if error.source else error.in_source(display_name(placement or file)) from None
    write_bytes(output, data)
    if output != "-":
        click.echo(f"{output}: {counted(len(data), 'byte')}", err=True)


def _with_gadgets(value: Drawable, placement: Placement | None, output: str, scale: float) -> bytes:
    from gourds.reductions.reduction import reduction_of
    from gourds.render.figure import reduction_figure

    if not isinstance(value, Instance):
        raise InputError("--gadgets draws a reduced instance")
    form = picture_form(output)
    return picture_file(reduction_figure(reduction_of(value), placement), form, scale=scale)
