"""The same campaign on a Dask cluster: every run is a task, still in a limited process of its own.

On a worker of the cluster a task takes an idle slot (:mod:`gourds.bench.run.slot`) or starts one, so limits, checks and
the warm start are those of a local run. The store stays with the runner, which is the only writer. Every thread of the
cluster has one task, and another one waiting. If a worker is lost, its slots end with it, and Dask gives its tasks to
others; a run that loses its worker several times is recorded as crashed.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from threading import Event
from typing import Any, Final

from gourds.bench.run.runner import Session
from gourds.bench.run.slot import Slot, SlotLostError
from gourds.bench.store.task import Record, Task
from gourds.errors import GourdsError, InputError

IN_FLIGHT: Final = 2
"""Tasks per thread of the cluster that are under way at a time."""
CONNECT: Final = 20
"""Seconds in which the scheduler must answer."""
_LOST: Final = "the cluster was lost; what is done is kept, and 'gourds bench resume' goes on with the rest"
_RECOUNT: Final = 5.0
"""Seconds between two looks at the size of the cluster."""


# -- on a worker ----------------------------------------------------------------------------------------------


class _Slots:
    """The slots of one session on this worker, whose threads share them: appending and popping are atomic."""

    def __init__(self) -> None:
        self.idle: list[Slot] = []
        self.all: list[Slot] = []
        self.over = Event()


_sessions: defaultdict[str, _Slots] = defaultdict(_Slots)
"""The slots on this worker, by session; a session is one call of :func:`_run` on some runner."""


def perform_on_worker(task: Task, session: str) -> Record:
    """Called by Dask on a worker: perform one run in a slot."""
    slots = _sessions[session]
    while not slots.over.is_set():
        try:
            slot, is_new = slots.idle.pop(), False
        except IndexError:
            slot, is_new = Slot(), True
            slots.all.append(slot)
        try:
            slot.submit(task)
            record = slot.receive()
        except SlotLostError:
            with suppress(ValueError):
                slots.all.remove(slot)
            slot.stop()
            if is_new:
                raise
            continue  # an old slot may have ended by itself before it received the task
        slots.idle.append(slot)
        if slots.over.is_set():
            end_session(session)
        return record
    raise SlotLostError("was stopped: the campaign is over")


def end_session(session: str) -> None:
    """Called by Dask on a worker: end all slots and what they run; tasks of the session that come late do nothing."""
    slots = _sessions[session]
    slots.over.set()
    ending = [*slots.all]
    for slot in ending:
        slot.process.terminate()  # all at once, so that they end in parallel
    for slot in ending:
        with suppress(ValueError):
            slots.all.remove(slot)
        slot.stop()


# -- on the runner --------------------------------------------------------------------------------------------


def on_cluster(address: str) -> Callable[[Session], None]:
    """Something that runs a session on the cluster whose scheduler listens at an address."""
    _distributed()  # if it is missing, this fails before anything starts
    return partial(_run, address=address)


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise InputError(
            "a cluster needs the package 'distributed'; install it with: pip install 'gourds[cluster]'"
        ) from None


def _run(session: Session, address: str) -> None:
    distributed = _distributed()
    name = uuid.uuid4().hex
    with _connected(distributed, address, name) as client:
        under_way: dict[Any, Task] = {}
        completed = distributed.as_completed(loop=client.loop)
        room = _room(session, client)
        counted = time.monotonic()
        while True:
            while len(under_way) < room and (task := session.next_task()) is not None:
                future = client.submit(perform_on_worker, task, name, key=f"gourds-{task.key}-{name}", pure=False)
                under_way[future] = task
                completed.add(future)
            if not under_way:
                return
            future = next(completed)
            if _settle(session, future, under_way[future]):
                del under_way[future]
            else:
                completed.add(future)
            if time.monotonic() - counted > _RECOUNT:
                room = _room(session, client)
                counted = time.monotonic()


def _settle(session: Session, future: Any, task: Task) -> bool:
    """Write the outcome of a task; False if the task runs again because its worker was lost with the answer."""
    if future.status in ("lost", "pending"):
        return False
    if future.status == "finished":
        session.end(task, future.result())
    elif future.status == "error":
        error = future.exception()
        if isinstance(error, InputError):
            raise error
        lost = type(error).__name__ == "KilledWorker"
        session.lose(task, "its workers were lost again and again" if lost else f"on its worker: {error}")
    else:
        raise GourdsError(_LOST)
    future.release()
    return True


def _room(session: Session, client: Any) -> int:
    threads = int(sum(client.nthreads().values()))
    if not threads:
        session.observer.say("the cluster has no workers yet; runs wait for them")
    return IN_FLIGHT * max(1, threads)


@contextmanager
def _connected(distributed: Any, address: str, name: str) -> Iterator[Any]:
    """A client of the cluster. However it ends, nothing of this session stays on the workers."""
    for source in ("distributed", "distributed.client"):
        logging.getLogger(source).setLevel(logging.CRITICAL)  # what matters is reported as an error, in one line
    try:
        client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(f"no Dask scheduler answers there: {error}", address) from None
    try:
        yield client
    except OSError:  # Dask's errors of connections are of this kind
        raise GourdsError(_LOST) from None
    finally:
        with suppress(Exception):
            client.cancel(list(client.futures), force=True)
            client.run(end_session, name)
        client.close()
