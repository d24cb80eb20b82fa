"""No command leaves a process behind, whatever kills it: every command that works for long, with every usual signal.

Only the main process gets the signal.
"""

from __future__ import annotations

import http.client
import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from gourds import files
from gourds.bench.campaign.planning import plan_runs, prepare_instances
from gourds.bench.store.new import create_store
from gourds.cli.main import COMMANDS
from gourds.families import FAMILIES, generate
from gourds.formulas.threshold import balanced_formula
from gourds.reconfigure.positions import shuffled
from gourds.reductions.chain.monotone_to_cubic import monotone_to_cubic
from gourds.reductions.reduction import reduce
from gourds.solvers import solve
from tests.bench.campaigns import FOLDER, HEAD, TINY, campaign
from tests.conftest import ROOT
from tests.processes import SOON, START, Marked, used_seconds, wait_for
from tests.web.serving import ENDLESS
from tests.whole_boards import beyond

DAEMONS = '[[solvers]]\nname = "daemonize"\n'
"""A solver whose runs start a process in a session of its own, which ignores signals."""


@dataclass(frozen=True)
class Case:
    """A command that works for minutes."""

    line: str
    """Its arguments."""
    below: int
    """So many processes it starts at least; if none, it starts none at all."""
    work: float = 0.5
    """If that is none: seconds of processor time after which it is at work."""
    code: int = 130
    """Its exit code after an interrupt."""
    begin: Callable[[subprocess.Popen[bytes]], None] | None = None
    """What makes it begin to work, if it does not by itself."""


def ask_for_work(server: subprocess.Popen[bytes]) -> None:
    """Send the workbench a job."""
    assert server.stdout is not None
    found = re.search(rb"http://[\d.:]+", server.stdout.readline())
    assert found is not None
    connection = http.client.HTTPConnection(urlsplit(found.group().decode()).netloc, timeout=START)
    connection.request("POST", "/api/jobs", json.dumps(ENDLESS), {"Content-Type": "application/json"})
    assert connection.getresponse().status == 202
    connection.close()


def begin_a_document(process: subprocess.Popen[bytes]) -> None:
    """Write more to a command than a pipe holds, and no end: this returns once the command has begun to read."""
    assert process.stdin is not None
    process.stdin.write(b" " * (1 << 20))
    process.stdin.flush()


