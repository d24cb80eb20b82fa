"""What the answers about one instance say together: the verdict, what it rests on, and every disagreement.

A feasible answer counts only with a checked placement, so nothing can outweigh it: an approach that says infeasible is
then wrong. Without a placement every verdict is infeasible, and the only question is whether the counts and the facts
known in advance agree. An answer without a verdict is ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from gourds.crosscheck.answers import Answer, Count, Ending
from gourds.crosscheck.running import FORMULA
from gourds.crosscheck.subjects import Known, Subject
from gourds.placement import Placement
from gourds.running.checking import Tier
from gourds.running.outcome import Status
from gourds.words import enumerated

LISTED: Final = 2_500
"""Placements of boards with more cells are not part of the JSON of a record: they would be most of it."""


@dataclass(frozen=True)
class Finding:
    """One disagreement."""

    kind: str
    """placement, certificate, back map, self-check; verdicts, counts, count and verdict; known, known count."""
    text: str
    """In words."""
    accused: tuple[str, ...]
    """The approaches that are wrong, or may be; empty if all agree but contradict what is known."""
    witnesses: tuple[str, ...] = ()
    """Approaches that say otherwise, the most trustworthy first."""
    error_bound: float = 0.0
    """For a wrong randomized answer: the error probability that it stated."""

    def to_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {**asdict(self), "accused": list(self.accused), "witnesses": list(self.witnesses)}


@dataclass(frozen=True)
class Record:
    """An instance with all that was said about it."""

    subject: Subject
    answers: tuple[Answer, ...]
    """In the order of the approaches."""
    counts: tuple[Count, ...]
    """In the order of the approaches."""
    verdict: Status
    """What the answers say together."""
    tier: Tier | None
    """The strongest thing that the verdict rests on."""
    findings: tuple[Finding, ...]

    @property
    def placement(self) -> Placement | None:
        """A checked placement."""
        return next((answer.placement for answer in self.answers if answer.tier is Tier.PLACEMENT), None)

    @property
    def number(self) -> int | None:
        """The number of placements, if at least one approach counted and all counts agree."""
        numbers = {count.number for count in self.counts if count.number is not None}
        return numbers.pop() if len(numbers) == 1 else None

    def rests_on(self) -> str:
        """In words: what the verdict rests on."""
        if self.tier is None:
            return "no approach gave a verdict"
        by = [answer for answer in self.answers if answer.tier is self.tier and answer.status is self.verdict]
        if self.tier is Tier.PROOF:
            kinds = ", ".join(sorted({answer.proof_kind for answer in by}))
            checkers = ", ".join(dict.fromkeys(name for answer in by for name in answer.checked_by))
            return f"proof checked ({kinds}) by {checkers}" if checkers else f"proof checked ({kinds})"
        if self.tier is Tier.PROBABILITY:
            return f"stated error probability, at most {min(answer.error_bound for answer in by):.2g}"
        if self.tier is Tier.COUNT:
            return "exact count of zero" if self.verdict is Status.INFEASIBLE else "exact count"
        return self.tier.words

    def failures(self) -> list[tuple[str, str]]:
        """The approaches that crashed, each with the reason."""
        ended: list[Answer | Count] = [*self.answers, *self.counts]
        return [(one.approach, one.reason) for one in ended if one.ending is Ending.FAILED]

    def to_json(self) -> dict[str, Any]:
        """Everything about this instance; on large boards without the placement."""
        instance, known = self.subject.instance, self.subject.known
        is_large = instance.board.size > LISTED
        return {
            "name": self.subject.name,
            "file": self.subject.path,
            "digest": instance.digest,
            "cells": instance.board.size,
            "gourds": instance.size,
            "colors": len(instance.colors),
            "verdict": self.verdict.value,
            "certified_by": None if self.tier is None else self.tier.value,
            "rests_on": self.rests_on(),
            "count": None if self.number is None else str(self.number),
            "known": None if known is None else _known_json(known),
            "answers": [answer.to_json() for answer in self.answers],
            "counts": [count.to_json() for count in self.counts],
            "findings": [finding.to_json() for finding in self.findings],
            "placement": None if self.placement is None or is_large else self.placement.to_json(),
        }


def _known_json(known: Known) -> dict[str, Any]:
    placements = None if known.placements is None else str(known.placements)
    return {"verdict": known.verdict.value, "why": known.why, "count": placements}


def judge(subject: Subject, answers: Sequence[Answer], counts: Sequence[Count]) -> Record:
    """The verdict on an instance and every disagreement about it, the most telling first."""
    answers = _without_foreign_back_maps(answers)
    sound = sorted((a for a in answers if a.tier is not None and a.is_verdict), key=_trust)
    numbers = [count for count in counts if count.number is not None]
    verdict, tier = _verdict(sound, numbers)
    findings = [
        Finding(fault.kind, f"{answer.approach} {fault.text}", (answer.approach,))
        for answer in answers
        for fault in answer.faults
    ]
    findings += _compare_verdicts(sound)
    findings += _compare_counts(numbers, subject.known)
    findings += _compare_counts_with_verdicts(numbers, sound)
    findings += _compare_with_known(subject.known, verdict, numbers, tier)
    return Record(subject, tuple(answers), tuple(counts), verdict, tier, tuple(findings))


def _without_foreign_back_maps(answers: Sequence[Answer]) -> Sequence[Answer]:
    """The answers without faults of the back map if the board is not the formula's, so that there is none."""
    if not any(answer.approach == FORMULA and answer.ending is Ending.DECLINED for answer in answers):
        return answers
    return [
        replace(answer, faults=tuple(fault for fault in answer.faults if fault.kind != "back map"))
        for answer in answers
    ]


