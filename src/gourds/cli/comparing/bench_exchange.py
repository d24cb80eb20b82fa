"""``gourds bench import`` and ``gourds bench export``: campaigns from and to BenchExec."""

from __future__ import annotations

from pathlib import Path

import click

from gourds.cli.comparing.bench_report import STORE_FILE
from gourds.cli.options import FILE, json_option, option
from gourds.cli.paths import OutputFile, OutputPlace
from gourds.cli.printing import counted, print_hint, print_json, print_rows
from gourds.terminal import StatusLine, echo


@click.command("import")
@click.argument("results", type=FILE, metavar="RESULTS.xml…", nargs=-1, required=True)
@option("-o, --output STORE.sqlite", OutputFile(path_type=Path), "A new store.", name="store", required=True)
@json_option()
def import_command(results: tuple[str, ...], store: Path, as_json: bool) -> int:
    """Make a store from result files of BenchExec; .bz2 and .gz are unpacked. 'report' and 'compare' take it.

    Every tool with its options is a solver. Answers are claims: nothing counts as checked. A task whose input file
    holds an instance becomes that instance; of others only the name is known.

    \b
    Example:
      gourds bench import results/*.results.*.xml.bz2 -o imported.sqlite
    """
    from gourds.api.comparing.campaigns import bench_import

    with StatusLine() as line:
        imported = bench_import(results, store, on_task=line.say)
    if as_json:
        print_json(imported.to_json())
        return 0
    echo(f"{imported.store}: {counted(imported.runs, 'run')} of {counted(len(imported.solvers), 'solver')}")
    rows = [("instances", f"{imported.instances:,}, {imported.known:,} of them with their boards")]
    rows += [("left out", f"{counted(imported.unfinished, 'run')} without a status")] if imported.unfinished else []
    rows += [("counted once", f"{counted(imported.repeated, 'run')} in two files")] if imported.repeated else []
    print_rows(rows)
    print_hint(f"gourds bench report {imported.store}")
    return 0


@click.command("export")
@click.argument("store", type=STORE_FILE, metavar="STORE.sqlite")
@option("-o, --output DIR", OutputPlace(path_type=Path), "A folder.", required=True)
def export_command(store: Path, output: Path) -> int:
    """Write a store as result files of BenchExec into a folder, with instances, tasks and logs.

    A result file for each solver, seed and repetition; table-generator makes tables of them.

    \b
    Examples:
      gourds bench export results.sqlite -o table/
      table-generator table/*.results.*.xml
    """
    from gourds.api.comparing.campaigns import bench_export

    files = bench_export(store, output)
    results = [file for file in files if ".results." in file.name]
    echo(f"{output}: {counted(len(results), 'result file')}, {counted(len(files), 'file')} in all")
    print_hint(f"table-generator {output}/*.results.*.xml")
    return 0
