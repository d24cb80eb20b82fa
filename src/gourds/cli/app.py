"""The click application: it loads commands when they are called, and turns every error into one line and an exit code.

Exit codes: 0 done, 1 a check failed, 2 bad usage or bad input, 70 a fault in this program, 130 interrupted;
``solve`` adds 10 and 20.
"""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from gourds.cli.main import COMMANDS, INTERRUPTED, is_lost_output, lose_output, module_of, overview
from gourds.errors import GourdsError, InputError
from gourds.terminal import echo, echo_lines, style


class LazyGroup(click.Group):
    """Commands by name; the module of a command is imported when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands in the order of the overview."""
        return [name for commands in COMMANDS.values() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        module = module_of(cmd_name)
        if module is None:
            return None
        command = import_module(module).command
        assert isinstance(command, click.Command)
        return command

    def get_help(self, ctx: click.Context) -> str:
        """The overview."""
        return overview().rstrip()


app = LazyGroup(
    "gourds",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    no_args_is_help=True,
)


def run(args: list[str]) -> int:
    """Run one command and return its exit code."""
    try:
        result = _call(args)
        sys.stdout.flush()
        return int(result or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        echo_lines((error.ctx.get_help() if error.ctx else overview()).split("\n"))
        return 2
    except click.ClickException as error:
        return _fail(_usage_line(error), 2)
    except InputError as error:
        return _fail(str(error), 2)
    except GourdsError as error:
        return _fail(str(error), 1)
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted", INTERRUPTED)
    except MemoryError:
        return _fail("out of memory", 2)
    except Exception as error:
        if isinstance(error, OSError) and is_lost_output(error):
            return lose_output(error)
        if os.environ.get("GOURDS_DEBUG"):
            _show_traceback(error)
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{os.path.basename(where.filename)}:{where.lineno}"
        return _fail(f"internal error at {place}: {type(error).__name__}: {error} (GOURDS_DEBUG=1 shows more)", 70)


def _color() -> bool | None:
    """No colors if the user asks for none; otherwise click decides, by whether there is a terminal."""
    return False if os.environ.get("NO_COLOR") else None


def _call(args: list[str]) -> Any:
    """Call a command; unlike click's own ``main``, a closed output pipe does not give exit code 1."""
    if "_GOURDS_COMPLETE" in os.environ:
        return app.main(args, prog_name="gourds", standalone_mode=False)
    try:
        with app.make_context("gourds", list(args), color=_color()) as context:
            return app.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code


def _usage_line(error: click.ClickException) -> str:
    ctx = getattr(error, "ctx", None)
    where = ctx.command_path.removeprefix("gourds").strip() if ctx else ""
    hint = f" (see 'gourds {where} --help')" if where else " (see 'gourds --help')"
    message = error.format_message().rstrip(".")
    return f"{where}: {message}{hint}" if where else f"{message}{hint}"


def _show_traceback(error: Exception) -> None:
    """All frames, and each exception in one line, with everything escaped."""
    for part in traceback.format_exception(error):
        echo_lines(part.rstrip("\n").split("\n") if part.startswith("  File ") else [part.strip()], err=True)


def _fail(message: str, code: int) -> int:
    with suppress(OSError):  # the exit code has to be enough if nothing can be printed
        echo(style("gourds: ", bold=True) + message, err=True, color=_color())
    return code
