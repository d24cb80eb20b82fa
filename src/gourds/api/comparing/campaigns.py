"""Campaigns: solvers compared on many boards, resumed, reported, compared; from and to BenchExec."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gourds.api.arguments import need, need_list, need_number, need_whole
from gourds.display import brief
from gourds.errors import InputError

if TYPE_CHECKING:
    from gourds.bench.benchexec.importing import Imported
    from gourds.bench.campaign.definition import Campaign
    from gourds.bench.campaign.planning import PlannedInstance, PlannedRun
    from gourds.bench.report.comparison import Comparison
    from gourds.bench.run.runner import Backend, Observer, Summary
    from gourds.bench.store.results import Results
    from gourds.bench.store.store import Store

    PathLike = str | os.PathLike[str]


def bench_run(
    campaign: PathLike,
    store: PathLike | None = None,
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    time_limit: float | None = None,
    observer: Observer | None = None,
    on_instance: Callable[[str, int], None] | None = None,
    partial: bool = False,
) -> Summary:
    """Run the campaign in a TOML file: many solvers on many instances, each run in a process of its own within limits.

    Results go to the ``store``, a new SQLite file, by default the name of the campaign in this folder. ``time_limit``
    takes the place of the campaign's. An ``observer`` hears how it goes. An interrupt is a KeyboardInterrupt, or with
    ``partial`` a summary that says so; what had ended is kept either way, and :func:`bench_resume` goes on.

    >>> import gourds, pathlib, tempfile
    >>> text = '''
    ... name = "small"
    ... limits = {wall = 10}
    ... [[instances]]
    ... family = "hexagon"
    ... parameters = {radius = 1}
    ... [[solvers]]
    ... name = "brute"
    ... '''
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     toml, store = pathlib.Path(folder, "small.toml"), pathlib.Path(folder, "small.sqlite")
    ...     written = toml.write_text(text)
    ...     summary = gourds.bench_run(toml, store, jobs=1)
    ...     results = gourds.bench_report(store)
    ...     comparison = gourds.bench_compare(store, store)
    >>> summary.done, summary.verdicts, len(results.runs), comparison.contradictions
    (1, {'feasible': 1}, 1, ())
    """
    from gourds.bench.campaign.definition import load_campaign
    from gourds.bench.campaign.planning import plan_runs, prepare_instances
    from gourds.bench.store.new import check_new_store, create_store
    from gourds.bench.store.store import Store
    from gourds.files.raw import naming

    need_number(time_limit, "time_limit")
    named = _path(campaign)
    path = Path(named.stem + ".sqlite") if store is None else _path(store)
    check_new_store(path)
    loaded = load_campaign(campaign).with_wall_limit(time_limit)
    backend = backend_of(jobs, cluster)
    check_new_store(path, loaded)
    with naming(os.fspath(campaign)):
        instances = prepare_instances(loaded, on_instance or (lambda name, count: None))
    create_store(path, loaded, instances, plan_runs(loaded, instances))
    return _run(Store.open(path), backend, observer, partial, plugins=loaded.plugins, commands=loaded.commands)


@dataclass(frozen=True)
class CampaignPlan:
    """What a campaign would run."""

    campaign: Campaign
    """As its file says."""
    instances: list[PlannedInstance]
    """All instances, made."""
    runs: list[PlannedRun]
    """All runs in order."""
    jobs: int
    """Runs at a time."""
    upper_bound_s: float
    """No campaign takes longer than its limits allow."""

    __repr__ = brief

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds bench run --dry-run --json`` prints."""
        rows = [
            {
                "key": run.key,
                "solver": self.campaign.solvers[run.solver].label,
                "instance": self.instances[run.instance].name,
                "seed": run.seed,
                "repetition": run.repetition,
            }
            for run in self.runs
        ]
        seconds = round(self.upper_bound_s, 3)
        return {"campaign": self.campaign.name, "runs": rows, "jobs": self.jobs, "upper_bound_s": seconds}


