"""The test suite in parts, several at a time.

    python scripts/_parts.py JOBS [--quick | --times] [OPTION …]

A file of ``tests/slow.txt`` is a part of its own, and so are all other files of a folder of ``tests`` together. The
longest parts begin first, so that none runs alone in the end; many tests wait for processes, so there are more parts at
a time than processors. ``--quick`` leaves the slow files out; ``--times`` measures every file by itself, and writes
``tests/slow.txt`` anew. Other options go to pytest. The exit code is that of the first part that fails.

Each part runs in a fork of this process, which has loaded what most tests need. So a part starts in a moment, and it
stays small: a test that starts processes copies the memory of its own Python each time.
"""

from __future__ import annotations

import gc
import os
import pkgutil
import re
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Never

import pytest

ROOT = Path(__file__).resolve().parents[1]
SLOW = ROOT / "tests" / "slow.txt"
SHARING = ("tests/packing", "tests/web/browser")
"""In each folder below these, files share what takes long to make, such as a browser. They are not split."""
TOGETHER = {"tests/web/browser/edit": "tests/web/browser/place"}
"""Folders that are too small for a browser and a server of their own, and those whose they share."""
LOADED = ("hypothesis", "numpy", "networkx", "click", "httpx")
"""What most tests import, besides the package and all its kernels."""
OPTIONAL = ("gourds.web.notebook",)
"""Parts of the package that need more than the test extras."""
SMALL = 750
"""So many of the small instances are made once for all parts."""
SELDOM = (20_000, 20, 20)
"""When Python looks for garbage: tests make little that only this frees, and to look at what they hold takes long."""
NO_TESTS = 5
"""Pytest's exit code if options leave nothing to do."""
LONG = 2.0
"""Seconds of a processor from which on a file is slow."""
HEAD = f"# Files that take {LONG:g} s of a processor or more; scripts/test --times measures, --quick leaves them out."


@dataclass(frozen=True)
class Part:
    """Files that one Python tests."""

    name: str
    files: tuple[str, ...]
    seconds: float
    """What it takes, as far as ``slow.txt`` knows."""


@dataclass(frozen=True)
class Running:
    """A part that has begun."""

    part: Part
    output: Path
    begun: float


