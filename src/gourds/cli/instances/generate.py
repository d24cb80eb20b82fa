"""``gourds generate``: a command for every family, made from the families' own descriptions.

Every number may be a range or a list. Several values for any of the parameters make a folder.
"""

from __future__ import annotations

import shlex
from collections import Counter
from typing import Any, Final

import click

from gourds.api.instances import generate, generate_many
from gourds.cli.options import COUNT, PLACE, json_option, option, output_option, seed_option
from gourds.cli.paths import claim
from gourds.cli.printing import counted, print_hint, print_json, print_some
from gourds.errors import InputError
from gourds.families import FAMILIES, Family, Parameter
from gourds.families.folder import AT_MOST
from gourds.families.ranges import read_numbers
from gourds.files import save
from gourds.files.manifest import NAME, VERDICTS, Entry
from gourds.files.raw import check_output
from gourds.instance import Instance
from gourds.terminal import echo


@click.group("generate", no_args_is_help=True)
def command() -> None:
    """Seeded families of instances: the same command gives the same bytes.

    A number can also be a range, 1..20 or 1..20..5, or a list, 2,3,5. Every combination of the values then becomes a
    file in the folder -o, with MANIFEST.toml beside them.

    \b
    Examples:
      gourds generate hexagon --radius 4 --colors 5 --seed 7 -o puzzle.json
      gourds generate random-proper --size 201 --coloring near-miss -o puzzle.txt
      gourds generate strip --size 21 | gourds info -
      gourds generate threshold --radius 8..14 --seed 1..20 -o puzzles/
    """


class Numbers(click.ParamType):  # type: ignore[type-arg]
    """A whole number, or several."""

    name = "numbers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """All of them."""
        if isinstance(value, tuple):
            return value
        try:
            return read_numbers(str(value))
        except InputError as error:
            self.fail(str(error), param, ctx)


class Choices(click.Choice):  # type: ignore[type-arg]
    """One of some words, or several with commas between them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """All of them."""
        if isinstance(value, tuple):
            return value
        words = (super(Choices, self).convert(word, param, ctx) for word in str(value).split(","))
        return tuple(dict.fromkeys(words))


NUMBERS = Numbers()
SHOWN: Final = 5
"""So many combinations that cannot be made are told."""


def _option(parameter: Parameter) -> click.Option:
    name = f"--{parameter.name}"
    if parameter.kind is bool:
        return click.Option([name], is_flag=True, default=parameter.default, help=parameter.help)
    kind: Any = Choices(parameter.choices) if parameter.choices else NUMBERS if parameter.kind is int else str
    required = parameter.default is None
    return click.Option(
        [name],
        type=kind,
        default=parameter.default,
        required=required,
        show_default=not required,
        help=parameter.help,
    )


def _add(family: Family) -> None:
    @seed_option("seed of all random choices", NUMBERS)
    @option("--name", str, "a name for the instance", name="title")
    @output_option(
        "where to write (.txt: a text drawing; NAME/: a folder); standard output if left out", PLACE, default="-"
    )
    @option("--at-most", COUNT, "files in a folder", AT_MOST)
    @json_option()
    @click.pass_context
    def make(
        ctx: click.Context,
        /,
        seed: tuple[int, ...],
        title: str | None,
        output: str,
        at_most: int,
        as_json: bool,
        **values: Any,
    ) -> None:
        given = {name: value if isinstance(value, tuple) else (value,) for name, value in values.items()}
        if output.endswith("/") or any(len(several) > 1 for several in (seed, *given.values())):
            _fill(family, output, seed, title, at_most, as_json, given)
            return
        if as_json and output == "-":
            raise InputError("--json needs a file to write the instance to: -o FILE")
        check_output(output)
        claim(output)
        single = {name: value[0] for name, value in given.items()}
        instance = generate(family.name, seed=seed[0], name=title, **single)
        save(instance, output)
        if as_json:
            print_json({"file": output, **_sizes(instance), "source": instance.source})
        elif output != "-":
            sizes = ", ".join(counted(count, noun[:-1]) for noun, count in _sizes(instance).items())
            echo(f"{output}: {sizes}", err=True)
            print_hint(f"gourds info {shlex.quote(output)}")

    subcommand = click.command(
        family.name, help=family.summary[0].upper() + family.summary[1:] + ".", short_help=family.summary
    )(make)
    subcommand.params = [*(_option(parameter) for parameter in family.parameters), *subcommand.params]
    command.add_command(subcommand)


def _sizes(instance: Instance) -> dict[str, int]:
    return {"cells": instance.board.size, "gourds": instance.size, "colors": len(instance.colors)}


def _fill(
    family: Family,
    folder: str,
    seeds: tuple[int, ...],
    title: str | None,
    at_most: int,
    as_json: bool,
    values: dict[str, tuple[Any, ...]],
) -> None:
    """A folder of instances."""
    from gourds.cli.telling import telling

    if folder == "-":
        raise InputError("several instances need a folder: -o FOLDER")
    if title is not None:
        raise InputError("--name is for a single instance; files in a folder are named after their parameters")
    with telling(quiet=as_json) as tell:
        made = generate_many(family.name, folder, seed=seeds, at_most=at_most, tell=tell, **values)
    if as_json:
        print_json({"folder": folder, "instances": list(map(_shown, made.entries)), "refused": dict(made.refused)})
        return
    verdicts = Counter(entry.verdict or "not known" for entry in made.entries)
    told = ", ".join(f"{verdicts[word]:,} {word}" for word in (*VERDICTS, "not known") if verdicts[word])
    echo(f"{folder}: {counted(len(made.entries), 'file')} and {NAME}; verdicts: {told}", err=True)
    print_some((f"left out: {name}: {reason}" for name, reason in made.refused.items()), SHOWN, err=True)
    print_hint(f"gourds info {shlex.quote(str(made.entries[0].path))}")


def _shown(entry: Entry) -> dict[str, Any]:
    facts = {"file": entry.file, "cells": entry.cells, "colors": entry.colors, "gourds": entry.gourds}
    return {**facts, "verdict": entry.verdict, "why": entry.why or None, "sha256": entry.sha256}


for _family in FAMILIES.values():
    _add(_family)
