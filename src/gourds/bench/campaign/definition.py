"""A campaign: which solvers with which options on which instances, within which limits; read from a TOML file.

Reading checks everything that can be checked without making an instance, and names every fault with its place.
:mod:`gourds.bench.campaign.planning` makes the instances and the list of runs. ``docs/campaigns.md`` describes the
file.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gourds.bench.campaign.commands import take_command
from gourds.bench.campaign.plugins import Plugin, load_plugins
from gourds.bench.campaign.toml_tables import MOST, Scalar, Table, is_kind
from gourds.errors import Fault, InputError, quoted
from gourds.families import FAMILIES, Family, Parameter
from gourds.files.raw import display_name, read_text
from gourds.running.isolation import Limits
from gourds.solvers import Options, find_solver
from gourds.solvers.external.recipe import is_command

ENCODINGS = ("reduced", "textbook")
NO_ENCODING = "none"
"""In a store, of other people's solvers whose results were imported."""
DEFAULT_WALL = 10.0
"""Seconds for a run if the campaign sets no limit."""


@dataclass(frozen=True)
class SolverConfig:
    """A solver with its options: one competitor."""

    label: str
    """Its name in reports, unique within the campaign."""
    name: str
    """With its variant, if it has any: ``sat:cadical195``."""
    encoding: str = "reduced"
    presolve: bool = True
    proof: bool = False
    settings: Mapping[str, Scalar] = field(default_factory=dict)
    max_cells: int | None = None
    """Larger boards are skipped."""
    wall: float | None = None
    """Seconds for its runs, if they are not those of the campaign."""

    def identity(self) -> dict[str, Any]:
        """What tells it from other competitors; the label does not count."""
        settings = dict(sorted(self.settings.items()))
        return {
            "name": self.name,
            "encoding": self.encoding,
            "presolve": self.presolve,
            "proof": self.proof,
            "settings": settings,
            **({} if self.wall is None else {"wall": self.wall}),
        }

    def within(self, limits: Limits) -> Limits:
        """The limits of its runs in a campaign with these limits."""
        return limits if self.wall is None else replace(limits, wall=self.wall)

    def options(self, seed: int, limits: Limits) -> Options:
        """The options of one run."""
        return Options(
            variant=self.name.partition(":")[2],
            time_limit=limits.wall,
            memory_limit=limits.memory,
            seed=seed,
            encoding=self.encoding,
            presolve=self.presolve,
            proof=self.proof,
            settings=dict(self.settings),
        )


@dataclass(frozen=True)
class FilesEntry:
    """Instances in files."""

    place: str
    files: tuple[str, ...]
    """Patterns relative to the campaign's folder or, after ``bundled:``, to the bundled instances."""


@dataclass(frozen=True)
class FamilyEntry:
    """Instances of a family: every combination of the parameters, each with every seed."""

    place: str
    family: str
    grid: tuple[dict[str, Scalar], ...]
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Campaign:
    """What to run."""

    name: str
    description: str
    instances: tuple[FilesEntry | FamilyEntry, ...]
    solvers: tuple[SolverConfig, ...]
    limits: Limits
    repetitions: int
    seeds: tuple[int, ...]
    """Seeds for the solvers."""
    plugins: tuple[Plugin, ...]
    """Modules with further solvers."""
    folder: Path
    """Where its file lies."""
    text: str
    """The file."""
    file: Path | None = None
    """The path of its file, None if it has none."""

    @property
    def digest(self) -> str:
        """The SHA-256 of the file's text."""
        return _digest(self.text)

    @property
    def commands(self) -> tuple[str, ...]:
        """The names of solvers that are commands: other people's programs, which whoever runs it answers for."""
        return tuple(config.name for config in self.solvers if is_command(config.name))

    def with_wall_limit(self, seconds: float | None) -> Campaign:
        """The same with another wall limit, if one is given."""
        if seconds is not None and seconds > MOST:
            raise InputError(f"a time limit can be {MOST:,} s at most, not {seconds:g}")
        return self if seconds is None else replace(self, limits=replace(self.limits, wall=seconds))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def has_changed(file: str | None, digest: str) -> bool:
    """True iff a campaign's file exists and its text no longer has this digest."""
    if file is None or not os.path.isfile(file):
        return False
    try:
        return _digest(read_text(file)) != digest
    except InputError:
        return True


