"""Damaged stores, by a seed: bytes and pages changed, values of wrong types, rows that refer to nothing, bad JSON."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

PAGE = 4096
TABLES = ("campaign", "machine", "instance", "solver", "plan", "run", "superseded")
JSON = {
    "campaign": ("plugins", "seeds"),
    "machine": ("versions",),
    "instance": ("parameters",),
    "solver": ("settings",),
    "run": ("stats",),
}
VALUES: tuple[Any, ...] = (
    *(None, "", "nonsense", "<b>&", b"", b"\xff\x00", -1, 0, 1, 2**31, 2**62, 2**63 - 1, -(2**63)),
    *(0.5, -1.0, 1e18, 1e300, float("inf"), -float("inf"), "x" * 10_000, "\x1b[31m\n\x00"),
)
TEXTS: tuple[str, ...] = (
    *(
        "",
        "{",
        "[]",
        "{}",
        "null",
        "1",
        '"text"',
        "[1, 2]",
        '["x"]',
        '{"a": {"b": [1]}}',
        '{"a": NaN}',
        "[1.5]",
        "[null]",
    ),
    *('{"a": 1e999}', '{"a": -1e400}', f'{{"a": {"9" * 5000}}}', f'{{"a": {"9" * 400}}}', '{"\\ud800": "\\ud800"}'),
    *("[" * 100_000, '{"a":' * 5000 + "1" + "}" * 5000, '{"radius": "x"}', '{"radius": null}', '{"radius": 1e-320}'),
    *('{"radius": true}', '{"radius": [1]}', '{"colors": 1e300}', '{"a": 1, "a": 2}', "[true]", "[-1]", f"[{2**70}]"),
)
SCHEMA = (
    "ALTER TABLE {table} DROP COLUMN {column}",
    "ALTER TABLE {table} RENAME COLUMN {column} TO other",
    "ALTER TABLE {table} ADD COLUMN other",
    "ALTER TABLE {table} RENAME TO other",
    "DROP TABLE {table}",
    "DROP VIEW {view}",
    "DROP VIEW {view}; CREATE VIEW {view} AS SELECT 1 AS one",
    "DROP VIEW {view}; CREATE TABLE {view} (instance_id, verdict, why, contradicted)",
    "DROP TABLE {table}; CREATE VIEW {table} AS SELECT 1 AS id",
    "DROP TABLE {table}; CREATE TABLE {table} (id INTEGER PRIMARY KEY)",
    "CREATE TRIGGER other BEFORE INSERT ON run BEGIN SELECT RAISE(ABORT, 'no'); END",
    "DROP INDEX plan_by_instance",
    "PRAGMA user_version = 7",
    "PRAGMA application_id = 7",
    "CREATE VIEW other AS SELECT 1",
)
ROWS = (
    "DELETE FROM {table}",
    "DELETE FROM {table} WHERE rowid = (SELECT rowid FROM {table} ORDER BY random() LIMIT 1)",
    "UPDATE plan SET instance_id = 99",
    "UPDATE plan SET solver_id = 99 WHERE id = 1",
    "UPDATE run SET machine_id = 99",
    "UPDATE run SET plan_id = 99 WHERE plan_id = 1",
    "UPDATE instance SET placed_by = 99, refuted_by = 98",
    "UPDATE instance SET placed_by = 1, refuted_by = 1",
    "UPDATE plan SET id = -id",
    "UPDATE plan SET id = 9223372036854775807 WHERE id = 1",
    "UPDATE instance SET cells = 1, colors = 0",
    "UPDATE instance SET cells = id * 1000000000",
    "UPDATE run SET solve_s = plan_id * 1e9",
    "UPDATE instance SET family = CAST(x'ff' AS TEXT)",
    "UPDATE campaign SET name = CAST(x'edA080' AS TEXT)",
    "UPDATE solver SET name = 'nobody'",
    "UPDATE solver SET name = 'sat:nothing'",
    "UPDATE solver SET label = 'same'",
    "UPDATE run SET cause = 'crashed', verdict = 'feasible'",
)


def damage(sound: Path, path: Path, seed: int) -> str:
    """Write a damaged copy of a sound store; what was done, in words."""
    rng = random.Random(seed)
    shutil.copy(sound, path)
    kinds: tuple[Callable[[Path, random.Random], str], ...] = (
        *(_bytes, _bytes, _pages, _length, _wal),
        *(_value, _value, _value, _json, _json, _schema, _rows, _data),
    )
    return rng.choice(kinds)(path, rng)


def _bytes(path: Path, rng: random.Random) -> str:
    data = bytearray(path.read_bytes())
    count, end = rng.choice((1, 3, 30, 300)), rng.choice((100, len(data)))
    for _ in range(count):
        data[rng.randrange(end)] = rng.randrange(256)
    path.write_bytes(data)
    return f"{count} of the first {end} bytes changed"


def _pages(path: Path, rng: random.Random) -> str:
    data = bytearray(path.read_bytes())
    pages = len(data) // PAGE
    one, other = rng.randrange(pages), rng.randrange(pages)
    how = rng.choice(("zeroed", "swapped", "random"))
    here, there = slice(one * PAGE, (one + 1) * PAGE), slice(other * PAGE, (other + 1) * PAGE)
    if how == "zeroed":
        data[here] = bytes(PAGE)
    elif how == "swapped":
        data[here], data[there] = data[there], data[here]
    else:
        data[here] = rng.randbytes(PAGE)
    path.write_bytes(data)
    return f"page {one} {how}"


def _length(path: Path, rng: random.Random) -> str:
    data = path.read_bytes()
    length = rng.choice((0, 1, 15, 16, 99, 100, 512, rng.randrange(len(data)), PAGE * rng.randrange(len(data) // PAGE)))
    path.write_bytes(data[:length] + rng.choice((b"", b"", b"x" * 5000)))
    return f"cut to {length} bytes"


def _wal(path: Path, rng: random.Random) -> str:
    """A write-ahead log beside the store: random, or cut short, or with bytes changed."""
    log = path.with_name(path.name + "-wal")
    copy = path.with_name("other.sqlite")
    shutil.copy(path, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("UPDATE run SET attempt = attempt + 1")
        data = bytearray(copy.with_name(copy.name + "-wal").read_bytes())
    copy.unlink()
    how = rng.choice(("sound", "random", "cut", "changed"))
    if how == "random":
        data = bytearray(rng.randbytes(9000))
    elif how == "cut":
        del data[rng.randrange(len(data)) :]
    elif how == "changed":
        for _ in range(10):
            data[rng.randrange(len(data))] = rng.randrange(256)
    log.write_bytes(data)
    return f"a log beside it, {how}"


def _change(path: Path, script: str, *values: Any) -> None:
    """Change a store past all its constraints, and leave the schema's text as it was unless the script changes it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        before = connection.execute("SELECT rowid, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE type = 'table'")
        connection.execute("PRAGMA writable_schema = RESET")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        try:
            connection.execute(script, values) if values else connection.executescript(script)
        except sqlite3.Error:
            return  # a constraint that cannot be passed by: the text is other than it was, and that is damage too
        connection.execute("PRAGMA writable_schema = ON")
        for rowid, text in before:
            loose = text.replace("NOT NULL", "")
            connection.execute("UPDATE sqlite_schema SET sql = ? WHERE rowid = ? AND sql = ?", (text, rowid, loose))


