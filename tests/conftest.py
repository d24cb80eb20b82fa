"""Settings for the whole suite: no deadlines (shared machines), the same examples in every run of CI."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from contextlib import ExitStack
from pathlib import Path
from typing import Never

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# Threads of OpenMP that wait for each other burn processors: graphillion takes a hundred times as long on a busy machine.
os.environ.setdefault("OMP_NUM_THREADS", "1")

ROOT = Path(__file__).resolve().parent.parent


def lateness() -> float:
    """How many seconds the process that watches a limit may come late on a machine that does other work too.

    What is bounded with it would go on for much longer by itself. It does not depend on the load of the last minute, which
    says little about the second to come.
    """
    return 10.0


def pytest_configure() -> None:
    """Take interrupts as usual: a shell ignores them for what it runs in the background, and all below inherits that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the files in ``slow.txt``, which ``scripts/test --quick`` leaves out."""
    slow = slow_files()
    for item in items:
        if item.path in slow:
            item.add_marker(pytest.mark.slow)


def slow_files() -> set[Path]:
    """The files in ``slow.txt``."""
    lines = (ROOT / "tests" / "slow.txt").read_text(encoding="utf-8").splitlines()
    return {ROOT / line.split()[-1] for line in lines if not line.startswith("#")}


@pytest.fixture
def root() -> Path:
    """The checkout's root."""
    return ROOT


class Gourds:
    """Runs the command line in a process of its own.

    It is a fork of this one, which need not import everything again. Tests of how the process begins and of what ends it
    start ``python -m gourds`` themselves.
    """

    peak = 0
    """The most memory that the last one had, in bytes, with what it had of this process."""

    def __call__(
        self, *args: object, stdin: str | bytes = b"", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        command = ["gourds", *map(str, args)]
        with ExitStack() as stack:
            streams = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            streams[0].write(stdin.encode() if isinstance(stdin, str) else stdin)
            streams[0].seek(0)
            pid = os.fork()
            if pid == 0:
                _be_gourds(command, [stream.fileno() for stream in streams], cwd)
            _, status, used = os.wait4(pid, 0)
            self.peak = used.ru_maxrss * 1024
            for stream in streams:
                stream.seek(0)
            _, output, errors = (stream.read().decode() for stream in streams)
        return subprocess.CompletedProcess(command, os.waitstatus_to_exitcode(status), output, errors)


def _be_gourds(command: list[str], streams: list[int], cwd: Path | None) -> Never:
    """What the process does; it never returns into the code of a test."""
    code = 1
    try:
        gc.freeze()  # what the tests made is not looked at again, so its memory stays shared
        if cwd is not None:
            os.chdir(cwd)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        sys.stdin, sys.stdout, sys.stderr = (open(n, "w" if n else "r", closefd=False) for n in range(3))  # noqa: SIM115
        sys.argv = command
        from gourds.cli.main import main

        main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


@pytest.fixture
def gourds() -> Gourds:
    """``gourds(*args)`` runs the command line and gives exit code, output and errors."""
    return Gourds()
