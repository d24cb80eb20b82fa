"""``gourds bench report`` and ``gourds bench compare``: what a campaign found, and what changed between two."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gourds.cli.options import OUT, PLACE, json_option, option
from gourds.cli.paths import InputFile, OutputFile, OutputPlace, claim
from gourds.cli.printing import bad, counted, good, print_hint, print_json, print_some
from gourds.terminal import echo, style

if TYPE_CHECKING:
    from gourds.bench.report.comparison import Comparison
    from gourds.bench.report.statistics import Score
    from gourds.bench.store.results import Results

STORE_FILE = InputFile(allow_dash=False, path_type=Path)
"""The store of a campaign."""
_TABLE = OutputFile(folder_is_made=True)
"""A file that may lie in the folder of the report."""
_TROUBLES = 20
"""How many troubles are listed on the terminal."""


@click.command("report")
@click.argument("store", type=STORE_FILE, metavar="STORE.sqlite")
@option("-o, --output FILE.html|DIR", PLACE, "Where the page goes, or a folder for all files; by default STORE.html.")
@option("--csv FILE", _TABLE, "A row for every run, all columns.", name="csv_file")
@option("--json FILE", _TABLE, "The same, and the summary.", name="json_file")
@option("--mkplot DIR", OutputPlace(path_type=Path), "A file for every solver, for mkplot.")
def report_command(
    store: Path, output: str | None, csv_file: str | None, json_file: str | None, mkplot: Path | None
) -> int:
    """What a campaign found: a table here, and a page with plots. Exit code 1 if an answer was wrong.

    The campaign may still be running. '-' is standard output; the table then goes to standard error.

    \b
    Examples:
      gourds bench report encodings.sqlite
      gourds bench report encodings.sqlite -o encodings.html --csv runs.csv
      gourds bench report encodings.sqlite -o report/
    """
    from gourds.api.comparing.campaigns import report_texts, write_texts
    from gourds.bench.report.statistics import score_all, score_best
    from gourds.bench.store.reading import read_results, snapshot

    page: Path | str = output or store.parent / f"{store.stem}.html"
    rows: Path | str | None = csv_file
    summary: Path | str | None = json_file
    if output is not None and output != "-" and not output.endswith((".html", ".htm", ".html.gz")):
        folder = Path(output)
        page = folder / "report.html"
        claim(*(folder / name for name, given in (("runs.csv", rows), ("report.json", summary)) if not given))
        rows, summary = rows or folder / "runs.csv", summary or folder / "report.json"
        mkplot = mkplot or folder / "mkplot"
    claim(page)
    _check_outputs([page, rows, summary], mkplot)
    with snapshot(store) as opened:
        results = read_results(opened)
        texts = report_texts(results, opened, page, rows, summary, mkplot)
    plots = [path for path, _ in texts if mkplot is not None and Path(path).parent == mkplot]
    claim(*plots)
    write_texts(texts)
    written = [str(path) for path, _ in texts if path not in plots and path != "-"]
    written += [f"{mkplot}/ with {counted(len(plots), 'file')}"] if plots else []
    is_piped = "-" in (output, csv_file, json_file)
    _show(results, [*score_all(results), score_best(results)], err=is_piped)
    for path in written:
        echo(f"  {style('written', dim=True)}  {path}", err=is_piped)
    if not results.is_complete:
        print_hint(f"gourds bench resume {store}")
    if output != "-":
        print_hint(f"open {page} in a browser")
    return 1 if results.troubles else 0


def _check_outputs(paths: Sequence[Path | str | None], mkplot: Path | None) -> None:
    """Raises InputError if something cannot be written; the folder of a Path is made, that of a text is not."""
    from gourds.files.raw import check_folder, check_output

    made = {path.parent for path in paths if isinstance(path, Path)}
    for path in paths:
        if isinstance(path, Path) or (path is not None and path != "-" and Path(path).parent in made):
            check_folder(Path(path).parent, [Path(path).name])
        elif path is not None:
            check_output(path)
    if mkplot is not None:
        check_folder(mkplot)


def _show(results: Results, scores: Sequence[Score], *, err: bool) -> None:
    """Troubles, who won, and the table of solvers; the last score is that of the virtual best solver."""
    from gourds.bench.report.standing import stand
    from gourds.bench.report.words import excluded, shout, tell_troubles, who_won, why_won

    campaign = results.campaign
    done = f"{len(results.runs):,} of {counted(results.planned, 'run')}"
    head = f"{campaign.name}: {counted(len(results.entries), 'instance')}, {done}"
    echo(style(head, bold=True), err=err)
    _print_troubles(shout(results), [text for text, _ in tell_troubles(results)], err=err)
    standing = stand(results)
    if results.runs:
        echo(err=err)
        cells = [_cells(score, results.floor.seconds) for score in scores]
        _print_table(_HEADS, cells, _looks(scores, standing.winner), err=err)
        echo(err=err)
    echo(who_won(results, scores[:-1], standing), err=err)
    if why := why_won(results, standing):
        echo(style(why, dim=True), err=err)
    if excluded(scores):
        echo(bad(excluded(scores)), err=err)


def _print_troubles(head: str, texts: Sequence[str], *, err: bool) -> None:
    if not texts:
        return
    echo(bad(style(head, bold=True)), err=err)
    print_some((f"✗ {text}" for text in texts), _TROUBLES, look=bad, err=err)


_HEADS = (
    *("solver", "solved", "feasible", "infeasible", "wrong", "unknown", "errors"),
    *("PAR2", "median", "total", "only", "× best"),
)


def _cells(score: Score, floor: float) -> list[str]:
    from gourds.bench.report.words import ratio, seconds, shown_time

    unknown = sum(score.unknown.values()) + score.left_out
    return [
        score.label,
        f"{score.solved:,}/{score.total:,}",
        *(f"{number:,}" for number in (score.feasible, score.infeasible, score.wrong, unknown, score.errors)),
        *(shown_time(value, floor) for value in (score.par2, score.median)),
        seconds(score.spent),
        f"{score.unique:,}" if score.competitor is not None else "",
        ratio(score.slowdown),
    ]


def _looks(scores: Sequence[Score], won: Score | None) -> list[str]:
    label = "" if won is None else won.label
    return ["bad" if s.wrong else "dim" if s.competitor is None else "good" if s.label == label else "" for s in scores]


def _print_table(heads: Sequence[str], rows: Sequence[Sequence[str]], looks: Sequence[str], *, err: bool) -> None:
    """Aligned columns, the first to the left and cut if the terminal is narrow."""
    widths = [max(len(row[k]) for row in (heads, *rows)) for k in range(len(heads))]
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        rest = sum(widths[1:]) + 2 * len(widths)
        widths[0] = max(min(widths[0], shutil.get_terminal_size().columns - rest), 12)
    styles: dict[str, Callable[[str], str]] = {
        "bad": bad,
        "good": good,
        "dim": lambda text: style(text, dim=True),
        "": str,
    }

    def line(row: Sequence[str]) -> str:
        name = row[0] if len(row[0]) <= widths[0] else f"{row[0][: widths[0] - 1]}…"
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        return f"  {name.ljust(widths[0])}  {'  '.join(cells)}".rstrip()

    echo(style(line(heads), dim=True), err=err)
    for row, look in zip(rows, looks, strict=True):
        echo(styles[look](line(row)), err=err)


@click.command("compare")
@click.argument("old", type=STORE_FILE, metavar="OLD.sqlite")
@click.argument("new", type=STORE_FILE, metavar="NEW.sqlite")
@option("-o, --output FILE.html", OUT, "Also a page with plots.")
@json_option()
def compare_command(old: Path, new: Path, output: str | None, as_json: bool) -> int:
    """What changed between two campaigns: verdicts, newly solved, lost, speed. Exit code 1 if verdicts contradict.

    Instances are matched by what they are, solvers by their labels. Ratios are old time over new time.

    \b
    Example:
      gourds bench compare before.sqlite after.sqlite -o changes.html
    """
    from gourds.api.comparing.campaigns import bench_compare

    comparison = bench_compare(old, new, output=output)
    if as_json and output != "-":
        print_json(comparison.to_json())
    else:
        _show_comparison(comparison, err=output == "-")
    if output is not None and output != "-":
        print_hint(f"open {output} in a browser")
    return 1 if comparison.contradictions else 0


def _show_comparison(comparison: Comparison, *, err: bool) -> None:
    from gourds.bench.report.comparison_page import noise_note, sentence, told_difference, told_ratio
    from gourds.bench.report.words import seconds

    found = comparison.contradictions
    _print_troubles(f"{len(found):,} CONTRADICTION{'S' * (len(found) > 1)}", found, err=err)
    if found:
        echo(err=err)
    rows = [*comparison.rows, comparison.total] if len(comparison.rows) > 1 else comparison.rows
    heads = (
        *("solver", "both", "gained", "lost", "changed", "old/new", "difference"),
        *("faster", "slower", "PAR2 old", "PAR2 new"),
    )
    table = [
        [
            row.name,
            *(f"{len(row.select(change)):,}" for change in ("both", "gained", "lost", "verdict")),
            told_ratio(row.ratio),
            told_difference(row).partition(":")[0],
            *(f"{row.faster:,}", f"{row.slower:,}"),
            *map(seconds, row.par2),
        ]
        for row in rows
    ]
    if rows:
        looks = ["bad" if row.select("verdict") else "" for row in rows]
        _print_table(heads, table, looks, err=err)
        echo(err=err)
        _show_families(comparison, err=err)
    echo(sentence(comparison), err=err)
    for note in (*comparison.notes, noise_note(comparison.total)) if rows else comparison.notes:
        echo(style(f"  {note}", dim=True), err=err)


def _show_families(comparison: Comparison, *, err: bool) -> None:
    """Ratios by family, if there are several."""
    from gourds.bench.report.comparison_page import told_ratio

    families = comparison.by_family(comparison.total)
    if len(families) < 2:
        return
    rows = [
        [name, *(f"{len(row.select(change)):,}" for change in ("both", "gained", "lost")), told_ratio(row.ratio)]
        for name, row in families.items()
    ]
    _print_table(("family, all solvers", "both", "gained", "lost", "old/new"), rows, [""] * len(rows), err=err)
    echo(err=err)
