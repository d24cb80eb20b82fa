"""Every applicable approach on one instance, side by side."""

from __future__ import annotations

from typing import Any

from gourds.crosscheck import Progress, crosscheck
from gourds.solvers.counting_api import all_digits
from gourds.web.documents import Asked
from gourds.web.tasks import Say

_RUN_SECONDS = 10.0
_SHARE = 1 / 16
"""Of the job's time for each run: nine approaches, some with a proof and a count, two at a time, end before it does."""


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """A row for every approach, and whether they agree."""
    instance = asked.instance()

    def tell(progress: Progress) -> None:
        say(", ".join(one.partition(" on ")[0] for one in progress.running) or progress.stage)

    seconds = min(_RUN_SECONDS, asked.given["seconds"] * _SHARE)
    report = crosscheck(
        [instance], time_limit=seconds, memory_limit=asked.given["memory_mb"] / 2, seed=0, on_progress=tell
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
                "ending": row["ending"],
                "certified_by": row["certified_by"],
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
        "findings": [finding.text for finding in record.findings],
        "placement": None if record.placement is None else record.placement.to_json(),
    }