def bench_plan(
    campaign: PathLike,
    *,
    jobs: int | None = None,
    time_limit: float | None = None,
    on_instance: Callable[[str, int], None] | None = None,
) -> CampaignPlan:
    """The runs of a campaign and how long they take at most; nothing is run. The same as ``bench run --dry-run``.

    See :func:`bench_run` for an example of a campaign.
    """
    from gourds.bench.campaign.definition import load_campaign
    from gourds.bench.campaign.planning import plan_runs, prepare_instances, upper_bound
    from gourds.files.raw import naming
    from gourds.running.pool import usable_cores

    need_number(time_limit, "time_limit")
    _path(campaign)
    at_a_time = usable_cores() if jobs is None else need_whole(jobs, "jobs", 1)
    loaded = load_campaign(campaign).with_wall_limit(time_limit)
    with naming(os.fspath(campaign)):
        instances = prepare_instances(loaded, on_instance or (lambda name, count: None))
    runs = plan_runs(loaded, instances)
    return CampaignPlan(loaded, instances, runs, at_a_time, upper_bound(len(runs), loaded.limits, at_a_time))


def bench_resume(
    store: PathLike,
    *,
    retry_failed: bool = False,
    plugins: Sequence[str] = (),
    commands: Sequence[str] = (),
    old_text: bool = False,
    jobs: int | None = None,
    cluster: str | None = None,
    observer: Observer | None = None,
    partial: bool = False,
) -> Summary:
    """Run what is missing in a store: after an interrupt, a crash, or being killed.

    ``retry_failed`` also repeats runs that crashed. ``plugins`` are the files or modules with solvers that the campaign
    needs; they are code, and only loaded if named here. So must ``commands`` be, the command lines of other people's
    programs that the campaign runs. If the campaign's file has changed since, that is an InputError
    unless ``old_text`` is True. See :func:`bench_run` for the rest.
    """
    from gourds.bench.campaign.definition import has_changed
    from gourds.bench.campaign.plugins import plugin_of
    from gourds.bench.store.store import Store
    from gourds.solvers.external.recipe import command_name, command_words

    named = [plugin_of(text) for text in plugins]
    trusted = [command_name(command_words(line)) for line in commands]
    backend = backend_of(jobs, cluster)
    opened = Store.open(_path(store))
    if not old_text and has_changed(opened.file, opened.digest):
        opened.close()
        words = f"the campaign's file has changed since ({opened.file}); 'gourds bench run' with -o runs the new text"
        raise InputError(f"{words}, --old-text goes on with the old one", os.fspath(store))
    return _run(opened, backend, observer, partial, plugins=named, commands=trusted, retry_failed=retry_failed)


def bench_report(
    store: PathLike,
    *,
    output: PathLike | None = None,
    csv: PathLike | None = None,
    json: PathLike | None = None,
    mkplot: PathLike | None = None,
) -> Results:
    """What a campaign found, also while it is running; the files that are named are written.

    ``output`` is the page with plots, ``csv`` a row for every run, ``json`` the same and the summary, ``mkplot`` a
    folder with a file for every solver. See :func:`bench_run` for an example.
    """
    from gourds.bench.store.reading import read_results, snapshot

    with snapshot(_path(store)) as opened:
        results = read_results(opened)
        write_texts(report_texts(results, opened, output, csv, json, mkplot))
    return results


def bench_compare(old: PathLike, new: PathLike, *, output: PathLike | None = None) -> Comparison:
    """What changed between two campaigns: verdicts, newly solved, lost, speed. ``output`` is a page with plots.

    Instances are matched by what they are, solvers by their labels. See :func:`bench_run` for an example.
    """
    from gourds.bench.report.comparison import compare
    from gourds.bench.report.comparison_page import to_comparison_page
    from gourds.bench.store.reading import read_results, snapshot
    from gourds.files.raw import write_text

    sides = []
    for path in (old, new):
        with snapshot(_path(path)) as opened:
            sides.append(read_results(opened))
    comparison = compare(*sides)
    if output is not None:
        write_text(output, to_comparison_page(comparison))
    return comparison


def bench_import(
    results: PathLike | Sequence[PathLike], store: PathLike, *, on_task: Callable[[str], None] | None = None
) -> Imported:
    """Make a store from result files of BenchExec (``.xml``, also packed as ``.bz2`` or ``.gz``).

    Reports and comparisons work on it. Its answers are claims: nothing in it counts as checked. A task whose input
    file lies where its result file says and holds an instance of ours becomes that instance; of any other only the name
    is known. ``on_task`` hears what is being read. See :func:`bench_export` for an example.
    """
    from gourds.bench.benchexec.filling import import_results

    given = [results] if isinstance(results, str | os.PathLike) else need_list(results, "a list of result files")
    paths = [need(path, (str, os.PathLike), "the name of a result file") for path in given]
    return import_results(paths, _path(store), on_task or (lambda _: None))


