"""A store as result files of BenchExec, with the tasks they speak of: a folder that table-generator makes a table of.

    NAME.DATE.results.SOLVER.xml     one for every solver, seed and repetition: a task is in a result file once
    NAME.DATE.SOLVER.logfiles.zip    what the store knows of every run, as the log that the table links to
    NAME.xml, NAME.set, *.prp        the benchmark definition: BenchExec can run the same again
    instances/                       the instances, each with its task definition

Expected verdicts are what is known now, so a proof that one solver found also judges the others' answers there. A
status is in BenchExec's words (:mod:`gourds.bench.benchexec.words`). Times are ``walltime`` and ``cputime``, and
our own ``solvetime``, the time inside the solver. An import of the files gives verdicts, times and ends back as claims.
"""

from __future__ import annotations

import io
import json
import os
import shlex
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from gourds.bench.benchexec.competitors import options_of
from gourds.bench.benchexec.records import USUAL
from gourds.bench.benchexec.tasks import BenchTask, task_files
from gourds.bench.benchexec.words import (
    EXPECTED,
    GENERATOR,
    PROPERTY,
    TOOL,
    category_of,
    file_name,
    new_name,
    status_of,
    xml_text,
)
from gourds.bench.campaign.definition import NO_ENCODING, SolverConfig
from gourds.bench.store.checking import json_column
from gourds.bench.store.reading import read_results, snapshot
from gourds.bench.store.results import Entry, Results
from gourds.bench.store.store import Store
from gourds.errors import InputError
from gourds.files import to_text
from gourds.files.raw import check_folder, make_folder

MOST_STATS: Final = 60
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The date of files in archives, so that the same store gives the same bytes."""
_HEAD: Final = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE result
  PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN'
  'https://www.sosy-lab.org/benchexec/result-3.12.dtd'>
"""


def export_store(store: Path, folder: Path) -> list[Path]:
    """Write everything into a folder, which is made if need be; the files. Raises InputError, before any is there.

    The files are written to a folder beside and moved when all are complete.
    """
    check_folder(folder)
    with snapshot(store) as opened:
        results = read_results(opened)
        make_folder(folder)
        try:
            with TemporaryDirectory(prefix=".export-", dir=folder) as draft:
                made = []
                for path, data in export_files(results, opened):
                    made.append(path)
                    (Path(draft) / path).parent.mkdir(exist_ok=True)
                    (Path(draft) / path).write_bytes(data)
                return [_moved(Path(draft) / path, folder / path, store) for path in made]
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror or error}", str(folder)) from None


def _moved(draft: Path, target: Path, store: Path) -> Path:
    if target.exists() and os.path.samefile(target, store):
        raise InputError("the export would overwrite the store", str(target))
    target.parent.mkdir(exist_ok=True)
    draft.replace(target)
    return target


def export_files(results: Results, store: Store) -> Iterator[tuple[str, bytes]]:
    """Paths and contents of everything, one after the other; within a snapshot of the store. Raises InputError."""
    if not results.runs:
        raise InputError("holds no run that has ended", str(results.path))
    yield from _Export(results, store).files()


