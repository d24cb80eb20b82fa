"""From what a program printed and wrote to an outcome.

What can go wrong is told apart. A program that a signal ended, or that ended with an exit code of no meaning and
without a placement, *crashed*. One that ended in good order but whose answer cannot be read gave none: an *error*, with
the first line that is bad. Values that are no placement are an answer, a wrong one: the outcome is feasible without a
placement, and says why. "Feasible" without values is no answer, since there is nothing to check.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from gourds.decoding.answer import verdict_of
from gourds.decoding.decode import Decoded, decode_output
from gourds.errors import InputError, one_line, quoted
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.running.outcome import Outcome, Status
from gourds.running.programs import MOST_FILE, MOST_OUTPUT, Ran, read_bounded, signal_name
from gourds.solvers.external.proofs import NoProofError, read_proof
from gourds.solvers.external.recipe import Recipe
from gourds.solvers.modeled import claimed

FEASIBLE, INFEASIBLE, BOTH = 10, 20, 30
"""Exit codes in the SAT world; clasp and clingo end with 30 when a search is complete that found something."""
ORDERLY: Final = (0, FEASIBLE, INFEASIBLE, BOTH)
_SHOWN: Final = 80

Verdict = Literal["feasible", "infeasible", "unknown"]


class _FailedError(Exception):
    """There is no answer; says how it failed and why."""

    def __init__(self, failure: Literal["error", "crashed"], reason: str) -> None:
        super().__init__(reason)
        self.failure: Literal["error", "crashed"] = failure


@dataclass(frozen=True)
class Files:
    """What a program may have written."""

    output: Path
    proof: Path | None
    """None if no proof was wanted."""


def read_outcome(
    instance: Instance, recipe: Recipe, ran: Ran, files: Files, encoding: str, stats: Mapping[str, Any]
) -> Outcome:
    """What a program's run amounts to."""
    try:
        verdict, decoded = _read(instance, recipe, ran, files, encoding)
    except _FailedError as failed:
        return Outcome(Status.UNKNOWN, reason=f"{recipe.name}: {failed}", stats=stats, failure=failed.failure)
    if decoded is not None and decoded.placement is not None:
        return Outcome(Status.FEASIBLE, decoded.placement, stats=stats)
    if verdict == "infeasible":
        return _infeasible(instance, recipe, ran, files, stats)
    if decoded is not None and decoded.status == "wrong":
        more = f" (and {len(decoded.faults) - 1:,} more faults)" if len(decoded.faults) > 1 else ""
        reason = f"{recipe.name}: its values are no placement: {decoded.faults[0]}{more}"
        return Outcome(Status.FEASIBLE, reason=reason, stats=stats)
    words = f": {decoded.words}" if decoded is not None and decoded.words else ""
    if verdict == "feasible":
        return Outcome(Status.UNKNOWN, reason=f"{recipe.name} says feasible, but gives no values{words}", stats=stats)
    return Outcome(Status.UNKNOWN, reason=f"{recipe.name} gave up{words}", stats=stats)


def _infeasible(instance: Instance, recipe: Recipe, ran: Ran, files: Files, stats: Mapping[str, Any]) -> Outcome:
    reason = f"{recipe.name} found the {recipe.format.upper()} file infeasible"
    if files.proof is None:
        return claimed(instance, recipe.name, reason, stats)
    try:
        data = read_proof(instance, files.proof, recipe.name)
    except NoProofError as error:
        return claimed(instance, recipe.name, f"{reason}; {error}", stats)
    stats = {**stats, "proof_lines": len(data["proof"])}
    certificate = Certificate("drat", instance.digest, data)
    return Outcome(Status.INFEASIBLE, certificate=certificate, reason=reason, stats=stats)


def _read(instance: Instance, recipe: Recipe, ran: Ran, files: Files, encoding: str) -> tuple[Verdict, Decoded | None]:
    """The verdict, and the values that were read, if any. Raises _FailedError."""
    if ran.is_endless:
        raise _FailedError("error", f"printed more than {MOST_OUTPUT >> 20} MB and was stopped")
    if ran.code < 0:
        long = f", for a file of more than {MOST_FILE >> 20:,} MB" if signal_name(-ran.code) == "SIGXFSZ" else ""
        raise _FailedError("crashed", f"{ran.how}{long}")
    text = _text(ran, files)
    decoded: Decoded | None = None
    fault = ""
    try:
        decoded = decode_output(instance, text, encoding, recipe.form)
    except InputError as error:
        fault = str(error.faults[0]).partition("; known are")[0]  # the list of formats is for people who can choose
    if decoded is not None and decoded.placement is not None:
        return "feasible", decoded  # whatever else it says: a placement speaks for itself
    if ran.code not in ORDERLY:
        raise _FailedError("crashed", ran.how)
    if recipe.answer == "exit-code":
        return _by_exit_code(ran), decoded
    if recipe.answer == "pattern":
        return _by_pattern(recipe, ran, text), decoded
    if decoded is None:
        bad = "" if "line " in fault else _first_line(text)
        raise _FailedError("error", f"exit code {ran.code}, but its answer cannot be read: {fault}{bad}")
    verdict: Verdict = "feasible" if decoded.status == "wrong" else verdict_of(decoded.words) or "unknown"
    if {ran.code, verdict} in ({FEASIBLE, "infeasible"}, {INFEASIBLE, "feasible"}):
        raise _FailedError("error", f"exit code {ran.code}, but it says {quoted(decoded.words or 'feasible')}")
    return verdict, decoded


def _text(ran: Ran, files: Files) -> str:
    """The answer: the file that was asked for or, if there is none, what was printed."""
    try:
        with files.output.open("rb") as file:
            data = read_bounded(file)
    except OSError:
        data = ran.output
    if data is None:
        raise _FailedError("error", f"wrote an answer of more than {MOST_OUTPUT >> 20} MB")
    return data.decode("utf-8", "replace")


def _by_exit_code(ran: Ran) -> Verdict:
    verdicts: dict[int, Verdict] = {FEASIBLE: "feasible", BOTH: "feasible", INFEASIBLE: "infeasible"}
    return verdicts.get(ran.code, "unknown")


def _by_pattern(recipe: Recipe, ran: Ran, text: str) -> Verdict:
    said = ran.output.decode("utf-8", "replace") + "\n" + text
    sat, unsat = (
        pattern is not None and re.search(pattern, said, re.MULTILINE) is not None
        for pattern in (recipe.sat, recipe.unsat)
    )
    if sat and unsat:
        raise _FailedError("error", f"exit code {ran.code}, and both patterns are in its output")
    if not (sat or unsat):
        reason = f"exit code {ran.code}, but no pattern is in its output"
        raise _FailedError("error", f"{reason}{_first_line(said)}")
    return "feasible" if sat else "infeasible"


def _first_line(text: str) -> str:
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return f"; its first line is {quoted(one_line(first)[:_SHOWN])}" if first else "; there is none"