def bench_export(store: PathLike, output: PathLike) -> list[Path]:
    """Write a store as result files of BenchExec, with instances, tasks and logs, into a folder; the files.

    Its table-generator makes tables of them; BenchExec itself can run the benchmark definition beside them.

    >>> import gourds, pathlib, tempfile
    >>> text = '''
    ... name = "small"
    ... [[instances]]
    ... family = "hexagon"
    ... parameters = {radius = 1}
    ... [[solvers]]
    ... name = "brute"
    ... '''
    >>> with tempfile.TemporaryDirectory() as name:
    ...     folder = pathlib.Path(name)
    ...     written = (folder / "small.toml").write_text(text)
    ...     summary = gourds.bench_run(folder / "small.toml", folder / "small.sqlite", jobs=1)
    ...     files = gourds.bench_export(folder / "small.sqlite", folder / "table")
    ...     results = [file for file in files if ".results." in file.name]
    ...     imported = gourds.bench_import(results, folder / "again.sqlite")
    >>> len(results), imported.runs, imported.known, imported.solvers
    (1, 1, 1, ('brute',))
    """
    from gourds.bench.benchexec.exporting import export_store

    place = Path(need(output, (str, os.PathLike), "the name of a folder"))
    return export_store(_path(store), place)


def report_texts(
    results: Results,
    store: Store,
    page: PathLike | None,
    csv: PathLike | None,
    json: PathLike | None,
    mkplot: PathLike | None,
) -> list[tuple[PathLike, str]]:
    """The files of a report that are named, and what goes into them; those for mkplot come last."""
    from gourds.bench.report.files import to_csv, to_json, to_mkplot
    from gourds.bench.report.page import to_page

    made: list[tuple[PathLike, str]] = []
    if page is not None:
        made.append((page, to_page(results, store)))
    if csv is not None:
        made.append((csv, to_csv(store)))
    if json is not None:
        made.append((json, to_json(results, store)))
    if mkplot is not None:
        made += [(Path(mkplot) / name, text) for name, text in to_mkplot(results).items()]
    return made


def write_texts(texts: Iterable[tuple[PathLike, str]]) -> None:
    """Write files; the folder of a Path is made if need be, that of a text is not."""
    from gourds.files.raw import make_folder, write_text

    for path, text in texts:
        if isinstance(path, Path):
            make_folder(path.parent)
        write_text(path, text)


def backend_of(jobs: int | None, cluster: str | None) -> Backend:
    """Where a campaign runs: here, with ``jobs`` runs at a time, or on a cluster."""
    from functools import partial

    if cluster is None:
        from gourds.bench.run.runner import run_locally

        return partial(run_locally, jobs=None if jobs is None else need_whole(jobs, "jobs", 1))
    from gourds.bench.run.cluster import on_cluster

    if jobs is not None:
        raise InputError("--jobs is for this machine; a cluster has as many as its workers have threads")
    return on_cluster(cluster)


def _path(path: PathLike) -> Path:
    return Path(need(path, (str, os.PathLike), "the name of a file"))


class _Silent:
    """An observer of runs, and a watcher of searches, who says nothing."""

    def begin(self, name: str, planned: int, done: int, to_do: int) -> None: ...

    def ended(self, task: Any, record: Any) -> None: ...

    def trouble(self, trouble: Any) -> None: ...

    def say(self, text: str) -> None: ...

    def finish(self) -> None: ...

    def looks(self, step: Any, cells: int, found: Any, left: float) -> None: ...


NOBODY: Final = _Silent()


def _run(opened: Store, backend: Backend, observer: Observer | None, partial: bool, **options: Any) -> Summary:
    from gourds.bench.run.runner import run

    try:
        summary = run(opened, backend, observer or NOBODY, **options)
    finally:
        opened.close()
    if summary.interrupted and not partial:
        raise KeyboardInterrupt
    return summary
