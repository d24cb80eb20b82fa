"""Campaigns: the stores in the server's folder, how far one of them is, its report, and small ones made on the page.

The form of the page becomes the text of a campaign's file, and everything after that is what ``gourds bench run`` does.
Runs are done one at a time, so that their times can be compared. A run is written the moment it ends. So the job can be
killed whenever the page is closed, and the next one goes on where it stopped.
"""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Iterator, Mapping
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from gourds.bench.campaign.definition import Campaign, FamilyEntry, parse_campaign
from gourds.bench.campaign.planning import PlannedInstance, plan_runs, prepare_instances, upper_bound
from gourds.bench.report.page import to_page
from gourds.bench.run.progress import clock
from gourds.bench.run.runner import Session, run, run_locally
from gourds.bench.store.judging import Trouble
from gourds.bench.store.new import create_store
from gourds.bench.store.reading import read_results, snapshot
from gourds.bench.store.store import Store
from gourds.bench.store.task import Record, Task
from gourds.errors import Fault, Faults, InputError
from gourds.families import FAMILIES
from gourds.files.manifest import to_toml
from gourds.files.table import document_of
from gourds.solvers.external.recipe import is_command
from gourds.values import is_text
from gourds.web.documents import NotFoundError, Question
from gourds.web.tasks import File, Say

EXAMPLE: Final = "example"
"""The name of the campaign that comes with the package."""
_MOST_STORES: Final = 500
_LAST_RUNS: Final = 8

_SOLVERS: Final = """
SELECT solver.label, COUNT(*), COUNT(run.plan_id), COALESCE(SUM(run.wall_s), 0),
       COALESCE(SUM(judgement IN ('correct', 'unconfirmed')), 0), COALESCE(SUM(judgement IN ('error', 'wrong')), 0)
FROM solver JOIN plan ON plan.solver_id = solver.id
LEFT JOIN run ON run.plan_id = plan.id LEFT JOIN judged ON judged.plan_id = plan.id
GROUP BY solver.id ORDER BY solver.id
"""
_LAST: Final = f"""
SELECT label, instance, cells, verdict, cause, judgement, COALESCE(solve_s, wall_s)
FROM result ORDER BY ended DESC, plan_id DESC LIMIT {_LAST_RUNS}
"""


def stores(folder: str) -> dict[str, Path]:
    """The stores in a folder by name; nothing else can be opened."""
    found = sorted(path for path in Path(folder).glob("*.sqlite") if path.is_file())
    return {path.stem: path for path in found[:_MOST_STORES]}


def find_store(folder: str, name: str) -> Path:
    """The store of this name. Raises NotFoundError."""
    path = stores(folder).get(name)
    if path is None:
        raise NotFoundError("there is no campaign of this name")
    return path


def campaigns(question: Question, say: Say) -> dict[str, Any]:
    """Name, title, planned and finished runs, and time of the last change; files that are not stores are left out."""
    listed: list[dict[str, Any]] = []
    for name, path in stores(question.context["folder"]).items():
        try:
            with snapshot(path) as store:
                runs, finished = store.size()
                title = store.name
        except InputError:
            continue
        modified = max(each.stat().st_mtime for each in (path, Path(f"{path}-wal")) if each.exists())
        listed.append({"name": name, "title": title, "runs": runs, "finished": finished, "modified": modified})
    listed.sort(key=lambda row: row["modified"], reverse=True)
    return {"is_temporary": question.context["is_temporary"], "campaigns": listed}


def campaign_status(question: Question, say: Say) -> dict[str, Any]:
    """How far a campaign is: runs of each solver, and the last ones. It can be asked while somebody runs it."""
    with snapshot(find_store(question.context["folder"], question.context["name"])) as store:
        return {"name": question.context["name"], "title": store.name, **_status(store)}


def _status(store: Store) -> dict[str, Any]:
    runs, finished = store.size()
    (boards,) = store.connection.execute("SELECT COUNT(*) FROM instance").fetchone()
    counted = ("label", "runs", "finished", "seconds", "solved", "failed")
    told = ("solver", "board", "cells", "verdict", "cause", "judgement", "seconds")
    return {
        "runs": runs,
        "finished": finished,
        "boards": boards,
        "wall": store.limits.wall,
        "solvers": [dict(zip(counted, row, strict=True)) for row in store.connection.execute(_SOLVERS)],
        "last": [dict(zip(told, row, strict=True)) for row in store.connection.execute(_LAST)],
        "troubles": [trouble.text for trouble in store.troubles()][:5],
    }


