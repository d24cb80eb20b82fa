"""Every forger behind one interface: a function that makes one more case and says how it ended."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.forging import placements, plans, shortest
from tests.forging.certificates import Forged, forge, minimized
from tests.forging.forgery import Forgery
from tests.forging.proofs import examined, forge_proof
from tests.forging.targets import random_target

REJECTED, RIGHT, ACCEPTED, CRASHED = "rejected", "right", "accepted", "crashed"
"""How a case ends: refused; accepted and right; accepted though wrong, or refused though right; the checker failed."""
TURN = 200
"""Cases of one forger before the next has its turn."""
PER_TARGET = 60
"""Certificates that are forged for one instance before the next is made."""


@dataclass(frozen=True)
class Case:
    """One forged answer."""

    sort: str
    """What was forged."""
    ending: str
    """One of those above."""
    describe: Callable[[], str]
    """The case in words, as small as it can be made."""
    draw: Callable[[Path], None] | None = None
    """Writes a picture."""


def certificates(rng: random.Random) -> Iterator[Case]:
    """Forged certificates of all kinds for feasible instances."""
    endings = {"valid": ACCEPTED, "checker-error": CRASHED}
    while True:
        target = random_target(rng)
        for _ in range(PER_TARGET):
            forged = forge(rng, target)
            ending = endings.get(forged.verdict, REJECTED)
            yield Case(f"certificate: {forged.certificate.kind}", ending, _words(forged), _picture(forged))


def _words(forged: Forged) -> Callable[[], str]:
    return lambda: (minimized(forged) if forged.verdict == "valid" else forged).describe()


def _picture(forged: Forged) -> Callable[[Path], None]:
    def draw(path: Path) -> None:
        import gourds

        gourds.draw(forged.target.instance, path=path)

    return draw


def proofs(rng: random.Random) -> Iterator[Case]:
    """DRAT proofs with many RAT steps, right and wrong."""
    while True:
        forged = forge_proof(rng)
        verdict = forged.result.verdict.value
        if verdict == "checker-error":
            ending = CRASHED
        elif verdict == "valid":
            ending = ACCEPTED if forged.is_satisfiable else RIGHT
        else:
            ending = ACCEPTED if forged.is_right else REJECTED
        sort = (
            "DRAT proof with RAT steps"
            if forged.result and examined(forged.clauses, forged.lines).rat
            else "DRAT proof"
        )
        yield Case(sort, ending, lambda forged=forged: f"{forged.clauses}\n{forged.lines}\n{forged.result}")


def judged(sort: str, forge_one: Callable[[random.Random], Forgery]) -> Callable[[random.Random], Iterator[Case]]:
    """A forger of cases that a plain definition judges as well."""

    def forger(rng: random.Random) -> Iterator[Case]:
        while True:
            forged = forge_one(rng)
            agreed = RIGHT if forged.is_right else REJECTED
            ending = CRASHED if forged.is_crash else ACCEPTED if forged.is_disputed else agreed
            yield Case(sort, ending, forged.describe)

    return forger


FORGERS: dict[str, Callable[[random.Random], Iterator[Case]]] = {
    "certificates": certificates,
    "proofs": proofs,
    "placements": judged("placement", placements.forge),
    "partial placements": judged("partial placement", placements.forge_partial),
    "plans": judged("plan", plans.forge),
    "shortest": judged("certificate: shortest", shortest.forge),
}


def work(seed: int, seconds: float, names: list[str], folder: Path) -> Counter[tuple[str, str]]:
    """Forge until the time is over; what went wrong is written down."""
    rng = random.Random(seed)
    forgers = [FORGERS[name](rng) for name in names]
    counts: Counter[tuple[str, str]] = Counter()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for forger in forgers:
            for _ in range(TURN):
                case = next(forger)
                counts[case.sort, case.ending] += 1
                if case.ending in (ACCEPTED, CRASHED):
                    folder.mkdir(parents=True, exist_ok=True)
                    name = f"{case.sort.replace(': ', '-').replace(' ', '-')}-{seed}-{counts.total()}"
                    (folder / f"{name}.txt").write_text(case.describe() + "\n")
                    if case.draw is not None:
                        case.draw(folder / f"{name}.svg")
                if time.monotonic() >= end:
                    break
    return counts