class _Export:
    """What is the same for all files."""

    def __init__(self, results: Results, store: Store) -> None:
        self.results = results
        self.store = store
        self.name = file_name(results.campaign.name)
        moment = datetime.fromtimestamp(results.campaign.created, UTC)
        self.base = f"{self.name}.{moment:%Y-%m-%d_%H-%M-%S}"
        self.tasks = dict(self._tasks())
        self.has_seeds = len(results.campaign.seeds) > 1
        self.has_repetitions = results.campaign.repetitions > 1

    def _tasks(self) -> Iterator[tuple[int, str]]:
        """The path of an instance's file; for a task of which only the name is known, that name."""
        taken: set[str] = set()
        for entry in self.results.entries:
            stem = file_name(str(PurePosixPath(entry.name.removesuffix(".gz").replace("/", "-").removesuffix(".json"))))
            yield entry.number, f"instances/{new_name(stem, taken)}.json" if entry.is_known else entry.name

    def files(self) -> Iterator[tuple[str, bytes]]:
        known = [entry for entry in self.results.entries if entry.is_known]
        if known:
            made = task_files([self._task(entry) for entry in known], self.name, **self._definition())
            for path, text in made.items():
                yield path, text.encode()
        for entry in known:
            yield self.tasks[entry.number], to_text(self.store.instance(entry.number)).encode()
        taken: set[str] = set()
        for competitor in self.results.competitors:
            for seed, repetition in self.store.connection.execute(_SETS, (competitor.number,)).fetchall():
                yield from self._run_set(competitor.number, seed, repetition, taken)

    def _task(self, entry: Entry) -> BenchTask:
        about = [entry.name, f"{entry.cells} cells, digest {entry.digest}"]
        about += [f"{entry.truth}: {entry.truth_why}"] if entry.truth is not None else []
        return BenchTask(self.tasks[entry.number], entry.truth, about)

    def _definition(self) -> dict[str, Any]:
        """What the benchmark definition takes from the campaign."""
        campaign = self.results.campaign
        configs = [one.config for one in self.results.competitors if _is_ours(one.config)]
        configs = [config for config in configs if not config.name.startswith("external")]  # a stranger's command
        solvers = {config.label: shlex.split(options_of(config)) for config in configs}
        found: dict[str, Any] = {"description": campaign.description, "solvers": solvers}
        seconds = campaign.limits.cpu or campaign.limits.wall
        found |= {"time_limit": seconds} if seconds is not None else {}
        megabytes = None if campaign.limits.memory is None else campaign.limits.memory * 2**20 / 1e6
        return found | ({"memory_limit": megabytes} if megabytes is not None else {})

    def _run_set(self, number: int, seed: int, repetition: int, taken: set[str]) -> Iterator[tuple[str, bytes]]:
        config = self.store.solvers[number]
        name = config.label + f", seed {seed}" * self.has_seeds + f", repetition {repetition}" * self.has_repetitions
        stem = new_name(file_name(name), taken)
        logs = f"{self.base}.{stem}.logfiles"
        rows = self.store.connection.execute(_RUNS, (number, seed, repetition))
        titles = [column[0] for column in rows.description]
        lines, texts, versions = [], {}, ""
        for values in rows:
            row = dict(zip(titles, values, strict=True))
            log = f"{logs}/{file_name(PurePosixPath(self.tasks[row['instance_id']]).stem)}.{row['plan_id']}.log"
            stats = json_column(row.pop("stats"), f"table run, row {row['plan_id']}, stats", dict)
            texts[log] = _log(row, stats, config)
            lines.append(self._run(row, stats, log))
            versions = versions or row["versions"]
        head = self._head(config, name, seed, repetition, versions)
        yield f"{self.base}.results.{stem}.xml", f"{_HEAD}{head}{''.join(lines)}</result>\n".encode()
        yield f"{logs}.zip", _zipped(texts)

    def _head(self, config: SolverConfig, name: str, seed: int, repetition: int, versions: str) -> str:
        campaign, limits = self.results.campaign, self.results.campaign.limits
        moment = datetime.fromtimestamp(campaign.created, UTC)
        told = json_column(versions, "table machine, versions", dict, (str,))
        is_ours = _is_ours(config)
        given: dict[str, str] = {
            "benchmarkname": campaign.name,
            "date": f"{moment:%Y-%m-%d %H:%M:%S} UTC",
            "starttime": moment.isoformat(),
            "tool": "gourds" if is_ours else config.name,
            "version": told.get("gourds", "") if is_ours else str(config.settings.get("version", "")),
            **({"toolmodule": TOOL} if is_ours else {}),
            "generator": f"{GENERATOR} {version('gourds')}",
            "displayName": config.label,
            "name": name,
            "repetition": str(repetition),
            "options": options_of(config, seed) if is_ours else str(config.settings.get("options", "")),
        }
        seconds = {"timelimit": limits.cpu or limits.wall, "walltimelimit": limits.wall, "cputimelimit": limits.cpu}
        given |= {key: f"{value!r}s" for key, value in seconds.items() if value is not None}
        if limits.memory is not None:
            given["memlimit"] = f"{round(limits.memory * 2**20)}B"
        about = (
            f"  <description>{escape(xml_text(campaign.description))}</description>\n" if campaign.description else ""
        )
        columns = "".join(f"<column title={quoteattr(title)}/>" for title in ("status", "cputime", "walltime"))
        return f"{_element('result', given)}\n{about}  <columns>{columns}</columns>\n{self._systems()}"

    def _systems(self) -> str:
        lines = []
        hosts = {machine.host: machine for machine in self.results.machines}
        for machine in hosts.values():
            processor = _element("cpu", {"model": machine.processor, "cores": str(machine.cores)}, "/")
            size = _element("ram", {"size": f"{machine.memory_mb * 2**20}B"}, "/")
            inner = f"{_element('os', {'name': machine.system}, '/')}{processor}{size}<environment/>"
            lines.append(f"  {_element('systeminfo', {'hostname': machine.host})}{inner}</systeminfo>\n")
        return "".join(lines)

    def _run(self, row: dict[str, Any], stats: dict[str, Any], log: str) -> str:
        path = self.tasks[row["instance_id"]]
        is_file = row["cells"] > 0
        given = {"name": BenchTask(path).definition if is_file else path}
        given |= {"files": f"[{path}]"} if is_file else {}
        given |= {"properties": PROPERTY, **({"propertyFile": f"{PROPERTY}.prp"} if is_file else {})}
        given |= {"expectedVerdict": EXPECTED[row["truth"]]} if row["truth"] is not None else {}
        status, reason = status_of(row["verdict"], row["cause"])
        shown = {"status": status, "cputime": f"{row['cpu_s']!r}s", "walltime": f"{row['wall_s']!r}s"}
        shown |= {"memory": f"{round(row['peak_mb'] * 2**20)}B"} if row["peak_mb"] else {}
        shown |= {"solvetime": f"{row['solve_s']!r}s"} if row["solve_s"] is not None else {}
        shown |= {"rests on": _rests_on(row)} if row["verdict"] != "unknown" else {}
        hidden = {"category": category_of(status, row["judgement"]), "host": row["host"]}
        hidden |= {"starttime": datetime.fromtimestamp(row["started"], UTC).isoformat()} if row["started"] else {}
        hidden |= {"terminationreason": reason} if reason else {}
        hidden |= {"detail": row["detail"]} if row["detail"] else {}
        hidden |= {"errorbound": repr(row["error_bound"])} if row["error_bound"] else {}
        figures = {k: v for k, v in stats.items() if isinstance(v, int | float | str) and k and k not in USUAL}
        hidden |= {key: _spelled(value) for key, value in list(figures.items())[:MOST_STATS]}
        columns = [_element("column", {"title": key, "value": value}, "/") for key, value in shown.items()]
        columns += [
            _element("column", {"title": key, "value": value, "hidden": "true"}, "/") for key, value in hidden.items()
        ]
        inner = "".join(f"    {column}\n" for column in columns)
        return f"  {_element('run', given | {'logfile': log})}\n{inner}  </run>\n"


