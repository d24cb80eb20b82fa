"""Settings for the whole suite: no deadlines (shared machines), the same examples in every run of CI."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

ROOT = Path(__file__).resolve().parent.parent


def lateness() -> float:
    """How many seconds the process that watches a limit may come late on a machine that does other work too.

    What is bounded with it would go on for much longer by itself. It does not depend on the load of the last minute, which
    says little about the second to come.
    """
    return 4.0


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
    return {ROOT / line for line in lines if not line.startswith("#")}


@pytest.fixture
def root() -> Path:
    """The checkout's root."""
    return ROOT


class Gourds:
    """Runs the command line in a process of its own."""

    def __call__(
        self, *args: object, stdin: str | bytes = b"", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        command = [sys.executable, "-m", "gourds", *map(str, args)]
        done = subprocess.run(command, input=data, capture_output=True, cwd=cwd, check=False, timeout=120)
        return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture
def gourds() -> Gourds:
    """``gourds(*args)`` runs the command line and gives exit code, output and errors."""
    return Gourds()
