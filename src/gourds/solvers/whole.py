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
6. A race: ``exchange``; ``boundary``; the face of the polytope, searched by CP-SAT, if the budgets are on the boundary
   of what is possible; CP-SAT on the whole board; CaDiCaL; with few colors the algebra too.

Only certain answers end a stage. Without one, what is known is said: how many gourds fit, which stages ran.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from gourds.encodings.model import build_placement
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.matching.boundary import End, refute_or_end, search_from_end
from gourds.matching.components.signatures import MAX_CELLS
from gourds.matching.directions import nearest_end
from gourds.matching.exchange.search import Exchanged, is_begun_plainly, search
from gourds.matching.polytope import Face, refute_or_face
from gourds.matching.polytope.face import INSIDE
from gourds.matching.refutation import Refutation
from gourds.placement import Placement
from gourds.running.racing import Entrant, Finish, race
from gourds.solvers import algebraic, cpsat, decompose, exchange, frontier, pfaffian, polytope, sat
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import out_of_time, refuted

FIRST: Final = 200
"""Proposals for each cell in the first stage: one round of the schedule."""
BURST: Final = 700
"""The same for a longer search at once: three rounds."""
SMALL: Final = 300
"""Up to this many cells the linear program and a short search by CP-SAT are part of what is done at once."""
SHORT: Final = 0.1
"""How much work that search may take, in the unit of CP-SAT's deterministic time: about a second of a slow machine."""
DIRECTION: Final = 8.0
"""Seconds for the direction in which the budgets are near an end,"""
DIRECTION_SHARE: Final = 0.4
"""and the largest part of the time that is left."""
SERIAL_CELLS: Final = 1_200
"""Boards with more cells, and those whose budgets are near an end, leave the linear program to the race."""
SERIAL_SECONDS: Final = 0.5
"""The same after this many seconds."""
SWEPT: Final = 4_000
"""How many states a layer of the sweep may have: it takes some milliseconds to see that there are more."""
LP_CELLS: Final = 6_000
"""Boards with more cells go without the linear program."""
MODEL_CELLS: Final = 20_000
"""Boards with more cells are not given to other people's solvers."""
TWICE_CELLS: Final = 600
"""On boards with more cells two searches from an end, with different chances, come before CP-SAT on its face."""
PROGRAM_DELAY: Final = 0.3
"""Seconds after which CP-SAT with the whole board enters the race, if the board is not small."""
FORMULA_DELAY: Final = 0.5
"""The same for the formula, on all boards."""
ALGEBRA_DELAY: Final = 1.5
"""The same for the algebra."""
NICE: Final = 7
"""How far those who enter later give way: a fifth of the share of the first."""
MORE: Final = 2
"""This many processes more than there are processors: of some searches one learns soon that they take long."""
ALGEBRA_COLORS: Final = 3
"""With more colors than this, it does not take part."""
EARLIER: Final = 0.1
"""Seconds before the limit at which searches give up, so that what they know can be told."""


