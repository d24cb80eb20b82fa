"""Opens the file of a store, and puts errors of SQLite into words.

Reading needs no permission to write beside the store. A store in WAL mode has two more files while a runner writes. If
SQLite can neither find nor make them, there are two cases. Without a log (``STORE-wal``) the file is complete, and is
read as one that does not change. With a log, which a killed runner leaves behind, both are copied to a temporary folder
and read there.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from gourds.errors import InputError


@contextmanager
def store_faults(path: Path) -> Iterator[None]:
    """Turns errors with the file of a store into an InputError that names the file."""
    try:
        yield
    except InputError as error:
        raise error if error.source else error.in_source(str(path)) from None
    except sqlite3.Error as error:
        raise InputError(_reason(error, path), str(path)) from None
    except UnicodeDecodeError:  # in the words of SQLite itself, if it names a part of the file
        raise InputError("is damaged: a name in it is not UTF-8 text", str(path)) from None


def _reason(error: sqlite3.Error, path: Path) -> str:
    """What an error of SQLite means for the store."""
    said = str(error)[:200]
    full = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    code = full & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return f"is not a store of a campaign: {said}"
    if full in (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ):
        return f"cannot be read: {said}"
    if code == sqlite3.SQLITE_CANTOPEN:
        return f"cannot be opened: {said}"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"is in use by another program: {said}"
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CONSTRAINT):
        return f"cannot be written: {said}; what is in it is kept, and 'gourds bench resume {path}' goes on"
    return f"is damaged: {said}"


def connect(path: Path, *, read_only: bool) -> tuple[sqlite3.Connection, TemporaryDirectory[str] | None]:
    """A connection to the file, and the folder of a copy if one was needed. Raises InputError, sqlite3.Error."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise InputError("is not a file", str(path))
        os.close(os.open(path, os.O_RDONLY if read_only else os.O_RDWR))
        resolved = path.resolve()
    except FileNotFoundError:
        raise InputError("there is no such file", str(path)) from None
    except (OSError, ValueError, RuntimeError) as error:
        verb = "opened" if read_only else "written"
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be {verb}: {reason}", str(path)) from None
    if not read_only:
        if not os.access(resolved.parent, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
            raise InputError("cannot be written: its folder is read-only", str(path))
        return _open(resolved, "mode=rw"), None
    try:
        return _open(resolved, "mode=ro"), None
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
    log = Path(f"{resolved}-wal")
    if not log.exists() or not log.stat().st_size:
        return _open(resolved, "mode=ro&immutable=1"), None
    return _copy(resolved, log)


def _open(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA busy_timeout = 60000")
        connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()  # only this opens the files
    except BaseException:
        connection.close()
        raise
    return connection


def _copy(path: Path, log: Path) -> tuple[sqlite3.Connection, TemporaryDirectory[str]]:
    """A connection to a copy of the file with its log."""
    folder = TemporaryDirectory(prefix="gourds-")
    try:
        copy = Path(folder.name) / "store"
        shutil.copyfile(path, copy)
        shutil.copyfile(log, f"{copy}-wal")
        return _open(copy, "mode=ro"), folder
    except OSError as error:
        folder.cleanup()
        raise InputError(f"cannot be read with its log: {error.strerror or error}", str(path)) from None
    except BaseException:
        folder.cleanup()
        raise
