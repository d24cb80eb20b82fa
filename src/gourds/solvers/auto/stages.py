"""Boards that do not fall apart: stages with known prices, then a race.

1. ``exchange``, 200 proposals a cell: most boards that have a placement show it here, in milliseconds.
2. ``boundary``: heaviest matchings refute budgets that ask for more gourds of one color than there can be, or for
   fewer. If that is just possible, exchanges begin at such a matching; otherwise there are more of the former. On small
   boards ``polytope`` and a short search by CP-SAT follow at once, without a process.
3. ``direction``: the same in any other direction, with weights for all kinds of gourds.
4. The linear program of ``polytope``, as far as it takes to refute: boards whose budgets are beyond reach. On large
   boards it takes part in the race instead.
5. Tables, if the board is small enough for them; a sweep, if its layers are small: parts of the board that are narrow,
   or have few kinds, hold traps of parity that no linear program sees.
6. A race (:mod:`gourds.solvers.auto.racing`).

Only certain answers end a stage. Without one, what is known is said: how many gourds fit, which stages ran.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from gourds.instance import Instance
from gourds.matching.boundary import End, refute_or_end, search_from_end
from gourds.matching.components.signatures import MAX_CELLS
from gourds.matching.directions import nearest_end
from gourds.matching.exchange.search import Exchanged, is_begun_plainly, search
from gourds.matching.polytope import refute_or_face
from gourds.matching.polytope.face import INSIDE
from gourds.matching.refutation import Refutation
from gourds.running.racing import Finish
from gourds.solvers import cpsat, decompose, frontier, polytope
from gourds.solvers.auto import prices
from gourds.solvers.auto.racing import Race
from gourds.solvers.base import Options, Outcome, Status
from gourds.solvers.modeled import out_of_time, refuted


def whole_at_once(instance: Instance, options: Options) -> Outcome | None:
    """An answer, if some rounds of exchanges find one; on small boards, if the linear program or CP-SAT do."""
    stages = _Stages(instance, options)
    steps = [("exchange", stages.exchange), ("boundary", stages.boundary), ("exchanges", stages.more_exchange)]
    if instance.board.size <= prices.SMALL and (
        options.time_limit is None or options.time_limit >= prices.SERIAL_SECONDS
    ):
        steps += [("polytope", stages.face), ("cpsat", stages.short_search)]
    return stages.first_of(steps)


def decide_whole(instance: Instance, options: Options) -> Outcome:
    """Decide an instance whose counting laws hold, about which nothing could be said at once."""
    return _Stages(instance, options).run()


class _Stages:
    def __init__(self, instance: Instance, options: Options) -> None:
        self.instance = instance
        self.options = replace(options, variant="", settings={})
        self.begun = time.monotonic()
        self.stats: dict[str, Any] = {}
        self.is_inside = False
        """Whether the budgets are known not to be on the boundary of what is possible."""
        self.end: End | None = None
        """The end of what is possible that the budgets are near, if there is one."""
        self.decided_by = ""
        """Who won the race."""

    def run(self) -> Outcome:
        """Stage after stage until one decides."""
        steps = [
            ("boundary", self.find_end),
            ("direction", self.find_direction),
            ("polytope", self.polytope),
            ("tables", self.tables),
            ("sweep", self.sweep),
            ("race", self.race),
        ]
        return self.first_of(steps) or self.unknown()

    def first_of(self, steps: Sequence[tuple[str, Callable[[], Outcome | None]]]) -> Outcome | None:
        """The answer of the first stage that has one."""
        for name, stage in steps:
            start = time.monotonic()
            outcome = stage()
            self.stats[f"{name}_s"] = round(time.monotonic() - start, 6)
            if outcome is not None:
                return replace(outcome, stats={**outcome.stats, **self.stats, "decided_by": self.decided_by or name})
        return None

    def left(self) -> float | None:
        """Seconds that are left."""
        limit = self.options.time_limit
        if limit is None:
            return None
        return max(0.01, limit - prices.EARLIER - (time.monotonic() - self.begun))

    # -- stages ------------------------------------------------------------------------------------------------

    def exchange(self, proposals: int = prices.FIRST, seed: int = 0) -> Outcome | None:
        """Exchanges, this many proposals for each cell."""
        steps = proposals * self.instance.board.size
        found = search(self.instance, seed=self.options.seed + seed, time_limit=self.left(), max_steps=steps)
        return self._placed(found)

    def more_exchange(self) -> Outcome | None:
        """More of them, where the budgets are not near an end."""
        return self.exchange(prices.BURST, seed=1) if self.end is None else None

    def boundary(self) -> Outcome | None:
        """The nearer end of what is possible, and a few trials from there."""
        outcome = self.find_end()
        if outcome is not None or self.end is None:
            return outcome
        steps = prices.BURST * self.instance.board.size
        found = search_from_end(self.end, seed=self.options.seed, max_steps=steps, time_limit=self.left())
        return self._placed(found)

    def _placed(self, found: Exchanged | None) -> Outcome | None:
        """What exchanges found, if it is a placement."""
        placement = None if found is None else found.placement(self.instance)
        return None if placement is None else Outcome(Status.FEASIBLE, placement)

    def find_end(self) -> Outcome | None:
        """Note which end the budgets are near; an answer if they are beyond it. Nothing where no kernel is loaded."""
        if is_begun_plainly(self.instance.board.size):
            return None
        known = refute_or_end(self.instance)
        if isinstance(known, Refutation):
            return refuted(self.instance, known, "auto")
        self.end = known if known.is_near else None
        return None

    def find_direction(self) -> Outcome | None:
        """Look for an end in any direction; an answer if the budgets are beyond it."""
        size = self.instance.board.size
        if self.end is not None or size <= prices.SMALL or size > prices.LP_CELLS:
            return None
        left = self.left()
        seconds = prices.DIRECTION if left is None else min(prices.DIRECTION, prices.DIRECTION_SHARE * left)
        end = nearest_end(self.instance, time.monotonic() + seconds)
        refutation = None if end is None else end.refutation()
        self.end = end
        return None if refutation is None else refuted(self.instance, refutation, "auto")

    def short_search(self) -> Outcome | None:
        """CP-SAT, for a moment; its word is not enough where a proof is wanted."""
        options = replace(self.options, time_limit=self.left(), settings={**cpsat.SEARCHING, "work": prices.SHORT})
        outcome = cpsat.SOLVER.run(self.instance, replace(options, presolve=False))
        is_enough = outcome.status is Status.FEASIBLE or (outcome.status is Status.INFEASIBLE and not options.proof)
        return outcome if is_enough else None

    def face(self) -> Outcome | None:
        """The linear program, and searches on the boundary."""
        outcome, _ = polytope.run_on_face(self.instance, replace(self.options, time_limit=self.left()))
        return None if outcome.status is Status.UNKNOWN else outcome

    def polytope(self) -> Outcome | None:
        """The linear program."""
        if self.end is not None or self.instance.board.size > prices.SERIAL_CELLS:
            return None
        self.options.tell("polytope: do the gourds fit in fractions?")
        left = self.left()
        seconds = prices.SERIAL_SECONDS if left is None else min(left, prices.SERIAL_SECONDS)
        face = refute_or_face(self.instance, seconds, shrink=False)
        self.is_inside = face.reach is not None and face.reach > INSIDE
        return None if face.refutation is None else refuted(self.instance, face.refutation, "auto", face.stats)

    def tables(self) -> Outcome | None:
        """All signatures, if they are few."""
        return decompose.attempt(self.instance, self.options) if self.instance.board.size <= MAX_CELLS else None

    def sweep(self) -> Outcome | None:
        """A sweep with small layers. An exact zero that cannot be written down is not enough if a proof is wanted."""
        if self.instance.board.size > prices.SERIAL_CELLS:
            return None
        options = replace(self.options, time_limit=self.left(), settings={"states": prices.SWEPT})
        outcome = frontier.SOLVER.run(self.instance, options)
        is_claimed = outcome.certificate is not None and not outcome.certificate.is_checkable
        return None if outcome.status is Status.UNKNOWN or (is_claimed and options.proof) else outcome

    def race(self) -> Outcome | None:
        """Searches side by side."""
        finish = self.racers().run()
        self.decided_by = finish.name
        self._note(finish)
        return finish.outcome

    def racers(self) -> Race:
        """Who would take part, as things stand."""
        return Race(self.instance, self.options, self.left, self.end, is_inside=self.is_inside)

    def _note(self, finish: Finish) -> None:
        """Keep what those said that did not win."""
        for name, said in finish.unknown.items():
            self.stats[f"{name}_said"] = said.reason
            if "best_gourds" in said.stats:
                self.stats["best_gourds"] = max(said.stats["best_gourds"], self.stats.get("best_gourds", 0))
        for name, last_words in finish.failed.items():
            self.stats[f"{name}_said"] = last_words

    def unknown(self) -> Outcome:
        """What is known at the limit."""
        reason = out_of_time(self.options)
        if fit := self.stats.get("best_gourds"):
            reason += f"; {fit:,} of {self.instance.size:,} gourds fit at best, and no stage refuted the rest"
        return Outcome(Status.UNKNOWN, reason=reason, stats=self.stats)
