"""The store: one SQLite file with a campaign, its instances, its plan, and a row for every run that ended.

A run is written in a transaction of its own the moment it ends. The file is in WAL mode with ``synchronous = NORMAL``:
killing the process at any moment loses no row that was written and never damages the file; a power failure may lose the
last rows, which ``resume`` then runs again. One runner at a time writes: it holds a lock on the file ``STORE.lock``,
which the system releases when the runner ends, for any reason. Readers need no lock.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from gourds.bench.campaign.definition import SolverConfig
from gourds.bench.campaign.plugins import Plugin
from gourds.bench.store.checking import SCALARS, check_schema, check_tables, json_column
from gourds.bench.store.judging import Trouble, find_troubles, find_wrong
from gourds.bench.store.machine import Machine
from gourds.bench.store.opening import connect, store_faults
from gourds.bench.store.schema import APPLICATION, FAILURES, RESULT_COLUMNS, SOLVER_COLUMNS, VERSION
from gourds.bench.store.task import Record, StoredInstance, Task, to_json
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.running.isolation import Limits

_CHUNK: Final = 1000
"""How many planned runs are fetched at a time."""


class Store:
    """An open store."""

    def __init__(self, path: Path, connection: sqlite3.Connection, copied: TemporaryDirectory[str] | None) -> None:
        self.path = path
        self.connection = connection
        self._copied = copied
        self._machines: dict[str, int] = {}
        self.solvers = {row[0]: config_of(row) for row in _solver_rows(connection)}
        cursor = connection.execute("SELECT * FROM campaign")
        of = dict(zip((column[0] for column in cursor.description), cursor.fetchone(), strict=True))
        self.name: str = of["name"]
        self.digest: str = of["digest"]
        self.limits = Limits(of["wall_limit"], of["cpu_limit"], of["memory_limit"])
        self.plugins: tuple[str, ...] = tuple(json_column(of["plugins"], "table campaign, plugins", list, (str,)))
        """The names that the campaign gave its plugins; they are shown, never imported."""
        self.file: str | None = of.get("file")
        """The campaign's file; None if it is not known."""

    # -- opening ------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Store:
        """Open a store. Raises InputError if the file is not a store, or has another version.

        Only its version and schema are checked here; :func:`gourds.bench.store.checking.check_store` checks everything.
        """
        with store_faults(path):
            connection, copied = connect(path, read_only=read_only)
            try:
                return cls._opened(path, connection, copied, read_only=read_only)
            except BaseException:
                connection.close()
                if copied is not None:
                    copied.cleanup()
                raise

    @classmethod
    def _opened(
        cls, path: Path, connection: sqlite3.Connection, copied: TemporaryDirectory[str] | None, *, read_only: bool
    ) -> Store:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if application != APPLICATION:
            raise InputError("is an SQLite file, but not a store of a campaign")
        if version != VERSION:
            raise InputError(f"has schema version {version}; this program works with {VERSION}")
        check_schema(connection)
        check_tables(connection, ("campaign", "solver"))
        store = cls(path, connection, copied)
        connection.execute("PRAGMA foreign_keys = ON")
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
        return store

    def close(self) -> None:
        """Close the file."""
        self.connection.close()
        if self._copied is not None:
            self._copied.cleanup()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Become the only runner on this store. Raises InputError if there is another one."""
        name = f"{self.path}.lock"
        try:
            descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise InputError(f"cannot be locked: {error.strerror}", name) from None
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                holder = os.pread(descriptor, 200, 0).decode(errors="replace").strip()
                raise InputError(f"another runner is at work on it ({holder or 'unknown'})", str(self.path)) from None
            try:
                os.ftruncate(descriptor, 0)
                os.pwrite(descriptor, f"process {os.getpid()} on {os.uname().nodename}\n".encode(), 0)
            except OSError as error:
                raise InputError(f"cannot be written: {error.strerror}", name) from None
            yield
        finally:
            os.close(descriptor)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """What is written within it is written whole or not at all."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield self.connection
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            self._machines.clear()
            raise

    # -- what is to be done ---------------------------------------------------------------------------------

    def missing(self, *, retry_failed: bool = False) -> Iterator[int]:
        """The planned runs without a result, in order; with ``retry_failed`` also those that failed."""
        last = 0
        while True:
            chosen = f"SELECT plan.id {_MISSING[retry_failed]} AND plan.id > ? ORDER BY plan.id LIMIT {_CHUNK}"
            rows = self.connection.execute(chosen, (last,)).fetchall()
            if not rows:
                return
            for (plan_id,) in rows:
                last = plan_id
                yield plan_id

    def count_missing(self, *, retry_failed: bool = False) -> int:
        """How many runs :meth:`missing` yields."""
        return int(self.connection.execute(f"SELECT COUNT(*) {_MISSING[retry_failed]}").fetchone()[0])

    def instance(self, number: int) -> Instance:
        """An instance by its number. Raises InputError if it is damaged, or does not match its row."""
        row = self.connection.execute("SELECT id, digest, cells, data FROM instance WHERE id = ?", (number,)).fetchone()
        return StoredInstance(*row).unpack()

    def task(self, plan_id: int, plugins: tuple[Plugin, ...] = ()) -> Task:
        """What a planned run needs."""
        key, solver, seed, *instance = self.connection.execute(
            "SELECT plan.key, solver_id, plan.seed, instance.id, digest, cells, data FROM plan"
            " JOIN instance ON instance.id = plan.instance_id WHERE plan.id = ?",
            (plan_id,),
        ).fetchone()
        stored = StoredInstance(*instance)
        config = self.solvers[solver]
        return Task(plan_id, key, stored, config, seed, config.within(self.limits), plugins)

    # -- results --------------------------------------------------------------------------------------------

    def record(self, plan_id: int, record: Record) -> list[Trouble]:
        """Write how a run ended, in one transaction, and return the troubles that this may have revealed.

        An older result of the same run moves to ``superseded``.
        """
        is_news = False
        with self.transaction() as connection:
            machine = self._machine(record.machine)
            attempt = 1
            older = connection.execute("SELECT attempt FROM run WHERE plan_id = ?", (plan_id,)).fetchone()
            if older is not None:
                attempt = older[0] + 1
                connection.execute("INSERT INTO superseded SELECT * FROM run WHERE plan_id = ?", (plan_id,))
                connection.execute("DELETE FROM run WHERE plan_id = ?", (plan_id,))
            insert(connection, "run", (plan_id, *result_row(record, machine, attempt)))
            for check, column in ((record.placement_check, "placed_by"), (record.certificate_check, "refuted_by")):
                if check == "valid":
                    noted = connection.execute(
                        f"UPDATE instance SET {column} = ?1 WHERE {column} IS NULL"
                        " AND id = (SELECT instance_id FROM plan WHERE plan.id = ?1)",
                        (plan_id,),
                    )
                    is_news |= noted.rowcount > 0
        return find_troubles(self.connection, plan_id) if is_news else find_wrong(self.connection, plan_id)

    def _machine(self, machine: Machine) -> int:
        fingerprint = machine.fingerprint
        if fingerprint not in self._machines:
            self._machines[fingerprint] = note_machine(self.connection, machine)
        return self._machines[fingerprint]

    # -- judgements -----------------------------------------------------------------------------------------

    def troubles(self, plan_id: int | None = None) -> list[Trouble]:
        """All troubles, on the instance of a planned run or in the whole store."""
        return find_troubles(self.connection, plan_id)

    def counts(self, column: str) -> Counter[str]:
        """How many runs there are by verdict, cause or judgement."""
        table = "judged" if column == "judgement" else "run"
        rows = self.connection.execute(f"SELECT {column}, COUNT(*) FROM {table} GROUP BY {column} ORDER BY {column}")
        return Counter(dict(rows.fetchall()))

    def size(self) -> tuple[int, int]:
        """How many runs are planned, and how many have ended."""
        planned = self.connection.execute("SELECT COUNT(*) FROM plan").fetchone()[0]
        return planned, self.connection.execute("SELECT COUNT(*) FROM run").fetchone()[0]