def load_campaign(path: str | os.PathLike[str]) -> Campaign:
    """The campaign in a file. Raises InputError with every fault."""
    try:
        resolved = Path(path).resolve()
        campaign = parse_campaign(read_text(path), resolved.parent)
        return replace(campaign, file=resolved) if resolved.is_file() else campaign
    except InputError as error:
        raise error if error.source else error.in_source(display_name(path)) from None


def parse_campaign(text: str, folder: Path) -> Campaign:
    """The campaign in a TOML text; patterns of files are relative to the folder."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, lists within lists within lists
        raise InputError(Fault("TOML", str(error).split(";")[0])) from None
    faults: list[Fault] = []
    top = Table(data, "", faults)
    name = top.take("name", str)
    description = top.take("description", str, "")
    repetitions = top.positive("repetitions", int, 1)
    seeds = top.seeds("seeds", [0])
    plugins = tuple(Plugin(module, str(folder)) for module in top.choices("plugins", str, []))
    faults += load_plugins(plugins)
    limits = _limits(top.table("limits"))
    instances = tuple(entry for table in top.tables("instances") if (entry := _instances(table)) is not None)
    solvers = _solvers(top.tables("solvers"), folder, faults)
    top.close()
    if faults:
        raise InputError(faults)
    return Campaign(name, description, instances, solvers, limits, repetitions, seeds, plugins, folder, text)


def _limits(table: Table) -> Limits:
    limits = Limits(
        wall=table.positive("wall", float, DEFAULT_WALL),
        cpu=table.positive("cpu", float),
        memory=table.positive("memory", float),
    )
    table.close()
    return limits


# -- instances ------------------------------------------------------------------------------------------------


def _instances(table: Table) -> FilesEntry | FamilyEntry | None:
    before = len(table.faults)
    if ("files" in table.data) == ("family" in table.data):
        table.faults.append(Fault(table.place, "needs either 'files' or 'family'"))
        return None
    entry: FilesEntry | FamilyEntry
    if "files" in table.data:
        entry = FilesEntry(table.place, tuple(table.choices("files", str, [])))
    else:
        name = table.take("family", str)
        seeds = table.seeds("seeds", [0])
        parameters = table.table("parameters")
        if name is not None and name not in FAMILIES:
            table.fault("family", f"there is no family {quoted(name)}; there are {', '.join(FAMILIES)}")
        grid = _grid(parameters, FAMILIES[name]) if name in FAMILIES else ()
        entry = FamilyEntry(table.place, name, grid, seeds)
    table.close()
    return entry if len(table.faults) == before else None


def _grid(table: Table, family: Family) -> tuple[dict[str, Scalar], ...]:
    """Every combination of the given values."""
    names, columns = [], []
    for parameter in family.parameters:
        if parameter.name in table.data:
            names.append(parameter.name)
            columns.append(_values(table, parameter))
        else:
            table.known.append(parameter.name)
            if parameter.default is None:
                table.fault(parameter.name, f"is missing; the family {family.name} needs it")
    table.close()
    return tuple(dict(zip(names, row, strict=True)) for row in itertools.product(*columns))


def _values(table: Table, parameter: Parameter) -> list[Any]:
    values = table.choices(parameter.name, parameter.kind, parameter.default)
    for value in values:
        if parameter.choices and value not in parameter.choices:
            table.fault(parameter.name, f"must be one of {', '.join(parameter.choices)}, not {quoted(value)}")
    return values


# -- solvers --------------------------------------------------------------------------------------------------


def _solvers(tables: list[Table], folder: Path, faults: list[Fault]) -> tuple[SolverConfig, ...]:
    found: list[SolverConfig] = []
    labels: dict[str, str] = {}
    identities: dict[str, str] = {}
    for table in tables:
        for config in _commanded(table, folder) if "command" in table.data else _configs(table):
            identity = json.dumps(config.identity())
            if identity in identities:
                faults.append(Fault(table.place, f"is the same as {identities[identity]}: {config.label}"))
            elif config.label in labels:
                faults.append(Fault(table.place, f"has the label {quoted(config.label)} of {labels[config.label]}"))
            identities.setdefault(identity, table.place)
            labels.setdefault(config.label, table.place)
            found.append(config)
    return tuple(found)


def _configs(table: Table) -> list[SolverConfig]:
    """Every combination of the values of a table."""
    if "name" not in table.data:
        table.fault("name", "is missing; it must be the name of a solver, or a list of names; or there is a 'command'")
    names = table.choices("name", str, [])
    presolves = table.choices("presolve", bool, True)
    encodings, proofs, label, max_cells = _options(table)
    settings = _settings(table.table("settings"))
    table.close()
    full = [name for name in (_full_name(table, name) for name in names) if name is not None]
    solvers = {find_solver(name)[0].name: find_solver(name)[0] for name in full}  # variants have the same settings
    for solver in solvers.values():
        for fault in solver.settings_faults(settings[0] if settings else ()):
            table.fault(f"settings.{fault.place}", fault.reason)
    configs = []
    for name, encoding, presolve, proof, setting in itertools.product(full, encodings, presolves, proofs, settings):
        shown = label or default_label(name, encoding, presolve, proof, setting)
        configs.append(SolverConfig(shown, name, encoding, presolve, proof, setting, max_cells))
    return configs


def _commanded(table: Table, folder: Path) -> list[SolverConfig]:
    """Somebody else's program, with every combination of the values."""
    command = take_command(table, folder)
    encodings, proofs, label, max_cells = _options(table)
    table.close()
    if command is None:
        return []
    if True in proofs and not command.can_prove:
        table.fault("proof", "the command names no {proof}")
    return [
        SolverConfig(
            label or default_label(command.label, encoding, True, proof if len(proofs) > 1 else False, {}),
            *(command.name, encoding, True, proof, command.settings, max_cells),
        )
        for encoding, proof in itertools.product(encodings, proofs)
    ]


