"""Making the file of a store: the campaign, its solvers, its instances and its plan, but no results yet."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from gourds.bench.campaign import Campaign, SolverConfig
from gourds.bench.planning import PlannedInstance, PlannedRun
from gourds.bench.schema import APPLICATION, SCHEMA, SOLVER_COLUMNS, VERSION
from gourds.bench.task import pack_instance, to_json
from gourds.errors import InputError
from gourds.files.raw import check_output
from gourds.solvers import find_solver


def create_store(
    path: Path, campaign: Campaign, instances: Sequence[PlannedInstance], runs: Sequence[PlannedRun]
) -> None:
    """Make the file; it appears when it is complete. Raises InputError if it exists, or if there is nothing to run."""
    if not runs:
        raise InputError("there is nothing to run: every solver is left out on every instance")
    check_new_store(path)
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            _fill(connection, campaign, instances, runs)
        draft.rename(path)
    except (OSError, sqlite3.Error) as error:
        raise InputError(f"cannot be made: {error}", str(path)) from None
    finally:
        with suppress(OSError):
            draft.unlink()


def check_new_store(path: Path) -> None:
    """Raises InputError if the file exists, or if it is plain to see that it cannot be made."""
    if path.exists():
        raise InputError(f"exists already; 'gourds bench resume {path}' goes on with it", str(path))
    check_output(path)


def _fill(
    connection: sqlite3.Connection,
    campaign: Campaign,
    instances: Sequence[PlannedInstance],
    runs: Sequence[PlannedRun],
) -> None:
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.executescript(SCHEMA)
    connection.execute("BEGIN")
    limits = campaign.limits
    connection.execute(
        f"INSERT INTO campaign VALUES (1{', ?' * 12})",
        (
            *(campaign.name, campaign.description, campaign.text, campaign.digest, str(campaign.folder)),
            *(json.dumps(campaign.plugins), limits.wall, limits.cpu, limits.memory, campaign.repetitions),
            *(json.dumps(campaign.seeds), time.time()),
        ),
    )
    connection.executemany(
        f"INSERT INTO solver (id, package, {', '.join(SOLVER_COLUMNS)}) VALUES (?{', ?' * 8})",
        (_solver_row(k, config) for k, config in enumerate(campaign.solvers, 1)),
    )
    connection.executemany(
        f"INSERT INTO instance VALUES (?{', ?' * 14})", (_instance_row(k, p) for k, p in enumerate(instances, 1))
    )
    connection.executemany(
        "INSERT INTO plan VALUES (?, ?, ?, ?, ?, ?)",
        ((k, r.key, r.instance + 1, r.solver + 1, r.seed, r.repetition) for k, r in enumerate(runs, 1)),
    )
    connection.execute("COMMIT")


def _solver_row(number: int, config: SolverConfig) -> tuple[Any, ...]:
    values = {**config.identity(), "label": config.label, "max_cells": config.max_cells}
    values["settings"] = json.dumps(values["settings"])
    return number, find_solver(config.name)[0].package, *(values[column] for column in SOLVER_COLUMNS)


def _instance_row(number: int, planned: PlannedInstance) -> tuple[Any, ...]:
    instance, source = planned.instance, planned.instance.source or {}
    expected = planned.expected
    return (
        *(number, instance.digest, planned.name, source.get("family") or source.get("reduction")),
        *(to_json(source["parameters"]) if "parameters" in source else None, source.get("seed"), planned.file),
        *(instance.board.size, len(instance.colors), instance.size),
        *((expected.verdict, expected.why) if expected is not None else (None, None)),
        *(None, None, pack_instance(instance)),
    )
