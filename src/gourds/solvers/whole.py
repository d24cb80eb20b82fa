"""Boards that do not fall apart: two stages with known prices, then a race.

1. ``exchange``, some hundred proposals a cell: most boards that have a placement show it here, in milliseconds.
2. The linear program of ``polytope`` without more than it needs to refute: boards whose budgets are beyond reach.
3. A race: ``exchange``; the face of the polytope with dives, and CP-SAT on the edges that it leaves; CaDiCaL.

Only certain answers end a stage. Without one, what is known is said: how many gourds fit, which stages ran.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from gourds.certificates.certificate import Certificate
from gourds.encodings.model import Model, build_placement, reduced_model
from gourds.instance import Instance
from gourds.matching.exchange.search import Exchanged, search
from gourds.matching.polytope import refute_or_face
from gourds.placement import Placement
from gourds.solvers import cpsat, exchange, polytope, sat
from gourds.solvers.base import Options, Outcome, Status
from gourds.solvers.modeled import Found, out_of_time, refuted
from gourds.solvers.racing import Entrant, Finish, race

BURST: Final = 700
"""Proposals for each cell in the first stage: three rounds of the schedule."""
SMALL: Final = 300
"""Cells up to which a formula comes first in the race."""
LP_CELLS: Final = 6_000
"""Boards with more cells go without the linear program."""
MODEL_CELLS: Final = 20_000
"""Boards with more cells are not given to other people's solvers."""
EARLIER: Final = 0.1
"""Seconds before the limit at which searches give up, so that what they know can be told."""


def decide_whole(instance: Instance, options: Options) -> Outcome:
    """Decide an instance whose counting laws hold."""
    return _Stages(instance, options).run()


class _Stages:
    def __init__(self, instance: Instance, options: Options) -> None:
        self.instance = instance
        self.options = replace(options, variant="", settings={})
        self.begun = time.monotonic()
        self.stats: dict[str, Any] = {}
        self.best: Exchanged | None = None
        self.decided_by = ""
        """Who won the race."""

    def run(self) -> Outcome:
        """Stage after stage until one decides."""
        for name, stage in (("exchange", self.exchange), ("polytope", self.polytope), ("race", self.race)):
            start = time.monotonic()
            outcome = stage()
            self.stats[f"{name}_s"] = round(time.monotonic() - start, 6)
            if outcome is not None:
                return replace(outcome, stats={**outcome.stats, **self.stats, "decided_by": self.decided_by or name})
        return self.unknown()

    def left(self) -> float | None:
        """Seconds that are left."""
        limit = self.options.time_limit
        return None if limit is None else max(0.01, limit - EARLIER - (time.monotonic() - self.begun))

    # -- stages ------------------------------------------------------------------------------------------------

    def exchange(self) -> Outcome | None:
        """A few rounds of exchanges."""
        steps = BURST * self.instance.board.size
        self.best = search(self.instance, seed=self.options.seed, time_limit=self.left(), max_steps=steps)
        if self.best is None or self.best.energy:
            return None
        return Outcome(Status.FEASIBLE, Placement.from_mates(self.instance.board, self.best.mate.tolist()))

    def polytope(self) -> Outcome | None:
        """The linear program."""
        if self.instance.board.size > LP_CELLS:
            return None
        face = refute_or_face(self.instance, self.left(), shrink=False)
        return None if face.refutation is None else refuted(self.instance, face.refutation, "auto", face.stats)

    def race(self) -> Outcome | None:
        """Searches side by side."""
        finish = race(self.entrants(), self.options.jobs or os.cpu_count() or 1)
        self.decided_by = finish.name
        self._note(finish)
        return finish.outcome

    def _note(self, finish: Finish) -> None:
        """Keep what those said that did not win."""
        for name, said in finish.unknown.items():
            self.stats[f"{name}_said"] = said.reason
            if "best_gourds" in said.stats:
                self.stats["best_gourds"] = max(said.stats["best_gourds"], self.stats.get("best_gourds", 0))
        for name, last_words in finish.failed.items():
            self.stats[f"{name}_said"] = last_words

    # -- who takes part ----------------------------------------------------------------------------------------

    def entrants(self) -> list[Entrant]:
        """The most promising first: on small boards a formula is the quickest way to both answers."""
        size = self.instance.board.size
        exchanging = Entrant("exchange", self._exchanging)
        if size > MODEL_CELLS:
            return [exchanging]
        formula = Entrant("sat", self._proving if self.options.proof else self._searching("sat", sat.search))
        program = Entrant("cpsat" if size > LP_CELLS else "face", self._on_the_face)
        if size <= SMALL or self.options.proof:
            return [formula, program, exchanging]
        return [exchanging, program, formula]

    def _exchanging(self) -> Outcome:
        seed = self.options.seed + 1
        return exchange.SOLVER.run(self.instance, replace(self.options, time_limit=self.left(), seed=seed))

    def _proving(self) -> Outcome:
        return sat.SOLVER.run(self.instance, replace(self.options, time_limit=self.left()))

    def _on_the_face(self) -> Outcome:
        """Shrink and dive; then CP-SAT on the edges that are left, if its word is enough."""
        if self.instance.board.size > LP_CELLS:
            return self._searching("cpsat", cpsat.search)()
        outcome, face = polytope.run_on_face(self.instance, replace(self.options, time_limit=self.left()))
        if outcome.status is not Status.UNKNOWN or self.options.proof:
            return outcome
        model = reduced_model(self.instance, usable=face.usable, empty_cells=face.spare)
        return self._searching("cpsat", cpsat.search, model)()

    def _searching(
        self, name: str, search_model: Callable[[Model, Options], Found], model: Model | None = None
    ) -> Callable[[], Outcome]:
        """A search on a model; without one, on that of the whole board."""

        def run() -> Outcome:
            asked = replace(self.options, time_limit=self.left())
            found = search_model(reduced_model(self.instance) if model is None else model, asked)
            if found.status is Status.FEASIBLE:
                assert found.edges is not None
                return Outcome(found.status, build_placement(self.instance, found.edges.tolist()), stats=found.stats)
            claimed = Certificate("claimed", self.instance.digest, {"by": name})
            certificate = claimed if found.status is Status.INFEASIBLE else None
            return Outcome(found.status, certificate=certificate, reason=found.reason, stats=found.stats)

        return run

    def unknown(self) -> Outcome:
        """What is known at the limit."""
        reason = out_of_time(self.options)
        if self.best is not None:
            misses = exchange.missing_gourds(self.instance, self.best)
            fit = self.instance.size - sum(count for _, _, count in misses)
            fit = self.stats["best_gourds"] = max(fit, self.stats.get("best_gourds", 0))
            reason += f"; {fit:,} of {self.instance.size:,} gourds fit at best, and no stage refuted the rest"
        return Outcome(Status.UNKNOWN, reason=reason, stats=self.stats)
