"""Every combination of parameters and seeds as a folder: an instance file each, and a manifest of all.

A file is written whole or not at all, and has the name of what made it: the family, the parameters that are not their
defaults, the seed. So one name means one instance, and a folder can take what several commands make; its manifest
(:mod:`gourds.files.manifest`) then lists all of it. The manifest is written every few seconds and at the end, also if
the work is interrupted. A combination that cannot be made, such as a board with an even number of cells, is left out.
The same command gives the same bytes.

A verdict is in the manifest if the construction of the family settles it, or the counting laws do.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, Final

from gourds.counting import Counting
from gourds.errors import Fault, InputError
from gourds.families.base import Family, generate
from gourds.files import to_text
from gourds.files.manifest import NAME, Entry, entry_of, format_manifest, read_tables
from gourds.files.raw import naming, read_text, write_bytes
from gourds.instance import Instance

AT_MOST: Final = 10_000
"""More files than this must be asked for."""
EVERY: Final = 5.0
"""Seconds between two writings of the manifest."""
PREFACE: Final = "# Made by `gourds generate`, which may add to it: `command` makes each file again, byte for byte.\n\n"


@dataclass(frozen=True)
class Grid:
    """Values for parameters of a family, and seeds: every combination of them is an instance."""

    family: Family
    values: Mapping[str, Sequence[Any]]
    seeds: Sequence[int]

    def __len__(self) -> int:
        return prod(map(len, self.values.values())) * len(self.seeds)

    def __iter__(self) -> Iterator[tuple[dict[str, Any], int]]:
        """The combinations; seeds change fastest."""
        for row in product(*self.values.values(), self.seeds):
            yield dict(zip(self.values, row[:-1], strict=True)), row[-1]


@dataclass(frozen=True)
class Filled:
    """What became of a grid."""

    folder: Path
    entries: tuple[Entry, ...]
    """The instances in the manifest, in the order of the grid."""
    refused: Mapping[str, str]
    """The combinations that cannot be made, and why."""


def fill_folder(
    folder: Path, grid: Grid, *, at_most: int = AT_MOST, tell: Callable[[str], None] = lambda text: None
) -> Filled:
    """Make the instances of a grid. Raises InputError if none can be made, or a file cannot be written.

    The folder is made with the first file. What was made before an error or an interrupt stays, with a manifest.
    """
    if len(grid) > at_most:
        raise InputError(f"these are {len(grid):,} instances, and at most {at_most:,} are allowed")
    manifest = _Manifest(folder)
    made: list[Entry] = []
    refused: dict[str, str] = {}
    try:
        for number, (parameters, seed) in enumerate(grid, 1):
            name = file_name(grid.family, parameters, seed)
            tell(f"{number:,} of {len(grid):,}: {name}")
            try:
                instance = generate(grid.family, parameters, seed)
            except InputError as error:
                refused[name.removesuffix(".json")] = str(error)
                continue
            made.append(manifest.add(name, grid.family, instance))
    finally:
        manifest.save()
    if not made:
        raise InputError(Fault(name, reason) for name, reason in refused.items())
    return Filled(folder, tuple(made), refused)


def file_name(family: Family, parameters: Mapping[str, Any], seed: int) -> str:
    """The family, what is not the default, and the seed."""
    words = [family.name]
    for parameter in family.parameters:
        value = parameters.get(parameter.name, parameter.default)
        if value != parameter.default:
            words += [parameter.name] if value is True else [parameter.name, str(value)]
    return "-".join([*words, "seed", str(seed)]) + ".json"


class _Manifest:
    """The manifest of a folder, what it had before included."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = folder / NAME
        self.tables: dict[str, dict[str, Any]] = {}
        self.changed = False
        self.saved = time.monotonic()
        with naming(path):
            if not path.exists():
                return
            if not read_text(path).startswith(PREFACE):
                raise InputError("was not made by gourds generate; choose another folder")
            self.tables = {table["file"]: table for table in read_tables(folder)}

    def add(self, name: str, family: Family, instance: Instance) -> Entry:
        """Write the file of an instance, and note it."""
        data = to_text(instance, "json").encode()
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot be made: {error.strerror or error}", str(self.folder)) from None
        write_bytes(self.folder / name, data)
        self.tables[name] = {
            **_recipe_and_sizes(name, instance),
            **_verdict(family, instance),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        self.changed = True
        if time.monotonic() > self.saved + EVERY:
            self.save()
        return entry_of(self.folder, self.tables[name])

    def save(self) -> None:
        """Write the manifest if it has changed, in the order of names; without files that are gone."""
        if not self.changed:
            return
        tables = [table for name, table in sorted(self.tables.items()) if (self.folder / name).is_file()]
        write_bytes(self.folder / NAME, format_manifest(PREFACE, tables).encode())
        self.changed, self.saved = False, time.monotonic()


def _recipe_and_sizes(name: str, instance: Instance) -> dict[str, Any]:
    source = instance.source or {}
    recipe = {key: source[key] for key in ("family", "parameters", "seed", "command")}
    sizes = {"cells": instance.board.size, "colors": len(instance.colors), "gourds": instance.size}
    return {"file": name, **recipe, **sizes}


def _verdict(family: Family, instance: Instance) -> dict[str, str]:
    known = family.known((instance.source or {})["parameters"])
    if known is not None:
        return {"verdict": known.verdict, "why": f"construction: {known.why}"}
    reason = Counting(instance).refutation
    return {} if reason is None else {"verdict": "infeasible", "why": f"counting: {reason}"}
