"""From a campaign to its instances and its list of runs, the same every time.

Every run has a key: a hash of the instance's digest, the solver with its options, the seed, the repetition and the
limits. Hashes determine the order too: within a repetition the instances come in random order, and on each instance all
solvers run one right after the other, again in random order. So other load on the machine affects all solvers alike, a
repetition is complete before the next one starts, and an instance is loaded once for all solvers.
"""

from __future__ import annotations

import glob
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final

from gourds.bench.campaign.definition import Campaign, FamilyEntry, FilesEntry, SolverConfig
from gourds.bench.campaign.expected import Expected, expect
from gourds.bundled import bundled_folder
from gourds.errors import Fault, InputError, LimitError
from gourds.families import FAMILIES, generate
from gourds.files import load_instance
from gourds.instance import Instance
from gourds.running.isolation import Limits
from gourds.solvers import GRACE

BUNDLED: Final = "bundled:"


@dataclass(frozen=True, eq=False)
class PlannedInstance:
    """An instance of a campaign."""

    instance: Instance
    name: str
    """Its name for people, unique within the campaign."""
    file: str | None
    """The path it was read from, None if a family made it."""
    expected: Expected | None


@dataclass(frozen=True)
class PlannedRun:
    """A run that a campaign asks for."""

    key: str
    instance: int
    """The index of its instance."""
    solver: int
    """The index of its solver."""
    seed: int
    repetition: int


def prepare_instances(
    campaign: Campaign, progress: Callable[[str, int], None] = lambda _name, _count: None
) -> list[PlannedInstance]:
    """Make and read all instances; of equal puzzles only the first. Raises InputError with every fault."""
    faults: list[Fault] = []
    found: dict[str, PlannedInstance] = {}
    for place, name, file, make in _recipes(campaign, faults):
        progress(name, len(found))
        try:
            instance = make()
            if instance.digest not in found:
                path = Path(file) if file is not None else None
                found[instance.digest] = PlannedInstance(instance, name, file, expect(instance, path))
        except InputError as error:
            faults += [Fault(f"{place}, {name}", str(InputError(error.faults)))]
        except LimitError as error:
            faults.append(Fault(f"{place}, {name}", str(error)))
    if faults:
        raise InputError(faults)
    return list(found.values())


Recipe = tuple[str, str, str | None, Callable[[], Instance]]


def _recipes(campaign: Campaign, faults: list[Fault]) -> Iterator[Recipe]:
    for entry in campaign.instances:
        if isinstance(entry, FilesEntry):
            yield from _files(entry, campaign.folder, faults)
        else:
            yield from _family(entry)


def _files(entry: FilesEntry, folder: Path, faults: list[Fault]) -> Iterator[Recipe]:
    for k, pattern in enumerate(entry.files):
        is_bundled = pattern.startswith(BUNDLED)
        root = bundled_folder("instances") if is_bundled else folder
        names = glob.glob(pattern.removeprefix(BUNDLED), root_dir=root, recursive=True)
        chosen = sorted(name for name in names if (root / name).is_file() and not _is_something_else(name))
        if not chosen:
            faults.append(Fault(f"{entry.place}.files[{k}]", f"no instance matches '{pattern}' in {root}"))
        for name in chosen:
            path = str(root / name)
            yield entry.place, f"{BUNDLED if is_bundled else ''}{name}", path, partial(load_instance, path)


def _is_something_else(name: str) -> bool:
    """True for files that lie beside instances: placements, certificates, and texts about them."""
    return name.removesuffix(".gz").endswith((".placement.json", ".certificate.json", ".md", ".toml"))


def _family(entry: FamilyEntry) -> Iterator[Recipe]:
    family = FAMILIES[entry.family]
    for parameters in entry.grid:
        for seed in entry.seeds:
            words = [f"{key}={str(value).lower()}" for key, value in parameters.items()]
            name = " ".join([family.name, *words, f"seed={seed}"])
            yield entry.place, name, None, partial(generate, family, dict(parameters), seed)


def plan_runs(campaign: Campaign, instances: Sequence[PlannedInstance]) -> list[PlannedRun]:
    """All runs in the order in which they are to be done."""
    runs: list[PlannedRun] = []
    for repetition in range(1, campaign.repetitions + 1):
        order = sorted(range(len(instances)), key=lambda i: _hash(repetition, instances[i].instance.digest))
        for i in order:
            planned = instances[i].instance
            here = [
                PlannedRun(run_key(planned, config, campaign.limits, seed, repetition), i, s, seed, repetition)
                for s, config in enumerate(campaign.solvers)
                if config.max_cells is None or planned.board.size <= config.max_cells
                for seed in campaign.seeds
            ]
            runs += sorted(here, key=lambda run: run.key)
    return runs


def run_key(instance: Instance, config: SolverConfig, limits: Limits, seed: int = 0, repetition: int = 1) -> str:
    """What tells a run from all others."""
    solver = json.dumps(config.identity(), sort_keys=True)
    return _hash(instance.digest, solver, seed, repetition, json.dumps(asdict(limits), sort_keys=True))[:24]


def _hash(*parts: str | int) -> str:
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()


def upper_bound(runs: int, limits: Limits, jobs: int) -> float:
    """The most seconds that these runs can take, without loading and checking."""
    return -(-runs // jobs) * ((limits.wall or 0.0) + GRACE)
