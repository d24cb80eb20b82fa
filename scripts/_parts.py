"""The test suite in parts, several at a time: every folder of ``tests`` is a part, and the files beside them another.

    python scripts/_parts.py JOBS [OPTION …]

Many tests wait for processes, so there are more parts at a time than processors. Each part has a Python of its own,
which stays small: a test that starts processes copies the memory of its own Python each time. The output of a part is
shown when it has ended; options go to pytest. The exit code is that of the first part that fails.
"""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LONGEST = (
    "web",
    "solvers",
    "the rest",
    "bench",
    "certificates",
    "matching",
    "cli",
    "reconfigure",
    "crosscheck",
    "files",
)
"""They begin first, so that none of them runs alone in the end."""
NO_TESTS = 5
"""Pytest's exit code if options leave nothing to do."""
RUNNING: list[subprocess.Popen[bytes]] = []


def parts() -> dict[str, list[str]]:
    """What pytest is to be given for each part."""
    tests = ROOT / "tests"
    found = {path.name: [f"tests/{path.name}"] for path in sorted(tests.iterdir()) if any(path.glob("**/test_*.py"))}
    found["the rest"] = sorted(str(file.relative_to(ROOT)) for file in tests.glob("test_*.py"))
    order = sorted(found, key=lambda name: LONGEST.index(name) if name in LONGEST else len(LONGEST))
    return {name: found[name] for name in order}


def run(arguments: list[str], options: list[str]) -> tuple[int, bytes, float]:
    """Exit code, output and seconds of one part."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "pytest", *options, *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    RUNNING.append(process)
    output, _ = process.communicate()
    return process.returncode, output, time.monotonic() - begun


def main(jobs: int, options: list[str]) -> int:
    """Run all parts."""
    failed = 0
    with ThreadPoolExecutor(jobs) as pool:
        names = {pool.submit(run, arguments, options): name for name, arguments in parts().items()}
        try:
            for done in as_completed(names):
                code, output, seconds = done.result()
                sys.stdout.buffer.write(output)
                print(f"-- {names[done]}: {seconds:.0f} s\n", flush=True)
                failed = failed or (0 if code == NO_TESTS else code)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in RUNNING:
                process.terminate()
            return 130
    return failed


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
