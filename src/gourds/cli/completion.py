"""``gourds completion``: the script with which a shell completes our commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from gourds.terminal import echo_lines


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script for SHELL.

    \b
    Examples:
      eval "$(gourds completion bash)"        # in ~/.bashrc
      gourds completion fish > ~/.config/fish/completions/gourds.fish
    """
    script = get_completion_class(shell)
    assert script is not None
    echo_lines(script(ctx.find_root().command, {}, "gourds", "_GOURDS_COMPLETE").source().split("\n"))
