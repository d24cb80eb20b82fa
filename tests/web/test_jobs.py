"""Long work: a queue, progress, cancelling, and the rule that nobody's work goes on."""

from __future__ import annotations

import asyncio
import contextlib
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.web.serving import ENDLESS, finish, instance, is_alive, listen, raw, wait_for


def is_idle(served):
    """Nothing but the nursery is below the server."""
    return len(served.pids) <= 1


@pytest.fixture(autouse=True)
def the_server_is_well_afterwards(served):
    yield
    assert served.is_well()
    wait_for(lambda: is_idle(served), 30)  # soon, unless the machine is busy


def start(client, **asked):
    response = client.post("/api/jobs", json={**ENDLESS, **asked})
    assert response.status_code == 202
    return response.json()["id"]


def test_a_job_tells_how_far_it_is_and_then_its_result(client):
    response = client.post("/api/jobs", json={"kind": "solve", "document": instance()})
    assert response.status_code == 202
    *before, (name, result) = listen(client, response.json()["id"])
    assert before
    assert all(event == "progress" and set(data) == {"text", "seconds"} for event, data in before)
    assert name == "result"
    assert result["status"] == "infeasible"


def test_the_result_waits_for_a_listener(served, client):
    number = client.post("/api/jobs", json={"kind": "count", "document": instance(1, "a")}).json()["id"]
    time.sleep(0.6)
    assert [name for name, _ in listen(client, number)][-1] == "result"
    assert [name for name, _ in listen(client, number)][-1] == "result"
    time.sleep(1.3)  # unheard for longer than a second
    assert client.get(f"/api/jobs/{number}/events").status_code == 404


def test_progress_goes_on_while_nothing_happens(client):
    seconds = []
    for name, data in listen(client, start(client, time_limit=1.5)):
        if name == "progress":
            seconds.append(data["seconds"])
        else:
            assert name == "failed"
            assert "time limit" in data["error"]
    assert len(seconds) >= 3
    assert seconds == sorted(seconds)
    assert 1.5 <= seconds[-1] + 1.0 < 5


def test_cancelling(served, client):
    number = start(client)
    events = listen(client, number)
    for name, data in events:
        if name == "progress" and data["text"] == "counting":
            wait_for(lambda: len(served.pids) >= 3, 5)
            assert client.delete(f"/api/jobs/{number}").status_code == 200
            begun = time.monotonic()
    assert name == "cancelled"
    assert time.monotonic() - begun < 2
    assert wait_for(lambda: is_idle(served), 8) < 8
    assert client.delete(f"/api/jobs/{number}").status_code in (200, 404)


def test_a_client_that_vanishes(serve):
    """All processes of its job are gone within two seconds, though an unheard job could go on for ten."""
    served = serve(unheard_seconds=10.0)
    with served.client() as client, client.stream("GET", f"/api/jobs/{start(client)}/events") as response:
        lines = response.iter_lines()
        next(lines)
        wait_for(lambda: len(served.pids) >= 5, 5)
        pids = served.pids[1:]
    # the connection is closed now, in the middle of the stream
    assert wait_for(lambda: not any(map(is_alive, pids)), 2) < 2


def test_a_client_that_never_listens(served, client):
    start(client)
    wait_for(lambda: len(served.pids) >= 3, 5)
    assert wait_for(lambda: is_idle(served), 15) < 15  # unheard for one second


def test_a_client_that_vanishes_while_it_waits_for_an_answer(served):
    """Quick work is killed too."""
    cells = [[q, r, "a"] for q in range(100) for r in range(119)]
    document = {"format": "gourds-instance", "version": 1, "cells": cells[:-1], "gourds": [["a", "a", 5949]]}
    with served.client() as client, contextlib.suppress(httpx.ReadTimeout):
        client.post("/api/write", json={"document": document, "form": "png"}, timeout=0.8)
    assert wait_for(lambda: is_idle(served), 8) < 8


