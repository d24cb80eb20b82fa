"""One run of a result file as a record of a store, with its machine, its limits and its instance."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from gourds.bench.benchexec.words import GENERATOR, ending_of
from gourds.bench.benchexec.xml_reading import ResultFile, RunElement, measure
from gourds.bench.campaign.planning import PlannedInstance
from gourds.bench.store.machine import Machine
from gourds.bench.store.task import Record
from gourds.errors import Fault, InputError
from gourds.files import load_instance
from gourds.running.isolation import Limits

LARGEST: Final = 2**26
"""Bytes of an input file that is looked at."""
MOST_STATS: Final = 100
USUAL: Final = (
    *("status", "category", "cputime", "walltime", "memory", "memUsage", "terminationreason", "exitsignal"),
    *("returnvalue", "host", "starttime", "solvetime", "detail", "errorbound", "rests on"),
)
"""Columns that are not a tool's own figures."""


def record_of(file: ResultFile, run: RunElement, machines: dict[str, Machine]) -> Record:
    """How a run ended, as the file has it. Raises InputError."""
    columns = run.columns
    verdict, cause, detail = ending_of(
        columns["status"], columns.get("terminationreason", ""), bool(columns.get("exitsignal"))
    )
    if verdict != "unknown" and columns.get("category") in ("unknown", "error"):
        verdict, cause, detail = "unknown", "declined", columns["status"]  # an answer to another question
    wall, cpu = run.measure("walltime"), run.measure("cputime")
    if wall is None and cpu is None:
        raise InputError(Fault(run.place, "has neither a walltime nor a cputime"))
    spent = wall if wall is not None else cpu
    assert spent is not None
    memory = run.measure("memory", "memory") or run.measure("memUsage", "memory") or 0.0
    started = _moment(columns.get("starttime")) or _moment(file.attributes.get("starttime"))
    host = columns.get("host")
    first = next(iter(machines.values()))
    if host is not None and host not in machines:  # in a cluster, not every machine describes itself
        machines[host] = Machine(host, "", "", 0, 0, "", first.versions)
    return Record(
        machine=first if host is None else machines[host],
        verdict=verdict,
        cause=cause,
        detail=columns.get("detail") or detail,
        error_bound=_probability(columns.get("errorbound")),
        certificate="claimed" if verdict == "infeasible" else None,
        solve_s=run.measure("solvetime"),
        wall_s=spent,
        cpu_s=cpu or 0.0,
        peak_mb=memory / 2**20,
        stats=stats_of(file, run),
        started=started,
        ended=started + spent,
    )


def stats_of(file: ResultFile, run: RunElement) -> dict[str, Any]:
    """A tool's own figures: the visible columns besides the usual; in files that we wrote all of them."""
    is_ours = file.attributes.get("generator", "").startswith(GENERATOR)
    titles = [title for title in run.columns if title not in USUAL and (is_ours or title not in run.hidden)]
    found: dict[str, Any] = {}
    for title in titles[:MOST_STATS]:
        text = run.columns[title]
        try:
            found[title] = json.loads(text) if text[:1].isdigit() and len(text) < 18 else text[:200]
        except ValueError:
            found[title] = text[:200]
    return found


def machines_of(file: ResultFile) -> dict[str, Machine]:
    """Where the runs took place, by host; one that is unknown if the file does not say."""
    given = file.attributes
    versions = {given.get("tool") or "tool": given.get("version", ""), "measured by": given.get("generator", "")}
    found = {}
    for one in file.systems:
        cores, ram = one.get("cores", ""), one.get("ram")
        number = int(cores) if cores.isdecimal() and len(cores) < 7 else 0
        size = 0 if ram is None else int(measure(ram, "memory", "systeminfo, ram")) >> 20
        host = one.get("hostname", "")
        found[host] = Machine(host, one.get("os", ""), one.get("cpu", ""), number, size, "", versions)
    return found or {"": Machine("unknown", "", "", 0, 0, "", versions)}


def limits_of(file: ResultFile) -> Limits:
    """The limits of its runs: BenchExec's is on processor time, ours may be on wall time."""
    cpu = file.limit("cputimelimit" if "walltimelimit" in file.attributes else "timelimit")
    memory = file.limit("memlimit", "memory")
    return Limits(file.limit("walltimelimit") or None, cpu or None, memory / 2**20 if memory else None)


def instance_of(file: ResultFile, run: RunElement) -> PlannedInstance | None:
    """The instance in a run's only input file; None if it is not there, or is something else."""
    if len(run.files) != 1:
        return None
    path = Path(os.path.abspath(file.path.parent / run.files[0]))
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:  # never a device or a pipe that a file names
            return None
        return PlannedInstance(load_instance(path), path.name, str(path), None)
    except (InputError, OSError, ValueError):
        return None


def _moment(text: str | None) -> float:
    """Seconds since 1970; 0 if it is not known."""
    try:
        found = datetime.fromisoformat(text or "")
        return max((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp(), 0.0)
    except (ValueError, OverflowError):
        return 0.0


def _probability(text: str | None) -> float:
    try:
        value = float(text or 0)
    except ValueError:
        return 0.0
    return value if 0 <= value <= 1 else 0.0
