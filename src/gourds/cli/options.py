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
COUNT = click.IntRange(1)
"""A whole number above zero."""
WHOLE = click.IntRange(0)
"""A whole number that is not negative."""
ENCODINGS = click.Choice(["reduced", "textbook"])
"""The models of an instance."""


def option(
    shown: str, kind: Any, help_text: str, default: Any = None, *, name: str | None = None, **settings: Any
) -> Decorator:
    """An option with a value, as help shows it: ``-o, --output OUT``. Help shows its default too, if there is one.

    ``name`` is that of the parameter where it is not the option's.
    """
    words = shown.replace(",", "").split()
    metavar = None if words[-1].startswith("-") else words.pop()
    if default is not None:
        settings |= {"default": default, "show_default": True}
    return click.option(*words, *([name] if name else []), type=kind, metavar=metavar, help=help_text, **settings)


def flag(shown: str, help_text: str, *, name: str | None = None) -> Decorator:
    """An option without a value."""
    return click.option(shown, *([name] if name else []), is_flag=True, help=help_text)


def instance_argument() -> Decorator:
    """The argument FILE: an instance in either format."""
    return click.argument("file", type=FILE)


def output_option(help_text: str, kind: click.Path = OUT, **settings: Any) -> Decorator:
    """The option -o."""
    return click.option("-o", "--output", type=kind, metavar="OUT", help=help_text, **settings)


def json_option() -> Decorator:
    """The option --json."""
    return flag("--json", "Print one JSON object instead of text for people.", name="as_json")


def seed_option(help_text: str = "Seed of all random choices.", kind: Any = int) -> Decorator:
    """The option --seed."""
    return option("--seed", kind, help_text, 0)


def time_limit_option(help_text: str, default: float | None = None) -> Decorator:
    """The option --time-limit."""
    return option("--time-limit SECONDS", POSITIVE, help_text, default)


def pbp_version_option() -> Decorator:
    """The option --pbp-version."""
    return option(
        "--pbp-version", click.Choice(["3.0", "1.2"]), "The version of .pbp; 1.2 is for older checkers.", "3.0"
    )


def plugin_option(help_text: str = "Load problems and reductions of your own; they are code.") -> Decorator:
    """The option --plugin of commands that take problems and reductions, or solvers, of one's own."""
    return option("--plugin FILE.py|MODULE", str, help_text, name="plugins", multiple=True)


def setting_option(help_text: str) -> Decorator:
    """The option --set; :func:`read_settings` reads its values."""
    return option("--set KEY=VALUE", str, help_text, name="settings", multiple=True)


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
        for one in reversed(options):
            function = one(function)
        return function

    return decorate


def limit_options() -> Decorator:
    """The options --time-limit and --memory-limit of runs in limited processes."""
    return together(
        time_limit_option("End the run after this many seconds."),
        option("--memory-limit MB", POSITIVE, "End the run when it takes more memory."),
    )


def search_options(when_time_ends: str, seed: str) -> Decorator:
    """The options --time-limit and --seed of commands that search until their time is up."""
    return together(
        time_limit_option(f"When it ends, {when_time_ends}.", 60.0),
        seed_option(seed, WHOLE),
    )
