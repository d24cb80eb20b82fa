"""The tables of a store, and the views that judge. ``docs/campaigns.md`` explains every column.

A run is judged when it is read, not when it is written: the view ``judged`` compares its verdict with what is known
about its instance *now*. That is, strongest first: a checked placement, a checked certificate (the transaction that
writes a run notes both in ``instance``), and the expected verdict. So a proof that one solver finds late also judges
the answers that others gave before.
"""

from __future__ import annotations

from typing import Final

APPLICATION: Final = 0x676F7572
"""SQLite's application_id of a store, 'gour'."""
VERSION: Final = 1
"""SQLite's user_version: the version of the schema below."""

FAILURES: Final = ("crashed", "error", "out of memory")
"""Causes of an end that are not an answer; ``--retry-failed`` repeats these runs."""

_RESULT: Final = """
    machine_id        INTEGER NOT NULL REFERENCES machine(id),
    verdict           TEXT NOT NULL CHECK (verdict IN ('feasible', 'infeasible', 'unknown')),
    cause             TEXT NOT NULL CHECK (cause IN ('done', 'declined', 'time limit', 'cpu limit', 'memory limit',
                                                     'out of memory', 'crashed', 'error')),
    detail            TEXT,
    error_bound       REAL NOT NULL,
    placement_check   TEXT CHECK (placement_check IN ('valid', 'invalid')),
    certificate       TEXT,
    certificate_check TEXT CHECK (certificate_check IN ('valid', 'invalid', 'timeout', 'checker-error')),
    load_s            REAL,
    presolve_s        REAL,
    encode_s          REAL,
    search_s          REAL,
    verify_s          REAL,
    solve_s           REAL,
    wall_s            REAL NOT NULL,
    cpu_s             REAL NOT NULL,
    peak_mb           REAL NOT NULL,
    stats             TEXT NOT NULL,
    started           REAL NOT NULL,
    ended             REAL NOT NULL,
    attempt           INTEGER NOT NULL
"""

RESULT_COLUMNS: Final = tuple(
    line.split()[0] for line in _RESULT.strip().splitlines() if not line.strip().startswith("'")
)
"""The columns of ``run`` after ``plan_id``, in order."""

SOLVER_COLUMNS: Final = ("label", "name", "encoding", "presolve", "proof", "settings", "max_cells", "wall_limit")
"""The columns of ``solver`` that make up a configuration."""

TABLES: Final = ("campaign", "machine", "instance", "solver", "plan", "run", "superseded")
LATER_COLUMNS: Final = (",\n    file         TEXT", ",\n    wall_limit REAL")
"""Of ``campaign`` and ``solver``; stores that were made before they were there are read as well."""

SCHEMA: Final = f"""
CREATE TABLE campaign (
    id           INTEGER PRIMARY KEY CHECK (id = 1),
    name         TEXT NOT NULL,
    description  TEXT NOT NULL,
    toml         TEXT NOT NULL,
    digest       TEXT NOT NULL,
    folder       TEXT NOT NULL,
    plugins      TEXT NOT NULL,
    wall_limit   REAL,
    cpu_limit    REAL,
    memory_limit REAL,
    repetitions  INTEGER NOT NULL,
    seeds        TEXT NOT NULL,
    created      REAL NOT NULL,
    file         TEXT
);
CREATE TABLE machine (
    id          INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE,
    host        TEXT NOT NULL,
    system      TEXT NOT NULL,
    processor   TEXT NOT NULL,
    cores       INTEGER NOT NULL,
    memory_mb   INTEGER NOT NULL,
    python      TEXT NOT NULL,
    versions    TEXT NOT NULL
);
CREATE TABLE instance (
    id         INTEGER PRIMARY KEY,
    digest     TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL UNIQUE,
    family     TEXT,
    parameters TEXT,
    seed       INTEGER,
    file       TEXT,
    cells      INTEGER NOT NULL,
    colors     INTEGER NOT NULL,
    gourds     INTEGER NOT NULL,
    expected   TEXT CHECK (expected IN ('feasible', 'infeasible')),
    why        TEXT,
    placed_by  INTEGER REFERENCES plan(id),
    refuted_by INTEGER REFERENCES plan(id),
    data       BLOB NOT NULL
);
CREATE TABLE solver (
    id        INTEGER PRIMARY KEY,
    label     TEXT NOT NULL UNIQUE,
    name      TEXT NOT NULL,
    package   TEXT,
    encoding  TEXT NOT NULL,
    presolve  INTEGER NOT NULL,
    proof     INTEGER NOT NULL,
    settings  TEXT NOT NULL,
    max_cells INTEGER,
    wall_limit REAL
);
CREATE TABLE plan (
    id          INTEGER PRIMARY KEY,
    key         TEXT NOT NULL UNIQUE,
    instance_id INTEGER NOT NULL REFERENCES instance(id),
    solver_id   INTEGER NOT NULL REFERENCES solver(id),
    seed        INTEGER NOT NULL,
    repetition  INTEGER NOT NULL
);
CREATE INDEX plan_by_instance ON plan(instance_id);
CREATE TABLE run (plan_id INTEGER PRIMARY KEY REFERENCES plan(id), {_RESULT});
CREATE TABLE superseded (plan_id INTEGER NOT NULL REFERENCES plan(id), {_RESULT});

CREATE VIEW truth AS
SELECT id AS instance_id,
       CASE WHEN placed_by IS NOT NULL THEN 'feasible'
            WHEN refuted_by IS NOT NULL THEN 'infeasible'
            ELSE expected END AS verdict,
       CASE WHEN placed_by IS NOT NULL THEN 'a checked placement'
            WHEN refuted_by IS NOT NULL THEN 'a checked certificate'
            ELSE why END AS why,
       (placed_by IS NOT NULL AND refuted_by IS NOT NULL)
           OR (placed_by IS NOT NULL AND expected = 'infeasible')
           OR (refuted_by IS NOT NULL AND expected = 'feasible') IS TRUE AS contradicted
FROM instance;

CREATE VIEW judged AS
SELECT run.plan_id, plan.instance_id, plan.solver_id, truth.verdict AS truth, truth.why AS truth_why,
       CASE WHEN run.cause IN ({", ".join(f"'{cause}'" for cause in FAILURES)}) THEN 'error'
            WHEN run.placement_check = 'invalid' OR run.certificate_check = 'invalid' THEN 'wrong'
            WHEN run.verdict = 'unknown' THEN 'unknown'
            WHEN truth.verdict IS NULL THEN 'unconfirmed'
            WHEN run.verdict = truth.verdict THEN 'correct'
            ELSE 'wrong' END AS judgement
FROM run JOIN plan ON plan.id = run.plan_id JOIN truth ON truth.instance_id = plan.instance_id;

CREATE VIEW result AS
SELECT plan.key, solver.label, solver.name AS solver, instance.name AS instance, instance.family, instance.cells,
       instance.colors, instance.gourds, plan.seed, plan.repetition, judged.judgement, judged.truth, judged.truth_why,
       machine.host, run.*, plan.instance_id, plan.solver_id
FROM run
JOIN plan ON plan.id = run.plan_id
JOIN judged ON judged.plan_id = run.plan_id
JOIN instance ON instance.id = plan.instance_id
JOIN solver ON solver.id = plan.solver_id
JOIN machine ON machine.id = run.machine_id;
"""
