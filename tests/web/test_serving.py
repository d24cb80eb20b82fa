"""The server as a process: how it starts, how it ends, and that nothing is left."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time

import pytest
import uvicorn

from gourds.errors import InputError
from gourds.web import serving
from gourds.web.serving import bind
from gourds.web.settings import Settings
from tests.web.serving import ENDLESS, SCRIPT, SLOW, SOON, is_alive, run_async, start_server, wait_for

COMMAND = [sys.executable, "-m", "gourds", "serve", "--no-open", "--port", "0"]


def busy(served):
    """Two jobs that run, and all processes of the server."""
    client = served.client()
    for _ in range(2):
        client.post("/api/jobs", json=ENDLESS)
    wait_for(lambda: len(served.pids) >= 6, 2 * SOON)
    client.close()
    return served.pids


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=lambda n: n.name)
def test_no_process_is_left(number):
    with start_server(COMMAND) as served:
        pids = busy(served)
        assert served.end(number) == -number
        wait_for(lambda: not any(map(is_alive, pids)), SOON)
        assert "Traceback" not in served.said()


def test_an_interrupt_with_an_open_stream():
    """Ctrl-C does not wait for somebody who listens, nor for somebody who waits for an answer."""
    with start_server(COMMAND) as served, served.client() as client:
        number = client.post("/api/jobs", json=ENDLESS).json()["id"]
        asked = json.dumps(SLOW)
        sent = f"POST /api/fill HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(asked)}"
        waiting = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(12)]
        for connection in waiting:
            connection.sendall(f"{sent}\r\n\r\n{asked}".encode())
        with client.stream("GET", f"/api/jobs/{number}/events") as response:
            lines = response.iter_lines()
            next(lines)
            wait_for(lambda: len(served.pids) >= 6, SOON)
            pids = served.pids
            served.process.send_signal(signal.SIGINT)
            assert any("cancelled" in line for line in lines)
        assert served.process.wait(SOON) == 0
        wait_for(lambda: not any(map(is_alive, pids)), SOON)
        assert served.said().splitlines()[-1] == "ended"
        assert "Traceback" not in served.said()
        for connection in waiting:
            connection.close()


def test_a_start_on_a_taken_port():
    """The next free one is used; it takes less than a second of processor time, since others use this machine too."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with start_server([*COMMAND[:-1], str(port)]) as served:
            with open(f"/proc/{served.process.pid}/stat") as file:
                used = file.read().rpartition(")")[2].split()[11:13]
            assert sum(map(int, used)) / os.sysconf("SC_CLK_TCK") < 1.0
            assert port < served.port < port + 20
            served.end()
            assert f"port {port} is taken" in served.said()


def test_ports_that_cannot_be_had(gourds, monkeypatch):
    for port in ("x", "-1", "65536", "1e3", ""):
        done = gourds("serve", "--port", port)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "--port" in done.stderr
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr("gourds.web.serving._TRIES", 1)
        with pytest.raises(InputError, match=f"^port {port} is taken$"):
            bind(port)


def test_few_descriptors():
    """More connections than this process may have files: some are refused, and the others are answered."""
    limited = "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (96, 96))\n"
    script = limited + SCRIPT.format(settings={"preloads": False})
    with start_server([sys.executable, "-c", script]) as served:
        many = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(150)]
        time.sleep(0.5)
        for connection in many:
            connection.close()
        wait_for(served.is_well, SOON)
        served.end()
        assert served.said().count("\n") <= 1  # no more than that there were no more
        assert "Traceback" not in served.said()


def test_trouble_is_told_once_and_not_at_the_end(capsys, monkeypatch):
    async def nothing(self, sockets=None):
        pass

    async def end_it():
        server = serving._Server(uvicorn.Config(serving.make_app(Settings())), lambda: None)
        for message in ("no more", "no more", "anything else"):
            server.trouble(asyncio.get_running_loop(), {"message": message, "exception": OSError("why")})
        await server.shutdown()
        # A loop that ran out of descriptors wants to accept again, on a socket that is closed by now.
        server.trouble(asyncio.get_running_loop(), {"message": "closed"})

    monkeypatch.setattr(uvicorn.Server, "shutdown", nothing)
    run_async(end_it)
    assert capsys.readouterr().err == "gourds serve: no more: why\ngourds serve: anything else: why\n"


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