_SETS: Final = """
SELECT DISTINCT seed, repetition FROM plan JOIN run ON run.plan_id = plan.id WHERE solver_id = ? ORDER BY 1, 2
"""
_RUNS: Final = """
SELECT result.*, machine.versions FROM result JOIN machine ON machine.id = result.machine_id
WHERE solver_id = ? AND seed = ? AND repetition = ? ORDER BY instance_id
"""


def _is_ours(config: SolverConfig) -> bool:
    return config.encoding != NO_ENCODING


def _element(name: str, given: dict[str, str], end: str = "") -> str:
    return f"<{name}{''.join(f' {key}={quoteattr(xml_text(value))}' for key, value in given.items())}{end}>"


def _spelled(value: str | float) -> str:
    return json.dumps(value) if not isinstance(value, str) else value[:200]


def _rests_on(row: dict[str, Any]) -> str:
    """What an answer rests on, and what came of its check."""
    what = "placement" if row["verdict"] == "feasible" else row["certificate"] or "claimed"
    check = row["placement_check"] if row["verdict"] == "feasible" else row["certificate_check"]
    return f"{what}, {check}" if check is not None else "claimed"


def _log(row: dict[str, Any], stats: dict[str, Any], config: SolverConfig) -> str:
    """What the store knows of a run, for people."""
    skipped = ("instance_id", "solver_id", "machine_id", "versions", "family", "cells", "colors", "gourds")
    options = options_of(config, row["seed"]) if _is_ours(config) else config.settings.get("options", "")
    lines = [f"{key:<17}  {value}" for key, value in row.items() if key not in skipped and value is not None]
    figures = json.dumps(stats, indent=2, ensure_ascii=False)
    return "\n".join([f"{'options':<17}  {options}", *lines, "", figures, ""])


def _zipped(texts: dict[str, str]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in texts.items():
            archive.writestr(zipfile.ZipInfo(path, _EPOCH), text, zipfile.ZIP_DEFLATED)
    return held.getvalue()
