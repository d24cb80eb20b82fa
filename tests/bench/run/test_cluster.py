"""A campaign on a Dask cluster of real processes, one of which is killed in the middle: the same verdicts as here."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from gourds.bench.run import cluster
from gourds.bench.run.cluster import on_cluster
from gourds.bench.run.runner import Session, run
from gourds.errors import GourdsError, InputError
from gourds.running.process_tree import descendants
from tests.bench.campaigns import FOLDER, PLUGIN, TINY, Witness, new_store, noted, results, run_all, wait_until_gone
from tests.conftest import lateness
from tests.processes import SOON

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore")

INSTANCES = TINY + '[[instances]]\nfiles = ["bundled:drawn/nine-*.txt"]\n'


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    """Start a scheduler and two workers; gives the scheduler's address and the workers."""
    folder = tmp_path_factory.mktemp("dask")
    processes = []

    def start(*args):
        command = [sys.executable, "-m", "dask", *args]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        processes.append(process)
        return process

    shutil.copy(FOLDER / "bench_plugin.py", folder)
    info = folder / "scheduler.json"
    try:
        start("scheduler", "--host=127.0.0.1", "--port=0", "--no-dashboard", f"--scheduler-file={info}")
        address = address_in(info)
        workers = [
            start("worker", f"--scheduler-file={info}", "--nthreads=1", "--no-nanny", "--no-dashboard", f"--name=w{k}")
            for k in range(2)
        ]
        yield address, workers
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()


def address_in(info):
    """What the scheduler's file says, as soon as all of it is there."""
    end = time.monotonic() + 60
    while True:
        try:
            return json.loads(info.read_text())["address"]
        except (OSError, ValueError):
            assert time.monotonic() < end, "no scheduler came up"
            time.sleep(0.05)


def test_limits_hold_on_a_cluster_too(dask, tmp_path):
    address, _ = dask
    trace = tmp_path / "trace"
    solver = f'[[solvers]]\nname = "brute"\n[[solvers]]\nname = "daemonize"\nsettings = {{ trace = "{trace}" }}\n'
    store = new_store(tmp_path / "s.sqlite", TINY + "[limits]\nwall = 0.6\n" + solver)
    run(store, on_cluster(address), Witness(), plugins=[PLUGIN])
    rows = {row["solver"]: row for row in results(store).values()}
    assert rows["daemonize"]["cause"] == "time limit"
    assert rows["daemonize"]["ended"] - rows["daemonize"]["started"] < 1.6 + lateness()
    assert rows["brute"]["verdict"] == "feasible"
    assert not wait_until_gone(noted(trace), SOON)
    store.close()


def test_a_lost_workers_runs_are_done_elsewhere(dask, tmp_path):
    """Comes after the other, since one of the workers does not survive it."""
    address, workers = dask
    trace = tmp_path / "trace"
    text = "seeds = { from = 1, to = 6 }\n" + INSTANCES
    text += (
        f'[[solvers]]\nname = "wait"\nsettings = {{ seconds = 0.15, trace = "{trace}" }}\n[[solvers]]\nname = "sat"\n'
    )
    store = new_store(tmp_path / "s.sqlite", text)

    class Killer(Witness):
        """After some results, kill a worker; a little later, so that it has a run in flight."""

        def ended(self, task, record):
            super().ended(task, record)
            if len(self.records) == 8:
                threading.Timer(0.1, workers[0].send_signal, (signal.SIGKILL,)).start()

    witness = Killer()
    summary = run(store, on_cluster(address), witness, plugins=[PLUGIN])
    assert workers[0].wait(5) == -signal.SIGKILL
    assert summary.done == summary.planned == summary.ran == 36
    assert summary.judgements == {"correct": 36}
    local = new_store(tmp_path / "local.sqlite", text)
    run_all(local)
    query = "SELECT key, verdict, cause FROM run JOIN plan ON plan.id = plan_id ORDER BY key"
    assert store.connection.execute(query).fetchall() == local.connection.execute(query).fetchall()
    # The campaign is over: no process of it is left on any worker.
    assert not wait_until_gone(noted(trace), 2)
    assert not wait_until_gone(set(descendants(workers[1].pid)), 2)
    store.close()
    local.close()


def test_an_answer_that_was_lost_with_its_worker_is_waited_for_again(tmp_path):
    store = new_store(tmp_path / "s.sqlite", TINY + '[[solvers]]\nname = "brute"\n')
    session = Session(store, Witness(), plugins=[PLUGIN])
    task = session.next_task()
    assert not cluster._settle(session, SimpleNamespace(status="lost"), task)
    assert store.size() == (1, 0)
    failed = SimpleNamespace(status="error", exception=lambda: RuntimeError("no"), release=lambda: None)
    assert cluster._settle(session, failed, task)
    assert results(store)["brute"]["detail"] == "on its worker: no"
    with pytest.raises(GourdsError, match="gourds bench resume"):
        cluster._settle(session, SimpleNamespace(status="cancelled"), task)
    store.close()


def test_no_scheduler_is_an_error_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT", 1)
    store = new_store(tmp_path / "s.sqlite", TINY + '[[solvers]]\nname = "brute"\n')
    with pytest.raises(InputError, match=r"tcp://127.0.0.1:1: no Dask scheduler answers there"):
        run(store, on_cluster("tcp://127.0.0.1:1"), Witness(), plugins=[PLUGIN])
    store.close()


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install 'gourds\[cluster\]'"):
        on_cluster("tcp://127.0.0.1:1")
