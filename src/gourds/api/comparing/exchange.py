"""Campaigns from and to BenchExec: its result files as a store, a store as its result files."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gourds.api.arguments import need, need_list

if TYPE_CHECKING:
    from gourds.bench.benchexec.importing import Imported

    PathLike = str | os.PathLike[str]


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
    return import_results(
        paths, Path(need(store, (str, os.PathLike), "the name of a file")), on_task or (lambda _: None)
    )


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
    return export_store(Path(need(store, (str, os.PathLike), "the name of a file")), place)