def campaign_report(question: Question, say: Say) -> File:
    """The page that ``gourds bench report`` writes; only names of stores in the folder are looked up."""
    folder, name = question.context["folder"], question.context["name"]
    is_shipped = name == EXAMPLE and name not in stores(folder)
    shipped = Path(str(files("gourds.web") / "example" / "example.sqlite"))
    with snapshot(shipped if is_shipped else find_store(folder, name)) as store:
        return File(to_page(read_results(store), store).encode(), "text/html; charset=utf-8")


# -- a small campaign from the page ------------------------------------------------------------------------------------


MOST_RUNS: Final = 2000
MOST_BOARDS: Final = 200
MOST_SECONDS: Final = 60
"""The longest time limit of a run."""
MEMORY_MB: Final = 1024
"""The memory of a run."""
_SAMPLES: Final = 6
_MOST_DRAWN: Final = 400
"""Larger boards are not drawn in the form."""
_MARGIN: Final = 10.0
"""Seconds before the end of the job in which no run is started, besides those that a run may take."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}", re.ASCII)


def families(question: Question, say: Say) -> list[dict[str, Any]]:
    """The families of boards with their parameters."""
    return [
        {
            "name": family.name,
            "summary": family.summary,
            "parameters": [
                {
                    "name": parameter.name,
                    "help": parameter.help,
                    "default": parameter.default,
                    "kind": parameter.kind.__name__,
                    "choices": parameter.choices,
                }
                for parameter in family.parameters
            ],
        }
        for family in FAMILIES.values()
    ]


# -- from the form to a campaign ------------------------------------------------------------------------------------


def plan_campaign(question: Question, say: Say) -> dict[str, Any]:
    """What the form asks for: boards, runs, the longest time, and a few boards to draw."""
    campaign, instances = _read_form(question)
    runs = plan_runs(campaign, instances)
    sizes = [planned.instance.board.size for planned in instances]
    return {
        "boards": len(instances),
        "runs": len(runs),
        "cells": [min(sizes), max(sizes)],
        "seconds": upper_bound(len(runs), campaign.limits, 1),
        "samples": list(_samples(instances)),
    }


def new_campaign(question: Question, say: Say) -> dict[str, Any]:
    """Make the store of a campaign; its name."""
    campaign, instances = _read_form(question)
    path = _new_path(Path(question.context["folder"]), campaign.name)
    create_store(path, campaign, instances, plan_runs(campaign, instances))
    return {"name": path.stem}


def _read_form(question: Question) -> tuple[Campaign, list[PlannedInstance]]:
    """The campaign of the form and its instances, within the limits of the page. Raises InputError."""
    campaign = parse_campaign(_text(question), Path(question.context["folder"]))
    faults = Faults()
    if not campaign.name.strip():
        faults.add("name", "is missing")
    if campaign.limits.wall is not None and campaign.limits.wall > MOST_SECONDS:
        faults.add("limits.wall", f"a run may take {MOST_SECONDS} s at most here")
    asked = [entry for entry in campaign.instances if isinstance(entry, FamilyEntry)]
    boards = sum(len(entry.grid) * len(entry.seeds) for entry in asked)
    if len(asked) < len(campaign.instances):
        faults.add("instances", "boards come from families here, not from files")
    if any(is_command(config.name) for config in campaign.solvers):
        faults.add("solvers", "commands are not run from the page")
    if boards > MOST_BOARDS:
        faults.add("instances", f"{boards:,} boards; {MOST_BOARDS} are the most here")
    if (runs := boards * len(campaign.solvers) * campaign.repetitions) > MOST_RUNS:
        faults.add("repetitions", f"{runs:,} runs; {MOST_RUNS:,} are the most here")
    faults.check()
    instances = prepare_instances(campaign)
    for planned in instances:
        question.limit_cells(planned.instance.board.size, planned.name)
    return campaign, instances


def _text(question: Question) -> str:
    """The form as the text of a campaign's file."""
    rows = question.items("instances")
    solvers = question.items("solvers")
    if not all(isinstance(row, dict) for row in rows):
        raise InputError(Fault("instances", "must be a list of objects"))
    if not solvers or not all(isinstance(name, str) and is_text(name) for name in solvers):
        raise InputError(Fault("solvers", "choose at least one"))
    top = {"name": question.text("name"), "repetitions": question.number("repetitions", 1, 1)}
    limits = {"wall": question.fields.get("wall", 2), "memory": MEMORY_MB}
    lines = [*_lines(top), f"limits = {to_toml(limits)}"]
    for row in rows:
        parameters = row.get("parameters")
        values = {k: _value(v) for k, v in parameters.items()} if isinstance(parameters, dict) else {}
        lines += ["[[instances]]", *_lines({"family": row.get("family", ""), "seeds": _value(row.get("seeds", 0))})]
        lines.append(f"parameters = {to_toml(values)}")
    return "\n".join([*lines, "[[solvers]]", f"name = {to_toml(solvers)}"]) + "\n"


