"""``gourds bench``: campaigns that compare solvers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gourds.cli.common import (
    FILE,
    bad,
    counted,
    good,
    json_option,
    print_hint,
    print_json,
    print_rows,
    time_limit_option,
)
from gourds.cli.comparing.bench_report import STORE_FILE, compare_command, report_command
from gourds.cli.paths import OutputFile, claim
from gourds.files.raw import naming
from gourds.terminal import StatusLine, echo, style

if TYPE_CHECKING:
    from gourds.bench.campaign.definition import Campaign
    from gourds.bench.campaign.planning import PlannedInstance, PlannedRun
    from gourds.bench.campaign.plugins import Plugin
    from gourds.bench.run.runner import Backend, Summary
    from gourds.bench.store.store import Store

STORE = click.argument("store", type=STORE_FILE, metavar="STORE.sqlite")
JOBS = click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="Runs at a time on this machine; by default one per processor."
)
CLUSTER = click.option("--cluster", metavar="ADDRESS", help="Run on a Dask cluster, e.g. tcp://host:8786.")


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
    """


command.add_command(report_command)
command.add_command(compare_command)


@command.command("run")
@click.argument("campaign", type=FILE, metavar="CAMPAIGN.toml")
@click.option(
    "-o",
    "--output",
    type=OutputFile(path_type=Path),
    metavar="STORE.sqlite",
    help="Where results go; by default NAME.sqlite.",
)
@JOBS
@CLUSTER
@time_limit_option("Overrides the campaign's.")
@click.option("--dry-run", is_flag=True, help="List the runs and how long they take at most; run nothing.")
@json_option()
def run_command(
    campaign: str,
    output: Path | None,
    jobs: int | None,
    cluster: str | None,
    time_limit: float | None,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Run a campaign. Exit code 1 if an answer was wrong; 130 if interrupted: 'resume' continues.

    \b
    Example:
      gourds bench run campaign.toml -o results.sqlite --jobs 2
    """
    from gourds.bench.campaign.definition import load_campaign
    from gourds.bench.campaign.planning import plan_runs
    from gourds.bench.store.new import check_new_store, create_store
    from gourds.bench.store.store import Store

    path = output or Path(Path(campaign).stem + ".sqlite")
    if output is None:
        claim(path)
    if not dry_run:
        check_new_store(path)
    loaded = load_campaign(campaign).with_wall_limit(time_limit)
    backend = _backend(jobs, cluster)
    if not dry_run:
        check_new_store(path, loaded)
    instances = _prepare(loaded, campaign)
    runs = plan_runs(loaded, instances)
    if dry_run:
        return _list(loaded, instances, runs, jobs, as_json)
    create_store(path, loaded, instances, runs)
    return _run(Store.open(path), backend, loaded.plugins, as_json=as_json)


@command.command("resume")
@STORE
@click.option("--retry-failed", is_flag=True, help="Also repeat runs that crashed or raised an error.")
@click.option(
    "--plugin",
    "plugins",
    multiple=True,
    metavar="FILE.py|MODULE",
    help="Load these solvers. Plugins are code, so every plugin of the campaign must be named again.",
)
@click.option("--old-text", is_flag=True, help="Continue with the stored text although the file has changed.")
@JOBS
@CLUSTER
@json_option()
def resume_command(
    store: Path,
    retry_failed: bool,
    plugins: tuple[str, ...],
    old_text: bool,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Run what is missing in a store: after an interrupt, a crash, or being killed.

    The store holds the campaign as it was. If its file has changed since, the command says so and runs nothing.

    \b
    Examples:
      gourds bench resume results.sqlite --retry-failed
      gourds bench resume results.sqlite --plugin my_solver.py
    """
    from gourds.bench.campaign.definition import has_changed
    from gourds.bench.campaign.plugins import plugin_of
    from gourds.bench.store.store import Store
    from gourds.errors import InputError

    named = [plugin_of(text) for text in plugins]
    backend = _backend(jobs, cluster)
    opened = Store.open(store)
    if not old_text and has_changed(opened.file, opened.digest):
        opened.close()
        words = f"the campaign's file has changed since ({opened.file}); 'gourds bench run' with -o runs the new text"
        raise InputError(f"{words}, --old-text goes on with the old one", str(store))
    return _run(opened, backend, named, as_json=as_json, retry_failed=retry_failed)


def _backend(jobs: int | None, cluster: str | None) -> Backend:
    from functools import partial

    if cluster is None:
        from gourds.bench.run.runner import run_locally

        return partial(run_locally, jobs=jobs)
    from gourds.bench.run.cluster import on_cluster

    if jobs is not None:
        raise click.UsageError("--jobs is for this machine; a cluster has as many as its workers have threads")
    return on_cluster(cluster)


def _prepare(campaign: Campaign, file: str) -> list[PlannedInstance]:
    """Make the instances; on a terminal, with a progress line."""
    from gourds.bench.campaign.planning import prepare_instances

    line = StatusLine()

    def progress(name: str, count: int) -> None:
        line.say(f"instance {count + 1}: {name}")

    try:
        with naming(file):
            return prepare_instances(campaign, progress)
    finally:
        line.clear()


def _run(
    store: Store, backend: Backend, plugins: Sequence[Plugin], *, as_json: bool, retry_failed: bool = False
) -> int:
    from gourds.bench.run.progress import Progress
    from gourds.bench.run.runner import run

    try:
        summary = run(store, backend, Progress(), plugins=plugins, retry_failed=retry_failed)
    finally:
        store.close()
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
    if not summary.troubles:
        echo(good("no wrong answers"))
        return
    echo(bad(style(counted(len(summary.troubles), "wrong answer") + ":", bold=True)))
    for text in summary.troubles[:20]:
        echo(bad(f"  {text}"))
    if len(summary.troubles) > 20:
        echo(bad(f"  and {len(summary.troubles) - 20:,} more"))


def _list(
    campaign: Campaign, instances: list[PlannedInstance], runs: list[PlannedRun], jobs: int | None, as_json: bool
) -> int:
    """What a campaign would do."""
    from gourds.bench.campaign.planning import upper_bound
    from gourds.bench.run.progress import clock
    from gourds.bench.store.machine import usable_cores

    at_a_time = jobs or usable_cores()
    seconds = upper_bound(len(runs), campaign.limits, at_a_time)
    rows = [
        {
            "key": run.key,
            "solver": campaign.solvers[run.solver].label,
            "instance": instances[run.instance].name,
            "seed": run.seed,
            "repetition": run.repetition,
        }
        for run in runs
    ]
    if as_json:
        print_json({"campaign": campaign.name, "runs": rows, "jobs": at_a_time, "upper_bound_s": round(seconds, 3)})
        return 0
    for row in rows:
        echo("{key}  {solver}  {instance}  seed {seed}, repetition {repetition}".format(**row))
    known = sum(planned.expected is not None for planned in instances)
    solvers = counted(len(campaign.solvers), "solver")
    echo(
        f"{campaign.name}: {counted(len(runs), 'run')} of {solvers} on {counted(len(instances), 'instance')}", err=True
    )
    echo(f"  {known:,} of the verdicts are known; at most {clock(seconds)} with {at_a_time} at a time", err=True)
    return 0