def test_one_of_two_listeners_may_go(served, client):
    number = start(client, time_limit=1.5)
    with served.client() as other, other.stream("GET", f"/api/jobs/{number}/events") as response:
        lines = response.iter_lines()
        next(lines)
        first = listen(client, number)
        next(first)
    assert [name for name, _ in first][-1] == "failed"  # the time limit, and not 'cancelled'


def test_jobs_end_at_their_limits(client):
    name, data = finish(client, "solve", document=ENDLESS["document"], solver="brute", time_limit=0.3, seed=1)
    assert name == "result"
    assert data["status"] in ("unknown", "feasible")
    name, data = finish(client, **{**ENDLESS, "time_limit": 0.2})
    assert name == "failed"
    assert data["error"].startswith("time limit")


def test_many_at_once(serve):
    """Fifty jobs: all are run or refused with 429, the server answers others meanwhile, and nothing is left."""
    served = serve(jobs_waiting=30)

    async def ask(client: httpx.AsyncClient) -> str:
        response = await client.post("/api/jobs", json={**ENDLESS, "time_limit": 0.05})
        if response.status_code != 202:
            assert response.status_code == 429
            assert "try again later" in response.json()["error"]
            assert int(response.headers["retry-after"]) > 0
            return "refused"
        name = ""
        async with client.stream("GET", f"/api/jobs/{response.json()['id']}/events") as stream:
            async for line in stream.aiter_lines():
                name = line.removeprefix("event: ") if line.startswith("event: ") else name
        return name

    async def ask_all() -> tuple[list[str], float]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=served.address, timeout=60, limits=limits) as client:
            tasks = [asyncio.create_task(ask(client)) for _ in range(50)]
            await asyncio.sleep(0.5)
            begun = time.monotonic()
            assert (await client.post("/api/shape", json={"shape": "hexagon"})).status_code == 200
            taken = time.monotonic() - begun
            return list(await asyncio.gather(*tasks)), taken

    # In a thread of its own: the browser of other tests may have a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        endings, taken = pool.submit(lambda: asyncio.run(ask_all())).result()
    assert endings.count("failed") == 34  # at their time limit
    assert endings.count("refused") == 16
    assert taken < 20  # a fraction of a second where the machine has nothing else to do
    assert served.is_well()
    wait_for(lambda: is_idle(served), 15)


def test_large_bodies_cannot_fill_the_memory(serve):
    served = serve(waiting_bytes=3_000_000, body_bytes=2_000_000)
    asked = {**ENDLESS, "padding": "x" * 1_800_000}
    with served.client() as client:
        assert client.post("/api/jobs", json=asked).status_code == 202
        assert client.post("/api/jobs", json=asked).status_code == 429


def test_a_slow_body(served):
    """Cut off after the second that this server allows; others are answered meanwhile."""
    head = f"POST /api/jobs HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Type: application/json\r\n"
    begun = time.monotonic()
    answer = raw(served.port, f"{head}Content-Length: 1000\r\n\r\n{{")
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'{"error":' in answer
    assert 0.9 < time.monotonic() - begun < 4


@pytest.mark.parametrize("length", ["-1", "1e9", "99999999999999999999", "x"])
def test_lengths_that_lie(served, length):
    head = f"POST /api/jobs HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Type: application/json\r\n"
    answer = raw(served.port, f"{head}Content-Length: {length}\r\nConnection: close\r\n\r\n{{}}")
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 413 "))


@pytest.mark.parametrize("text", ["\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\0" * 100_000, "GET /" + "a" * 70_000])
def test_what_is_not_http(served, text):
    answer = raw(served.port, text + "\r\n\r\n", 2)
    assert not answer or answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 403 ", b"HTTP/1.1 431 "))


def test_work_that_takes_too_much_memory_is_killed(serve):
    served = serve(memory_mb=10.0)
    with served.client() as client:
        name, data = finish(client, **{**ENDLESS, "time_limit": 10})
    assert name == "failed"
    assert "memory limit" in data["error"]
