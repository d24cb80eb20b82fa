"""Where a run took place: machine, system, versions. Times from different machines should not be compared."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Final

from gourds.running.pool import processor_name, usable_cores
from gourds.solvers import registry

PACKAGES: Final = ("numpy", "networkx")
"""Packages that all solvers use; each solver's own are added."""


@dataclass(frozen=True)
class Machine:
    """A machine with the software that matters."""

    host: str
    system: str
    """Kernel or operating system, and architecture."""
    processor: str
    cores: int
    """How many this process may use."""
    memory_mb: int
    python: str
    versions: Mapping[str, str]
    """Of ``gourds``, of its source files (a hash, so that a change in development shows), and of the packages."""

    @property
    def fingerprint(self) -> str:
        """The same for the same machine with the same software."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:16]


@cache
def this_machine() -> Machine:
    """The machine that this process runs on."""
    return Machine(
        host=platform.node(),
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        processor=processor_name(),
        cores=usable_cores(),
        memory_mb=_memory_mb(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        versions={"gourds": version("gourds"), "gourds source": _source_digest(), **_versions()},
    )


def _memory_mb() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (OSError, ValueError):
        return 0


def _source_digest() -> str:
    folder = Path(str(files("gourds")))
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def _versions() -> dict[str, str]:
    found = {}
    own = {solver.package for solver in registry().values() if solver.package is not None}
    for package in (*PACKAGES, *sorted(own)):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
