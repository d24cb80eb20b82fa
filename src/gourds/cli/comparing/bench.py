"""``gourds bench``: campaigns that compare solvers, also from and to BenchExec."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gourds.cli.comparing.bench_report import STORE_FILE, compare_command, report_command
from gourds.cli.options import COUNT, FILE, flag, json_option, option, plugin_option, time_limit_option
from gourds.cli.paths import OutputFile, OutputPlace, claim
from gourds.cli.printing import bad, counted, good, print_hint, print_json, print_rows, print_some
from gourds.terminal import StatusLine, echo, style

if TYPE_CHECKING:
    from gourds.api.comparing.campaigns import CampaignPlan
    from gourds.bench.run.runner import Summary


STORE = click.argument("store", type=STORE_FILE, metavar="STORE.sqlite")
JOBS = option("--jobs N", COUNT, "Runs at a time on this machine; by default one per processor.")
_MOST_FAILURES = 10
"""Lines about failed runs that are shown."""
CLUSTER = option("--cluster ADDRESS", str, "Run on a Dask cluster, e.g. tcp://host:8786.")


def need_one_place(options: dict[str, Any]) -> None:
    """Refuse --jobs beside --cluster."""
    if options["jobs"] is not None and options["cluster"] is not None:
        raise click.UsageError("--jobs is for this machine; a cluster has as many as its workers have threads")


@click.group("bench", no_args_is_help=True)
def command() -> None:
    """Campaigns: many solvers on many instances, each run in a process of its own within hard limits.

    \b
    Examples:
      gourds bench run benchmarks/campaigns/encodings.toml --dry-run
      gourds bench run benchmarks/campaigns/encodings.toml -o encodings.sqlite
      gourds bench resume encodings.sqlite
      gourds bench report encodings.sqlite
      gourds bench compare before.sqlite after.sqlite
      gourds bench export encodings.sqlite -o table/
    """


command.add_command(report_command)
command.add_command(compare_command)


@command.command("run")
@click.argument("campaign", type=FILE, metavar="CAMPAIGN.toml")
@option("-o, --output STORE.sqlite", OutputFile(path_type=Path), "Where results go; by default NAME.sqlite.")
@JOBS
@CLUSTER
@time_limit_option("Overrides the campaign's time limit.")
@flag("--dry-run", "List the runs and how long they take at most; run nothing.")
@json_option()
def run_command(campaign: str, output: Path | None, dry_run: bool, as_json: bool, **limits: Any) -> int:
    """Run a campaign. Exit code 1 if an answer was wrong; 130 if interrupted: 'resume' continues.

    \b
    Example:
      gourds bench run campaign.toml -o results.sqlite --jobs 2
    """
    from gourds.api.comparing.campaigns import bench_plan, bench_run
    from gourds.bench.run.progress import Progress

    path = output or Path(Path(campaign).stem + ".sqlite")
    if output is None:
        claim(path)
    need_one_place(limits)
    with StatusLine() as line:

        def tell(name: str, count: int) -> None:
            line.say(f"instance {count + 1}: {name}")

        if dry_run:
            del limits["cluster"]
            planned = bench_plan(campaign, **limits, on_instance=tell)
        else:
            summary = bench_run(campaign, path, **limits, observer=Progress(), on_instance=tell, partial=True)
    return _list(planned, as_json) if dry_run else _end(summary, as_json)


@command.command("resume")
@STORE
@flag("--retry-failed", "Also repeat runs that crashed or raised an error.")
@plugin_option("Load these solvers. Plugins are code, so every plugin of the campaign must be named again.")
@option(
    "--command COMMAND",
    str,
    "Run this program. Every command of the campaign must be named again, as it stands in the store.",
    name="commands",
    multiple=True,
)
@flag("--old-text", "Continue with the stored text although the file has changed.")
@JOBS
@CLUSTER
@json_option()
def resume_command(store: Path, as_json: bool, **options: Any) -> int:
    """Run what is missing in a store: after an interrupt, a crash, or being killed.

    The store holds the campaign as it was. If its file has changed since, the command says so and runs nothing.

    \b
    Examples:
      gourds bench resume results.sqlite --retry-failed
      gourds bench resume results.sqlite --plugin my_solver.py
      gourds bench resume results.sqlite --command 'kissat -q {cnf}'
    """
    from gourds.api.comparing.campaigns import bench_resume
    from gourds.bench.run.progress import Progress

    need_one_place(options)
    return _end(bench_resume(store, **options, observer=Progress(), partial=True), as_json)


def _end(summary: Summary, as_json: bool) -> int:
    """What a session did, and the exit code."""
    if as_json:
        print_json(summary.to_json())
    else:
        _show(summary)
    if summary.interrupted:
        echo("interrupted; runs that had ended are kept", err=True)
        print_hint(f"gourds bench resume {summary.store}")
        return 130
    return 1 if summary.troubles else 0


def _show(summary: Summary) -> None:
    from gourds.bench.run.progress import clock

    def listed(counts: dict[str, int]) -> str:
        return ", ".join(f"{name} {count:,}" for name, count in sorted(counts.items())) or "none"

    echo(f"{summary.store}: {summary.done:,} of {counted(summary.planned, 'run')} done")
    rows = [
        ("this time", f"{counted(summary.ran, 'run')} in {clock(summary.time_s)}"),
        ("verdicts", listed(summary.verdicts)),
        ("ends", listed(summary.causes)),
        ("judged", listed(summary.judgements)),
    ]
    print_rows(rows)
    _show_failures(summary)
    if not summary.troubles:
        echo(good("no wrong answers"))
        return
    echo(bad(style(counted(len(summary.troubles), "wrong answer") + ":", bold=True)))
    print_some(summary.troubles, 20, look=bad)


def _show_failures(summary: Summary) -> None:
    """Why runs failed, by solver and reason."""
    if not summary.failures:
        return
    echo(bad(style(counted(sum(failure.runs for failure in summary.failures), "failed run") + ":", bold=True)))
    texts = []
    for failure in summary.failures:
        more = f" and {failure.runs - 1:,} more" if failure.runs > 1 else ""
        texts.append(f"{failure.solver} {failure.cause} on {failure.instance}{more}: {failure.reason}")
    print_some(texts, _MOST_FAILURES, "more reasons; 'gourds bench report' has all runs", look=bad)


def _list(planned: CampaignPlan, as_json: bool) -> int:
    """What a campaign would do."""
    from gourds.bench.run.progress import clock

    document = planned.to_json()
    if as_json:
        print_json(document)
        return 0
    for row in document["runs"]:
        echo("{key}  {solver}  {instance}  seed {seed}, repetition {repetition}".format(**row))
    campaign, instances = planned.campaign, planned.instances
    known = sum(one.expected is not None for one in instances)
    solvers = counted(len(campaign.solvers), "solver")
    runs, most = counted(len(planned.runs), "run"), clock(planned.upper_bound_s)
    echo(f"{campaign.name}: {runs} of {solvers} on {counted(len(instances), 'instance')}", err=True)
    echo(f"  {known:,} of the verdicts are known; at most {most} with {planned.jobs} at a time", err=True)
    return 0


@command.command("import")
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


@command.command("export")
@STORE
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
