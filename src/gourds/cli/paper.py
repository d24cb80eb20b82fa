"""``gourds paper``: the paper's claims, checked one by one."""

from __future__ import annotations

import shutil
import sys
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from gourds.cli.options import COUNT, OUT, WHOLE, flag, json_option, option, seed_option, time_limit_option
from gourds.cli.printing import print_hint, print_json
from gourds.terminal import StatusLine, echo, style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gourds.paper.checking import Progress
    from gourds.paper.claim import Claim, Outcome
    from gourds.paper.report import Checked, Report

_LOOKS: dict[str, dict[str, Any]] = {
    "holds": {"fg": "green"},
    "imprecise": {"fg": "yellow"},
    "fails": {"fg": "red", "bold": True},
    "undecided": {"fg": "yellow", "dim": True},
}
_ROOM = 30
"""With fewer columns than this for the last one, lines are left as long as they are."""


@click.command("paper")
@click.argument("claims", nargs=-1, metavar="[CLAIM]…")
@option("-o, --report FILE.html", OUT, "Write one page with all tables and pictures.")
@flag("--list", "Only list the claims.", name="list_")
@flag("--thorough", "Go further: half an hour for each claim instead of seconds.")
@time_limit_option("Time limit of each claim; by default 90, or 1800 with --thorough.")
@option("--jobs N", COUNT, "Claims at a time; by default one per core.")
@seed_option(kind=WHOLE)
@json_option()
def command(claims: tuple[str, ...], report: str | None, list_: bool, as_json: bool, **options: Any) -> int:
    """Check the paper's claims, all or some: what is checked, how far, and whether it holds.

    Small cases are gone through to the end, larger ones at random; 'how far' says which. A claim is imprecise if it is
    right in essence but not word for word. Exit code 1 if a claim fails. An interrupt keeps what was finished.

    \b
    Examples:
      gourds paper -o paper.html
      gourds paper --list
      gourds paper star-of-david pivots
      gourds paper --thorough --jobs 2 -o paper.html
    """
    from gourds.api.paper import paper
    from gourds.paper.catalogue import find_claims

    chosen = find_claims(claims)
    if list_:
        _show_list(chosen, as_json)
        return 0
    view = _View(chosen, is_shown=not as_json)
    try:
        found = paper(claims, report=report, on_progress=view.take, partial=True, **options)
    finally:
        view.state.clear()
    if as_json:
        print_json(found.to_json())
    else:
        view.show_rest(found)
        _close(found, report)
    if not found:
        return 1
    return 130 if found.is_interrupted else 0


def _show_list(claims: Sequence[Claim], as_json: bool) -> None:
    if as_json:
        keys = ("name", "place", "statement", "method")
        print_json({"claims": [{key: getattr(claim, key) for key in keys} for claim in claims]})
        return
    table = _Table(claims)
    echo(style(table.line(("claim", "place", "statement")), bold=True))
    for claim in claims:
        for line in table.lines((claim.name, claim.place), claim.statement):
            echo(line)


class _Table:
    """Aligned columns, the last of them wrapped to the terminal's width."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        self.widths = [
            max(len("claim"), *(len(claim.name) for claim in claims)),
            max(len("place"), *(len(claim.place) for claim in claims)),
            len("undecided"),
            len("12.3 min"),
        ]
        self.width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None

    def line(self, cells: Sequence[str]) -> str:
        """One line."""
        padded = (
            text.rjust(wide) if k == 3 else text.ljust(wide)
            for k, (text, wide) in enumerate(zip(cells[:-1], self.widths, strict=False))
        )
        return "  ".join((*padded, cells[-1]))

    def lines(self, cells: Sequence[str], text: str, outcome: Outcome | None = None) -> list[str]:
        """The cells, and a text that may need several lines."""
        left = sum(self.widths[: len(cells)]) + 2 * len(cells)
        room = None if self.width is None else self.width - left - 1
        first, *rest = (wrap(text, room) if room is not None and room >= _ROOM else [text]) or [""]
        whole = self.line((*cells, first))
        if outcome is not None:
            start = self.widths[0] + self.widths[1] + 4
            end = start + len(outcome.value)
            whole = whole[:start] + style(outcome.value, **_LOOKS[outcome.value]) + whole[end:]
        return [whole, *(" " * left + more for more in rest)]


class _View:
    """What is shown while it runs: a line for each claim, in the order of the paper, and below them a progress line."""

    def __init__(self, claims: Sequence[Claim], *, is_shown: bool) -> None:
        self.is_shown = is_shown
        self.state = StatusLine()
        self.table = _Table(claims)
        self.shown = 0

    def take(self, progress: Progress) -> None:
        """Show where the run stands."""
        self.state.clear()
        self._show(progress.finished)
        names = ", ".join(progress.running)
        self.state.say(f"{progress.done} of {progress.total} claims, {progress.elapsed:.0f} s: {names}", dim=True)

    def show_rest(self, report: Report) -> None:
        """Show the claims that were finished before an interrupt, after one that was not."""
        self._show(report.checked[self.shown :])

    def _show(self, found: Sequence[Checked]) -> None:
        if not self.is_shown or not found:
            return
        if not self.shown:
            echo(style(self.table.line(("claim", "place", "outcome", "time", "how far")), bold=True))
        for one in found:
            claim, finding = one.claim, one.finding
            cells = (claim.name, claim.place, finding.outcome.value, _seconds(one.time_s))
            for line in self.table.lines(cells, finding.reach, finding.outcome):
                echo(line)
            if finding.outcome.value != "holds" and finding.remark:
                for line in self.table.lines(("", "", "", ""), finding.remark):
                    echo(line)
        self.shown += len(found)


def _seconds(seconds: float) -> str:
    return f"{seconds / 60:.1f} min" if seconds >= 120 else f"{seconds:.1f} s"


def _close(report: Report, path: str | None) -> None:
    counts = {outcome.value: number for outcome, number in report.counts.items()}
    look = "fails" if not report else "imprecise" if report.is_interrupted or counts.get("undecided") else "holds"
    echo(style(report.headline(), **_LOOKS[look]) + f" ({_seconds(report.time_s)})")
    if report.is_interrupted:
        echo("interrupted; what was finished is kept", err=True)
    if path is not None and path != "-":
        print_hint(f"{path} shows all tables and pictures")
    elif path is None:
        print_hint("gourds paper -o paper.html    writes a page with all tables and pictures")
