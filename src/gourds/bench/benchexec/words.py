"""What runs and verdicts are called on both sides.

BenchExec has a *status* (what the tool said, or why it ended) and a *category* (what that is worth). The property is
"there is a placement", so feasible is ``true`` and infeasible is ``false``. A limit is an ``error`` there and
``unknown`` here; each side is told in its own words. An answer that nothing confirms is ``missing`` there.
"""

from __future__ import annotations

import itertools
import re
from typing import Final

from gourds.bench.store.schema import FAILURES

TOOL: Final = "gourds.bench.benchexec.tool_info"
"""The module that BenchExec loads."""
GENERATOR: Final = "gourds"
"""How the generator of a file begins if we wrote it; BenchExec's begins with its own name."""
PROPERTY: Final = "placeable"
"""The name of the property, and of its file."""

EXPECTED: Final = {"feasible": "true", "infeasible": "false"}
"""Verdicts as BenchExec spells them."""
VERDICTS: Final = {spelled: verdict for verdict, spelled in EXPECTED.items()}

_ENDS: Final = {
    "declined": ("unknown", ""),
    "time limit": ("TIMEOUT", "walltime"),
    "cpu limit": ("TIMEOUT", "cputime"),
    "memory limit": ("OUT OF MEMORY", "memory"),
    "out of memory": ("OUT OF MEMORY", ""),
    "crashed": ("CRASHED", ""),
    "error": ("ERROR", ""),
}
"""Status and reason of termination by the cause of an end without a verdict."""
_SAT: Final = {"sat": "feasible", "satisfiable": "feasible", "unsat": "infeasible", "unsatisfiable": "infeasible"}
"""What solvers of formulas say, in files of old versions."""
_CRASHES: Final = ("CRASHED", "SEGMENTATION FAULT", "ABORTED", "KILLED")


def status_of(verdict: str, cause: str) -> tuple[str, str]:
    """A run's status, and why BenchExec would have ended it (empty: it ended by itself).

    >>> status_of("feasible", "done"), status_of("unknown", "cpu limit")
    (('true', ''), ('TIMEOUT', 'cputime'))
    """
    return _ENDS[cause] if cause in _ENDS else (EXPECTED.get(verdict, "unknown"), "")


def category_of(status: str, judgement: str) -> str:
    """What a status is worth, by how the store judges the run.

    >>> category_of("false", "unconfirmed"), category_of("TIMEOUT", "unknown")
    ('missing', 'error')
    """
    if status in VERDICTS:
        return judgement if judgement in ("correct", "wrong") else "missing"
    return "unknown" if status == "unknown" else "error"


def ending_of(status: str, reason: str, is_signal: bool = False) -> tuple[str, str, str | None]:
    """Verdict, cause and detail of a run with this status and reason of termination.

    A tool's answer after a limit (``TIMEOUT (true)``) does not count, here as there.

    >>> ending_of("false(unreach-call)", "")
    ('infeasible', 'done', 'false(unreach-call)')
    >>> ending_of("TIMEOUT", "walltime"), ending_of("SEGMENTATION FAULT", "")
    (('unknown', 'time limit', None), ('unknown', 'crashed', 'SEGMENTATION FAULT'))
    """
    if status in VERDICTS:
        return VERDICTS[status], "done", None
    if status.lower() in _SAT:
        return _SAT[status.lower()], "done", status
    if re.fullmatch(r"false\(.*\)", status, re.S):
        return "infeasible", "done", status
    detail = None if status in {told for told, _ in _ENDS.values()} else status
    if status in ("unknown", "done"):
        return "unknown", "declined", detail
    if status.startswith("TIMEOUT"):
        return "unknown", "cpu limit" if reason.startswith("cputime") else "time limit", detail
    if status.startswith(("OUT OF MEMORY", "OUT_OF_MEMORY", "OOM")):
        return "unknown", "memory limit" if reason == "memory" else "out of memory", detail
    cause = "crashed" if is_signal or status.startswith(_CRASHES) else "error"
    assert cause in FAILURES
    return "unknown", cause, detail


def file_name(text: str) -> str:
    """A text as part of the name of a file that means itself everywhere: in BenchExec's patterns, in addresses.

    >>> file_name("sat:cadical195 textbook")
    'sat-cadical195_textbook'
    """
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", text.replace(" ", "_"))
    return re.sub(r"-*_[-_]*", "_", plain)[:120].strip(".-_") or "unnamed"


def new_name(name: str, taken: set[str], joint: str = "-") -> str:
    """The name, with a number if it is taken in any spelling; it is taken then."""
    tries = itertools.chain([name], (f"{name}{joint}{k}" for k in itertools.count(2)))
    found = next(one for one in tries if one.lower() not in taken)
    taken.add(found.lower())
    return found


def xml_text(text: str) -> str:
    """The text without characters that XML cannot hold."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