def _options(table: Table) -> tuple[list[str], list[bool], str | None, int | None]:
    """What every solver has: encodings, with and without proof, label, largest number of cells."""
    encodings = table.choices("encoding", str, "reduced")
    for encoding in encodings:
        if encoding not in ENCODINGS:
            table.fault("encoding", f"must be one of {', '.join(ENCODINGS)}, not {quoted(encoding)}")
    proofs, label = table.choices("proof", bool, False), table.take("label", str, None)
    return encodings, proofs, label, table.positive("max_cells", int)


def _full_name(table: Table, name: str) -> str | None:
    try:
        solver, variant = find_solver(name)
    except InputError as error:
        table.fault("name", str(error))
        return None
    return f"{solver.name}:{variant}" if variant else solver.name


def _settings(table: Table) -> list[dict[str, Scalar]]:
    columns = []
    for key, value in table.data.items():
        values = value if isinstance(value, list) else [value]
        if not values or not all(is_kind(item, float) or isinstance(item, str | bool) for item in values):
            table.fault(key, "must be a text, a number, true or false, or a list of these")
        columns.append(values)
    return [dict(zip(table.data, row, strict=True)) for row in itertools.product(*columns)]


def default_label(name: str, encoding: str, presolve: bool, proof: bool, settings: Mapping[str, Scalar]) -> str:
    """What a solver with its options is called if the campaign does not say."""
    words = [name, *(["textbook"] if encoding == "textbook" else []), *([] if presolve else ["no presolve"])]
    words += ["proof"] if proof else []
    spelled = {True: "true", False: "false"}
    words += [f"{key}={spelled[value] if isinstance(value, bool) else value}" for key, value in settings.items()]
    return " ".join(words)
