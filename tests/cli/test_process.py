"""What only a process shows: streams that are closed or full, readers that go away, interrupts, colors."""

from __future__ import annotations

import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gourds import files, shapes
from gourds.cli import main as entry
from gourds.instance import Instance
from tests.cli.puzzle_files import hexagon, legal_walk, save_walk

GOURDS = shlex.join([sys.executable, "-m", "gourds"])


def shell(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    """A line of bash, in which ``gourds`` is the command line."""
    text = f'gourds() {{ {GOURDS} "$@"; }}; {command}'
    return subprocess.run(["bash", "-c", text], cwd=folder, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def folder(tmp_path):
    """A start, a plan, and an instance whose drawing is longer than a pipe holds."""
    save_walk(tmp_path, hexagon(), legal_walk(hexagon(), 12))
    cells = shapes.parallelogram(4001, 11)
    files.save(Instance.build(cells, ["a"] * len(cells), [("a", "a", len(cells) // 2)]), tmp_path / "large.json")
    return tmp_path


def test_a_reader_that_stops_early_is_no_error(folder):
    done = shell(folder, "gourds convert large.json --to text | head -c 20; echo ${PIPESTATUS[0]}")
    assert done.stdout == "gourds drawing 1\nboa0\n"
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["--help", "info start.json", "shuffle start.json"])
def test_streams_that_take_nothing(folder, command):
    """A reader that has gone, a full disk, a closed stream; for the overview, for text, and for a file."""
    line = f"gourds {command} | true; echo ${{PIPESTATUS[0]}}; gourds {command} > /dev/full; echo $?; gourds {command} >&-; echo $?"
    done = shell(folder, line)
    assert done.stdout.split() == ["0", "2", "0"]
    full = "gourds: standard output: cannot be written: No space left on device\n"
    assert [text for text in done.stderr.splitlines(keepends=True) if not text.startswith("  →")] == [full]


def test_other_streams_that_are_closed_or_full(folder):
    done = shell(
        folder, "gourds info - <&-; echo $?; gourds info none 2>&-; echo $?; gourds info none 2> /dev/full; echo $?"
    )
    assert done.stdout.split() == ["2", "2", "2"]
    assert done.stderr.startswith("gourds: standard input: line 1: neither JSON nor a drawing")
    assert done.stderr.count("\n") == 1


def test_names_that_are_not_text(folder):
    (folder / os.fsdecode(b"\xff.json")).write_bytes((folder / "start.json").read_bytes())
    done = shell(
        folder,
        r"PYTHONIOENCODING=utf-8 gourds info $'\xff.json' | head -1; PYTHONIOENCODING=ascii gourds info $'\xff.json' --json",
    )
    assert done.stdout.startswith("\\udcff.json, a configuration\n{")
    assert "internal error" not in done.stderr


def on_a_terminal(folder: Path, *args: str, **environment: str) -> str:
    """What a command shows on a terminal."""
    here, there = pty.openpty()
    known = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    command = [sys.executable, "-m", "gourds", *args]
    with subprocess.Popen(command, stdin=there, stdout=there, stderr=there, cwd=folder, env={**known, **environment}):
        os.close(there)
        shown = b""
        while True:
            try:
                part = os.read(here, 4096)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            shown += part
    os.close(here)
    return shown.decode()


def test_colors_are_for_terminals_that_want_them(folder):
    assert "\x1b[" in on_a_terminal(folder, "info", "none.json")
    assert (
        on_a_terminal(folder, "info", "none.json", NO_COLOR="1") == "gourds: none.json: No such file or directory\r\n"
    )


# -- interrupts ---------------------------------------------------------------------------------------------------


def interrupted(folder: Path, *args: str, after: float) -> subprocess.CompletedProcess[bytes]:
    """A command that gets an interrupt after some seconds."""
    command = [sys.executable, "-m", "gourds", *args]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def test_an_interrupt_of_a_long_command(folder):
    """Shuffling goes on for hours, so the interrupt comes in time on any machine."""
    before = sorted(os.listdir(folder))
    command = ("shuffle", "start.json", "--moves", "1000000000", "-o", "out.json")
    done = interrupted(folder, *command, after=2)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"gourds: interrupted\n")
    assert sorted(os.listdir(folder)) == before


def test_an_interrupt_while_modules_are_imported(folder):
    """Also if the module does not let it through, as some packages do."""
    (folder / "slow").mkdir()
    (folder / "slow" / "click.py").write_text(
        "import time\ntry:\n    print('importing', flush=True)\n    time.sleep(60)\nexcept BaseException:\n    time.sleep(90)\n"
    )
    command = [sys.executable, "-c", "from gourds.cli.main import main; main()", "info", "start.json"]
    path = os.pathsep.join(filter(None, ["slow", os.environ.get("PYTHONPATH")]))
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"importing\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"gourds: interrupted\n")


def test_a_second_interrupt_does_not_wait(folder):
    """The first one waits for a thread that does not end."""
    script = (
        "import os, signal, sys, threading, time\n"
        "from gourds.cli import app, main\n"
        "def run(args):\n"
        "    try:\n"
        "        print('running', flush=True)\n"
        "        time.sleep(60)\n"
        "    finally:\n"
        "        print('waiting', flush=True)\n"
        "        time.sleep(60)\n"
        "app.run = run\n"
        "main.main()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, "info", "x"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder
    ) as process:
        assert process.stdout is not None
        for word in (b"running\n", b"waiting\n"):
            assert process.stdout.readline() == word
            process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"gourds: interrupted\n")


def test_threads_are_not_waited_for(folder):
    """Neither by a planner that is interrupted among its threads, nor at the end."""
    script = (
        "import sys, threading, time\n"
        "from gourds.cli import app, main\n"
        "from gourds.reconfigure import planning\n"
        "def plan_moves(*args, **options):\n"
        "    threading.Thread(target=time.sleep, args=(300,)).start()\n"
        "    try:\n"
        "        print('planning', flush=True)\n"
        "        time.sleep(60)\n"
        "    finally:\n"
        "        time.sleep(60)\n"
        "planning.plan_moves = plan_moves\n"
        "main.main()\n"
    )
    command = [sys.executable, "-c", script, "reconfigure", "start.json", "target.json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"planning\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=40)
    assert (process.returncode, err) == (130, b"gourds: interrupted\n")
    script = (
        "import threading, time\n"
        "from gourds.cli import app, main\n"
        "threading.Thread(target=time.sleep, args=(300,)).start()\n"
        "app.run = lambda args: main.INTERRUPTED\n"
        "main.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script, "info", "x"], capture_output=True, check=False, timeout=60)
    assert done.returncode == 130


def test_an_interrupt_that_the_caller_ignores_stays_ignored(folder):
    script = "import signal\nfrom gourds.cli import app, main\n"
    script += "app.run = lambda args: print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)\nmain.main()\n"
    line = f"trap '' INT; {shlex.join([sys.executable, '-c', script, 'info', 'x'])}"
    assert shell(folder, line).stdout == "True\n"


def test_errors_of_files_are_not_taken_for_those_of_standard_output():
    assert entry.is_lost_output(BrokenPipeError(32, "Broken pipe"))
    assert not entry.is_lost_output(OSError(28, "No space left on device", "somewhere"))
    assert not entry.is_lost_output(OSError(12, "Cannot allocate memory"))
