"""What ``gourds reconfigure`` and ``gourds play-out`` share: options, and how their answers look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from gourds.cli.main import clears_line
from gourds.cli.options import JSON_OUT, Decorator, option, output_option, seed_option, time_limit_option, together
from gourds.cli.printing import bad, counted, good, print_hint, spell_kinds
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.files import load_configuration
from gourds.files.raw import display_name, naming
from gourds.instance import Instance
from gourds.moves import Walk
from gourds.reconfigure.algorithms import ALGORITHMS
from gourds.terminal import StatusLine, echo, style

if TYPE_CHECKING:
    from gourds.reconfigure.colored.playing import PlayedOut
    from gourds.reconfigure.planning import Reconfiguration

INLINE = 10_000
"""The longest plan, in moves, that is part of the JSON answer."""

_LOOKS = {"found": good, "impossible": bad, "infeasible": bad}


def planning_options() -> Decorator:
    """The options --algorithm, --time-limit and --seed."""
    summaries = ". ".join(f"'{name}': {algorithm.summary}" for name, algorithm in ALGORITHMS.items())
    return together(
        option("--algorithm", click.Choice(sorted(ALGORITHMS)), f"How to look for a plan. {summaries}.", "best"),
        time_limit_option("Stop with the best plan so far."),
        seed_option(),
    )


def plan_option() -> Decorator:
    """The option -o."""
    return output_option("Write the plan there; a name that ends in .walk gives one letter for each move.", JSON_OUT)


def load_start(instance: Instance, file: str) -> Configuration:
    """The configuration in a file, checked to have the gourds of an instance."""
    from gourds.reconfigure.colored.targets import start_faults

    start = load_configuration(file)
    if faults := start_faults(instance, start):
        raise InputError(faults, display_name(file))
    return start


@contextmanager
def planning(file: str, *, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Shows progress; if a planner refuses, for example a board that is not proper, the error names the file."""
    with StatusLine(quiet=quiet) as progress, naming(file), clears_line(progress.clear, at_once=True):
        yield progress.say


def inline_plan(start: Configuration, walk: Walk | None, output: str | None) -> dict[str, Any] | None:
    """The plan for the JSON answer, unless it is in a file or too long."""
    from gourds.reconfigure.answers import plan_document

    return plan_document(start, walk) if walk is not None and output is None and len(walk) <= INLINE else None


def show_status(found: Reconfiguration | PlayedOut, *, err: bool) -> None:
    """The first line for people."""
    status = _LOOKS.get(found.status, str)(style(found.status, bold=True))
    what = f": {counted(len(found.walk), 'move')}" if found.walk is not None else ""
    echo(f"{status}{what} in {found.time_s:.3f} s by {found.algorithm}", err=err)


def plan_rows(found: Reconfiguration | PlayedOut, whatever: str = "") -> list[tuple[str, str]]:
    """Why there is no plan, or its kinds of moves and whether it is shortest, ``whatever`` is free to choose."""
    from gourds.reconfigure.answers import gap_of

    rows = [("because", found.reason)] if found.reason else []
    if found.walk is not None:
        gap = gap_of(len(found.walk), found.lower_bound)
        bound = f"not proven; at least {counted(found.lower_bound, 'move')} are needed, a gap of {gap:.1%}"
        rows.append(("kinds", spell_kinds(found.walk.kind_counts())))
        rows.append(("shortest", good(f"yes, proven{whatever}") if found.is_shortest else bound + whatever))
    return rows


def hint_at_unknown(found: Reconfiguration | PlayedOut) -> None:
    """What to try if a limit was reached."""
    if found.status == "unknown":
        print_hint("try a larger --time-limit, or --algorithm quadratic")