def _trust(answer: Answer) -> int:
    """A sort key: small for the most trustworthy."""
    assert answer.tier is not None
    return answer.tier.rank


def _verdict(sound: Sequence[Answer], numbers: Sequence[Count]) -> tuple[Status, Tier | None]:
    """The best-supported verdict: by a placement, then a proof, then an exact count, then the rest."""
    best = sound[0] if sound else None
    if best is not None and best.tier in (Tier.PLACEMENT, Tier.PROOF):
        return best.status, best.tier
    if numbers and len({bool(count.number) for count in numbers}) == 1:
        return Status.FEASIBLE if numbers[0].number else Status.INFEASIBLE, Tier.COUNT
    return (Status.UNKNOWN, None) if best is None else (best.status, best.tier)


def _names(ones: Sequence[Answer | Count]) -> tuple[str, ...]:
    return tuple(one.approach for one in ones)


def _say(names: Sequence[str]) -> str:
    return f"{enumerated(names)} {'says' if len(names) == 1 else 'say'}"


def _compare_verdicts(sound: Sequence[Answer]) -> list[Finding]:
    yes = [answer for answer in sound if answer.status is Status.FEASIBLE]
    no = [answer for answer in sound if answer.status is Status.INFEASIBLE]
    if not yes or not no:
        return []
    found = []
    certain = [answer for answer in no if answer.tier is not Tier.PROBABILITY]
    if certain:
        text = f"{_say(_names(certain))} infeasible, but {yes[0].approach} has a placement that was checked"
        found.append(Finding("verdicts", text, _names(certain), _names(yes)))
    for answer in no:
        if answer.tier is Tier.PROBABILITY:
            text = (
                f"{answer.approach} says infeasible with an error probability of at most {answer.error_bound:.2g},"
                f" but {yes[0].approach} has a placement that was checked: the randomized answer is wrong"
            )
            found.append(Finding("verdicts", text, (answer.approach,), _names(yes), answer.error_bound))
    return found


def _compare_counts(numbers: Sequence[Count], known: Known | None) -> list[Finding]:
    """Counts that differ from each other; the accused contradict what is known, or the majority."""
    values = Counter(count.number for count in numbers)
    if len(values) < 2:
        return []
    right = known.placements if known is not None and known.placements in values else None
    if right is None:
        most = values.most_common(2)
        right = most[0][0] if most[0][1] > most[1][1] else None
    accused = [count for count in numbers if right is None or count.number != right]
    others = [count for count in numbers if count.number == right]
    said = ", ".join(f"{count.approach} {short(count.number)}" for count in numbers)
    return [Finding("counts", f"the counts differ: {said}", _names(accused), _names(others))]


def _compare_counts_with_verdicts(numbers: Sequence[Count], sound: Sequence[Answer]) -> list[Finding]:
    found = []
    for count in numbers:
        against = [one for one in sound if one.status is (Status.INFEASIBLE if count.number else Status.FEASIBLE)]
        if against:
            first = against[0]
            is_solid = first.tier in (Tier.PLACEMENT, Tier.PROOF)
            accused = (count.approach,) if is_solid else (count.approach, *_names(against))
            text = f"{count.approach} counts {short(count.number)}, but {_say(_names(against))} {first.status.value}"
            found.append(Finding("count and verdict", text, accused, _names(against)))
    return found


def _compare_with_known(
    known: Known | None, verdict: Status, numbers: Sequence[Count], tier: Tier | None
) -> list[Finding]:
    if known is None:
        return []
    found = []
    if verdict is not Status.UNKNOWN and verdict is not known.verdict:
        rests = f" ({tier.words})" if tier is not None else ""
        text = f"the verdict is {verdict.value}{rests}, but the manifest says {known.verdict.value}: {known.why}"
        found.append(Finding("known", text, ()))
    wrong = [count for count in numbers if known.placements is not None and count.number != known.placements]
    if wrong:
        said = ", ".join(f"{count.approach} {short(count.number)}" for count in wrong)
        others = [count for count in numbers if count.number == known.placements]
        text = f"the manifest says {short(known.placements)}, but counted was: {said}"
        found.append(Finding("known count", text, _names(wrong), _names(others)))
    return found


def short(number: int | None) -> str:
    """A number of any size in a few characters.

    >>> short(561087), short(7 * 10**99), short(0)
    ('561,087', '7.0e99', '0')
    """
    if number is None:
        return "nothing"
    if number < 10**9:
        return f"{number:,}"
    digits = int((number.bit_length() - 1) * 0.30102999566398) - 6
    lead = f"{number // 10 ** max(digits, 0):.1e}"  # seven or eight digits, as '1.2e+07'
    return f"{lead[:3]}e{int(lead[5:]) + max(digits, 0)}"
