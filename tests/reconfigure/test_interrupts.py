"""Interrupts while threads of the planners, or a library, are searching."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager
from types import SimpleNamespace

import pytest

from gourds import shapes
from gourds.board import Board
from gourds.reconfigure.colored import nearest
from gourds.reconfigure.colored.near_shortest import NearShortest
from gourds.reconfigure.colored.targets import Puzzle
from gourds.reconfigure.search.race import Race
from gourds.reconfigure.task import Options
from gourds.solvers.brute import all_placements
from tests.reconfigure.colored_puzzles import hexagon_puzzle
from tests.reconfigure.plan_checks import random_task

PROGRAM = """
import os, signal, time
from gourds.reconfigure.colored.targets import Puzzle
from gourds.reconfigure.colored.nearest import find_nearest
from gourds.solvers.brute import all_placements
from tests.reconfigure.colored_puzzles import hexagon_puzzle

instance, start = hexagon_puzzle(2, 1)
puzzle = Puzzle.of(instance, start)
find_nearest(puzzle, puzzle.assign(next(all_placements(instance))), 5)
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(20)
except KeyboardInterrupt:
    print("heard")
"""


@contextmanager
def interrupted():
    """The process is interrupted soon; what is inside must end then, not in the minutes that it would take."""
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    begun = time.monotonic()
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        assert time.monotonic() - begun < 15


def test_an_interrupt_is_heard_after_the_library_has_run(root):
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=root, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.returncode) == ("heard\n", 0), done.stderr


def test_an_interrupt_stops_the_library():
    stopped = threading.Event()
    slow = SimpleNamespace(
        parameters=SimpleNamespace(), solve=lambda program: stopped.wait(30), stop_search=stopped.set
    )
    with pytest.raises(KeyboardInterrupt), interrupted():
        nearest._run(slow, None)
    assert stopped.is_set()


def test_an_interrupt_stops_a_race():
    race = Race(random_task(Board.from_cells(shapes.hexagon(5)), 1), Options())
    race.round(64, time.monotonic() + 60)  # compiled
    with pytest.raises(KeyboardInterrupt), interrupted():
        race.round(1 << 17, time.monotonic() + 60)


def test_an_interrupt_stops_a_search_for_targets():
    instance, start = hexagon_puzzle(3, 1)
    puzzle = Puzzle.of(instance, start)
    search = NearShortest(puzzle, Options(), [next(all_placements(instance))])
    search.widen(time.monotonic() + 60, 256)  # compiled
    targets = [target.configuration.ends for target in search.pool.values()]
    with pytest.raises(KeyboardInterrupt), interrupted(), closing(search):
        search._search(puzzle, targets, 1 << 19, 1 << 20, time.monotonic() + 60)
