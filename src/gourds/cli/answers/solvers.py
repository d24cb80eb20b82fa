"""``gourds solvers``: the list of solvers."""

from __future__ import annotations

import click

from gourds.api.answers import solvers
from gourds.cli.common import json_option, print_hint, print_json
from gourds.solvers.base import ABILITIES
from gourds.terminal import echo, style


@click.command("solvers")
@json_option()
def command(as_json: bool) -> None:
    """List the solvers, what each can do, and the versions of the packages they use.

    \b
    Example:
      gourds solvers
    """
    if as_json:
        listed = [solver.to_json() for solver in solvers().values()]
        print_json({"solvers": listed})
        return
    width = max(len(name) for name in solvers())
    for solver in solvers().values():
        abilities = ", ".join(ability for ability in ABILITIES if ability in solver.abilities)
        echo(f"  {style(solver.name.ljust(width), bold=True)}  {solver.summary}")
        echo(f"  {'':{width}}  {style(f'{abilities}; {solver.version()}', dim=True)}")
        if solver.variants:
            echo(f"  {'':{width}}  {style('variants: ' + ', '.join(solver.variants), dim=True)}")
    print_hint("gourds solve FILE --solver NAME[:VARIANT]")
