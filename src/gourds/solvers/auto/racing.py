"""The race of ``auto``: searches side by side on what no stage has decided; the first certain answer wins.

``exchange``; searches from an end of what is possible, if the budgets are near one; the face of the polytope, searched
by CP-SAT, if they are on the boundary; CP-SAT on the whole board; CaDiCaL; with few colors the algebra too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gourds.encodings.model import build_placement
from gourds.instance import Instance
from gourds.matching.boundary import End, search_from_end
from gourds.matching.polytope import Face
from gourds.running.racing import Entrant, Finish, race
from gourds.solvers import algebraic, cpsat, exchange, pfaffian, polytope, sat
from gourds.solvers.auto import prices
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import claimed


class Race:
    """Who takes part, and how long each may take."""

    def __init__(
        self,
        instance: Instance,
        options: Options,
        left: Callable[[], float | None],
        end: End | None,
        *,
        is_inside: bool,
    ) -> None:
        self.instance = instance
        self.options = options
        self.end = end
        """The end of what is possible that the budgets are near, if there is one."""
        self.is_inside = is_inside
        """Whether the budgets are known not to be on the boundary of what is possible."""
        self._left = left
        self._turns = 1
        """Among how many the time that is left is to be divided: searches that run one after the other take turns."""

    def left(self) -> float | None:
        """Seconds that one search may take."""
        left = self._left()
        return None if left is None else left / self._turns

    def run(self) -> Finish:
        """Searches side by side; one after the other if there is one processor."""
        jobs = self.options.jobs or os.cpu_count() or 1
        entrants = self.entrants()
        self.options.tell(f"race of {', '.join(entrant.name for entrant in entrants)}")
        if jobs == 1:
            entrants = [replace(one, run=self._in_turn(one.run, len(entrants) - k)) for k, one in enumerate(entrants)]
        left = self._left()
        return race(
            entrants, jobs + prices.MORE if jobs > 1 else 1, None if left is None else left + prices.EARLIER / 2
        )

    def _in_turn(self, run: Callable[[], Outcome], turns: int) -> Callable[[], Outcome]:
        def limited() -> Outcome:
            self._turns = turns
            return run()

        return limited

    def entrants(self) -> list[Entrant]:
        """The most promising first, the others a little later; a proof is the business of the formula.

        Near an end of what is possible, searches from there are the most promising; then the face of the polytope, if
        the budgets are not known to be inside; then exchanges, and CP-SAT.
        """
        size, proof, end = self.instance.board.size, self.options.proof, self.end
        late, last = (prices.PROGRAM_DELAY, prices.NICE), (prices.FORMULA_DELAY, prices.NICE)
        found = [Entrant("exchange", self._asking(exchange.SOLVER, seed=self.options.seed + 2), *(late if end else ()))]
        if end is not None:
            found.insert(0, Entrant("boundary", lambda: self._from_end(end, seed=1)))
        if end is not None and size > prices.TWICE_CELLS:
            found.insert(1, Entrant("boundary again", lambda: self._from_end(end, seed=2)))
        if size > prices.MODEL_CELLS:
            return found
        if end is not None and (face := end.face()).closed and not proof:
            found.append(Entrant("end", lambda: self._search_face(face), *(late if size > prices.TWICE_CELLS else ())))
        if not self.is_inside and size <= prices.LP_CELLS:
            found.insert(1 if end else 0, Entrant("face", self._on_the_face, *(late if end else ())))
        if not proof:
            program = self._asking(cpsat.SOLVER, presolve=False, settings=cpsat.SEARCHING)
            is_first = end is None and (size <= prices.SMALL or self.is_inside)
            found.append(Entrant("cpsat", program, *(() if is_first else late)))
        found.append(Entrant("sat", self._asking(sat.SOLVER), *(() if proof else last)))
        if len(self.instance.colors) <= prices.ALGEBRA_COLORS and not proof:
            solvers = (pfaffian.SOLVER, algebraic.SOLVER)
            found += [Entrant(one.name, self._asking(one), prices.ALGEBRA_DELAY, prices.NICE) for one in solvers]
        return found

    def _asking(self, solver: Solver, **more: Any) -> Callable[[], Outcome]:
        return lambda: solver.run(self.instance, replace(self.options, time_limit=self.left(), **more))

    def _from_end(self, end: End, seed: int) -> Outcome:
        """Searches from heaviest matchings, until the time is over."""
        options, begun = replace(self.options, time_limit=self.left()), time.monotonic()
        most = exchange.most_steps(self.instance, options)
        found = search_from_end(end, seed=options.seed + seed, time_limit=options.time_limit, max_steps=most)
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
        if found.status is Status.INFEASIBLE:
            return claimed(self.instance, "cpsat", found.reason, found.stats)
        return Outcome(found.status, reason=found.reason, stats=found.stats)
