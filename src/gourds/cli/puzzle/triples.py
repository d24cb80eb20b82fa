"""``gourds triples``: boards of triples, the paper's last question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gourds.api.triples import triples, triples_census
from gourds.cli.options import FILE, WHOLE, json_option, option, output_option
from gourds.cli.printing import bad, counted, good, print_json, print_rows, write_picture
from gourds.configuration import Configuration
from gourds.files import load, other_than
from gourds.files.raw import check_output, display_name, naming
from gourds.instance import Instance
from gourds.terminal import StatusLine, echo
from gourds.triples.instance import TripleInstance

if TYPE_CHECKING:
    from gourds.triples.answer import TripleAnswer
    from gourds.triples.census import Census
    from gourds.triples.space import TripleSpace


@click.command("triples")
@click.argument("file", type=FILE, required=False)
@option("--most", WHOLE, "List up to this many placements; if there are more, only count them.", 100_000)
@option("--census CELLS", int, "Survey all boards of 4, 7, 10, 13 or 16 cells instead.")
@output_option("Draw a placement, one of each set that is apart: .svg, .png or .html.")
@json_option()
def command(file: str | None, most: int, census: int | None, output: str | None, as_json: bool) -> None:
    """Lay triples on the board in FILE: pieces of three cells that are neighbors of each other and can only pivot.

    FILE is a board of triples, or an instance or a configuration, of which only the board counts. A colored board of
    triples is counted and solved besides. The board has 3n + 1 cells; n triples leave one cell empty.

    \b
    Examples:
      gourds triples board.json
      gourds triples board.json -o placement.svg
      gourds triples --census 10 --json
    """
    if (file is None) == (census is None):
        raise click.UsageError("give a FILE or --census, one of them")
    if census is not None:
        if output is not None:
            raise click.UsageError("-o draws the board in FILE")
        _census(census, as_json)
        return
    assert file is not None
    if output is not None:
        from gourds.render import picture_form

        form = picture_form(output)
        check_output(output)
    value = load(file)
    if not isinstance(value, Instance | Configuration | TripleInstance):
        raise other_than("a board of triples, an instance or a configuration", value, file)
    with StatusLine(quiet=as_json) as progress, naming(file):
        answer = triples(value, most=most, say=progress.say)
    if output is not None:
        from gourds.render import picture_file
        from gourds.render.figure.triples import answer_figure

        write_picture(output, picture_file(answer_figure(answer), form, title="triples"))
    if as_json:
        print_json(answer.to_json())
    elif output != "-":
        echo(display_name(file))
        print_rows(_rows(answer))


def _rows(answer: TripleAnswer) -> list[tuple[str, str]]:
    """The answer for people."""
    known = answer.to_json()
    shades = known["shades"]
    rows = [
        ("board", f"{counted(known['cells'], 'cell')}, {counted(known['triples'], 'triple')}"),
        (
            "shades",
            f"{shades[0]}, {shades[1]} and {shades[2]} cells"
            + ("" if known["empty_shade"] is not None else bad(": they differ too much for a placement")),
        ),
        ("placements", f"{answer.placements:,}" if answer.placements else bad("none")),
    ]
    if answer.colored is not None:
        rows.append(("with colors", good(f"{answer.colored:,}") if answer.colored else bad("none")))
    if answer.placements:
        rows += _space_rows(answer.space) if answer.space else [("reach", "not looked at: too many placements to list")]
    if answer.placement is not None:
        rows.append(("empty cell", f"{answer.placement.empty_cell} in the placement that -o draws"))
    return rows


def _space_rows(space: TripleSpace) -> list[tuple[str, str]]:
    """The state space for people."""
    apart = bad("no") + f", {len(space.components):,} sets that are apart"
    largest = space.components[0]
    numbered = bad("no") + f", {space.states:,} configurations in {space.state_components:,} sets that are apart"
    return [
        ("all reach", good("yes") if space.is_joined else apart),
        ("with numbers", good("yes") if space.is_reconfigurable else numbered),
        ("rigid", f"{counted(space.rigid_placements, 'placement')}: no triple can move there"),
        ("largest set", f"{counted(largest.size, 'placement')}, {counted(largest.size - 1, 'triple')} can move"),
        ("God's number", counted(space.gods_number, "pivot")),
    ]


def _census(size: int, as_json: bool) -> None:
    with StatusLine(quiet=as_json) as progress:
        found: Census = triples_census(size, say=progress.say)
    if as_json:
        print_json(found.to_json())
        return
    echo(f"all boards of {size} cells with a placement of triples, up to symmetry")
    print_rows(
        [
            ("boards", f"{found.boards:,}, {found.with_holes:,} of them with a hole"),
            ("rigid", f"{found.rigid:,}: no triple can move in any placement"),
            ("all reach", f"{found.joined:,}: all placements reach each other; not so on {found.apart:,}"),
            ("hinges", f"{found.several_hinge_sets:,} with several sets of hinges"),
            ("placements", ", ".join(f"{counted(count, 'board')} with {k}" for k, count in found.placements.items())),
            ("God's number", f"at most {counted(found.gods_number, 'pivot')}"),
        ]
    )
