"""What the commands share: arguments, aligned output, JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

FILE = click.Path(allow_dash=True)
"""A path that is opened by our own reader, so that faults are named in one way."""


def instance_argument() -> Decorator:
    """The argument FILE: an instance in either format."""
    return click.argument("file", type=FILE)


def output_option(help_text: str, **settings: Any) -> Decorator:
    """The option -o."""
    return click.option("-o", "--output", type=FILE, metavar="OUT", help=help_text, **settings)


def json_option() -> Decorator:
    """The option --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text for people.")


def search_options(when_time_ends: str, seed: str) -> Decorator:
    """The options --time-limit and --seed of commands that search for as long as they may."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        limit = click.option(
            "--time-limit",
            type=click.FloatRange(0, min_open=True),
            default=60.0,
            show_default=True,
            metavar="S",
            help=f"Seconds; when they end, {when_time_ends}.",
        )
        return limit(click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help=seed)(function))

    return decorate


def print_json(value: object) -> None:
    """One JSON object, for programs."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def print_rows(rows: Iterable[tuple[str, str]], *, err: bool = False) -> None:
    """Aligned names and values, the names dimmed; on standard error where standard output holds a file."""
    rows = list(rows)
    width = max((len(name) for name, _ in rows), default=0)
    for name, value in rows:
        click.echo(f"  {click.style(name.ljust(width), dim=True)}  {value}", err=err)


def print_hint(text: str) -> None:
    """What to try next; on standard error, so that output can be piped on."""
    click.echo(click.style("  → ", fg="cyan") + text, err=True)


def good(text: str) -> str:
    """Styled as good news."""
    return click.style(text, fg="green")


def bad(text: str) -> str:
    """Styled as bad news."""
    return click.style(text, fg="red")


def counted(count: int, noun: str) -> str:
    """'1 cell', '2 cells', '24,001 cells'."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


class Progress:
    """A line on standard error that says how far it is; nothing where nobody looks."""

    def __init__(self, quiet: bool) -> None:
        self.on = not quiet and sys.stderr.isatty()

    def say(self, text: str) -> None:
        """Show the text in place of the last one."""
        if self.on:
            click.echo(f"\r\033[K  {text[:100]}", err=True, nl=False)

    def clear(self) -> None:
        """Remove the line."""
        if self.on:
            click.echo("\r\033[K", err=True, nl=False)