def whole_at_once(instance: Instance, options: Options) -> Outcome | None:
    """An answer, if some rounds of exchanges find one; on small boards, if the linear program or CP-SAT do."""
    stages = _Stages(instance, options)
    steps = [("exchange", stages.exchange), ("boundary", stages.boundary), ("exchanges", stages.more_exchange)]
    if instance.board.size <= SMALL and (options.time_limit is None or options.time_limit >= SERIAL_SECONDS):
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
        self.turns = 1
        """Among how many the time that is left is to be divided: searches that run one after the other take turns."""

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
        return max(0.01, limit - EARLIER - (time.monotonic() - self.begun)) / self.turns

    # -- stages ------------------------------------------------------------------------------------------------

    def exchange(self, proposals: int = FIRST, seed: int = 0) -> Outcome | None:
        """Exchanges, this many proposals for each cell."""
        steps = proposals * self.instance.board.size
        found = search(self.instance, seed=self.options.seed + seed, time_limit=self.left(), max_steps=steps)
        return self._placed(found)

    def more_exchange(self) -> Outcome | None:
        """More of them, where the budgets are not near an end."""
        return self.exchange(BURST, seed=1) if self.end is None else None

    def boundary(self) -> Outcome | None:
        """The nearer end of what is possible, and a few trials from there."""
        outcome = self.find_end()
        if outcome is not None or self.end is None:
            return outcome
        steps, left = BURST * self.instance.board.size, self.left()
        deadline = math.inf if left is None else time.monotonic() + left
        found = search_from_end(self.end, seed=self.options.seed, max_steps=steps, deadline=deadline)
        return self._placed(found)

    def _placed(self, found: Exchanged | None) -> Outcome | None:
        """What exchanges found, if it is a placement."""
        if found is None or found.energy:
            return None
        return Outcome(Status.FEASIBLE, Placement.from_mates(self.instance.board, found.mate.tolist()))

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
        if self.end is not None or size <= SMALL or size > LP_CELLS:
            return None
        left = self.left()
        seconds = DIRECTION if left is None else min(DIRECTION, DIRECTION_SHARE * left)
        end = nearest_end(self.instance, time.monotonic() + seconds)
        refutation = None if end is None else end.refutation()
        self.end = end
        return None if refutation is None else refuted(self.instance, refutation, "auto")

    def short_search(self) -> Outcome | None:
        """CP-SAT, for a moment; its word is not enough where a proof is wanted."""
        options = replace(self.options, time_limit=self.left(), settings={**cpsat.SEARCHING, "work": SHORT})
        outcome = cpsat.SOLVER.run(self.instance, replace(options, presolve=False))
        is_enough = outcome.status is Status.FEASIBLE or (outcome.status is Status.INFEASIBLE and not options.proof)
        return outcome if is_enough else None

    def face(self) -> Outcome | None:
        """The linear program, and searches on the boundary."""
        outcome, _ = polytope.run_on_face(self.instance, replace(self.options, time_limit=self.left()))
        return None if outcome.status is Status.UNKNOWN else outcome

    def polytope(self) -> Outcome | None:
        """The linear program."""
        if self.end is not None or self.instance.board.size > SERIAL_CELLS:
            return None
        self.options.tell("polytope: do the gourds fit in fractions?")
        left = self.left()
        seconds = SERIAL_SECONDS if left is None else min(left, SERIAL_SECONDS)
        face = refute_or_face(self.instance, seconds, shrink=False)
        self.is_inside = face.reach is not None and face.reach > INSIDE
        return None if face.refutation is None else refuted(self.instance, face.refutation, "auto", face.stats)

    def tables(self) -> Outcome | None:
        """All signatures, if they are few."""
        return decompose.attempt(self.instance, self.options) if self.instance.board.size <= MAX_CELLS else None

    def sweep(self) -> Outcome | None:
        """A sweep with small layers. An exact zero that cannot be written down is not enough if a proof is wanted."""
        if self.instance.board.size > SERIAL_CELLS:
            return None
        options = replace(self.options, time_limit=self.left(), settings={"states": SWEPT})
        outcome = frontier.SOLVER.run(self.instance, options)
        is_claimed = outcome.certificate is not None and not outcome.certificate.is_checkable
        return None if outcome.status is Status.UNKNOWN or (is_claimed and options.proof) else outcome

    def race(self) -> Outcome | None:
        """Searches side by side."""
        jobs = self.options.jobs or os.cpu_count() or 1
        entrants = self.entrants()
        self.options.tell(f"race of {', '.join(entrant.name for entrant in entrants)}")
        if jobs == 1:
            entrants = [replace(one, run=self._in_turn(one.run, len(entrants) - k)) for k, one in enumerate(entrants)]
        left = self.left()
        finish = race(entrants, jobs + MORE if jobs > 1 else 1, None if left is None else left + EARLIER / 2)
        self.decided_by = finish.name
        self._note(finish)
        return finish.outcome

    def _in_turn(self, run: Callable[[], Outcome], turns: int) -> Callable[[], Outcome]:
        def limited() -> Outcome:
            self.turns = turns
            return run()

        return limited

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
        """The most promising first, the others a little later; a proof is the business of the formula.

        Near an end of what is possible, searches from there are the most promising; then the face of the polytope, if
        the budgets are not known to be inside; then exchanges, and CP-SAT.
        """
        size, proof, end = self.instance.board.size, self.options.proof, self.end
        late, last = (PROGRAM_DELAY, NICE), (FORMULA_DELAY, NICE)
        found = [Entrant("exchange", self._asking(exchange.SOLVER, seed=self.options.seed + 2), *(late if end else ()))]
        if end is not None:
            found.insert(0, Entrant("boundary", lambda: self._from_end(end, seed=1)))
        if end is not None and size > TWICE_CELLS:
            found.insert(1, Entrant("boundary again", lambda: self._from_end(end, seed=2)))
        if size > MODEL_CELLS:
            return found
        if end is not None and (face := end.face()).closed and not proof:
            found.append(Entrant("end", lambda: self._search_face(face), *(late if size > TWICE_CELLS else ())))
        if not self.is_inside and size <= LP_CELLS:
            found.insert(1 if end else 0, Entrant("face", self._on_the_face, *(late if end else ())))
        if not proof:
            program = self._asking(cpsat.SOLVER, presolve=False, settings=cpsat.SEARCHING)
            is_first = end is None and (size <= SMALL or self.is_inside)
            found.append(Entrant("cpsat", program, *(() if is_first else late)))
        found.append(Entrant("sat", self._asking(sat.SOLVER), *(() if proof else last)))
        if len(self.instance.colors) <= ALGEBRA_COLORS and not proof:
            solvers = (pfaffian.SOLVER, algebraic.SOLVER)
            found += [Entrant(one.name, self._asking(one), ALGEBRA_DELAY, NICE) for one in solvers]
        return found

    def _asking(self, solver: Solver, **more: Any) -> Callable[[], Outcome]:
        return lambda: solver.run(self.instance, replace(self.options, time_limit=self.left(), **more))

    def _from_end(self, end: End, seed: int) -> Outcome:
        """Searches from heaviest matchings, until the time is over."""
        options, begun = replace(self.options, time_limit=self.left()), time.monotonic()
        deadline = math.inf if options.time_limit is None else begun + options.time_limit
        found = search_from_end(
            end,
            seed=options.seed + seed,
            deadline=deadline,
            max_steps=exchange.most_steps(self.instance, options) or math.inf,
        )
        return exchange.outcome_of(self.instance, found, options, begun)

    def _on_the_face(self) -> Outcome:
        """Shrink and search; then CP-SAT on the edges that are left, if its word is enough."""
        outcome, face = polytope.run_on_face(self.instance, replace(self.options, time_limit=self.left()))
        if outcome.status is not Status.UNKNOWN or self.options.proof:
            return outcome
        if not face.closed and face.payment is None:
            return replace(outcome, reason=f"{outcome.reason}; nothing to search that others do not")
        return self._search_face(face)

    def _search_face(self, face: Face) -> Outcome:
        """CP-SAT on a face, whose word is enough."""
        found = polytope.search_face(self.instance, face, replace(self.options, time_limit=self.left()))
        if found.edges is not None:
            return Outcome(found.status, build_placement(self.instance, found.edges.tolist()), stats=found.stats)
        claimed = Certificate("claimed", self.instance.digest, {"by": "cpsat"})
        certificate = claimed if found.status is Status.INFEASIBLE else None
        return Outcome(found.status, certificate=certificate, reason=found.reason, stats=found.stats)

    def unknown(self) -> Outcome:
        """What is known at the limit."""
        reason = out_of_time(self.options)
        if fit := self.stats.get("best_gourds"):
            reason += f"; {fit:,} of {self.instance.size:,} gourds fit at best, and no stage refuted the rest"
        return Outcome(Status.UNKNOWN, reason=reason, stats=self.stats)