def slow_files() -> dict[str, float]:
    """What ``slow.txt`` says: seconds by file; a line may be a file alone, which was not measured yet."""
    lines = [line.split() for line in SLOW.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {words[-1]: float(words[0]) if words[1:] else LONG for words in lines}


def test_files() -> list[str]:
    """All of them, from the root of the checkout."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))


def parts(quick: bool, *, each: bool = False) -> list[Part]:
    """The longest ones first. ``each``: every file is a part."""
    slow = slow_files()
    found: dict[str, list[str]] = {}
    for file in test_files():
        folder = file.rpartition("/")[0]
        if quick and file in slow:
            continue
        if not each and folder.startswith(SHARING):
            found.setdefault(TOGETHER.get(folder, folder), []).append(file)
        elif each or file in slow:
            found[file] = [file]
        else:
            found.setdefault("/".join(folder.split("/")[:2]), []).append(file)
    made = [Part(name, tuple(files), sum(slow.get(file, 0.0) for file in files)) for name, files in found.items()]
    return sorted(made, key=lambda part: (-part.seconds, -len(part.files)))


def load() -> None:
    """Have in memory what most tests need, and let no part look through it for garbage."""
    for name in LOADED:
        import_module(name)
    package = import_module("gourds")
    for module in pkgutil.walk_packages(package.__path__, "gourds."):
        if not module.name.endswith("__main__") and not module.name.startswith(OPTIONAL):
            import_module(module.name)
    import_module("gourds.warming").load()
    sys.path.insert(0, str(ROOT))
    small_instance = import_module("tests.solvers.small").small_instance  # cached
    for seed in range(SMALL):
        small_instance(seed)
    _let_hypothesis_read()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def _let_hypothesis_read() -> None:
    """Let hypothesis find the constants of all sources here, or else each part does: seconds if no file keeps them yet.

    It would warn about work before its plugin is loaded.
    """
    providers = import_module("hypothesis.internal.conjecture.providers")
    getattr(providers, "_get_local_constants", lambda: None)()
    import_module("hypothesis.strategies").characters(categories=["Lu"]).validate()  # tables of Unicode
    import_module("hypothesis.configuration").notice_initialization_restarted(warn=False)


def start(part: Part, options: Iterable[str], output: Path) -> int:
    """The process that runs a part."""
    sys.stdout.flush()
    pid = os.fork()
    return pid or _test(part, options, output)


def _test(part: Part, options: Iterable[str], output: Path) -> Never:
    """What the process does; it never returns into the code above."""
    nothing, written = os.open(os.devnull, os.O_RDONLY), os.open(output, os.O_WRONLY | os.O_CREAT)
    for here, there in ((nothing, 0), (written, 1), (written, 2)):
        os.dup2(here, there)
    os.close(nothing)
    os.close(written)
    code = 1
    try:
        own = [f"--basetemp={output.with_suffix('')}", "-Wignore::pytest.PytestAssertRewriteWarning"]  # it is loaded
        code = int(pytest.main([*own, *options, *part.files]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def run(waiting: list[Part], jobs: int, options: list[str], folder: Path) -> tuple[int, dict[str, float]]:
    """Exit code, and seconds of a processor by part."""
    running: dict[int, Running] = {}
    used: dict[str, float] = {}
    counts: Counter[str] = Counter()
    failed, begun, number = 0, time.monotonic(), 0
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                part, number = waiting.pop(0), number + 1
                one = Running(part, folder / f"{number}.txt", time.monotonic())
                running[start(part, options, one.output)] = one
            pid, status, usage = os.wait4(-1, 0)
            done = running.pop(pid)
            code = os.waitstatus_to_exitcode(status)
            used[done.part.name] = usage.ru_utime + usage.ru_stime
            counts.update(told(done, code, used[done.part.name]))
            failed = failed or (0 if code == NO_TESTS else code)
    finally:
        for pid in running:
            os.kill(pid, 15)
        for pid in running:
            os.waitpid(pid, 0)
    said = ", ".join(f"{count:,} {word}" for word, count in counts.items())
    print(f"\n{said} in {time.monotonic() - begun:.0f} s, {sum(used.values()):.0f} s of a processor")
    return failed, used


def told(done: Running, code: int, seconds: float) -> dict[str, int]:
    """Print how a part ended, in full if it failed. How many tests passed, failed, and so on."""
    text = done.output.read_text(encoding="utf-8", errors="replace")
    last = text.rstrip().rpartition("\n")[2]
    if code not in (0, NO_TESTS):
        print(text)
    print(f"{done.part.name}: {last}, {seconds:.1f} s of a processor", flush=True)
    return {word: int(count) for count, word in re.findall(r"(\d+) (passed|failed|skipped|xfailed|errors?)", last)}


def note(used: dict[str, float]) -> None:
    """Write ``slow.txt``."""
    lines = [f"{seconds:.0f} {name}" for name, seconds in sorted(used.items()) if seconds >= LONG]
    SLOW.write_text("\n".join([HEAD, *lines, ""]), encoding="utf-8")


def main(jobs: int, options: list[str]) -> int:
    """Run all parts."""
    times, quick = (options[:1] == [f"--{word}"] for word in ("times", "quick"))
    options = options[times or quick :]
    os.chdir(ROOT)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # as in tests/conftest.py
    load()
    folder = Path(tempfile.mkdtemp(prefix="gourds-tests-"))
    try:
        code, used = run(parts(quick, each=times), jobs, options, folder)
    except KeyboardInterrupt:
        code, used = 130, {}
    if not code:
        shutil.rmtree(folder, ignore_errors=True)
        if times:
            note(used)
    return code


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
