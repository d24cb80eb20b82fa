"""Long work: a queue, progress, cancelling, and the rule that nobody's work goes on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import time

import httpx
import pytest

from gourds.web.jobs import BEAT, Job, Jobs
from gourds.web.settings import Settings
from gourds.web.workers import Order, Workers
from tests.web.serving import ENDLESS, SLOW, SOON, finish, instance, is_alive, is_idle, listen, run_async, wait_for


@pytest.fixture(autouse=True)
def the_server_is_well_afterwards(served):
    yield
    assert served.is_well()
    wait_for(lambda: is_idle(served), SOON)


def cubic(size):
    """A formula with as many clauses as variables."""
    clauses = "".join(f"{1 + k} {1 + (k + 1) % size} {1 + (k + 2) % size} 0\n" for k in range(size))
    return {"format": "gourds-formula", "text": f"p 1in3 {size} {size}\n{clauses}"}


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
    texts, seconds = [], []
    for name, data in listen(client, start(client, time_limit=4.0)):
        if name == "progress":
            texts.append(data["text"])
            seconds.append(data["seconds"])
        else:
            assert name == "failed"
            assert "time limit" in data["error"]
    assert len(texts) > len(set(texts))  # that it is running and that it counts it says once each by itself
    assert seconds == sorted(seconds)
    assert BEAT <= seconds[-1] < 4.0 + SOON


def test_cancelling(served, client):
    number = start(client)
    events = listen(client, number)
    for name, data in events:
        if name == "progress" and data["text"] == "counting":
            wait_for(lambda: len(served.pids) >= 3, SOON)
            assert client.delete(f"/api/jobs/{number}").status_code == 200
            begun = time.monotonic()
    assert name == "cancelled"
    assert time.monotonic() - begun < SOON
    wait_for(lambda: is_idle(served), SOON)  # it would have lasted for two minutes
    assert client.delete(f"/api/jobs/{number}").status_code in (200, 404)


def test_a_client_that_vanishes(strict):
    """All processes of its job are gone soon, though on this server an unheard job goes on for a minute."""
    with strict.client() as client, client.stream("GET", f"/api/jobs/{start(client)}/events") as response:
        lines = response.iter_lines()
        next(lines)
        wait_for(lambda: len(strict.pids) >= 5, SOON)
        pids = strict.pids[1:]
    # the connection is closed now, in the middle of the stream
    wait_for(lambda: not any(map(is_alive, pids)), SOON)


def test_a_client_that_never_listens(served, client):
    start(client)
    wait_for(lambda: len(served.pids) >= 3, SOON)
    wait_for(lambda: is_idle(served), SOON)  # unheard for one second; it would have lasted for two minutes


def test_a_client_that_vanishes_while_it_waits_for_an_answer(served):
    """Quick work is killed too."""
    with served.client() as client, pytest.raises(httpx.ReadTimeout):
        client.post("/api/fill", json=SLOW, timeout=0.5)
    wait_for(lambda: is_idle(served), SOON)


@pytest.mark.parametrize("ticks", range(6))
def test_a_listener_that_goes_while_there_is_news(ticks):
    """However little lies between the two, the listening ends and the job is cancelled."""

    async def leave() -> tuple[bool, bool]:
        jobs = Jobs(Settings(), Workers())
        job = Job("number", Order("count", 60.0, 100.0, {}), b"")
        job.task = asyncio.create_task(asyncio.sleep(60))

        async def hear() -> None:
            async with contextlib.aclosing(jobs.listen(job)) as events:
                async for _ in events:
                    pass

        hearing = asyncio.create_task(hear())
        await asyncio.sleep(0.05)
        job.say("news")
        for _ in range(ticks):
            await asyncio.sleep(0)
        hearing.cancel()
        await asyncio.wait({hearing, job.task}, timeout=SOON)
        return hearing.done(), job.task.done()

    assert run_async(leave) == (True, True)


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


APPROACHES = ("auto", "decompose", "frontier", "brute", "sat")


def test_thirty_solve_at_once(serve):
    """Each is answered with a placement, or refused with 429 as the queue is full; others are answered meanwhile."""
    served = serve(jobs_waiting=8)

    async def solve(client: httpx.AsyncClient, approach: str) -> str:
        asked = {"kind": "solve", "solver": approach, "document": instance(1, "a")}
        response = await client.post("/api/jobs", json=asked)
        if response.status_code != 202:
            assert response.status_code == 429
            assert "try again later" in response.json()["error"]
            assert int(response.headers["retry-after"]) > 0
            return "refused"
        path = f"/api/jobs/{response.json()['id']}/events"
        events = (await client.get(path)).text.split("\n\n")
        name, _, data = events[-2].removeprefix("event: ").partition("\ndata: ")
        assert name == "result"
        assert json.loads(data)["verified"]
        return str(json.loads(data)["status"])

    async def solve_all() -> list[str]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=served.address, timeout=120, limits=limits) as client:
            asked = [solve(client, APPROACHES[k % len(APPROACHES)]) for k in range(30)]
            hello = asyncio.create_task(client.get("/api/hello"))
            answers = await asyncio.gather(*asked)
            assert (await hello).status_code == 200
            return answers

    answers = run_async(solve_all)
    assert set(answers) <= {"feasible", "refused"}
    assert answers.count("feasible") >= 12  # four run and eight wait on this server
    wait_for(lambda: is_idle(served), SOON)
    assert served.is_well()


def test_the_queue_is_limited(strict):
    """Two run and one waits on this server; the others are refused at once."""
    with strict.client() as client:
        numbers = [start(client) for _ in range(3)]
        response = client.post("/api/jobs", json=ENDLESS)
        assert response.status_code == 429
        assert "3 jobs" in response.json()["error"]
        for number in numbers:
            assert client.delete(f"/api/jobs/{number}").status_code == 200
        wait_for(lambda: is_idle(strict), SOON)
        assert finish(client, "solve", document=instance(1, "a"))[1]["status"] == "feasible"


def test_large_bodies_and_results_cannot_fill_the_memory(strict):
    """Two megabytes on this server, for what waits and for what is kept."""
    with strict.client() as client:
        asked = {**ENDLESS, "padding": "x" * 1_200_000}
        number = start(client, padding=asked["padding"])
        response = client.post("/api/jobs", json=asked)
        assert response.status_code == 429
        assert "too large together" in response.json()["error"]
        client.delete(f"/api/jobs/{number}")
        wait_for(lambda: is_idle(strict), SOON)
        for _ in range(2):
            name, data = finish(client, "reduce", formula=cubic(220))
            assert name == "result", data
        assert client.post("/api/jobs", json=asked).status_code == 429  # results of nearly a megabyte are kept
        name, data = finish(client, "reduce", formula=cubic(300))
        assert name == "failed"
        assert "larger than 0.5 MB" in data["error"]


@pytest.mark.parametrize("which", ["launcher", "supervisor", "work"])
def test_whichever_process_is_killed_the_job_fails_and_the_next_does_not(served, client, which):
    events = listen(client, start(client))
    for name, data in events:
        if name == "progress" and data["text"] == "counting":
            break
    wait_for(lambda: len(served.pids) >= 3, SOON)
    pids = served.pids
    os.kill(pids[["launcher", "supervisor", "work"].index(which)], signal.SIGKILL)
    *_, (name, data) = events
    assert name == "failed"
    assert "killed" in data["error"] or "gone" in data["error"]
    wait_for(lambda: not any(map(is_alive, pids if which == "launcher" else pids[1:])), SOON)
    assert finish(client, "count", document=instance(1, "a"))[0] == "result"
