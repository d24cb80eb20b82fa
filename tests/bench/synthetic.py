"""Results that a test makes up in memory, without a store and without running anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from gourds.bench.campaign.definition import SolverConfig
from gourds.bench.store.results import CampaignFacts, Competitor, Entry, MachineFacts, Pairing, Results, Run
from gourds.running.isolation import Limits

LIMIT = 100.0
Times = Callable[[int, int, int], float | None]
"""From solver, instance and repetition, each counted from 0, to seconds; None: out of time."""


def entry_of(number: int, family: str = "hexagon", cells: int = 91, truth: str = "feasible") -> Entry:
    return Entry(
        number=number,
        digest=f"{number:064x}",
        name=f"{family} radius={5 + number % 7} colors={2 + number % 5} coloring=planted seed={number}",
        family=family,
        parameters={"radius": 5 + number % 7, "colors": 2 + number % 5, "coloring": "planted"},
        seed=number,
        file=None,
        cells=cells,
        colors=2 + number % 5,
        gourds=cells // 2,
        expected=truth,
        why=f"family: {family}",
        truth=truth,
        truth_why="a checked placement",
        is_contradicted=False,
    )


def invent(
    times: Times,
    instances: int,
    labels: Sequence[str] = ("A", "B"),
    repetitions: int = 1,
    families: Sequence[str] = ("hexagon",),
    cells: Callable[[int], int] = lambda k: 2 * k + 7,
) -> Results:
    """Results with these times."""
    truths = ("feasible", "infeasible")
    entries = tuple(
        entry_of(k + 1, families[k % len(families)], cells(k), truths[k % 3 == 2]) for k in range(instances)
    )
    competitors = tuple(Competitor(s + 1, SolverConfig(label, "sat"), "python-sat") for s, label in enumerate(labels))
    pairings = {}
    number = 0
    for k, entry in enumerate(entries):
        for s, one in enumerate(competitors):
            runs = []
            for r in range(repetitions):
                number += 1
                runs.append(_run(number, entry, one.number, r + 1, times(s, k, r)))
            pairings[entry.number, one.number] = Pairing(entry.number, one.number, repetitions, tuple(runs))
    facts = CampaignFacts("made up", "Synthetic.", "", "0" * 64, Limits(wall=LIMIT), repetitions, (0,), 1e9)
    machine = MachineFacts("here", "Linux", "a processor", 2, 8192, "3.12", {"gourds": "0.1"}, 1)
    return Results(Path("made-up.sqlite"), facts, (machine,), competitors, entries, pairings, ())


def _run(number: int, entry: Entry, solver: int, repetition: int, time: float | None) -> Run:
    verdict = "unknown" if time is None else str(entry.truth)
    return Run(
        plan_id=number,
        instance=entry.number,
        competitor=solver,
        machine=1,
        verdict=verdict,
        cause="time limit" if time is None else "done",
        judgement="unknown" if time is None else "correct",
        placement_check="valid" if verdict == "feasible" else None,
        certificate="drat" if verdict == "infeasible" else None,
        certificate_check="valid" if verdict == "infeasible" else None,
        error_bound=0.0,
        time=LIMIT if time is None else time,
        peak_mb=100.0,
        started=1e9,
        ended=1e9 + 1,
        repetition=repetition,
    )
