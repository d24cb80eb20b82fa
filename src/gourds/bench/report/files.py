"""Results for other programs: CSV with a row for every run, JSON with the same and the summary, mkplot's JSON.

mkplot (github.com/alexeyignatiev/mkplot) draws cactus and scatter plots; it reads a file for every solver with
``preamble`` and, for every instance, whether it was solved and in how many seconds.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from gourds.bench.report.growth import all_growths
from gourds.bench.report.standing import Standing, stand
from gourds.bench.report.statistics import checkers_of, count_tiers, rounded, score_all, score_best
from gourds.bench.report.words import who_won, why_won
from gourds.bench.store.checking import json_column
from gourds.bench.store.results import Competitor, Results
from gourds.bench.store.schema import RESULT_COLUMNS
from gourds.bench.store.store import Store
from gourds.errors import one_line
from gourds.files.json_values import spell_json

FORMAT = "gourds-bench-report"
_PACKED = ("settings", "parameters", "stats")
"""Columns that hold JSON."""
_RUNS = f"""
SELECT plan.key, solver.label, solver.name AS solver, solver.encoding, solver.presolve, solver.proof, solver.settings,
       instance.name AS instance, instance.digest, instance.family, instance.parameters,
       instance.seed AS instance_seed, instance.file, instance.cells, instance.colors, instance.gourds,
       instance.expected, instance.why AS expected_why, judged.truth, judged.truth_why, judged.judgement,
       plan.seed, plan.repetition, machine.host, machine.fingerprint AS machine,
       {", ".join(f"run.{column}" for column in RESULT_COLUMNS if column != "machine_id")}
FROM run
JOIN judged ON judged.plan_id = run.plan_id
JOIN plan ON plan.id = run.plan_id
JOIN instance ON instance.id = plan.instance_id
JOIN solver ON solver.id = plan.solver_id
JOIN machine ON machine.id = run.machine_id
ORDER BY run.plan_id
"""


def to_csv(store: Store) -> str:
    """A line with the names of the columns, then a line for every run that ended."""
    cursor = store.connection.execute(_RUNS)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column[0] for column in cursor.description)
    writer.writerows([one_line(value) if isinstance(value, str) else value for value in row] for row in cursor)
    return text.getvalue()


def to_json(results: Results, store: Store) -> str:
    """One object: the campaign, the summary, and under ``runs`` what CSV has."""
    head = spell_json(_summary(results), indent=1).removesuffix("\n}")
    runs = ",\n  ".join(spell_json(row, separators=(",", ":")) for row in _rows(store))
    return f'{head},\n "runs": [\n  {runs}\n ]\n}}\n' if runs else f'{head},\n "runs": []\n}}\n'


def _rows(store: Store) -> Iterator[dict[str, Any]]:
    cursor = store.connection.execute(_RUNS)
    names = [column[0] for column in cursor.description]
    for values in cursor:
        row = dict(zip(names, values, strict=True))
        place = f"the run of key {row['key']}"
        row |= {name: json_column(row[name], f"{place}, {name}", dict) for name in _PACKED if row[name] is not None}
        yield row | {"presolve": bool(row["presolve"]), "proof": bool(row["proof"])}


def _summary(results: Results) -> dict[str, Any]:
    campaign = results.campaign
    scores, standing = score_all(results), stand(results)
    return {
        "format": FORMAT,
        "version": 1,
        "campaign": {
            "name": campaign.name,
            "description": campaign.description,
            "digest": campaign.digest,
            "wall_limit_s": campaign.limits.wall,
            "cpu_limit_s": campaign.limits.cpu,
            "memory_limit_mb": campaign.limits.memory,
            "repetitions": campaign.repetitions,
            "seeds": list(campaign.seeds),
            "created": campaign.created,
        },
        "machines": [{**one.__dict__, "versions": dict(one.versions)} for one in results.machines],
        "checked_by": checkers_of(results),
        "planned": results.planned,
        "ended": len(results.runs),
        "summary": who_won(results, scores, standing),
        "summary_rests_on": why_won(results, standing),
        "standing": _standing(standing),
        "noise_floor_s": rounded(results.floor.seconds),
        "troubles": [trouble.text for trouble in results.troubles],
        "solvers": [
            {**score.to_json(), "evidence": _evidence(results, score.competitor)}
            for score in scores
            if score.competitor is not None
        ],
        "virtual_best": score_best(results).to_json(),
        "families": {
            family: [score.to_json() for score in score_all(results, entries)]
            for family, entries in results.families.items()
        },
        "growth": [one.to_json() for family in all_growths(results).values() for one in family],
    }


def _standing(standing: Standing) -> dict[str, Any]:
    labels = [score.label for score in standing.ranked]
    return {
        "hard_instances": len(standing.hard),
        "judged_on": len(standing.entries),
        "level": [score.label for score in standing.level],
        "tests": [
            {"first": labels[0], "second": label, **test.to_json()}
            for label, test in zip(labels[1:], standing.tests, strict=True)
        ],
    }


def _evidence(results: Results, competitor: Competitor) -> dict[str, int]:
    runs = (run for pairing in results.of_competitor(competitor) for run in pairing.runs)
    return dict(count_tiers(runs, competitor.approach))


# -- mkplot -------------------------------------------------------------------------------------------------------


def to_mkplot(results: Results) -> dict[str, str]:
    """The texts of the files by name, one for every competitor; times are medians."""
    found: dict[str, str] = {}
    for competitor in results.competitors:
        slug = re.sub(r"[^\w.+-]+", "-", competitor.label).strip("-.") or "solver"
        name = next(
            f"{slug}{end}" for end in ("", *(f"-{k}" for k in range(2, 10**6))) if f"{slug}{end}.json" not in found
        )
        found[f"{name}.json"] = spell_json(_mkplot(results, competitor), indent=1) + "\n"
    return found


def _mkplot(results: Results, competitor: Competitor) -> dict[str, Any]:
    limit = results.campaign.limits.wall
    names = {entry.number: entry.name for entry in results.entries}
    stats = {}
    for pairing in results.of_competitor(competitor):
        if pairing.runs:
            longest = max(run.time for run in pairing.runs)
            stats[names[pairing.instance]] = {
                "status": pairing.is_solved,
                "rtime": rounded(pairing.time)
                if pairing.is_solved
                else limit
                if limit is not None
                else rounded(longest),
                "mempeak": f"{max(run.peak_mb for run in pairing.runs) * 1024:.0f} KiB",
                "verdict": pairing.verdict,
                "outcome": pairing.outcome,
            }
    preamble = {
        "program": competitor.config.name,
        "prog_args": _arguments(competitor),
        "prog_alias": competitor.label,
        "benchmark": results.campaign.name,
        "runsolver_args": "" if limit is None else f"-W {limit:g}",
    }
    return {"preamble": preamble | ({} if limit is None else {"timeout": limit}), "stats": stats}


def _arguments(competitor: Competitor) -> str:
    config = competitor.config
    words = [f"--encoding {config.encoding}"]
    words += [] if config.presolve else ["--no-presolve"]
    words += ["--proof"] if config.proof else []
    return " ".join([*words, *(f"{key}={value}" for key, value in config.settings.items())])
