"""``gourds --help`` against ``python -c pass`` with the same interpreter, as processes of their own.

Usage: python benchmarks/startup.py [ROUNDS]
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from _timing import interleaved, report

LIMIT = 5.0


def process(*command: str | Path) -> Callable[[], object]:
    """A task that runs a command to its end."""
    return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def main() -> int:
    """Run the benchmark and give its exit code."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 101
    installed = Path(sys.executable).with_name("gourds")
    script = Path(__file__).resolve().parent.parent / "scripts" / "gourds"
    tasks = {
        "python -c pass": process(sys.executable, "-c", "pass"),
        "gourds --help": process(installed, "--help"),
        "scripts/gourds --help": process(script, "--help"),
    }
    return report(interleaved(tasks, rounds), LIMIT)


if __name__ == "__main__":
    sys.exit(main())
