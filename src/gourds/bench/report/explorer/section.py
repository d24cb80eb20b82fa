"""The section of a report's page that a script runs: every run, and any two solvers.

Without scripts the section says so, and everything else on the page stays as it is. A content security policy that
names the hash of the script lets this one run and no other, whatever the names in a store are.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import Final

from gourds.bench.report.explorer.data import embedded, pack
from gourds.bench.store.results import Results
from gourds.bench.store.store import Store
from gourds.render.report_style import HEAD
from gourds.words import counted

SCRIPTS: Final = ("rows.js", "table.js", "pair.js", "plot.js", "instance.js", "main.js")
"""The parts of the script, in order."""


def part(name: str) -> str:
    """A file beside this one."""
    return files("gourds.bench.report.explorer").joinpath(name).read_text("utf-8")


@cache
def script() -> str:
    """Everything between the tags of the script."""
    return "\n" + "".join(map(part, SCRIPTS))


@cache
def script_source() -> str:
    """What a policy says after ``script-src``."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script().encode()).digest()).decode()}'"


def head() -> str:
    """How the page begins: the only script that may run is ours."""
    policy = "style-src 'unsafe-inline'"
    return HEAD.replace(policy, f"{policy}; script-src {script_source()}")


def explorer_section(results: Results) -> str:
    """The section, empty until the script fills it."""
    if not results.runs:
        return ""
    held = embedded(results)
    some = ""
    if len(held) < len(results.entries):
        some = (
            f" The page holds the runs on {len(held):,} of {counted(len(results.entries), 'instance')}: those with"
            " wrong answers, those that not all solved, the slowest. The CSV file has all."
        )
    return (
        '<h2 id="runs">Every run</h2><p class="soft lead">Filter and sort; choose a run or an instance to see its'
        " picture, its parameters and the commands that repeat it. Solvers, families and counts elsewhere on this page"
        f" lead here.{some}</p>"
        '<div id="explorer"><p class="soft">This section needs JavaScript, and a browser of 2023 or later. Without it,'
        " the tables and plots of this page are complete, and"
        " <code>gourds bench report STORE --csv runs.csv</code> lists every run.</p></div>"
    )


def explorer_script(results: Results, store: Store | None) -> str:
    """The data and the script, for the end of the page."""
    if not results.runs:
        return ""
    return (
        f'<script type="application/octet-stream" id="explorer-data">{pack(results, store)}</script>\n'
        f'<script type="module">{script()}</script>'
    )
