"""Processes that help others end when the one that started them is killed, whatever they are busy with."""

from __future__ import annotations

import sys
from textwrap import dedent

import pytest

from tests.processes import SOON, START, Marked, wait_for

SCRIPTS = {
    "a supervisor without work": """
        if os.fork() == 0:
            become_supervisor(me)
            sleep()
    """,
    "a supervisor that comes too late": """
        if os.fork() == 0:
            Path("below").touch()
            while os.getppid() == me:
                time.sleep(0.01)
            become_supervisor(me)
            sleep()
    """,
    "an answer that nobody reads": """
        from multiprocessing.connection import Connection
        def read_nothing(self):
            while not Path("worked").exists() or len(process_tree.descendants(me)) > 1:
                time.sleep(0.01)
            Path("below").touch()
            sleep()
        Connection.recv_bytes = read_nothing
        process_tree._prctl = lambda option, value: None
        isolation.run_limited(lambda: Path("worked").touch() or bytes(1 << 22))
    """,
    "workers without tasks": """
        process_tree._prctl = lambda option, value: None
        workers = Pool.forked(3, print).__enter__()
        Path("below").touch()
    """,
    "a worker that does not listen": """
        workers = Pool.forked(1, lambda task: Path("below").touch() or sleep()).__enter__()
        list(workers.work([1], 1.0))
    """,
    "the compiler of kernels": """
        from gourds import warming
        warming._are_kept = lambda: True
        warming.load = lambda modules: modules is warming.PARTS[1] and (Path("below").touch() or sleep())
        warming.warm()
    """,
    "a launcher that is loading": """
        import socket
        from gourds.web import launcher
        launcher.preload = lambda preloads: iter(lambda: Path("below").touch() or sleep(), None)
        ours, theirs = socket.socketpair()
        if os.fork() == 0:
            ours.close()
            launcher.main(theirs, True)
    """,
}
"""Each starts at least one process, which is there when the file ``below`` is; then it sleeps.

Without ``_prctl`` the kernel does not help, as on other systems than Linux.
"""
HEAD = """
import os, time
from pathlib import Path
from gourds.running.pool import Pool
from gourds.running import isolation, process_tree

me = os.getpid()
sleep = lambda: time.sleep(120)

def become_supervisor(caller):
    isolation.become_supervisor(caller)
    Path("below").touch()
"""


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_helpers_end_with_whom_they_help(tmp_path, script):
    text = HEAD + dedent(script) + "\nsleep()\n"
    with Marked([sys.executable, "-c", text], tmp_path) as marked:
        wait_for(lambda: (tmp_path / "below").exists() or marked.process.poll() is not None, START)
        assert marked.process.poll() is None, marked.process.communicate()
        assert len(marked.pids()) > 1
        marked.process.kill()
        wait_for(lambda: not marked.pids(), SOON)
