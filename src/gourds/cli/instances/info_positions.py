"""What ``gourds info`` says of configurations and plans."""

from __future__ import annotations

import shlex

from gourds.cli.common import counted, print_hint, print_rows
from gourds.cli.instances.info_board import board_rows
from gourds.configuration import Configuration
from gourds.facts import end_colors, plan_facts
from gourds.files.raw import display_name
from gourds.moves import Plan, Walk
from gourds.terminal import echo, style

SHOWN_NUMBERS = 12


def show_configuration(configuration: Configuration, file: str) -> None:
    """The facts for people."""
    echo(style(display_name(file), bold=True) + ", a configuration")
    numbers = [str(number) for number in configuration.ids]
    shown = ", ".join(numbers) if len(numbers) <= SHOWN_NUMBERS else f"{numbers[0]} to {numbers[-1]}"
    colors = end_colors(configuration)
    rows = [
        *board_rows(configuration.board),
        ("gourds", counted(len(numbers), "gourd") + (f": {shown}" if numbers else "")),
        ("colors", f"{counted(len(colors), 'color')} of ends" if configuration.colors else "none, numbers only"),
        ("empty cell", str(configuration.empty_cell)),
    ]
    print_rows(rows)
    print_hint(f"gourds shuffle {shlex.quote(file)} --seed 1 -o other.json")


def show_plan(plan: Plan | Walk, file: str) -> None:
    """The facts for people."""
    known = plan_facts(plan)
    echo(style(display_name(file), bold=True) + ", a plan")
    rows = [("moves", f"{known['moves']:,}"), ("kinds", spell_kinds(known["kinds"]))]
    if known["gourds"] is not None:
        rows.append(("gourds", f"{known['gourds']:,} move"))
    else:
        rows.append(("spelled", "as the walk of the empty cell"))
    print_rows(rows)
    print_hint(f"gourds replay START {shlex.quote(file)}")


def spell_kinds(kinds: dict[str, int]) -> str:
    """'3 slides, 1 turn, 2 pivots'."""
    return ", ".join(counted(count, kind) for kind, count in kinds.items())
