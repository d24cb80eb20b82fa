"""Makes the file of a store: the campaign, its solvers, its instances and its plan, but no results yet."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from gourds.bench.campaign.definition import Campaign, SolverConfig
from gourds.bench.campaign.planning import PlannedInstance, PlannedRun
from gourds.bench.store.checking import parameters_column
from gourds.bench.store.schema import APPLICATION, SCHEMA, SOLVER_COLUMNS, VERSION
from gourds.bench.store.store import Store, insert
from gourds.bench.store.task import pack_instance, to_json
from gourds.errors import InputError
from gourds.files.json_values import is_number
from gourds.files.raw import check_output
from gourds.solvers import find_solver
from gourds.values import is_text


def create_store(
    path: Path, campaign: Campaign, instances: Sequence[PlannedInstance], runs: Sequence[PlannedRun]
) -> None:
    """Make the file, which appears only when it is complete. Raises InputError if it exists or nothing is to be run."""
    if not runs:
        raise InputError("there is nothing to run: every solver is left out on every instance")
    check_new_store(path, campaign)
    with drafted_store(path) as connection:
        _fill(connection, campaign, instances, runs)


@contextmanager
def drafted_store(path: Path) -> Iterator[sqlite3.Connection]:
    """A transaction on a store with empty tables; its file gets its name when the transaction has ended well."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.executescript(SCHEMA)
            connection.execute("BEGIN")
            yield connection
            connection.execute("COMMIT")
        draft.rename(path)
    except (OSError, sqlite3.Error) as error:
        raise InputError(f"cannot be made: {getattr(error, 'strerror', None) or error}", str(path)) from None
    except UnicodeEncodeError:
        raise InputError("cannot be made: the name of a file in it is not valid Unicode", str(path)) from None
    finally:
        with suppress(OSError):
            draft.unlink()


def check_new_store(path: Path, campaign: Campaign | None = None) -> None:
    """Raises InputError if it is clear that the file cannot be made, or if it exists; the error says what to do then.

    What to do depends on the campaign; until it is known, an existing file is accepted.
    """
    if not os.path.lexists(path):
        check_output(path)
    if campaign is None or not os.path.lexists(path):
        return
    try:
        with closing(Store.open(path, read_only=True)) as store:
            digest, limits = store.digest, store.limits
    except InputError as error:
        reason = "; ".join(map(str, error.faults))
        raise InputError(f"exists already and cannot be used ({reason}); -o takes another name", str(path)) from None
    resume = f"'gourds bench resume {path}' goes on with it"
    if digest != campaign.digest or limits != campaign.limits:
        what = "text of the campaign" if digest != campaign.digest else "limit"
        words = f"exists already, with another {what}; -o takes another name for the new one, {resume} as it was"
        raise InputError(words, str(path))
    raise InputError(f"exists already; {resume}", str(path))


def _fill(
    connection: sqlite3.Connection,
    campaign: Campaign,
    instances: Sequence[PlannedInstance],
    runs: Sequence[PlannedRun],
) -> None:
    limits = campaign.limits
    row = (
        *(campaign.name, campaign.description, campaign.text, campaign.digest, str(campaign.folder)),
        json.dumps([plugin.module for plugin in campaign.plugins]),
        *(limits.wall, limits.cpu, limits.memory, campaign.repetitions, json.dumps(campaign.seeds), time.time()),
        None if campaign.file is None else str(campaign.file),
    )
    insert(connection, "campaign", (1, *row))
    for number, config in enumerate(campaign.solvers, 1):
        insert_solver(connection, number, config, find_solver(config.name)[0].package)
    for number, planned in enumerate(instances, 1):
        insert(connection, "instance", instance_row(number, planned))
    for number, run in enumerate(runs, 1):
        insert(connection, "plan", (number, run.key, run.instance + 1, run.solver + 1, run.seed, run.repetition))


def insert_solver(connection: sqlite3.Connection, number: int, config: SolverConfig, package: str | None) -> None:
    """Add a solver, by the distribution that does its work."""
    values = {**config.identity(), "label": config.label, "max_cells": config.max_cells, "wall_limit": config.wall}
    values |= {"settings": json.dumps(values["settings"]), "id": number, "package": package}
    columns = ("id", "package", *SOLVER_COLUMNS)
    marks = ", ".join(f":{column}" for column in columns)
    connection.execute(f"INSERT INTO solver ({', '.join(columns)}) VALUES ({marks})", values)


def instance_row(number: int, planned: PlannedInstance) -> tuple[Any, ...]:
    """The row of an instance, without results."""
    instance, source = planned.instance, planned.instance.source or {}
    expected = planned.expected
    family, seed = source.get("family") or source.get("reduction"), source.get("seed")
    return (
        *(number, instance.digest, planned.name, family if is_text(family) else None),
        *(_parameters(source), seed if is_number(seed) else None, planned.file),
        *(instance.board.size, len(instance.colors), instance.size),
        *((expected.verdict, expected.why) if expected is not None else (None, None)),
        *(None, None, pack_instance(instance)),
    )


def _parameters(source: Mapping[str, Any]) -> str | None:
    """The parameters in an instance's source as JSON, if they are usable: a file may hold anything there."""
    if "parameters" not in source:
        return None
    text = to_json(source["parameters"])
    try:
        parameters_column(text, "")
    except InputError:
        return None
    return text
