"""``gourds draw``: pictures of instances, placements, certificates, configurations and plans."""

from __future__ import annotations

from typing import Any

import click

from gourds.api.drawing import CYCLE, Style, drawn_as, form_of
from gourds.cli.options import FILE, WHOLE, Number, flag, instance_argument, option, output_option
from gourds.cli.printing import write_picture
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.files import Loaded, load, load_instance, load_plan, other_than
from gourds.files.certificates import Certificate
from gourds.files.raw import display_name, naming
from gourds.instance import Instance
from gourds.moves import Plan, Walk
from gourds.placement import PartialPlacement, Placement
from gourds.triples.instance import TripleInstance


@click.command("draw")
@instance_argument()
@click.argument("other", metavar="[PLACEMENT|PLAN|CERTIFICATE]", type=FILE, required=False)
@output_option("Where to write; the ending chooses SVG, PNG or HTML, for a plan TXT as well.", required=True)
@option("--title", str, "The heading; the instance's name if left out, '' for none.")
@click.option(
    "--legend/--no-legend", default=True, show_default=True, help="Colors, budgets and sizes beside the board."
)
@click.option(
    "--labels/--no-labels",
    default=None,
    help="Color names in the cells, numbers on the gourds of a configuration; by default where they can be read.",
)
@flag("--coordinates", "Axial coordinates q,r in the cells.")
@flag("--gadgets", "Of a reduced instance: every gadget with its variable or clause.")
@flag("--cycle", "Of a proper board: the Hamiltonian cycle and the tree of triangles inside.")
@option("--frame K", WHOLE, "Of a plan: only the configuration after K moves, with an arrow for the next move.")
@option(
    "--instance PUZZLE", FILE, "Of a configuration or a plan: the instance that is played, whose cells have colors."
)
@option("--scale", Number(0.05, 10), "Size of a PNG against the SVG.", 2.0)
def command(file: str, other: str | None, output: str, scale: float, instance: str | None, **options: Any) -> None:
    """A picture of the instance in FILE, with the gourds of PLACEMENT if given, all or some; or of a configuration.

    With PLAN, whose moves start at the configuration in FILE, the ending chooses a page to play and step through
    (.html), an animation of up to 300 moves (.svg), a contact sheet of up to 12 frames (.png), or text to follow by
    hand (.txt).

    With CERTIFICATE: the last step of a linear proof that the instance has no placement, with all weights; or a barrier
    and the odd parts that it leaves.

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
      gourds draw start.json plan.json --instance puzzle.json -o plan.html
      gourds draw start.json plan.json --frame 12 -o frame.png
      gourds draw start.json plan.json -o plan.txt
    """
    value = load(file)
    played = None if instance is None else _played(instance, value, file)
    style = Style(**{key: options.pop(key) for key in ("title", "legend", "labels", "coordinates")})
    with naming(other or file):
        if not isinstance(value, Instance | Placement | PartialPlacement | Configuration):
            raise InputError(CYCLE if options["cycle"] else _not_drawn(value), display_name(file))
        given = None if other is None else _other(value, file, other)
        form = form_of(output, given)
        data = drawn_as(form, value, given, style, instance=played, **options).file(scale)
    write_picture(output, data)


def _played(puzzle: str, start: Loaded, file: str) -> Instance:
    """The instance that is played, checked to be that of the configuration."""
    from gourds.reconfigure.colored.targets import start_faults

    instance = load_instance(puzzle)
    if isinstance(start, Configuration) and (faults := start_faults(instance, start)):
        raise InputError(faults, display_name(file))
    return instance


def _not_drawn(value: Loaded) -> str:
    """Why there is no picture of a value alone."""
    if isinstance(value, Plan | Walk):
        return "a plan is drawn with its start: gourds draw START PLAN"
    if isinstance(value, Certificate):
        return "a certificate is drawn with its instance: gourds draw INSTANCE CERTIFICATE"
    if isinstance(value, TripleInstance):
        return "a board of triples is drawn by gourds triples FILE -o OUT"
    return "an instance or a placement is needed here; reduce the formula first"


def _other(value: Loaded, file: str, other: str) -> Placement | PartialPlacement | Certificate | Plan | Walk:
    """What is drawn besides: the plan of a configuration, else a placement or a certificate."""
    if isinstance(value, Configuration):
        return load_plan(other)
    found = load(other)
    if isinstance(found, Certificate) and not isinstance(value, Instance):
        raise other_than("the instance of the certificate", value, file)
    if isinstance(found, Plan | Walk):
        raise InputError("a plan is drawn with its start, which is a configuration", display_name(file))
    if not isinstance(found, Placement | PartialPlacement | Certificate):
        raise other_than("a placement", found, other)
    return found
