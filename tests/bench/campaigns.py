"""What the tests of campaigns share: campaigns with bad solvers, an observer that remembers, processes that are gone."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from gourds.bench.campaign.definition import Campaign, parse_campaign
from gourds.bench.campaign.planning import plan_runs, prepare_instances
from gourds.bench.campaign.plugins import Plugin
from gourds.bench.run.runner import Summary, run, run_locally
from gourds.bench.store.judging import Trouble
from gourds.bench.store.new import create_store
from gourds.bench.store.store import Store

FOLDER = Path(__file__).resolve().parent
PLUGIN = Plugin("bench_plugin", str(FOLDER))
HEAD = 'name = "test"\nplugins = ["bench_plugin"]\n'
TINY = '[[instances]]\nfiles = ["bundled:drawn/spectacles.txt"]\n'
"""One instance of 11 cells; feasible."""


def campaign(text: str) -> Campaign:
    return parse_campaign(HEAD + text, FOLDER)


def new_store(path: Path, text: str) -> Store:
    parsed = campaign(text)
    instances = prepare_instances(parsed)
    create_store(path, parsed, instances, plan_runs(parsed, instances))
    return Store.open(path)


@dataclass
class Witness:
    """Remembers what it is told."""

    to_do: int = 0
    records: list = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def begin(self, name, planned, done, to_do):
        self.to_do = to_do

    def ended(self, task, record):
        self.records.append((task, record))

    def trouble(self, trouble):
        self.troubles.append(trouble)

    def say(self, text):
        self.said.append(text)

    def finish(self):
        pass


def run_all(store: Store, witness: Witness | None = None, jobs: int = 2, **more: object) -> Summary:
    return run(store, partial(run_locally, jobs=jobs), witness or Witness(), plugins=[PLUGIN], **more)


def results(store: Store) -> dict[str, dict]:
    """The rows of the view ``result`` by the solvers' labels."""
    cursor = store.connection.execute("SELECT * FROM result")
    names = [column[0] for column in cursor.description]
    rows = [dict(zip(names, row, strict=True)) for row in cursor]
    return {row["label"]: row for row in rows}


def noted(trace: Path) -> set[int]:
    return set(map(int, trace.read_text().split())) if trace.exists() else set()


def is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_until_gone(pids: set[int], seconds: float) -> set[int]:
    """Those that are still there after some time."""
    end = time.monotonic() + seconds
    while (left := {pid for pid in pids if is_alive(pid)}) and time.monotonic() < end:
        time.sleep(0.02)
    return left
