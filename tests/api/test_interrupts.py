"""Ctrl-C is KeyboardInterrupt, wherever the work is done, and nothing is left running."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from tests.processes import SOON, START, Marked, wait_for

CAMPAIGN = """
name = "long"
limits = {wall = 60}
[[instances]]
family = "hexagon"
parameters = {radius = 12}
[[solvers]]
name = "brute"
"""
CALLS = {
    "solve": ("gourds.solve(puzzle, 'brute', time_limit=60)", 1),
    "count": ("gourds.count(puzzle, 'frontier', time_limit=60)", 1),
    "crosscheck": ("gourds.crosscheck(puzzle, solver='brute', time_limit=60, jobs=1)", 2),
    "paper": ("gourds.paper('hamiltonicity', thorough=True, jobs=1)", 2),
    "bench_run": ("gourds.bench_run('long.toml', jobs=1)", 2),
}
"""Work of a minute, and how many processes it starts at least."""
SCRIPT = """
import gourds
puzzle = gourds.generate("hexagon", radius=12, seed=1)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_is_a_keyboard_interrupt(name, tmp_path):
    (tmp_path / "long.toml").write_text(CAMPAIGN)
    call, below = CALLS[name]
    with Marked([sys.executable, "-c", SCRIPT.format(call=call)], tmp_path) as marked:
        wait_for(lambda: marked.process.poll() is not None or len(marked.pids()) > below, START)
        assert marked.process.poll() is None
        os.killpg(marked.process.pid, signal.SIGINT)  # as a terminal does
        out, err = marked.process.communicate(timeout=SOON)
        wait_for(lambda: not marked.pids(), SOON)
    assert out == b"interrupted\n", err
    assert b"Traceback" not in err
