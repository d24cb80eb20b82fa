"""Reading a store for reports.

A snapshot is one transaction, so that a report on a running campaign is consistent. Reading a million runs takes a few
seconds and some hundred megabytes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from gourds.bench.store.checking import check_store, json_column, parameters_column
from gourds.bench.store.opening import store_faults
from gourds.bench.store.results import CampaignFacts, Competitor, Entry, MachineFacts, Pairing, Results, Run
from gourds.bench.store.store import Store


@contextmanager
def snapshot(path: Path) -> Iterator[Store]:
    """A store to read from; it does not change meanwhile, even while a runner writes."""
    store = Store.open(path, read_only=True)
    try:
        with store_faults(path):
            store.connection.execute("BEGIN")
            yield store
    finally:
        store.close()


def read_results(store: Store) -> Results:
    """Everything in a store, within a :func:`snapshot`. Raises InputError if anything in it is damaged."""
    connection = store.connection
    check_store(connection)
    return Results(
        store.path,
        _campaign(store),
        tuple(_machine(row) for row in connection.execute("SELECT * FROM machine ORDER BY id")),
        tuple(
            Competitor(number, store.solvers[number], package)
            for number, package in connection.execute("SELECT id, package FROM solver ORDER BY id")
        ),
        read_entries(store),
        _pairings(store),
        tuple(store.troubles()),
    )


_ENTRIES = """
SELECT id, digest, name, family, parameters, seed, file, cells, colors, gourds, expected, instance.why, verdict,
       truth.why, contradicted
FROM instance JOIN truth ON truth.instance_id = instance.id ORDER BY id
"""
_RUNS = """
SELECT run.plan_id, judged.instance_id, judged.solver_id, machine_id, verdict, cause, judgement, placement_check,
       certificate, certificate_check, error_bound, COALESCE(solve_s, wall_s), peak_mb, started, ended, plan.seed,
       plan.repetition
FROM judged JOIN run ON run.plan_id = judged.plan_id JOIN plan ON plan.id = run.plan_id ORDER BY run.plan_id
"""


def _campaign(store: Store) -> CampaignFacts:
    name, description, toml, digest, repetitions, seeds, created = store.connection.execute(
        "SELECT name, description, toml, digest, repetitions, seeds, created FROM campaign"
    ).fetchone()
    told = " ".join(description.split())
    numbers = json_column(seeds, "table campaign, seeds", list, (int,))
    return CampaignFacts(name, told, toml, digest, store.limits, repetitions, tuple(numbers), created)


def _machine(row: tuple[Any, ...]) -> MachineFacts:
    number, _, host, system, processor, cores, memory_mb, python, text = row
    versions = json_column(text, f"table machine, row {number}, versions", dict, (str,))
    return MachineFacts(host, system, processor, cores, memory_mb, python, versions, number)


def read_entries(store: Store) -> tuple[Entry, ...]:
    """The instances of a store, in order."""
    return tuple(_entry(row) for row in store.connection.execute(_ENTRIES))


def _entry(row: tuple[Any, ...]) -> Entry:
    values = dict(zip((field.name for field in fields(Entry)), row, strict=True))
    values["family"] = values["family"] or "files"
    place = f"table instance, row {values['number']}, parameters"
    values["parameters"] = parameters_column("{}" if values["parameters"] is None else values["parameters"], place)
    values["is_contradicted"] = bool(values["is_contradicted"])
    return Entry(**values)


def _pairings(store: Store) -> dict[tuple[int, int], Pairing]:
    runs: dict[tuple[int, int], list[Run]] = defaultdict(list)
    for row in store.connection.execute(_RUNS):
        runs[row[1], row[2]].append(Run(*row))
    planned = store.connection.execute("SELECT instance_id, solver_id, COUNT(*) FROM plan GROUP BY 1, 2")
    return {(i, s): Pairing(i, s, count, tuple(runs.get((i, s), ()))) for i, s, count in planned}
