"""What a run needs and what it gives: the values that travel between the runner and the slots."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gourds.bench.campaign import SolverConfig
from gourds.bench.machine import Machine
from gourds.files import documents, to_text
from gourds.instance import Instance
from gourds.solvers.isolation import Limits


@dataclass(frozen=True)
class Task:
    """Everything that a run needs, on whatever machine it takes place."""

    plan_id: int
    """Its number in the store, which is its place in the order."""
    key: str
    digest: str
    """The instance's."""
    packed: bytes
    """The instance, see :func:`pack_instance`."""
    solver: SolverConfig
    seed: int
    limits: Limits
    plugins: tuple[str, ...] = ()
    """Modules with further solvers."""
    folder: str = "."
    """Where plugins may lie."""


@dataclass(frozen=True)
class Record:
    """How a run ended. The fields are the columns of the table ``run``, see ``docs/campaigns.md``."""

    machine: Machine
    verdict: str
    cause: str
    detail: str | None = None
    error_bound: float = 0.0
    placement_check: str | None = None
    certificate: str | None = None
    certificate_check: str | None = None
    load_s: float | None = None
    presolve_s: float | None = None
    encode_s: float | None = None
    search_s: float | None = None
    verify_s: float | None = None
    solve_s: float | None = None
    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_mb: float = 0.0
    stats: Mapping[str, Any] = field(default_factory=dict)
    started: float = 0.0
    ended: float = 0.0


def pack_instance(instance: Instance) -> bytes:
    """An instance as compressed JSON text."""
    return zlib.compress(to_text(instance).encode(), 6)


def unpack_instance(packed: bytes) -> Instance:
    """The instance that was packed."""
    value = documents.parse(zlib.decompress(packed).decode())
    assert isinstance(value, Instance)
    return value


def to_json(value: Any) -> str:
    """JSON text of statistics; what JSON does not know is spelled out."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