_FAILED: Final = ", ".join(f"'{cause}'" for cause in FAILURES)
_MISSING: Final = {
    False: "FROM plan LEFT JOIN run ON run.plan_id = plan.id WHERE run.plan_id IS NULL",
    True: f"FROM plan LEFT JOIN run ON run.plan_id = plan.id WHERE (run.plan_id IS NULL OR run.cause IN ({_FAILED}))",
}


def _solver_rows(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """The rows of ``solver``: id, then :data:`SOLVER_COLUMNS`; None where an older store has no such column."""
    found = {row[1] for row in connection.execute("PRAGMA table_info(solver)")}
    columns = (column if column in found else "NULL" for column in SOLVER_COLUMNS)
    return connection.execute(f"SELECT id, {', '.join(columns)} FROM solver").fetchall()


def config_of(row: tuple[Any, ...]) -> SolverConfig:
    """The configuration in a row of ``solver``: its id, then :data:`SOLVER_COLUMNS`."""
    number, label, name, encoding, presolve, proof, text, max_cells, wall = row
    settings = json_column(text, f"table solver, row {number}, settings", dict, SCALARS)
    return SolverConfig(label, name, encoding, bool(presolve), bool(proof), settings, max_cells, wall)


def insert(connection: sqlite3.Connection, table: str, row: Sequence[Any], *, or_ignore: bool = False) -> None:
    """Add a row with a value for every column."""
    verb = "INSERT OR IGNORE" if or_ignore else "INSERT"
    connection.execute(f"{verb} INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def note_machine(connection: sqlite3.Connection, machine: Machine) -> int:
    """The row of a machine, which is added if it is new."""
    row = (machine.fingerprint, *astuple(machine)[:-1], to_json(dict(machine.versions)))
    insert(connection, "machine", (None, *row), or_ignore=True)
    found = connection.execute("SELECT id FROM machine WHERE fingerprint = ?", (machine.fingerprint,)).fetchone()
    return int(found[0])


def result_row(record: Record, machine: int, attempt: int = 1) -> list[Any]:
    """The values of :data:`RESULT_COLUMNS` for a run that ended."""
    values = {**{f.name: getattr(record, f.name) for f in fields(record)}, "machine_id": machine}
    values |= {"stats": to_json(dict(record.stats)), "attempt": attempt}
    return [_rounded(values[column]) for column in RESULT_COLUMNS]


def _rounded(value: Any) -> Any:
    return round(value, 6) if isinstance(value, float) and abs(value) > 1e-6 else value
