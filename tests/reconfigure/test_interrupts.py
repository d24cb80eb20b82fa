"""Interrupts while targets are looked for by integer programs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest

from gourds.reconfigure import aims_model

PROGRAM = """
import os, signal, time
from gourds.reconfigure.aims import Aims
from gourds.reconfigure.aims_model import find_nearest
from gourds.solvers.brute import all_placements
from tests.reconfigure.colored_puzzles import hexagon_puzzle

instance, start = hexagon_puzzle(2, 1)
aims = Aims.of(instance, start)
find_nearest(aims, aims.assign(next(all_placements(instance))), 5)
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(20)
except KeyboardInterrupt:
    print("heard")
"""


def test_an_interrupt_is_heard_after_the_library_has_run(root):
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=root, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.returncode) == ("heard\n", 0), done.stderr


def test_an_interrupt_stops_the_library():
    stopped = threading.Event()
    slow = SimpleNamespace(
        parameters=SimpleNamespace(), solve=lambda program: stopped.wait(30), stop_search=stopped.set
    )
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        aims_model._run(slow, None)
    assert stopped.is_set()
