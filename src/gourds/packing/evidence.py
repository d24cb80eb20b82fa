"""Verdicts with evidence: from a manifest if it brings some along, else found on the spot; always checked.

A placement is checked cell by cell, a certificate by the checker that shares no code with the solvers, in a process of
its own. A verdict that nothing was found for is written down as what it is: stated by a manifest, claimed by a solver,
or unknown. A manifest that contradicts checked evidence is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gourds.errors import InputError, one_line
from gourds.files import loads, other_than
from gourds.files.certificates import FORMAT, RESTS_ON, Certificate, stated_kind
from gourds.files.raw import display_name, naming, read_text
from gourds.instance import Instance
from gourds.packing.subjects import Subject
from gourds.placement import Placement, placement_faults
from gourds.running.outcome import Status
from gourds.running.verifying import verify_limited
from gourds.solvers import solve

STATED, CLAIMED, NONE = "stated", "claimed", "none"
"""What a verdict rests on if it is not a checked file."""
LONGEST = 160
"""Characters of what a manifest says of its verdict."""


@dataclass(frozen=True)
class Verdict:
    """The expected verdict of an instance, and what it rests on."""

    status: str
    """feasible, infeasible or unknown."""
    evidence: str
    """``placement``, the kind of a certificate, or one of :data:`STATED`, :data:`CLAIMED` and :data:`NONE`."""
    words: str
    """The same for people."""
    document: Placement | Certificate | None = None
    """What was checked, and everybody can check."""


@dataclass(frozen=True)
class Search:
    """How a verdict is looked for."""

    time_limit: float | None = 60.0
    """Seconds for each."""
    seed: int = 0
    """Of random choices."""
    jobs: int | None = None
    """Processes; with one, the same evidence is found every time, with more the first one wins."""


def decide(subject: Subject, search: Search, tell: Callable[[str], None]) -> Verdict:
    """The verdict on an instance. Raises InputError if a manifest is wrong about it."""
    found = None if subject.evidence is None else of_file(subject.instance, subject.evidence)
    if found is None:
        found = _solved(subject.instance, search, tell)
    if subject.verdict is None:
        return found
    source = "" if subject.path is None else display_name(subject.path)
    if found.status == "unknown":
        why = one_line(subject.why)[:LONGEST]
        return Verdict(subject.verdict, STATED, f"stated by a manifest{f': {why}' if why else ''}; not checked")
    if found.status != subject.verdict:
        raise InputError(f"the manifest says {subject.verdict}, but it is {found.status}: {found.words}", source)
    return found


def of_document(instance: Instance, document: Placement | Certificate) -> Verdict | None:
    """The verdict that evidence gives if it holds; None if it proves nothing. Raises InputError if it is wrong."""
    if isinstance(document, Placement):
        if faults := list(placement_faults(instance, document)):
            raise InputError(faults)
        return Verdict("feasible", "placement", "a placement, checked", document)
    if not document.is_checkable:
        return None
    check = verify_limited(instance, document)
    if not check:
        raise InputError(f"the certificate is {check.verdict.value}: {check.reason}")
    return _certified(document, check.number)


def _certified(document: Certificate, number: int | None) -> Verdict:
    rests_on = RESTS_ON[document.kind]
    status = "feasible" if number else "infeasible"
    return Verdict(status, document.kind, f"a certificate, checked: {rests_on}", document)


def of_file(instance: Instance, path: Path) -> Verdict | None:
    """The same for a file with a placement or a certificate, which is read within limits, too: that can take much."""
    with naming(path):
        text = read_text(path)
        if FORMAT not in text[:200]:
            value = loads(text)
            if not isinstance(value, Placement):
                raise other_than("a placement or a certificate", value, path)
            return of_document(instance, value)
        if stated_kind(text) == CLAIMED:
            return None
        check = verify_limited(instance, text)
        if not check:
            raise InputError(f"the certificate is {check.verdict.value}: {check.reason}")
        return _certified(Certificate.from_text(text), check.number)


def _solved(instance: Instance, search: Search, tell: Callable[[str], None]) -> Verdict:
    """What ``auto`` finds within the limit."""
    result = solve(instance, "auto", search.time_limit, search.seed, jobs=search.jobs, proof=True, tell=tell)
    if result.status is Status.UNKNOWN:
        return Verdict("unknown", NONE, f"unknown: auto found no answer ({one_line(result.reason or 'no reason')})")
    document = result.placement if result.status is Status.FEASIBLE else result.certificate
    found = None if document is None else of_document(instance, document)
    if found is not None:
        return found
    return Verdict(result.status.value, CLAIMED, "claimed by a solver; no certificate was found in time")
