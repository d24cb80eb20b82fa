"""What was found about one reduction, summed up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gourds.reductions.checking.draws import Hand
from gourds.reductions.checking.trial import Trial


@dataclass(frozen=True)
class MapReport:
    """What was found about one reduction. True in conditions iff nothing is wrong."""

    reduction: str
    trials: tuple[Trial, ...]
    failure: Trial | None = None
    """The first failure, shrunk."""
    found_on: Trial | None = None
    """The failure before shrinking."""
    planned: int = 0
    """How many instances there were to be."""

    def __bool__(self) -> bool:
        return self.failure is None

    @property
    def is_cut_short(self) -> bool:
        """True if an interrupt came before the end."""
        return self.failure is None and len(self.trials) < self.planned

    @property
    def boards(self) -> dict[tuple[str, ...], tuple[int, int]]:
        """The paths that were taken, each with the number of instances and the cells of the largest board."""
        found: dict[tuple[str, ...], tuple[int, int]] = {}
        for trial in self.trials:
            if trial.cells is not None:
                number, cells = found.get(trial.path, (0, 0))
                found[trial.path] = (number + 1, max(cells, trial.cells))
        return found

    @property
    def listed(self) -> int:
        """Of how many instances all solutions of the target were read."""
        return sum(trial.images is not None for trial in self.trials)

    @property
    def read(self) -> dict[Hand, int]:
        """How many solutions were read back, by where they came from."""
        total: Counter[Hand] = Counter()
        for trial in self.trials:
            total.update(trial.read)
        return {hand: total[hand] for hand in Hand if total[hand]}

    @property
    def evidence(self) -> dict[str, int]:
        """What each "no" at the end of the path rests on."""
        return dict(Counter(trial.evidence for trial in self.trials if trial.evidence).most_common())

    @property
    def parsimony(self) -> set[Fraction]:
        """The numbers of solutions of the target for one of the source, where both are known."""
        pairs = ((trial.images, trial.solutions) for trial in self.trials)
        return {Fraction(images, solutions) for images, solutions in pairs if images is not None and solutions}

    @property
    def placements_per_solution(self) -> dict[int, set[Fraction]]:
        """For every size of board that was counted, the numbers of placements for one solution of the source."""
        found: dict[int, set[Fraction]] = {}
        for trial in self.trials:
            if trial.placements and trial.solutions and trial.cells is not None:
                found.setdefault(trial.cells, set()).add(Fraction(trial.placements, trial.solutions))
        return dict(sorted(found.items()))

    def to_json(self) -> dict[str, Any]:
        """What ``gourds check-reduction NAME --json`` prints of it."""
        ratios = self.placements_per_solution
        boards = [
            {"path": list(path), "instances": number, "largest": cells} for path, (number, cells) in self.boards.items()
        ]
        return {
            "reduction": self.reduction,
            "yes": sum(trial.is_yes for trial in self.trials),
            "no": sum(not trial.is_yes for trial in self.trials),
            "sent": sum(trial.sent for trial in self.trials),
            "read": {hand.value: count for hand, count in self.read.items()},
            "evidence": self.evidence,
            "largest_board": max((trial.cells or 0 for trial in self.trials), default=0),
            "boards": boards,
            "all_target_solutions_read": self.listed,
            "target_solutions_per_solution": sorted(map(str, self.parsimony)),
            "placements_per_solution": {str(cells): sorted(map(str, found)) for cells, found in ratios.items()},
            "cut_short": self.is_cut_short,
            "failure": self._failure(),
        }

    def _failure(self) -> dict[str, Any] | None:
        trial = self.failure
        if trial is None or trial.failure is None:
            return None
        failure = trial.failure
        return {
            "flaw": failure.flaw.value,
            "where": failure.where,
            "detail": failure.detail,
            "solution_from": None if failure.hand is None else failure.hand.value,
            "found_on": None if self.found_on is None else self.found_on.origin,
            "instance": trial.text,
            "placement": None if trial.placement is None else trial.placement.to_json(),
        }
