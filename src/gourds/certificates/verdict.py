"""What a checker says: a verdict and its reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from gourds.certificates.entries import RejectedError


class ProofVerdict(Enum):
    """What the checker says of a proof."""

    VALID = "valid"
    """The formula is unsatisfiable, and the proof shows it."""
    INVALID = "invalid"
    """The proof does not show it; the formula may be unsatisfiable all the same."""
    CHECKER_ERROR = "checker-error"
    """The checker could not do its work: the formula is malformed, or the checker itself failed."""
    TIMEOUT = "timeout"
    """A time limit was reached first; who sets one watches it from outside."""


@dataclass(frozen=True)
class CertificateCheck:
    """What the checker found. True in conditions iff the certificate is valid."""

    verdict: ProofVerdict
    """VALID, INVALID, TIMEOUT or CHECKER_ERROR."""
    reason: str
    """In words."""
    number: int = 0
    """If VALID: the number of placements that it proves; 0 for every kind but ``count``, which always has some."""

    def __bool__(self) -> bool:
        return self.verdict is ProofVerdict.VALID


Answer = tuple[ProofVerdict, str] | tuple[ProofVerdict, str, int]
"""The fields of a :class:`CertificateCheck`, the last one if there is a number."""


def judged(check: Callable[[], Answer]) -> CertificateCheck:
    """What a check says. What it rejects is INVALID; where it fails itself, it must say so, and gives no verdict."""
    try:
        return CertificateCheck(*check())
    except RejectedError as error:
        return CertificateCheck(ProofVerdict.INVALID, str(error))
    except MemoryError:
        raise
    except Exception as error:
        return CertificateCheck(ProofVerdict.CHECKER_ERROR, f"{type(error).__name__}: {error}")
