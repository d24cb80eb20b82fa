"""``gourds draw``: pictures of instances, placements, certificates, configurations and plans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from gourds.cli.common import FILE, Number, counted, instance_argument, output_option
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.files import Loaded, load, load_plan, other_than
from gourds.files.certificates import Certificate
from gourds.files.raw import display_name, naming, write_bytes
from gourds.instance import Instance
from gourds.moves import Plan, Walk
from gourds.placement import PartialPlacement, Placement
from gourds.render import picture, picture_file, picture_form
from gourds.terminal import echo


@click.command("draw")
@instance_argument()
@click.argument("other", metavar="[PLACEMENT|PLAN|CERTIFICATE]", type=FILE, required=False)
@output_option("Where to write; the ending chooses SVG, PNG or HTML, for a plan TXT as well.", required=True)
@click.option("--title", help="The heading; the instance's name if left out, '' for none.")
@click.option(
    "--legend/--no-legend", default=True, show_default=True, help="Colors, budgets and sizes beside the board."
)
@click.option(
    "--labels/--no-labels",
    default=None,
    help="Color names in the cells, numbers on the gourds of a configuration; by default where they can be read.",
)
@click.option("--coordinates", is_flag=True, help="Axial coordinates q,r in the cells.")
@click.option("--gadgets", is_flag=True, help="Of a reduced instance: every gadget with its variable or clause.")
@click.option(
    "--cycle", is_flag=True, help="Of a proper board: the Hamiltonian cycle and the tree of triangles inside."
)
@click.option(
    "--frame",
    type=click.IntRange(0),
    metavar="K",
    help="Of a plan: only the configuration after K moves, with an arrow for the next move.",
)
@click.option("--scale", type=Number(0.05, 10), default=2.0, show_default=True, help="Size of a PNG against the SVG.")
def command(
    file: str,
    other: str | None,
    output: str,
    scale: float,
    gadgets: bool,
    cycle: bool,
    frame: int | None,
    **options: Any,
) -> None:
    """A picture of the instance in FILE, with the gourds of PLACEMENT if given, all or some; or of a configuration.

    With PLAN, whose moves start at the configuration in FILE, the ending chooses a page to play and step through
    (.html), an animation of up to 300 moves (.svg), a contact sheet of up to 12 frames (.png), or text to follow by
    hand (.txt).

    With CERTIFICATE: of a linear proof that the instance has no placement the last step, with all weights; of a barrier
    its cells and the odd parts that it leaves.

    \b
    Examples:
      gourds draw puzzle.json -o puzzle.svg
      gourds draw puzzle.json placement.json -o solved.png
      gourds draw puzzle.txt --coordinates --no-legend -o puzzle.html
      gourds draw board.json placement.json --gadgets -o board.svg
      gourds draw impossible.json partial.json -o partial.svg
      gourds draw impossible.json certificate.json -o proof.svg
      gourds draw puzzle.json --cycle -o cycle.svg
      gourds draw start.json -o start.png
      gourds draw start.json plan.json -o plan.html
      gourds draw start.json plan.json --frame 12 -o frame.png
      gourds draw start.json plan.json -o plan.txt
    """
    value = load(file)
    asked = Asked(scale, gadgets, frame, options)
    with naming(other or file):
        if cycle:
            data = _cycle(value, other, output, asked)
        elif isinstance(value, Configuration):
            data = _configuration(value, other, output, asked)
        else:
            data = _instance(value, file, other, output, asked)
    write_bytes(output, data)
    if output != "-":
        echo(f"{output}: {counted(len(data), 'byte')}", err=True)


@dataclass(frozen=True)
class Asked:
    """How a picture should look."""

    scale: float
    gadgets: bool
    frame: int | None
    options: dict[str, Any]


def _cycle(value: Loaded, other: str | None, output: str, asked: Asked) -> bytes:
    """The Hamiltonian cycle of the board of an instance or a configuration."""
    from gourds.render.figure.cycle import cycle_svg

    if not isinstance(value, Instance | Configuration):
        raise InputError("--cycle draws the board of an instance or a configuration")
    if other or asked.gadgets or asked.frame is not None or asked.options["labels"] or asked.options["coordinates"]:
        raise InputError("--cycle draws the board alone")
    form = picture_form(output)
    title = asked.options["title"]
    if title is None and isinstance(value, Instance):
        title = value.name
    drawing = cycle_svg(value.board, title=title, legend=asked.options["legend"])
    return picture_file(drawing, form, title=title or "gourds", scale=asked.scale)


def _configuration(value: Configuration, plan: str | None, output: str, asked: Asked) -> bytes:
    """A configuration, or a plan that starts there."""
    from gourds.render.plan.files import plan_form, plan_picture

    if asked.gadgets:
        raise InputError("--gadgets draws a reduced instance")
    if plan is not None:
        plan_form(output)
        moves = load_plan(plan)
        return plan_picture(value, moves, output, scale=asked.scale, frame=asked.frame, **asked.options)
    if asked.frame is not None:
        raise InputError("--frame needs a plan")
    return picture(value, None, output, scale=asked.scale, **asked.options)


def _proof(instance: Instance, certificate: Certificate, output: str, asked: Asked) -> bytes:
    """What a certificate shows."""
    from gourds.render.board.proofs import certificate_svg

    form, title = picture_form(output), asked.options["title"]
    drawing = certificate_svg(instance, certificate, title)
    return picture_file(drawing, form, title=title or instance.name or "gourds", scale=asked.scale)


def _instance(value: Loaded, file: str, other: str | None, output: str, asked: Asked) -> bytes:
    """An instance or a placement, with the gourds of another placement if given; or what a certificate shows."""
    if isinstance(value, Plan | Walk):
        raise InputError("a plan is drawn with its start: gourds draw START PLAN", display_name(file))
    if isinstance(value, Certificate):
        raise InputError(
            "a certificate is drawn with its instance: gourds draw INSTANCE CERTIFICATE", display_name(file)
        )
    if not isinstance(value, Instance | Placement | PartialPlacement):
        raise InputError("an instance or a placement is needed here; reduce the formula first", display_name(file))
    gourds = load(other) if other else None
    if isinstance(gourds, Certificate):
        if not isinstance(value, Instance):
            raise other_than("the instance of the certificate", value, file)
        return _proof(value, gourds, output, asked)
    if isinstance(gourds, Plan | Walk):
        reason = "a plan is drawn with its start, which is a configuration"
        raise InputError(reason, display_name(file))
    if gourds is not None and not isinstance(gourds, Placement | PartialPlacement):
        raise other_than("a placement", gourds, other or "")
    if asked.frame is not None:
        raise InputError("--frame needs a configuration and a plan", display_name(file))
    if not asked.gadgets:
        return picture(value, gourds, output, scale=asked.scale, **asked.options)
    if not isinstance(value, Instance):
        raise InputError("--gadgets draws a reduced instance")
    from gourds.reductions.reduction import reduction_of
    from gourds.render.figure.board import reduction_figure

    if isinstance(gourds, PartialPlacement):
        raise InputError("--gadgets draws whole placements")
    form = picture_form(output)
    return picture_file(reduction_figure(reduction_of(value), gourds), form, scale=asked.scale)
