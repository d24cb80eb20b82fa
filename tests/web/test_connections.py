"""Connections that are used badly: too slowly, too many at once, for what is not HTTP."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import time

import pytest

from gourds.web.guard import HEADERS
from tests.web.serving import ENDLESS, SLOW, SOON, instance, is_idle, raw, wait_for


def connected(served, text: str | bytes = "") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", served.port), timeout=SOON)
    connection.sendall(text.encode() if isinstance(text, str) else text)
    return connection


def everything(connection: socket.socket) -> bytes:
    """What comes until the other side closes the connection; fails if it does not."""
    received = b""
    with connection, contextlib.suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            received += part
    return received


def request(path: str, body: object = None, *more: str, method: str = "POST") -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", *more]
    return "\r\n".join([*head, f"Content-Length: {len(content)}", "", ""]).encode() + content


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
        ("nonsense\r\n\r\n", 400),
        ("\0" * 100_000 + "\r\n\r\n", 400),
        ("GET /" + "a" * 300_000, 431),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        ("POST /api/facts HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST /api/facts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1e9\r\n\r\n", 400),
        ("POST /api/facts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999999999999999\r\n\r\n", 400),
    ],
)
def test_what_is_not_http(served, text, status):
    head, _, body = everything(connected(served, text)).partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ".encode())
    assert set(json.loads(body)) == {"error"}
    for name, value in HEADERS.items():
        assert f"{name}: {value}".lower().encode() in head.lower()


def test_a_length_that_lies(served):
    sent = request("/api/jobs").replace(b"Content-Length: 0", b"Content-Length: 99999999999999999999")
    assert everything(connected(served, sent)).startswith(b"HTTP/1.1 413 ")


def test_a_compressed_body_is_not_opened(client):
    response = client.post(
        "/api/facts", content=b"\x1f\x8b", headers={"content-type": "application/json", "content-encoding": "gzip"}
    )
    assert response.status_code == 415
    assert "compressed" in response.json()["error"]


@pytest.mark.parametrize("text", ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
def test_a_head_that_does_not_end(served, text):
    """Closed after the second that this server allows, however often something is added."""
    connection = connected(served, text)
    with contextlib.suppress(OSError):
        for _ in range(6):
            time.sleep(0.25)
            connection.sendall(text[-1:].encode())
    received = everything(connection)
    assert not received or (text and received.startswith(b"HTTP/1.1 408 "))  # lost if something was on its way


def test_a_slow_body(served):
    """Cut off after the second that this server allows."""
    begun = time.monotonic()
    received = everything(connected(served, request("/api/jobs", {"kind": "solve"})[:-1]))
    assert received.startswith(b"HTTP/1.1 408 ")
    assert b'{"error":' in received
    assert 0.9 < time.monotonic() - begun < SOON


def test_a_body_that_goes_on_after_its_answer(served):
    connection = connected(served, "POST /nowhere HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")

    def is_cut() -> bool:
        try:
            connection.sendall(b"1\r\nx\r\n")
        except ConnectionError:
            return True
        return False

    wait_for(is_cut, SOON)
    connection.close()


def test_nonsense_while_an_answer_is_on_its_way(served, client):
    """It ends the listening, so the job too; nothing is said on standard error (see the end of the shared server)."""
    number = client.post("/api/jobs", json=ENDLESS).json()["id"]
    path = f"/api/jobs/{number}/events"
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    connection = connected(served, head)
    assert connection.recv(100).startswith(b"HTTP/1.1 200 ")
    connection.sendall(b"zz\r\nnonsense\r\n\r\n")
    everything(connection)
    wait_for(lambda: is_idle(served), SOON)


def test_requests_that_are_sent_ahead(served):
    """All are answered, in their order; and they do not hide that their sender is gone."""
    ahead = request("/static/icon.svg", method="GET")
    answers = everything(connected(served, ahead * 20 + request("/", None, "Connection: close", method="GET")))
    assert answers.count(b"HTTP/1.1 200 OK") == 21
    assert b"<!doctype html>" in answers.rpartition(b"HTTP/1.1 200 OK")[2]
    connection = connected(served, request("/api/fill", SLOW))
    wait_for(lambda: not is_idle(served), SOON)
    connection.sendall(ahead)
    time.sleep(0.1)
    connection.close()
    assert wait_for(lambda: is_idle(served), SOON) < SOON


def test_a_reader_that_does_not_read(strict):
    """Its connection is cut, so that it holds neither the answer nor a place."""
    before = len(os.listdir(f"/proc/{strict.process.pid}/fd"))
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", strict.port))
    connection.sendall(request("/static/place/place.js", method="GET") * 2000)
    wait_for(lambda: len(os.listdir(f"/proc/{strict.process.pid}/fd")) > before, SOON)
    wait_for(lambda: len(os.listdir(f"/proc/{strict.process.pid}/fd")) <= before, SOON)
    connection.close()


def test_connections_are_limited(strict):
    """Twenty on this server; the others are told, and when some are gone there is room again."""
    many = [connected(strict) for _ in range(20)]
    answer = everything(connected(strict, request("/", method="GET")))
    assert not answer or answer.startswith(b"HTTP/1.1 503 ")  # lost if the question came later than the end
    assert everything(connected(strict)).startswith(b"HTTP/1.1 503 ")
    for connection in many:
        connection.close()
    wait_for(
        lambda: raw(strict.port, request("/", None, "Connection: close", method="GET"))[:13] == b"HTTP/1.1 200 ", 5
    )


def test_bodies_are_limited_together(strict):
    """Two of 1.8 MB are more than the 2 MB of this server."""
    with strict.client() as client:
        sent = request("/api/facts", {"cells": [], "x": "x" * 1_800_000})
        first = connected(strict, sent[:-10])
        time.sleep(0.3)
        refused = client.post("/api/facts", json={"cells": [], "x": "x" * 1_800_000})
        assert refused.status_code == 503
        assert "together" in refused.json()["error"]
        first.close()
        wait_for(lambda: client.post("/api/facts", json={"cells": [], "x": "x" * 1_800_000}).status_code == 200, SOON)


def test_long_bodies_of_jobs_do_not_stop_the_server(served, client):
    """They are parsed elsewhere: an answer that takes no work comes in a fraction of the time."""
    body = b'{"kind": "nonsense", "x": [' + b"[]," * 2_000_000 + b"1]}"
    connection = connected(served, request("/api/jobs").replace(b"Length: 0", f"Length: {len(body)}".encode()) + body)
    connection.setblocking(False)
    longest, begun, received = 0.0, time.monotonic(), b""
    while not received:
        start = time.monotonic()
        assert client.get("/static/icon.svg").status_code == 200
        longest = max(longest, time.monotonic() - start)
        with contextlib.suppress(BlockingIOError):
            received = connection.recv(1 << 16)
    taken = time.monotonic() - begun
    connection.close()
    assert received.startswith(b"HTTP/1.1 400 ")
    assert longest < taken / 2


def test_a_long_job_is_like_a_short_one(client):
    for padding in (0, 400_000):
        asked = {"kind": "shuffle", "document": instance(1, "a"), "time_limit": 10**400, "x": "x" * padding}
        response = client.post("/api/jobs", json=asked)
        assert response.status_code == 202
        assert client.post("/api/jobs", json={**asked, "kind": "x"}).status_code == 400
        assert client.post("/api/jobs", json={**asked, "time_limit": -1}).status_code == 400