def _lines(values: Mapping[str, object]) -> Iterator[str]:
    return (f"{key} = {to_toml(value)}" for key, value in values.items())


def _value(value: object) -> object:
    """What stands in a field of the form: numbers are typed as text."""
    return int(value) if isinstance(value, str) and _NUMBER.fullmatch(value.strip()) else value


def _new_path(folder: Path, name: str) -> Path:
    """A free name in the folder that looks like the campaign's."""
    stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "comparison"
    tried = itertools.chain([stem], (f"{stem}-{k}" for k in itertools.count(2)))
    return next(path for one in tried if not (path := folder / f"{one}.sqlite").exists())


def _samples(instances: list[PlannedInstance]) -> Iterator[dict[str, Any]]:
    """Some boards of the campaign, spread over all of them."""
    small = [planned for planned in instances if planned.instance.board.size <= _MOST_DRAWN]
    for k in sorted({k * len(small) // _SAMPLES for k in range(_SAMPLES)} if small else ()):
        yield {"name": small[k].name, "cells": document_of(small[k].instance)["cells"]}


# -- running --------------------------------------------------------------------------------------------------------


class _TimedSession(Session):
    """Stops handing out runs at a time."""

    def __init__(self, *args: Any, until: float, **options: Any) -> None:
        super().__init__(*args, **options)
        self.until = until

    def next_task(self) -> Task | None:
        """The next run, None if there are no more or time is up."""
        return None if time.monotonic() > self.until else super().next_task()


class _Teller:
    """Tells the page how it goes."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.ran = self.to_do = 0
        self.begun = time.monotonic()

    def begin(self, name: str, planned: int, done: int, to_do: int) -> None:
        """Note what lies ahead."""
        self.to_do = to_do
        self.begun = time.monotonic()
        self.say(f"{to_do:,} runs to do")

    def ended(self, task: Task, record: Record) -> None:
        """Count a run."""
        self.ran += 1
        left = (time.monotonic() - self.begun) / self.ran * (self.to_do - self.ran)
        self.say(f"{self.ran:,} of {self.to_do:,} · about {clock(left)} left")

    def trouble(self, trouble: Trouble) -> None:
        """The status of the campaign lists it."""

    def finish(self) -> None:
        """Nothing: the result follows."""


def run_campaign(question: Question, say: Say) -> dict[str, Any]:
    """Run what is missing, until the job's time is up. Plugins and commands that a store names are refused."""
    path = find_store(question.context["folder"], question.text("name"))
    store = Store.open(path)
    try:
        longest = max(config.within(store.limits).wall or 0.0 for config in store.solvers.values())
        seconds = question.context["seconds"] - longest - _MARGIN
        if seconds <= 0:
            told = f"its runs may take {longest:g} s each, too long for this page"
            raise InputError(f"{told}; 'gourds bench resume {path.name}' goes on with it")
        begin = partial(_TimedSession, until=time.monotonic() + seconds)
        summary = run(store, partial(run_locally, jobs=1), _Teller(say), begin=begin)
    finally:
        store.close()
    return {"runs": summary.planned, "finished": summary.done, "ran": summary.ran}