def wait_until_drawn(process: subprocess.Popen[bytes]) -> None:
    """Read what a command shows until it only watches its files."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(b"watching"):
            return


CASES = {
    "solve": Case("solve large.json --solver brute", 2),
    "solve-limited": Case("solve large.json --solver brute --time-limit 300", 2),
    "solve-native": Case("solve large.json --solver sat --encoding textbook --no-presolve", 2),
    "count": Case("count even.json --solver brute", 0),
    "count-limited": Case("count even.json --solver brute --time-limit 300", 2),
    "sample": Case("sample large.json", 0),
    "sample-limited": Case("sample large.json --memory-limit 30000", 2),
    "verify": Case("verify large.json -", 0, work=0.0, begin=begin_a_document),
    "certificate-convert": Case("certificate convert beyond.json linear.json -o proof.drat --time-limit 300", 2),
    "explain": Case("explain formula.json", 2),
    "maximize": Case("maximize formula.json", 2),
    "check-reduction": Case("check-reduction --exhaustive 10", 0),
    "gadget": Case("gadget clause.txt --watch", 0, work=0.0, code=0, begin=wait_until_drawn),
    "find-gadgets": Case("find-gadgets clause --rows 5 --max-cells 120 --filler two --thorough --time-limit 300", 0),
    "paper": Case("paper cubic-plans reconfigurable-iff-proper --thorough --jobs 2", 2),
    "shuffle": Case("shuffle start.json --moves 1000000000", 0),
    "reconfigure": Case("reconfigure start.json target.json --time-limit 300", 0),
    "play-out": Case("play-out large.json start.json --time-limit 300", 0),
    "survey": Case("survey survey.txt", 0),
    "levels": Case("levels -o packs", 0),
    "crosscheck": Case("crosscheck large.json --solver brute --time-limit 300 --jobs 3 --no-report", 4),
    "bench-run": Case("bench run c.toml --jobs 2", 6),
    "bench-resume": Case("bench resume begun.sqlite --plugin bench_plugin.py --jobs 2", 6),
    "harden": Case("harden --hard-for brute:60 --solved-by auto:60 --family hexagon --budget 1h --jobs 2 -o hard", 4),
    "pack": Case("pack formula.json --for satcomp --time-limit 300 -o pack", 2),
    "serve": Case("serve --no-open --port 0", 3, code=0, begin=ask_for_work),
}
SHORT = {
    *("info", "generate", "convert", "draw", "encode", "solvers", "formula", "reduce", "extract", "place-assignment"),
    *("reductions", "replay", "decode", "share", "triples", "completion"),
}
"""The other commands: they start no processes."""


def test_every_command_is_known_here():
    """A command that starts processes belongs into the table above."""
    named = {name for commands in COMMANDS.values() for name in commands}
    assert {case.line.split()[0] for case in CASES.values()} | SHORT == named


@pytest.fixture(scope="module")
def inputs(tmp_path_factory) -> Path:
    """What the commands work on."""
    folder = tmp_path_factory.mktemp("inputs")
    large = generate(FAMILIES["hexagon"], {"radius": 12}, seed=1)
    files.save(large, folder / "large.json")
    (folder / "even.json").write_text(json.dumps(ENDLESS["document"]))
    files.save(reduce(monotone_to_cubic(balanced_formula(100, 3)).target), folder / "formula.json")
    for seed, name in enumerate(("start", "target")):
        files.save(shuffled(large, seed, None), folder / f"{name}.json")
    infeasible = beyond(12, 3, 1)
    files.save(infeasible, folder / "beyond.json")
    certificate = solve(infeasible, "boundary").certificate
    assert certificate is not None
    files.save(certificate, folder / "linear.json", "json")
    shutil.copy(ROOT / "instances" / "shapes" / "triangle-15.txt", folder / "survey.txt")
    shutil.copy(ROOT / "reductions" / "one_in_three_sat" / "gadgets" / "clause.txt", folder)
    shutil.copy(FOLDER / "bench_plugin.py", folder)
    text = "seeds = { from = 1, to = 9 }\n" + TINY + DAEMONS
    (folder / "c.toml").write_text(HEAD + text)
    begun = campaign(text)
    instances = prepare_instances(begun)
    create_store(folder / "begun.sqlite", begun, instances, plan_runs(begun, instances))
    return folder


BELOW = [name for name, case in CASES.items() if case.below]
SIGNALS = [
    *((name, signal.SIGINT) for name in CASES),
    *((name, signal.SIGKILL) for name in BELOW),  # where there is only one process, nothing can be left
    *((name, signal.SIGTERM) for name in BELOW[::4]),  # for a command it is no other end than SIGKILL
]


@pytest.mark.parametrize(("name", "number"), SIGNALS, ids=[f"{name}-{number.name}" for name, number in SIGNALS])
def test_nothing_is_left(inputs, tmp_path, name, number):
    case = CASES[name]
    for path in inputs.iterdir():
        shutil.copy(path, tmp_path)
    with Marked([sys.executable, "-m", "gourds", *case.line.split()], tmp_path) as marked:
        if case.begin is not None:
            case.begin(marked.process)
        wait_for(lambda: marked.process.poll() is not None or is_at_work(case, marked), START)
        assert marked.process.poll() is None
        assert case.below or marked.pids() == [marked.process.pid]
        marked.process.send_signal(number)
        code = marked.process.wait(SOON)
        wait_for(lambda: not marked.pids(), SOON)
        _, said = marked.process.communicate(timeout=SOON)
    assert code == (case.code if number is signal.SIGINT else -number)
    assert b"Traceback" not in said


def is_at_work(case: Case, marked: Marked) -> bool:
    """Whether the processes that a command starts are there; if there are none, whether it has done something."""
    return len(marked.pids()) > case.below if case.below else used_seconds(marked.process.pid) > case.work
