"""Running a campaign: what is missing in its store is run, and every run is written the moment it ends.

The runner is one thread that waits for slots (:mod:`gourds.bench.run.slot`), writes what they answer and gives them the
next run. It can be killed at any moment: what was written stays, and the slots notice and end. An interrupt (Ctrl-C)
ends the runs in flight, which then are still missing, and leaves everything else in order.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any, Protocol

from gourds.bench.campaign.plugins import Plugin, load_plugins
from gourds.bench.run.slot import Slot, SlotLostError
from gourds.bench.store.checking import check_store
from gourds.bench.store.judging import Trouble
from gourds.bench.store.machine import this_machine, usable_cores
from gourds.bench.store.opening import store_faults
from gourds.bench.store.store import Store
from gourds.bench.store.task import Record, Task
from gourds.display import brief
from gourds.errors import Fault, InputError, InternalError, quoted
from gourds.solvers import find_solver


class Observer(Protocol):
    """Somebody who wants to know how it goes."""

    def begin(self, name: str, planned: int, done: int, to_do: int) -> None:
        """So many runs are planned, so many have a result, so many will be run now."""

    def ended(self, task: Task, record: Record) -> None:
        """A run ended and is written."""

    def trouble(self, trouble: Trouble) -> None:
        """Something must not be."""

    def say(self, text: str) -> None:
        """Something else is worth knowing."""

    def finish(self) -> None:
        """No more will come."""


@dataclass(frozen=True)
class Summary:
    """What a session did, and how the store stands."""

    store: str
    campaign: str
    planned: int
    done: int
    ran: int
    """In this session."""
    interrupted: bool
    time_s: float
    verdicts: dict[str, int]
    causes: dict[str, int]
    judgements: dict[str, int]
    troubles: tuple[str, ...]

    __repr__ = brief

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds bench run --json`` prints."""
        return {**self.__dict__, "troubles": list(self.troubles), "time_s": round(self.time_s, 3)}


class Session:
    """The missing runs of a store, one after the other, and what became of them."""

    def __init__(
        self, store: Store, observer: Observer, *, plugins: Sequence[Plugin] = (), retry_failed: bool = False
    ) -> None:
        self.store = store
        self.observer = observer
        self.plugins = tuple(plugins)
        self.ran = 0
        self.to_do = store.count_missing(retry_failed=retry_failed)
        self._missing: Iterator[int] = store.missing(retry_failed=retry_failed)
        self._shouted: set[int | str] = set()
        planned, done = store.size()
        observer.begin(store.name, planned, done, self.to_do)
        for trouble in store.troubles():
            self._shout(trouble)

    def next_task(self) -> Task | None:
        """The next run, None if there are no more."""
        plan_id = next(self._missing, None)
        return None if plan_id is None else self.store.task(plan_id, self.plugins)

    def end(self, task: Task, record: Record) -> None:
        """Write how a run ended, and shout if it shows that something is wrong."""
        troubles = self.store.record(task.plan_id, record)
        self.ran += 1
        for trouble in troubles:
            self._shout(trouble)
        self.observer.ended(task, record)

    def lose(self, task: Task, how: str) -> None:
        """Write that a run was lost together with the process that watched over it."""
        now = time.time()
        self.end(task, Record(this_machine(), "unknown", "crashed", how, started=now, ended=now))

    def _shout(self, trouble: Trouble) -> None:
        name = trouble.plan_id or trouble.text  # why an answer is wrong may be said better later
        if name not in self._shouted:
            self._shouted.add(name)
            self.observer.trouble(trouble)


Backend = Callable[[Session], None]
"""Runs everything that a session gives: :func:`run_locally`, or a cluster."""


def run(
    store: Store, backend: Backend, observer: Observer, *, plugins: Sequence[Plugin] = (), retry_failed: bool = False
) -> Summary:
    """Run what is missing. An interrupt ends it early; what was done stays, also if the store cannot be written.

    ``plugins`` are code that is run; those that the store's campaign names must be among them.
    """
    with store_faults(store.path):
        return _run(store, backend, observer, plugins, retry_failed=retry_failed)


def _load_solvers(store: Store, plugins: Sequence[Plugin]) -> None:
    """Load the plugins, and see that all solvers of the store are there. Raises InputError."""
    unnamed = [name for name in store.plugins if name not in {plugin.module for plugin in plugins}]
    if unnamed:
        names = " and ".join(map(quoted, unnamed[:3])) + (" and more" if len(unnamed) > 3 else "")
        told = "a plugin is code and is not loaded because a store names it; --plugin FILE.py loads one that you trust"
        raise InputError(f"its campaign needs the plugin {names}: {told}")
    faults = load_plugins(plugins)
    for number, config in store.solvers.items():
        try:
            find_solver(config.name)
        except InputError as error:
            faults.append(Fault(f"table solver, row {number}", str(error)))
    if faults:
        raise InputError(faults)


def _run(
    store: Store, backend: Backend, observer: Observer, plugins: Sequence[Plugin], *, retry_failed: bool
) -> Summary:
    _load_solvers(store, plugins)
    begin = time.monotonic()
    interrupted = False
    with store.locked():
        check_store(store.connection)
        session = Session(store, observer, plugins=plugins, retry_failed=retry_failed)
        try:
            if session.to_do:
                backend(session)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            observer.finish()
    planned, done = store.size()
    return Summary(
        store=str(store.path),
        campaign=store.name,
        planned=planned,
        done=done,
        ran=session.ran,
        interrupted=interrupted,
        time_s=time.monotonic() - begin,
        verdicts=dict(store.counts("verdict")),
        causes=dict(store.counts("cause")),
        judgements=dict(store.counts("judgement")),
        troubles=tuple(trouble.text for trouble in store.troubles()),
    )


def run_locally(session: Session, jobs: int | None = None) -> None:
    """Run on this machine, so many at a time; as many as there are processors if not said."""
    pool = _Pool(session)
    try:
        for _ in range(min(jobs or usable_cores(), session.to_do)):
            pool.add_slot()
        while pool.at_work:
            for connection in wait(list(pool.at_work)):
                pool.collect(connection)
    finally:
        pool.stop()


class _Pool:
    """The slots of a local session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.slots: list[Slot] = []
        self.at_work: dict[Any, tuple[Slot, Task]] = {}
        """By their connections."""

    def add_slot(self) -> None:
        """Start a slot and give it something to do."""
        slot = Slot()
        self.slots.append(slot)
        self._give(slot)

    def collect(self, connection: Any) -> None:
        """Take what a slot has to say, and give it the next task."""
        slot, task = self.at_work.pop(connection)
        try:
            record = slot.receive()
        except SlotLostError as lost:
            slot.stop()
            self.slots.remove(slot)
            if slot.is_broken:
                raise InternalError(f"a process for runs does not start: it {lost}") from None
            self.session.lose(task, f"the process that watched over it {lost}")
            self.add_slot()
        else:
            self.session.end(task, record)
            self._give(slot)

    def _give(self, slot: Slot) -> None:
        task = self.session.next_task()
        if task is None:
            return
        self.at_work[slot.connection] = (slot, task)
        with suppress(SlotLostError):  # its connection is at its end then, and that is collected
            slot.submit(task)

    def stop(self) -> None:
        """End all slots and what they run."""
        for slot in self.slots:
            slot.process.terminate()  # all at once, so that they end side by side
        for slot in self.slots:
            slot.stop()
