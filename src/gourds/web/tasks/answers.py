"""Answers about an instance: a verdict, counts, samples, a reason, how many fit, every approach side by side.

The functions return what the commands of the same names print with ``--json``, and what else the page shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gourds.counts.large_numbers import all_digits
from gourds.counts.placements import counted
from gourds.counts.probabilities import edge_probabilities
from gourds.counts.sampling import sample as draw_placements
from gourds.crosscheck import Progress
from gourds.crosscheck import crosscheck as compare
from gourds.errors import InputError
from gourds.explain import explaining
from gourds.explain.reasons import bound_texts, marked_cells
from gourds.explain.sums import Sums
from gourds.instance import Instance
from gourds.maximize.maximizing import maximize as most_gourds
from gourds.render.board.weights import words_of
from gourds.running.checking import check_answer
from gourds.running.isolation import Limits
from gourds.running.outcome import Outcome, Status
from gourds.running.verifying import default_limits
from gourds.solvers import Result, find_solver
from gourds.solvers import solve as solve_instance
from gourds.solvers.external.recipe import is_command
from gourds.web.documents import Question
from gourds.web.tasks import Say

_SHOWN = 4_000_000
"""Certificates with more characters than this are not sent."""
_MOST_SAMPLES = 1_000
_APPROACH_SECONDS = 10.0
_SHARE = 1 / 16
"""Of the job's time for each run: nine approaches, some with a proof and a count, two at a time, end before it does."""


def solve(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds solve --json`` says, with the certificate's text and whether the answer was checked."""
    instance = question.instance()
    name = question.text("solver", "auto")
    if is_command(name):  # whoever can reach the page must not choose what runs on this machine
        raise InputError("the page runs no commands; it takes the names that 'gourds solvers' lists")
    find_solver(name)
    say(f"solving with {name}")
    result = solve_instance(
        instance,
        name,
        time_limit=question.context["seconds"],
        seed=question.seed(),
        isolate=True,
        memory_limit=question.context["memory_mb"],
        presolve=not question.flag("no_presolve"),
        proof=question.flag("proof"),
        tell=say,
    )
    answer = result.to_json()
    certificate = result.certificate
    if certificate is not None and certificate.is_checkable:
        text = certificate.to_text()
        if len(text) <= _SHOWN:
            answer["certificate_file"] = text
    if certificate is not None and certificate.kind == "linear":
        answer["sums"] = _sums(instance, certificate.data["steps"])
    return {**answer, "verified": _verified(instance, result, question.context["seconds"], say)}


def _sums(instance: Instance, steps: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The last step of a linear proof, as the page draws it: who asks for how much, and who gives how much."""
    sums, cells = Sums.of(instance, steps[-1]), instance.board.cell_list()
    return {
        "cells_ask": sums.cells_ask,
        "cells": [[*cells[v], weight] for v, weight in sums.cells.items()],
        "kinds": [
            {
                "gourd": [instance.colors[i], instance.colors[j]],
                "each": weight,
                "count": instance.budgets.get((i, j), 0),
            }
            for (i, j), weight in sums.kinds.items()
        ],
        "empty": sums.empty,
        "sets": [{"value": weight, "cells": [list(cells[v]) for v in members]} for weight, members in sums.sets],
        "asked": sums.asked,
        "offered": sums.offered,
        "rule": words_of(sums)[0],
        "closing": len(steps) - 1,
    }


def _verified(instance: Instance, result: Result, seconds: float, say: Say) -> bool | None:
    """Whether the answer was checked without the solver: None if there is nothing to check, or no time."""
    limits = None
    if result.certificate is not None and result.certificate.is_checkable:
        say("checking the certificate")
        _, megabytes = default_limits(instance, result.certificate)
        limits = Limits(max(1.0, seconds - result.time_s), memory=megabytes)
    answer = Outcome(result.status, result.placement, result.certificate, result.error_bound)
    return check_answer(instance, answer, limits=limits).is_confirmed


def count(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds count --json`` says."""
    instance, solver = question.instance(), question.text("solver", "auto")
    say("counting")
    return counted(instance, solver, question.context["seconds"], question.context["memory_mb"]).to_json()


def probabilities(question: Question, say: Say) -> dict[str, Any]:
    """The probability of every edge and of every cell to stay empty, in a placement drawn uniformly."""
    instance = question.instance()
    say("counting")
    found = edge_probabilities(instance, question.context["seconds"], question.context["memory_mb"])
    with all_digits():
        total = str(found.total)
    return {
        "count": total,
        "edges": [[list(a), list(b), float(share)] for (a, b), share in found.edges.items()],
        "empties": [[list(cell), float(share)] for cell, share in found.empties.items()],
    }


def sample(question: Question, say: Say) -> dict[str, Any]:
    """Placements, independent of each other, as many as the question asks for."""
    instance, number = question.instance(), question.number("n", 1, 1, _MOST_SAMPLES)
    say("drawing")
    drawn = draw_placements(
        instance, number, question.seed(), question.context["seconds"], question.context["memory_mb"]
    )
    return {"placements": [placement.to_json() for placement in drawn]}


def explain(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds explain --json`` says, with the cells to mark by regions, and the demands in the text."""
    instance = question.instance()
    say("looking for a reason")
    found = explaining.explain(instance, question.context["seconds"], seed=max(question.seed(), 0))
    marked = marked_cells(instance, found) if found.status is Status.INFEASIBLE else {}
    cells = instance.board.cells.tolist()
    demands = bound_texts(instance, found)
    text = found.reason or ("there is a placement: nothing to explain" if found.status is Status.FEASIBLE else "")
    return {
        **found.to_json(instance),
        "cells": [[*cells[k], region] for k, region in marked.items()],
        "sums": _sums(instance, found.steps) if found.steps else None,
        "text": f"{text}: {', '.join(demands)}" if demands and found.kind == "budgets" else text,
    }


def maximize(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds maximize --json`` says: as many gourds as fit, and how many there can be at most."""
    instance = question.instance()
    say("how many gourds fit")
    found = most_gourds(instance, question.context["seconds"], seed=max(question.seed(), 0))
    return {**found.to_json(), "wanted": instance.size}


def crosscheck(question: Question, say: Say) -> dict[str, Any]:
    """A row for every approach, and whether they agree."""
    instance = question.instance()

    def tell(progress: Progress) -> None:
        say(", ".join(one.partition(" on ")[0] for one in progress.running) or progress.stage)

    seconds = min(_APPROACH_SECONDS, question.context["seconds"] * _SHARE)
    report = compare(
        [instance], time_limit=seconds, memory_limit=question.context["memory_mb"] / 2, seed=0, on_progress=tell
    )
    record = report.records[0]
    with all_digits():
        counts = {count.approach: count.to_json() for count in record.counts}
    rows = []
    for answer in record.answers:
        row = answer.to_json()
        counted = counts.get(answer.approach, {})
        notes = [row["reason"], row["remark"], *(fault["text"] for fault in row["faults"]), counted.get("reason")]
        rows.append(
            {
                "approach": row["approach"],
                "status": row["status"],
                "count": counted.get("count"),
                "time_s": row["time_s"],
                "note": "; ".join(note for note in notes if note),
            }
        )
    return {
        "rows": rows,
        "agree": report.agrees,
        "verdict": record.verdict.value,
        "rests_on": record.rests_on(),
        "placement": None if record.placement is None else record.placement.to_json(),
    }
