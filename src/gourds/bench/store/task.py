"""What a run needs and what it produces: the values that travel between the runner and the slots."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gourds.bench.campaign.definition import SolverConfig
from gourds.bench.campaign.plugins import Plugin
from gourds.bench.store.machine import Machine
from gourds.errors import Fault, InputError
from gourds.files import table, to_text
from gourds.files.certificates import Certificate
from gourds.files.unpacking import unpacked
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.running.isolation import Limits

MOST_BYTES: Final = 2**26
"""The longest text of an instance in a store: enough for two million cells."""


@dataclass(frozen=True)
class StoredInstance:
    """An instance as it is in a store: packed, with the rest of its row."""

    number: int
    """Its row."""
    digest: str
    cells: int
    packed: bytes
    """See :func:`pack_instance`."""

    def unpack(self) -> Instance:
        """The instance. Raises InputError if it is damaged, or does not match its row."""
        try:
            if not self.packed:
                raise InputError("only its name was imported; its instance is not in the store")
            instance = unpack_instance(self.packed, self.cells)
            if instance.digest != self.digest:
                raise InputError("holds another instance than its row says")
        except InputError as error:
            place = f"table instance, row {self.number}, data"
            raise InputError([Fault(place, str(fault)) for fault in error.faults]) from None
        return instance


@dataclass(frozen=True)
class Task:
    """Everything that a run needs, on any machine."""

    plan_id: int
    """Its number in the store, which is its place in the order."""
    key: str
    instance: StoredInstance
    solver: SolverConfig
    seed: int
    limits: Limits
    plugins: tuple[Plugin, ...] = ()
    """Modules with further solvers."""
    keeps_evidence: bool = False
    """Whether the record is to bring along what a checked answer rests on."""


@dataclass(frozen=True)
class Record:
    """How a run ended. The fields are the columns of the table ``run``, see ``docs/campaigns.md``, and the evidence."""

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
    evidence: Placement | Certificate | None = None
    """What a checked answer rests on, if the task asked for it; no store keeps it."""


def pack_instance(instance: Instance) -> bytes:
    """An instance as compressed JSON text. Raises InputError if that is too long for a store."""
    text = to_text(instance).encode()
    limit = _most_bytes(instance.board.size)
    if len(text) > limit:
        raise InputError(f"an instance of {len(text):,} bytes is too large for a store; {limit:,} are allowed for it")
    return zlib.compress(text, 6)


def unpack_instance(packed: bytes, cells: int | None = None) -> Instance:
    """The instance that was packed. Raises InputError if it is not one, or far too large for its number of cells."""
    try:
        value = table.parse(unpacked(packed, _most_bytes(cells)).decode())
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start} is not UTF-8 text") from None
    if not isinstance(value, Instance):
        raise InputError("is not an instance")
    return value


def _most_bytes(cells: int | None) -> int:
    """The longest allowed text for a number of cells; 25 bytes for each cell are usual."""
    return MOST_BYTES if cells is None else min(2**20 + 256 * cells, MOST_BYTES)


def to_json(value: Any) -> str:
    """JSON text of statistics; values that JSON does not have become text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
