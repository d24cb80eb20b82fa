"""``gourds verify``: check an answer without any solver."""

from __future__ import annotations

import click

from gourds.cli.common import FILE, bad, counted, good, instance_argument, json_option, print_json
from gourds.files import load_instance, load_placement
from gourds.placement import placement_faults

SHOWN_FAULTS = 20


@click.command("verify")
@instance_argument()
@click.argument("placement", type=FILE)
@json_option()
def command(file: str, placement: str, as_json: bool) -> int:
    """Check PLACEMENT against the instance in FILE, straight from the definition; exit code 1 if it is wrong.

    \b
    Example:
      gourds verify puzzle.json placement.json
    """
    instance, claimed = load_instance(file), load_placement(placement)
    faults = placement_faults(instance, claimed)
    if as_json:
        print_json(
            {
                "valid": not faults,
                "faults": [{"place": fault.place, "reason": fault.reason} for fault in faults],
            }
        )
    elif not faults:
        click.echo(
            f"{good('valid')}: {counted(instance.size, 'gourd')} placed, {claimed.empty} stays empty, every budget met"
        )
    else:
        click.echo(f"{bad('invalid')}: {counted(len(faults), 'fault')}")
        for fault in faults[:SHOWN_FAULTS]:
            click.echo(f"  {fault}")
        if len(faults) > SHOWN_FAULTS:
            click.echo(f"  and {len(faults) - SHOWN_FAULTS:,} more (--json lists all)")
    return 1 if faults else 0
