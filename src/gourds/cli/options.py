"""What the commands take: types of parameters, and the arguments and options that several commands have."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import click

from gourds.cli.paths import InputFile, OutputFile, OutputPlace

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

FILE = InputFile()
"""A file to read; ``-`` is standard input."""
OUT = OutputFile()
"""A file to write; ``-`` is standard output."""
JSON_OUT = OutputFile(may_be_drawing=False)
"""A file for a configuration or a plan, which have no text drawing."""
PLACE = OutputPlace(allow_dash=True)
"""A folder to write to, or a name from which others are made."""


class Number(click.FloatRange):
    """A number in a range; 'nan' is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


POSITIVE = Number(min=0, min_open=True)
"""A number above zero."""


def instance_argument() -> Decorator:
    """The argument FILE: an instance in either format."""
    return click.argument("file", type=FILE)


def output_option(help_text: str, kind: click.Path = OUT, **settings: Any) -> Decorator:
    """The option -o."""
    return click.option("-o", "--output", type=kind, metavar="OUT", help=help_text, **settings)


def json_option() -> Decorator:
    """The option --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text for people.")


def seed_option(help_text: str = "Seed of all random choices.", kind: Any = int) -> Decorator:
    """The option --seed."""
    return click.option("--seed", type=kind, default=0, show_default=True, help=help_text)


def time_limit_option(help_text: str, **settings: Any) -> Decorator:
    """The option --time-limit."""
    return click.option("--time-limit", type=POSITIVE, metavar="SECONDS", help=help_text, **settings)


def pbp_version_option() -> Decorator:
    """The option --pbp-version."""
    return click.option(
        "--pbp-version",
        type=click.Choice(["3.0", "1.2"]),
        default="3.0",
        show_default=True,
        help="The version of .pbp; 1.2 is for older checkers.",
    )


def plugin_option() -> Decorator:
    """The option --plugin of commands that take problems and reductions of one's own."""
    return click.option(
        "--plugin",
        "plugins",
        multiple=True,
        metavar="FILE.py|MODULE",
        help="Load problems and reductions of your own; they are code.",
    )


def setting_option(help_text: str) -> Decorator:
    """The option --set; :func:`read_settings` reads its values."""
    return click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help=help_text)


def read_settings(texts: Iterable[str]) -> dict[str, Any]:
    """Settings from texts KEY=VALUE: numbers, true, false, and what else there is as text."""
    return dict(map(_setting, texts))


def _setting(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"--set needs KEY=VALUE, not '{text}'")
    for kind in (int, float):
        with suppress(ValueError):
            return key, kind(value)
    return key, {"true": True, "false": False}.get(value, value)


def together(*options: Decorator) -> Decorator:
    """Several options in the order in which help shows them."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def limit_options() -> Decorator:
    """The options --time-limit and --memory-limit of runs in limited processes."""
    return together(
        time_limit_option("End the run after this many seconds."),
        click.option("--memory-limit", type=POSITIVE, metavar="MB", help="End the run when it takes more memory."),
    )


def search_options(when_time_ends: str, seed: str) -> Decorator:
    """The options --time-limit and --seed of commands that search until their time is up."""
    return together(
        time_limit_option(f"When it ends, {when_time_ends}.", default=60.0, show_default=True),
        seed_option(seed, click.IntRange(0)),
    )