def _columns(path: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def _value(path: Path, rng: random.Random) -> str:
    table = rng.choice(TABLES[:-1])
    column, value = rng.choice(_columns(path, table)), rng.choice(VALUES)
    where = rng.choice(("", " WHERE rowid = 1"))
    _change(path, f"UPDATE {table} SET {column} = ?{where}", value)
    return f"{table}.{column} = {value!r:.40}{where}"


def _json(path: Path, rng: random.Random) -> str:
    table = rng.choice(sorted(JSON))
    column, text = rng.choice(JSON[table]), rng.choice(TEXTS)
    where = rng.choice(("", " WHERE rowid = 1"))
    _change(path, f"UPDATE {table} SET {column} = ?{where}", text)
    return f"{table}.{column} = {text!r:.40}{where}"


def _schema(path: Path, rng: random.Random) -> str:
    table = rng.choice(TABLES)
    script = rng.choice(SCHEMA).format(
        table=table, view=rng.choice(("truth", "judged", "result")), column=rng.choice(_columns(path, table))
    )
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA legacy_alter_table = ON")
        try:
            connection.executescript(script)
        except sqlite3.Error:
            connection.executescript("DROP VIEW IF EXISTS result")
    return script


def _rows(path: Path, rng: random.Random) -> str:
    script = rng.choice(ROWS).format(table=rng.choice(TABLES))
    _change(path, script)
    return script


def _data(path: Path, rng: random.Random) -> str:
    with closing(sqlite3.connect(path)) as connection:
        first, second = (row[0] for row in connection.execute("SELECT data FROM instance ORDER BY id LIMIT 2"))
    text = zlib.decompress(first).decode()
    document = json.loads(text)
    found: dict[str, Callable[[], bytes]] = {
        "of another": lambda: second,
        "cut": lambda: first[: rng.randrange(len(first))],
        "with more behind": lambda: first + b"more",
        "one byte changed": lambda: bytes([*first[:20], first[20] ^ 1, *first[21:]]),
        "a bomb": lambda: zlib.compress(bytes(50_000_000), 9),
        "a bomb of JSON": lambda: zlib.compress(b"[" + b"[]," * 10_000_000 + b"[]]", 9),
        "no JSON": lambda: zlib.compress(b"no JSON"),
        "no text": lambda: zlib.compress(b"\xff\xfe\x00"),
        "a list": lambda: zlib.compress(b"[1, 2]"),
        "another cell": lambda: zlib.compress(json.dumps(document | {"cells": document["cells"][:-1]}).encode()),
        "a source": lambda: zlib.compress(
            json.dumps(document | {"source": {"command": ["x"], "x": "\ud800"}}).encode()
        ),
        "a placement": lambda: zlib.compress(
            b'{"format": "gourds-placement", "version": 1, "empty": [0, 0], "gourds": []}'
        ),
    }
    how = rng.choice(sorted(found))
    _change(path, "UPDATE instance SET data = ?" + rng.choice((" WHERE id = 1", "")), found[how]())
    return f"data: {how}"
