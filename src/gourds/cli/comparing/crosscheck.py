"""``gourds crosscheck``: every applicable approach on every instance, compared."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from gourds.cli.options import COUNT, FILE, PLACE, POSITIVE, WHOLE, flag, json_option, option, time_limit_option
from gourds.cli.paths import claim
from gourds.cli.printing import print_hint, print_json
from gourds.files.raw import check_folder
from gourds.terminal import StatusLine, echo, echo_lines, style

if TYPE_CHECKING:
    from gourds.crosscheck import Progress, Report, Subject
    from gourds.crosscheck.table import Table

_LOOKS: dict[str, dict[str, Any]] = {
    "good": {"fg": "green"},
    "bad": {"fg": "red", "bold": True},
    "warn": {"fg": "yellow"},
    "dim": {"dim": True},
    "bold": {"bold": True},
}


@click.command("crosscheck")
@click.argument("files", nargs=-1, type=FILE)
@time_limit_option("Time limit of each run.", 10.0)
@option("--memory-limit MB", POSITIVE, "Memory limit of each run.", 4000.0)
@option("--solver NAME", str, "Only this approach; may be repeated.", name="names", multiple=True)
@flag("--all-variants", "Every variant and both encodings of sat, cpsat and ilp.")
@option("--jobs N", COUNT, "Runs at a time; by default one per core.")
@option(
    "--with TOOL",
    str,
    "Another checker that must accept every proof: drat-trim, lrat-check, veripb, cake_lpr, cake_pb; may be repeated.",
    name="with_",
    multiple=True,
)
@option("--report DIR", PLACE, "The folder for its files.", "gourds-crosscheck", name="folder")
@flag("--no-report", "Write no files.")
@option("--seed N", WHOLE, "Seed of all random choices.", 0)
@json_option()
def command(files: Sequence[str], as_json: bool, folder: str, no_report: bool, **options: Any) -> int:
    """Run every applicable approach on every instance and compare the answers.

    Without FILES: the instances that come with gourds. Placements and certificates are checked, counts and verdicts
    compared with each other, with the manifest, and with the formula that an instance was made from. The first
    disagreement ends the run: the instance is shrunk to the smallest that still disagrees, saved and drawn, and the
    exit code is 1. An interrupt ends the run early; the report then holds what was finished.

    \b
    Examples:
      gourds crosscheck
      gourds crosscheck puzzle.json hexagon.txt --time-limit 60
      gourds crosscheck puzzle.json --solver sat --solver ilp:scip
      gourds crosscheck puzzle.json --solver auto --solver external:minisat
      gourds crosscheck puzzle.json --all-variants --json --no-report
      gourds crosscheck --with drat-trim --with lrat-check
    """
    from gourds.api.comparing.crosschecking import crosscheck
    from gourds.crosscheck import bundled_suite, load_subjects, select_approaches
    from gourds.crosscheck.saving import NAMES, report_files, save_report

    if not no_report:
        check_folder(folder, NAMES)
    approaches = select_approaches(names=options["names"], all_variants=options["all_variants"])
    subjects = load_subjects(files) if files else bundled_suite()
    if not no_report:
        claim(*report_files(subjects, folder))
    view = _View([approach.name for approach in approaches], subjects, is_shown=not as_json)
    try:
        report = crosscheck(subjects, solver=options.pop("names"), on_progress=view.take, partial=True, **options)
    finally:
        view.state.clear()
    paths = [] if no_report else [os.fspath(path) for path in save_report(report, folder)]
    if as_json:
        print_json({**report.to_json(), "files": paths})
    else:
        _close(report, paths, files)
    if not report.agrees:
        return 1
    return 130 if report.is_interrupted else 0


def _style(text: str, look: str) -> str:
    return style(text, **_LOOKS[look])


class _View:
    """What is shown while it runs: a line for every finished instance, and below them a progress line."""

    def __init__(self, approaches: list[str], subjects: Sequence[Subject], *, is_shown: bool) -> None:
        self.is_shown = is_shown
        self.state = StatusLine()
        self.approaches = approaches
        self.subjects = subjects
        self.table: Table | None = None

    def take(self, progress: Progress) -> None:
        """Show where the run stands."""
        self.state.clear()
        if progress.record is not None and self.is_shown:
            if self.table is None:
                self.table = self._start()
            echo(self.table.line(progress.record))
        self.state.say(_state(progress), dim=True)

    def _start(self) -> Table:
        from gourds.crosscheck.running import FORMULA
        from gourds.crosscheck.table import LEGEND, Table
        from gourds.reductions.reduction import is_reduced

        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        has_formula = any(is_reduced(subject.instance) for subject in self.subjects)
        names = [*self.approaches, *([FORMULA] if has_formula else [])]
        table = Table(names, [subject.name for subject in self.subjects], width, _style)
        echo(_style(LEGEND, "dim"))
        echo(table.header())
        return table


def _state(progress: Progress) -> str:
    """The progress, in one line."""
    if progress.stage == "loading":
        return "loading solvers; the first time this takes some seconds more"
    if progress.stage == "shrinking":
        return f"disagreement: shrinking the instance {' '.join(progress.running)}"
    left = "" if progress.left is None else f", about {progress.left:.0f} s left"
    return f"{progress.done}/{progress.total}  {progress.elapsed:.0f} s{left}  {', '.join(progress.running)}"


def _close(report: Report, paths: list[str], files: Sequence[str]) -> None:
    """The summary, what is wrong, and what to try next."""
    from gourds.crosscheck.table import summary

    echo_lines(summary(report, _style))
    for record, finding in report.findings:
        echo(f"  {_style('✗', 'bad')} {record.subject.name}: {finding.text}")
    for record, name, reason in report.failures:
        echo(f"  {_style('!', 'bad')} {name} failed on {record.subject.name}: {reason}")
    if report.disagreement is not None:
        _show_disagreement(report)
    if report.is_interrupted:
        echo(_style(f"interrupted after {len(report.records)} of {report.total} instances", "warn"))
    if paths:
        echo(f"  {_style('report'.ljust(13), 'dim')}  {paths[0]}")
        if len(paths) > 2:
            echo(f"  {_style('saved'.ljust(13), 'dim')}  {', '.join(paths[2:])}")
    for hint in _hints(report, paths, files):
        print_hint(hint)


def _show_disagreement(report: Report) -> None:
    from gourds.crosscheck.report import bare
    from gourds.files import to_text

    disagreement = report.disagreement
    assert disagreement is not None
    size = disagreement.instance.board.size
    before = disagreement.record.subject.instance.board.size
    why = f" ({disagreement.why_not_smaller})" if disagreement.why_not_smaller else ""
    echo(f"  smallest instance that still disagrees: {size:,} of {before:,} cells{why}")
    if size <= 200:
        drawing = to_text(bare(disagreement.instance), "text").rstrip("\n").split("\n")
        echo_lines(f"    {line}" for line in drawing)


def _hints(report: Report, paths: list[str], files: Sequence[str]) -> list[str]:
    """What to try next."""
    if report.disagreement is not None:
        if not paths:
            return ["gourds crosscheck without --no-report saves the instance"]
        accused = [name for name in report.disagreement.finding.accused if "/" not in name and "+" not in name]
        solver = f" --solver {accused[0]}" if accused else ""
        return [f"gourds solve {shlex.quote(paths[2])}{solver}", f"gourds draw {shlex.quote(paths[2])} -o picture.svg"]
    hints = []
    if any(record.tier is None for record in report.records):
        hints.append("some instances have no verdict: a larger --time-limit may give one")
    if not files:
        hints.append("gourds crosscheck FILE… does the same with your own instances")
    return hints
