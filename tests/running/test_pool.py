"""Several processes at once: order, errors, processes that die, and none that is left."""

from __future__ import annotations

import os
import signal
import time

import pytest

from gourds.running.isolation import run_limited
from gourds.running.pool import ForkedWorker, Pool


def double(factor, task):
    if task == "raise":
        raise ValueError("on purpose")
    if task == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if task == "nap":
        return run_limited(time.sleep, 30).cause
    if task == "deaf":
        time.sleep(30)
    if task == "pid":
        return os.getpid()
    if task == "child":
        return run_limited(os.getpid, time_limit=10).value, os.getpid()
    if task == "stuck":
        return run_limited(time.sleep, 30, time_limit=0.2).cause
    return factor * task


def test_all_tasks_are_done():
    with Pool.forked(2, double, 10) as workers:
        done = [one for one in workers.work(list(range(20)), 5.0) if one]
    assert sorted((one.task, one.value) for one in done) == [(k, 10 * k) for k in range(20)]


def test_errors_and_deaths_are_results():
    with Pool.forked(1, double, 1) as workers:
        done = {one.task: one for one in workers.work(["raise", "die", 7], 5.0) if one}
    assert done["raise"].error == "ValueError: on purpose"
    assert (done["die"].error, done["die"].is_lost) == ("ended with exit code -9", True)
    assert not done["die"].is_broken
    assert done[7].value == 7


def test_tasks_that_are_not_wanted_any_more_are_not_begun():
    with Pool.forked(1, double, 1) as workers:
        begun = []
        wanted = lambda task: not begun.append(task) and task < 3  # noqa: E731
        done = [one.task for one in workers.work(filter(wanted, [1, 2, 3, 4]), 5.0)]
    assert (begun, done) == ([1, 2, 3, 4], [1, 2])


def test_runs_inside_a_worker_have_processes_of_their_own():
    with Pool.forked(1, double, 1) as workers:
        done = {one.task: one.value for one in workers.work(["child", "stuck"], 5.0) if one}
    inner, outer = done["child"]
    assert len({inner, outer, os.getpid()}) == 3
    assert done["stuck"] == "time limit"


@pytest.mark.parametrize("task", ["nap", "deaf", 7])
def test_leaving_ends_the_workers_at_once(task):
    with Pool.forked(2, double, 1) as workers:
        pids = [one.pid for one in workers._workers]
        for worker in workers._workers:
            workers._give(worker, task)
        time.sleep(0.3)  # the third task is done by now, though nobody has taken its result
        assert workers.running == [task, task]
        start = time.monotonic()
    assert time.monotonic() - start < 20  # two of the tasks take half a minute
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_an_interrupt_while_workers_are_started_ends_those_that_are_there():
    started = []

    def start_two(others):
        if len(started) == 2:
            raise KeyboardInterrupt
        started.append(ForkedWorker(double, (1,), others))
        return started[-1]

    with pytest.raises(KeyboardInterrupt), Pool(3, start_two):
        pass
    assert [worker.process.exitcode for worker in started] == [0, 0]


def test_a_worker_that_died_while_it_waited_costs_no_task():
    with Pool.forked(2, double, 10) as workers:
        for worker in workers._workers:
            os.kill(worker.pid, signal.SIGKILL)
            worker.wait(5)
        done = [one for one in workers.work([1, 2, 3], 5.0) if one]
    assert sorted(one.value for one in done) == [10, 20, 30]


@pytest.mark.parametrize("is_eager", [False, True])
def test_the_next_task_begins_before_or_after_a_result_is_given(is_eager):
    with Pool.forked(1, double, 1) as workers:
        seen = [(one.value, workers.running) for one in workers.work([1, 2], 5.0, is_eager=is_eager) if one]
    assert seen == [(1, [2] if is_eager else []), (2, [])]
