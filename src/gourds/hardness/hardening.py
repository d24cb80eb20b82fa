"""``gourds harden``: the whole search, from the question to the folder with what was found.

A folder holds one search. The same command again goes on with it: more instances or more time may be asked for, but
the brackets, the families and the largest size stay.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from gourds.bench.campaign.definition import Campaign
from gourds.bench.campaign.planning import PlannedRun, run_key
from gourds.bench.campaign.plugins import Plugin, load_plugins
from gourds.bench.run.runner import Backend, Session, run
from gourds.bench.store.extending import drop_unfinished
from gourds.bench.store.new import create_store
from gourds.bench.store.store import Store
from gourds.display import brief
from gourds.errors import InputError
from gourds.files.raw import make_folder, write_text
from gourds.hardness.axes import Line, lines_of
from gourds.hardness.brackets import Question
from gourds.hardness.knowledge import Knowledge
from gourds.hardness.saving import save_found
from gourds.hardness.search import Found, Goal, Search
from gourds.hardness.session import EVIDENCE, EnoughError, HardSession, Watcher, read_knowledge
from gourds.running.isolation import Limits

STORE: Final = "store.sqlite"
SEARCH: Final = "search.toml"
MEMORY: Final = 4000.0
"""Megabytes for a run."""


@dataclass(frozen=True)
class Hardening:
    """What a search found."""

    folder: str
    question: str
    found: tuple[Found, ...]
    """The instances that were chosen, the smallest first."""
    files: tuple[str, ...]
    """Their files, in the same order."""
    missing: dict[str, int]
    """How many of each verdict were wanted but not found."""
    runs: int
    """In the whole search."""
    ran: int
    """In this session."""
    time_s: float
    interrupted: bool
    reasons: dict[str, int]
    """How many tracks stand how."""

    __repr__ = brief

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds harden --json`` prints."""
        rows = []
        for file, one in zip(self.files, self.found, strict=True):
            answer = {"solver": one.answered_by, "time_s": round(one.answer.seconds, 3)}
            rows.append(
                {
                    "file": file,
                    "name": one.candidate.name,
                    "digest": one.digest,
                    "cells": one.cells,
                    "verdict": one.verdict,
                    "evidence": one.answer.certificate or "placement",
                    "solved_by": answer,
                    "hard_for": [
                        {"solver": label, "time_s": round(end.seconds, 3), "cpu_s": round(end.cpu, 3)}
                        for label, end in one.attacks.items()
                    ],
                }
            )
        return {
            "folder": self.folder,
            "question": self.question,
            "found": rows,
            "missing": self.missing,
            "runs": self.runs,
            "ran": self.ran,
            "time_s": round(self.time_s, 3),
            "interrupted": self.interrupted,
            "tracks": self.reasons,
        }


def harden(
    question: Question,
    goal: Goal,
    folder: Path,
    backend: Backend,
    watcher: Watcher,
    *,
    plugins: Sequence[Plugin] = (),
) -> Hardening:
    """Search until enough is found or the budget is spent, and write what was found. Raises InputError."""
    begun = time.monotonic()
    if faults := load_plugins(plugins):
        raise InputError(faults)
    lines = lines_of(question.families)
    path = folder / STORE
    if not path.exists():
        _create(path, question, goal, lines, plugins)
    make_folder(folder / EVIDENCE)
    with closing(Store.open(path)) as store:
        _check_same(store, question, folder)
        write_text(folder / SEARCH, question.to_toml() + _goal_toml(goal))
        begin = partial(
            HardSession, question=question, goal=goal, lines=lines, folder=folder, deadline=begun + goal.budget
        )
        until_enough = partial(_until_enough, backend=backend)
        summary = run(store, until_enough, watcher, plugins=plugins, commands=question.commands, begin=begin)
        with store.locked():
            drop_unfinished(store)
        search = Search(read_knowledge(store, question, lines, folder), goal, lines)
        chosen = search.chosen()
        files = save_found(folder, search, chosen, path)
        return Hardening(
            folder=str(folder),
            question=str(question),
            found=tuple(chosen),
            files=tuple(files),
            missing=dict(search.missing(chosen)),
            runs=store.size()[1],
            ran=summary.ran,
            time_s=time.monotonic() - begun,
            interrupted=summary.interrupted,
            reasons=dict(Counter(search.state(track).reason.partition(",")[0] for track in search.tracks)),
        )


def open_search(folder: Path) -> Search:
    """The search in a folder as it stands. Raises InputError."""
    told = read_search(folder)
    brackets = told["hard_for"], told["solved_by"]
    question = Question.of(*brackets, told["max_cells"], told["families"], told["seed"])
    lines = lines_of(question.families)
    with closing(Store.open(folder / STORE, read_only=True)) as store:
        known = read_knowledge(store, question, lines, folder)
    return Search(known, Goal(told["count"], told["feasible"], told["budget"]), lines)


def _until_enough(session: Session, backend: Backend) -> None:
    try:
        backend(session)
    except EnoughError:
        return


def _create(path: Path, question: Question, goal: Goal, lines: Sequence[Line], plugins: Sequence[Plugin]) -> None:
    """Make the store with the first run of the search in it; a store is never empty."""
    step = Search(known := Knowledge(question), goal, lines).next_step(goal.budget)
    if step is None:
        words = "there is nothing to try: no family makes such boards, or the budget is too short for a single run"
        raise InputError(words)
    planned = known.board(step.candidate)
    assert planned is not None
    make_folder(path.parent)
    solvers = tuple(question.competitors.values())
    limits = Limits(max(config.wall or 0.0 for config in solvers), memory=MEMORY)
    campaign = Campaign(
        name="harden",
        description=f"Boards that are {question}.",
        instances=(),
        solvers=solvers,
        limits=limits,
        repetitions=1,
        seeds=(0,),
        plugins=tuple(plugins),
        folder=path.parent.resolve(),
        text=question.to_toml(),
    )
    number = list(question.competitors).index(step.label)
    first = PlannedRun(run_key(planned.instance, solvers[number], limits), 0, number, 0, 1)
    create_store(path, campaign, [planned], [first])


def _check_same(store: Store, question: Question, folder: Path) -> None:
    """Raises InputError if the folder holds the answer to another question."""
    (text,) = store.connection.execute("SELECT toml FROM campaign").fetchone()
    if text != question.to_toml():
        old = [line for line in text.splitlines() if line not in question.to_toml().splitlines()]
        raise InputError(f"holds another search ({'; '.join(old)}); -o takes another folder", str(folder))


def _goal_toml(goal: Goal) -> str:
    rows = {"count": goal.count, "feasible": goal.feasible, "budget": goal.budget}
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in rows.items())


def read_search(folder: Path) -> dict[str, Any]:
    """What a folder's search was asked for, by the names of the options. Raises InputError."""
    import tomllib

    from gourds.files.raw import naming, read_text

    path = folder / SEARCH
    with naming(path):
        try:
            told = tomllib.loads(read_text(path))
        except ValueError as error:
            raise InputError(f"not TOML: {error}") from None
        kinds = {"hard_for": list, "solved_by": str, "max_cells": int, "families": list, "seed": int, "count": int}
        for key, kind in {**kinds, "feasible": (int, float), "budget": (int, float)}.items():
            if not isinstance(told.get(key), kind):  # type: ignore[arg-type]
                raise InputError(f"{key} is missing or of another kind")
    return {key: told[key] for key in (*kinds, "feasible", "budget")}
