"""``gourds serve``: the workbench in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from gourds.cli.options import option
from gourds.cli.paths import InputFile
from gourds.cli.printing import print_hint
from gourds.terminal import echo, style


@click.command("serve")
@option("--port", click.IntRange(0, 65_535), "0 takes any free one.", 8765)
@click.option("--open/--no-open", "opens", default=True, show_default=True, help="Open the page in a browser.")
@option(
    "--campaigns DIR",
    InputFile(allow_dash=False, with_content=True, path_type=Path),
    "A folder of campaigns, STORE.sqlite: the page lists those there and keeps new ones in it.",
)
def command(port: int, opens: bool, campaigns: Path | None) -> int:
    """The workbench in a browser: boards, solvers, the reduction, the puzzle, campaigns. Ctrl-C ends it.

    The server listens on this machine alone and answers no page but its own. If the port is taken, the next free one is
    used.

    \b
    Examples:
      gourds serve
      gourds serve --port 9000 --no-open
      gourds serve --campaigns results/
    """
    from gourds.web.workbench import serve

    def tell(address: str, used: int) -> None:
        if port not in (0, used):
            echo(f"port {port} is taken, using {used}", err=True)
        echo(f"{style('gourds', bold=True)} is at {style(address, fg='cyan')}")
        print_hint("Ctrl-C ends it")

    try:
        serve(port, opens=opens, campaigns=campaigns, on_ready=tell)
    except KeyboardInterrupt:
        echo("ended", err=True)
    return 0
