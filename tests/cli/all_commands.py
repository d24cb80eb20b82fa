"""All commands of the command line, for tests of what must hold for every one."""

from __future__ import annotations

from collections.abc import Iterator

import click

from gourds.cli.app import app


def all_commands() -> Iterator[tuple[str, click.Command]]:
    """Every command that does something, with its words: 'solve', 'bench run'."""
    yield from _below(app, "", click.Context(app))


def _below(group: click.Group, words: str, ctx: click.Context) -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        path = f"{words} {name}".strip()
        if isinstance(command, click.Group):
            yield from _below(command, path, ctx)
        else:
            yield path, command
