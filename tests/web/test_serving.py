"""The server as a process: how it starts, how it ends, and that nothing is left."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from tests.web.serving import ENDLESS, is_alive, start_server, wait_for

COMMAND = [sys.executable, "-m", "gourds", "serve", "--no-open", "--port", "0"]


def busy(served):
    """Two jobs that run, and all processes of the server."""
    client = served.client()
    for _ in range(2):
        client.post("/api/jobs", json=ENDLESS)
    wait_for(lambda: len(served.pids) >= 6, 20)
    client.close()
    return served.pids


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL], ids=lambda n: n.name)
def test_no_process_is_left(number):
    with start_server(COMMAND) as served:
        pids = busy(served)
        begun = time.monotonic()
        code = served.end(number)
        assert time.monotonic() - begun < 6
        assert code == {signal.SIGINT: 0}.get(number, -number)
        wait_for(lambda: not any(map(is_alive, pids)), 4)
        assert served.process.stderr is not None
        said = served.process.stderr.read()
        assert "Traceback" not in said


def test_an_interrupt_with_an_open_stream():
    """Ctrl-C does not wait for somebody who listens."""
    with start_server(COMMAND) as served, served.client() as client:
        number = client.post("/api/jobs", json=ENDLESS).json()["id"]
        with client.stream("GET", f"/api/jobs/{number}/events") as response:
            lines = response.iter_lines()
            next(lines)
            begun = time.monotonic()
            served.process.send_signal(signal.SIGINT)
            assert any("cancelled" in line for line in lines)
        assert served.process.wait(5) == 0
        assert time.monotonic() - begun < 3


def test_the_nursery_is_started_again(serve):
    served = serve()
    (nursery,) = served.pids[:1]
    with served.client() as client:
        number = client.post("/api/jobs", json=ENDLESS).json()["id"]
        wait_for(lambda: len(served.pids) >= 3, 5)
        pids = served.pids
        os.kill(nursery, signal.SIGKILL)
        assert wait_for(lambda: not any(map(is_alive, pids)), 2) < 2
        assert served.is_well()
        assert number


def test_the_start_takes_less_than_a_second():
    """Of processor time, since others use this machine too."""
    with start_server(COMMAND) as served, open(f"/proc/{served.process.pid}/stat") as file:
        used = file.read().rpartition(")")[2].split()[11:13]
        assert sum(map(int, used)) / os.sysconf("SC_CLK_TCK") < 1.0


def test_a_taken_port_is_passed_over():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with start_server([*COMMAND[:-1], str(port)]) as served:
            assert port < served.port < port + 20
            served.end()
            assert served.process.stderr is not None
            assert f"port {port} is taken" in served.process.stderr.read()


def test_only_this_machine_is_listened_to(served):
    with open("/proc/net/tcp", encoding="ascii") as file:
        rows = [line.split()[1] for line in file if line.split()[3] == "0A"]
    mine = [row for row in rows if int(row.partition(":")[2], 16) == served.port]
    assert mine == [f"0100007F:{served.port:04X}"]


def test_bad_usage_is_one_line(gourds, tmp_path):
    done = gourds("serve", "--campaigns", tmp_path / "nowhere")
    assert done.returncode == 2
    assert "no such folder" in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_the_extra_the_reason_is_named(tmp_path):
    (tmp_path / "hide.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'starlette' else find(name, package)\n"
        "from gourds.cli.main import main\nimport sys\nsys.argv = ['gourds', 'serve']\nmain()\n"
    )
    done = subprocess.run([sys.executable, tmp_path / "hide.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'gourds[web]'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_nothing_else_loads_the_server():
    code = (
        "import sys, gourds, gourds.cli.main as m, gourds.cli.app, gourds.cli.serve\nm.overview()\n"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in ('starlette', 'uvicorn', 'anyio', 'h11')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
