"""Slots: warm processes that perform one run after the other, each in a limited child.

    runner or cluster worker ── slot ── run ── whatever the run starts

A slot is a worker (:mod:`gourds.running.pool`) that is a Python process of its own: it is started once (it imports the
packages, about a second) and used for many runs. It is not forked, since the runner has a store open, and a cluster
worker has threads. :class:`Slot` is the starter's side, :func:`main` the process.
"""

from __future__ import annotations

from typing import Final, Never

from gourds.bench.store.task import Record, Task
from gourds.errors import InputError
from gourds.running.pool import SpawnedWorker, WorkerLostError, serve_spawned

IDLE: Final = 300.0
"""Seconds without work after which a slot ends by itself."""


class Slot(SpawnedWorker):
    """The starter's side of a slot."""

    def __init__(self) -> None:
        super().__init__("gourds.bench.run.slot")

    def perform(self, task: Task) -> Record:
        """Have a run done. Raises WorkerLostError, or InputError of its instance."""
        self.submit(task)
        value, error = self.receive()
        if error is not None:
            raise WorkerLostError(f"failed: {error}")
        return record_of(value)


def record_of(answer: Record | InputError) -> Record:
    """The record that a slot gives. Raises InputError if it could not read the instance."""
    if isinstance(answer, InputError):
        raise answer
    return answer


def main() -> Never:
    """Perform the tasks that come through the connection until its other end is closed."""
    from gourds.bench.run.performing import perform

    def answer(task: Task) -> Record | InputError:
        try:
            return perform(task)
        except InputError as error:
            return error

    serve_spawned(answer, IDLE)


if __name__ == "__main__":
    main()
