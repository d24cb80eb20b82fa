"""Slots: warm processes that perform one run after the other, each in a limited child.

    runner or cluster worker ── slot ── run ── whatever the run starts

A slot is a Python process of its own, started once (it imports the packages, about a second) and used for many runs.
It is single-threaded, so forking from it is safe whatever its starter does. When the starter ends, for any reason, the
slot kills what it runs and ends. :class:`Slot` is the starter's side, :func:`main` the process.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from multiprocessing.connection import Connection
from typing import Final

from gourds.bench.store.task import Record, Task
from gourds.errors import InputError

IDLE: Final = 300.0
"""Seconds without work after which a slot ends by itself."""
_PATIENCE: Final = 15.0
"""Seconds within which a slot must end after it was told to stop."""


class SlotLostError(Exception):
    """The process of a slot has ended, and with it its current run."""


class Slot:
    """The starter's side of a slot, which holds at most one task."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        self.connection = Connection(ours.detach())
        with theirs:
            command = [sys.executable, "-m", "gourds.bench.run.slot", str(theirs.fileno()), str(os.getpid())]
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,  # the starter handles interrupts at the terminal
            )
        self.answers = 0
        """How many runs it has done."""

    def submit(self, task: Task) -> None:
        """Hand over a task. Raises SlotLostError."""
        try:
            self.connection.send(task)
        except OSError:
            raise SlotLostError(self._how()) from None

    def receive(self) -> Record:
        """Wait for the record of the task that was handed over. Raises SlotLostError, or InputError of its instance."""
        try:
            record = self.connection.recv()
        except (EOFError, OSError):
            raise SlotLostError(self._how()) from None
        if isinstance(record, str):
            raise SlotLostError(record)
        if isinstance(record, InputError):
            raise record
        assert isinstance(record, Record)
        self.answers += 1
        return record

    def stop(self) -> None:
        """End the process and whatever it runs."""
        self.connection.close()
        with contextlib.suppress(OSError):
            self.process.terminate()
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    @property
    def is_broken(self) -> bool:
        """True if the process ended by itself before it did anything: trying again will not help."""
        return not self.answers and (self.process.poll() or 0) > 0

    def _how(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5)
        code = self.process.returncode
        return "does not answer" if code is None else f"ended with exit code {code}"


def main(descriptor: int, starter: int) -> None:
    """Perform the tasks that come through the connection until its other end is closed."""
    from gourds.bench.run.performing import Performer
    from gourds.solvers.isolation import AbandonedError, become_supervisor

    become_supervisor(starter)
    os.set_inheritable(descriptor, False)
    connection = Connection(descriptor)
    performer = Performer(starter, private=(descriptor,))
    with contextlib.suppress(EOFError, OSError):
        while connection.poll(IDLE):
            task = connection.recv()
            try:
                answer: Record | InputError | str = performer.perform(task)
            except AbandonedError:
                break
            except InputError as error:
                answer = error
            except Exception as error:
                answer = f"failed: {type(error).__name__}: {error}"
            connection.send(answer)
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
