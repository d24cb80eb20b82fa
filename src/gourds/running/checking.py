"""The check of an answer, and what the answer then rests on: for solving, cross-checks, campaigns and the page.

A placement is checked here, by plain code that visits every cell. A certificate is checked in a process of its own,
within limits (:mod:`gourds.running.verifying`). Neither check shares code with the solvers.

The tiers, strongest first. A reader who trusts no solver can check every tier but the last:

    placement     the placement was checked cell by cell, from the definition
    proof         the certificate was accepted by the checker that shares no code with the solvers
    count         the exact number of placements was found, by counting all of them
    probability   a randomized algorithm said "no", with a bound on the probability that it errs
    claim         a solver said so
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from gourds.certificates.clausal.drat import ProofVerdict
from gourds.certificates.verify import CertificateCheck
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from gourds.running.isolation import Limits
from gourds.running.outcome import Outcome, Status
from gourds.running.verifying import verify_limited


class Tier(enum.Enum):
    """What an answer rests on, strongest first."""

    PLACEMENT = "placement"
    PROOF = "proof"
    COUNT = "count"
    PROBABILITY = "probability"
    CLAIM = "claim"

    @property
    def rank(self) -> int:
        """0 for the strongest."""
        return list(Tier).index(self)

    @property
    def words(self) -> str:
        """For people."""
        return _WORDS[self]


_WORDS: Final = {
    Tier.PLACEMENT: "placement checked",
    Tier.PROOF: "proof checked",
    Tier.COUNT: "exact count",
    Tier.PROBABILITY: "stated error probability",
    Tier.CLAIM: "claimed",
}


@dataclass(frozen=True)
class Checked:
    """What the check of an answer found."""

    tier: Tier | None = None
    """What the verdict rests on; None without a verdict, or if it is wrong by itself."""
    wrong: str = ""
    """'placement' or 'certificate', if that is missing or was rejected."""
    faults: tuple[str, ...] = ()
    """What is wrong with it; nothing if it is missing."""
    is_readable: bool = True
    """False if what was given for a placement is none."""
    proof: CertificateCheck | None = None
    """What the checker said of the certificate, if there was one to check."""

    @property
    def checked_by(self) -> tuple[str, ...]:
        """The checkers that confirm the verdict, each with its version; nobody if it is counted or claimed."""
        return (own_version(),) if self.is_confirmed else ()

    @property
    def is_confirmed(self) -> bool | None:
        """True if the check confirms the verdict, False if it rejects what was given, None if it does neither."""
        return False if self.wrong else True if self.tier in (Tier.PLACEMENT, Tier.PROOF) else None


def own_version() -> str:
    """The name and version of this package, which is the checker's."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"gourds {version('gourds')}"
    except PackageNotFoundError:
        return "gourds"


def check_answer(
    instance: Instance, answer: Outcome, *, has_counted: bool = False, limits: Limits | None = None
) -> Checked:
    """Check the placement or the certificate of an answer.

    ``has_counted`` says that the answer comes from counting all placements. ``limits`` are those for the check of a
    certificate; what they leave open grows with its size.
    """
    if answer.status is Status.UNKNOWN:
        return Checked()
    if answer.status is Status.FEASIBLE:
        return check_placement(instance, answer.placement)
    weak = unproved_tier(answer.error_bound, has_counted=has_counted)
    if answer.certificate is None or not answer.certificate.is_checkable:
        return Checked(weak)
    limits = limits or Limits()
    proof = verify_limited(instance, answer.certificate, limits.wall, limits.memory)
    if proof.verdict is ProofVerdict.VALID and proof.number:
        return Checked(wrong="certificate", faults=(f"it proves {proof.number:,} placements",), proof=proof)
    if proof.verdict is ProofVerdict.VALID:
        return Checked(Tier.PROOF, proof=proof)
    if proof.verdict is ProofVerdict.INVALID:
        return Checked(wrong="certificate", faults=(proof.reason,), proof=proof)
    return Checked(weak, proof=proof)


def check_placement(instance: Instance, placement: Placement | None) -> Checked:
    """Check the placement of a feasible answer; without one the answer is wrong."""
    if placement is None:
        return Checked(wrong="placement")
    try:
        faults = placement_faults(instance, placement)
    except Exception as error:  # a solver may return anything as a placement; it must not pass
        return Checked(wrong="placement", faults=(repr(error),), is_readable=False)
    return Checked(wrong="placement", faults=tuple(map(str, faults))) if faults else Checked(Tier.PLACEMENT)


def unproved_tier(error_bound: float, *, has_counted: bool) -> Tier:
    """What an infeasible answer rests on without a certificate that was checked."""
    if error_bound > 0:
        return Tier.PROBABILITY
    return Tier.COUNT if has_counted else Tier.CLAIM
