"""Adds instances and runs to a store: for campaigns whose plan grows while they run, such as a search for hard boards.

The solvers of a store are fixed when it is made; what they run on may grow. Adding is one transaction, and adding the
same again changes nothing: an instance is known by its digest, a run by its key. So whoever plans as results come
in can be killed at any moment and, asked again, plans the same runs.
"""

from __future__ import annotations

from gourds.bench.campaign.planning import PlannedInstance, run_key
from gourds.bench.store.new import instance_row
from gourds.bench.store.store import Store, insert


def add_instance(store: Store, planned: PlannedInstance) -> int:
    """The number of the instance in the store, to which it is added if it is not there yet."""
    connection = store.connection
    found = connection.execute("SELECT id FROM instance WHERE digest = ?", (planned.instance.digest,)).fetchone()
    if found is not None:
        return int(found[0])
    (last,) = connection.execute("SELECT COALESCE(MAX(id), 0) FROM instance").fetchone()
    insert(connection, "instance", instance_row(last + 1, planned))
    return int(last) + 1


def add_run(store: Store, planned: PlannedInstance, solver: int) -> int:
    """The number of the run of a solver on an instance; both are added if they are not there yet."""
    key = run_key(planned.instance, store.solvers[solver], store.limits)
    found = store.connection.execute("SELECT id FROM plan WHERE key = ?", (key,)).fetchone()
    if found is not None:
        return int(found[0])
    with store.transaction() as connection:
        instance = add_instance(store, planned)
        (last,) = connection.execute("SELECT COALESCE(MAX(id), 0) FROM plan").fetchone()
        insert(connection, "plan", (last + 1, key, instance, solver, 0, 1))
    return int(last) + 1


def drop_unfinished(store: Store) -> None:
    """Remove the runs that have not ended and the instances without runs, unless nothing would be left."""
    if not store.size()[1]:
        return
    with store.transaction() as connection:
        connection.execute("DELETE FROM plan WHERE id NOT IN (SELECT plan_id FROM run)")
        connection.execute("DELETE FROM instance WHERE id NOT IN (SELECT instance_id FROM plan)")
