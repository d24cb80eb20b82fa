"""Solvers that behave as badly as they can, as a plugin of campaigns.

Each process that they start notes its number in the file that the setting ``trace`` names, so that a test can see
whether it is still there. Should a limit fail, they end by themselves after a minute, and take 3 GB at most.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time

from gourds.errors import InputError, LimitError
from gourds.files.certificates import Certificate
from gourds.placement import Placement
from gourds.solvers import Outcome, Solver, Status
from gourds.solvers.brute import SOLVER as BRUTE


def note(options):
    if "trace" in options.settings:
        with open(options.settings["trace"], "a") as file:
            file.write(f"{os.getpid()}\n")


LONG = 60


def spin():
    """Only where it matters that processor time passes; whatever else must be ended can sleep."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        pass
    os._exit(0)


def sleep():
    time.sleep(LONG)
    os._exit(0)


def loop(instance, options):
    note(options)
    spin()


def loop_natively(instance, options):
    note(options)
    ctypes.PyDLL(None).sleep(LONG)  # holds the interpreter's lock


def ignore_signals(instance, options):
    note(options)
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    sleep()


def fork(instance, options):
    note(options)
    for _ in range(3):
        if os.fork() == 0:
            note(options)
            sleep()
    sleep()


def daemonize(instance, options):
    """A grandchild in a session of its own, whose parent is gone; then stay."""
    _daemon(options)
    sleep()


def leave_daemon(instance, options):
    """The same, but with an answer at once: the grandchild must go all the same."""
    _daemon(options)
    return BRUTE.run(instance, options)


def _daemon(options):
    note(options)
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            note(options)
            os.write(writer, b"x")
            sleep()
        os._exit(0)
    os.read(reader, 1)  # the grandchild is there


def run_away(instance, options):
    """Never the same process for long: fork, let the child go on, end."""
    if os.fork() == 0:
        os.setsid()
        for _ in range(20_000):
            note(options)
            if os.fork():
                os._exit(0)
            os.setsid()
        os._exit(0)
    sleep()


def allocate(instance, options):
    note(options)
    held = [bytearray(b"x") * (1 << 20) for _ in range(3000)]
    sleep()
    held.clear()


def allocate_in_children(instance, options):
    """No process has much, all together have."""
    note(options)
    for _ in range(4):
        if os.fork() == 0:
            note(options)
            held = [bytearray(b"x") * (1 << 20) for _ in range(100)]
            sleep()
            held.clear()
    sleep()


def burn_in_children(instance, options):
    """Processor time is used by children; two at a time, so it passes faster than the clock."""
    note(options)
    for _ in range(2):
        if os.fork() == 0:
            note(options)
            spin()
    sleep()


def crash(instance, options):
    os.abort()


def leave(instance, options):
    os._exit(3)


def kill_parent(instance, options):
    os.kill(os.getppid(), signal.SIGKILL)
    sleep()


def fail(instance, options):
    raise InputError("on purpose")


def decline(instance, options):
    raise LimitError("too much for me")


def give_nonsense(instance, options):
    return 42


def say_infeasible(instance, options):
    return Outcome(Status.INFEASIBLE, certificate=Certificate("claimed", instance.digest, {"by": "say_infeasible"}))


def place_nothing(instance, options):
    return Outcome(Status.FEASIBLE, Placement.build(instance.board.cell_list()[0], []))


def prove_wrongly(instance, options):
    return Outcome(Status.INFEASIBLE, certificate=Certificate("counting", instance.digest, {"law": 1}))


def be_late(instance, options):
    """An answer a little after the limit, before the process is killed."""
    time.sleep((options.time_limit or 0.0) + 0.05)
    return BRUTE.run(instance, options)


def wait(instance, options):
    """Right, after the number of seconds in the setting ``seconds``."""
    note(options)
    time.sleep(options.settings.get("seconds", 0.0))
    return BRUTE.run(instance, options)


def fail_once(instance, options):
    """Crashes unless the file of the setting ``mended`` is there."""
    if not os.path.exists(options.settings["mended"]):
        os.abort()
    return BRUTE.run(instance, options)


SOLVERS = [
    Solver(run.__name__.replace("_", "-"), run.__doc__ or "", run)
    for run in (
        *(loop, loop_natively, ignore_signals, fork, daemonize, leave_daemon, run_away),
        *(allocate, allocate_in_children, burn_in_children, crash, leave, kill_parent, fail, decline),
        *(give_nonsense, say_infeasible, place_nothing, prove_wrongly, be_late, wait, fail_once),
    )
]
