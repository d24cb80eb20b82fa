"""Running a campaign: the runner runs what is missing in a store, and writes every run the moment it ends.

The runner is one thread that gives runs to slots (:mod:`gourds.bench.run.slot`) and writes what they answer. It can be
killed at any moment: what was written stays, and the slots notice and end. An interrupt (Ctrl-C) ends the runs in
flight, which then are still missing, and leaves everything else in order.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from gourds.bench.campaign.plugins import Plugin, load_plugins
from gourds.bench.run.slot import Slot, record_of
from gourds.bench.store.checking import check_store
from gourds.bench.store.judging import Failure, Trouble, find_failures
from gourds.bench.store.machine import this_machine
from gourds.bench.store.opening import store_faults
from gourds.bench.store.store import Store
from gourds.bench.store.task import Record, Task
from gourds.display import brief
from gourds.errors import Fault, InputError, InternalError, quoted
from gourds.running.pool import Pool, usable_cores
from gourds.solvers import find_solver
from gourds.solvers.external.recipe import command_words, is_command


class Observer(Protocol):
    """What a runner reports its progress to."""

    def begin(self, name: str, planned: int, done: int, to_do: int) -> None:
        """How many runs are planned, how many have a result, and how many will be run now."""

    def ended(self, task: Task, record: Record) -> None:
        """A run has ended and is written."""

    def trouble(self, trouble: Trouble) -> None:
        """An answer is wrong, or proofs contradict each other."""

    def say(self, text: str) -> None:
        """Some other message."""

    def finish(self) -> None:
        """The session is over."""


@dataclass(frozen=True)
class Summary:
    """What a session did, and how the store stands."""

    store: str
    campaign: str
    planned: int
    done: int
    ran: int
    """The number of runs in this session."""
    interrupted: bool
    time_s: float
    verdicts: dict[str, int]
    causes: dict[str, int]
    judgements: dict[str, int]
    troubles: tuple[str, ...]
    failures: tuple[Failure, ...] = ()
    """The runs of the store that failed, by solver and reason; the most frequent first."""

    __repr__ = brief

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds bench run --json`` prints."""
        failures = [failure.__dict__ for failure in self.failures]
        lists = {"troubles": list(self.troubles), "failures": failures}
        return {**self.__dict__, **lists, "time_s": round(self.time_s, 3)}


class Session:
    """Hands out the missing runs of a store one after the other, and records how they end."""

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
        """Write how a run ended, and report at once if it shows that something is wrong."""
        troubles = self.store.record(task.plan_id, record)
        self.ran += 1
        for trouble in troubles:
            self._shout(trouble)
        self.observer.ended(task, record)

    def __iter__(self) -> Iterator[Task]:
        return self

    def __next__(self) -> Task:
        """The next run. A session that plans as it goes may have none now, and some again when a run has ended."""
        task = self.next_task()
        if task is None:
            raise StopIteration
        return task

    def lose(self, task: Task, how: str) -> None:
        """Record that a run was lost together with the process that supervised it."""
        now = time.time()
        self.end(task, Record(this_machine(), "unknown", "crashed", how, started=now, ended=now))

    def _shout(self, trouble: Trouble) -> None:
        name = trouble.plan_id or trouble.text  # a later run may explain better why an answer is wrong
        if name not in self._shouted:
            self._shouted.add(name)
            self.observer.trouble(trouble)


Backend = Callable[[Session], None]
"""Runs everything that a session gives: :func:`run_locally`, or a cluster."""


def run(
    store: Store,
    backend: Backend,
    observer: Observer,
    *,
    plugins: Sequence[Plugin] = (),
    commands: Sequence[str] = (),
    retry_failed: bool = False,
    begin: Callable[..., Session] = Session,
) -> Summary:
    """Run what is missing. After an interrupt, or if the store cannot be written, finished runs are kept.

    ``plugins`` are code that will be run, ``commands`` names of solvers that are commands; both must include those that
    the store's campaign names. ``begin`` makes another kind of session, one that plans as it goes.
    """
    with store_faults(store.path):
        _check_commands(store, commands)
        return _run(store, backend, observer, plugins, begin, retry_failed=retry_failed)


def _check_commands(store: Store, commands: Sequence[str]) -> None:
    """Raises InputError if the store names a command that the user has not named."""
    allowed = [command_words(name) for name in commands]
    names = dict.fromkeys(config.name for config in store.solvers.values() if is_command(config.name))
    unnamed = [name for name in names if command_words(name) not in allowed]
    if unnamed:
        told = " ".join(f"--command {shlex.quote(name.partition(':')[2])}" for name in unnamed)
        words = "a command is not run because a store names it; if you trust it, name it again"
        raise InputError(f"its campaign runs other programs: {words}: {told}")


def _load_solvers(store: Store, plugins: Sequence[Plugin]) -> None:
    """Load the plugins, and check that all solvers of the store exist. Raises InputError."""
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
    store: Store,
    backend: Backend,
    observer: Observer,
    plugins: Sequence[Plugin],
    begin: Callable[..., Session],
    *,
    retry_failed: bool,
) -> Summary:
    _load_solvers(store, plugins)
    begun = time.monotonic()
    interrupted = False
    with store.locked():
        check_store(store.connection)
        session = begin(store, observer, plugins=plugins, retry_failed=retry_failed)
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
        time_s=time.monotonic() - begun,
        verdicts=dict(store.counts("verdict")),
        causes=dict(store.counts("cause")),
        judgements=dict(store.counts("judgement")),
        troubles=tuple(trouble.text for trouble in store.troubles()),
        failures=tuple(find_failures(store.connection)),
    )


def run_locally(session: Session, jobs: int | None = None) -> None:
    """Run on this machine, ``jobs`` runs at a time; by default as many as there are processors."""
    with Pool(min(jobs or usable_cores(), session.to_do), lambda others: Slot()) as slots:
        for done in slots.work(session):
            assert done is not None
            if done.is_broken:
                raise InternalError(f"a process for runs does not start: it {done.error}")
            if done.error is None:
                session.end(done.task, record_of(done.value))
            else:
                how = done.error if done.is_lost else f"failed: {done.error}"
                session.lose(done.task, f"the process that watched over it {how}")
