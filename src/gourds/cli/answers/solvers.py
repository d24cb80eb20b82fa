"""``gourds solvers``: the list of solvers."""

from __future__ import annotations

import click

from gourds.api.answers import external_solvers, solvers
from gourds.cli.options import flag, json_option
from gourds.cli.printing import print_hint, print_json
from gourds.solvers.base import ABILITIES
from gourds.terminal import echo, style


@click.command("solvers")
@flag("--versions", "Ask every program on the PATH for its version.")
@json_option()
def command(versions: bool, as_json: bool) -> None:
    """List the solvers, what each can do, and the versions of the packages they use.

    Other people's solvers that are on the PATH follow, by the names under which they can be used. So can any other
    program: 'external:COMMAND', where {cnf}, {opb}, {lp}, {mps}, {mzn}, {xcsp} or {asp} in the command stands for the
    exported file.

    \b
    Examples:
      gourds solvers
      gourds solvers --versions
    """
    programs = external_solvers(versions=versions)
    if as_json:
        listed = [solver.to_json() for solver in solvers().values()]
        print_json({"solvers": listed, "external": [program.to_json() for program in programs]})
        return
    width = max(len(name) for name in solvers())
    for solver in solvers().values():
        abilities = ", ".join(ability for ability in ABILITIES if ability in solver.abilities)
        echo(f"  {style(solver.name.ljust(width), bold=True)}  {solver.summary}")
        echo(f"  {'':{width}}  {style(f'{abilities}; {solver.version()}', dim=True)}")
        if solver.variants:
            echo(f"  {'':{width}}  {style('variants: ' + ', '.join(solver.variants), dim=True)}")
    if programs:
        echo(style("on the PATH:", bold=True))
    width = max((len(program.name) for program in programs), default=0)
    for program in programs:
        said = f", {program.version}" if program.version else ""
        does = f"{program.summary} ({program.path}{said})"
        echo(f"  {style(program.name.ljust(width), bold=True)}  {does}")
    print_hint("gourds solve FILE --solver NAME[:VARIANT]")
