"""Solvers and counters that are wrong on purpose, to be plugged in."""

from __future__ import annotations

from gourds.counts.placements import count
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.solvers import registry
from gourds.solvers.base import Options, Outcome, Solver, Status


def make(name, run, *abilities):
    """A solver by that name."""
    return Solver(name, "wrong on purpose", run, abilities=frozenset({"decide", "find", *abilities}))


def plugged(*wrong, beside=("auto", "sat")):
    """The wrong solvers beside right ones, as a mapping of approaches."""
    return {name: registry()[name] for name in beside} | {solver.name: solver for solver in wrong}


def right(instance: Instance, options: Options) -> Outcome:
    return registry()["sat"].run(instance, Options())


def always_no(instance, options):
    return Outcome(Status.INFEASIBLE, certificate=Certificate("claimed", instance.digest), reason="no")


def always_yes(instance, options):
    return Outcome(Status.FEASIBLE)


def probable_no(instance, options):
    return Outcome(Status.INFEASIBLE, error_bound=1e-9, reason="the coefficient was zero")


def no_with_two_alike(instance, options):
    """Right, but for instances with two or more gourds of one kind."""
    if any(count >= 2 for count in instance.budgets.values()):
        return always_no(instance, options)
    return right(instance, options)


def shifted(instance, options):
    """A right placement, but with the wrong cell empty where there is a gourd."""
    outcome = right(instance, options)
    placement = outcome.placement
    if placement is None or not placement.gourds:
        return outcome
    return Outcome(Status.FEASIBLE, Placement(placement.gourds[0][0], placement.gourds))


def crossing(instance, options):
    """Every cell with the next one in scan order, whatever their colors: neighbors or not, on any instance."""
    cells = instance.board.cell_list()
    return Outcome(Status.FEASIBLE, Placement.build(cells[-1], list(zip(cells[:-1:2], cells[1::2], strict=True))))


def forged(instance, options):
    """No, with a counting certificate, whatever the numbers."""
    return Outcome(Status.INFEASIBLE, certificate=Certificate("counting", instance.digest, {"reason": "made up"}))


def forged_proof(instance, options):
    """Right, but an infeasible answer gets a proof of one line if one is asked for."""
    outcome = right(instance, options)
    if outcome.status is Status.FEASIBLE or not options.proof:
        return outcome
    data = {"cnf": "direct-1", "solver": "nobody", "proof": ["0"]}
    return Outcome(Status.INFEASIBLE, certificate=Certificate("drat", instance.digest, data))


def other_when_proving(instance, options):
    """Right without a proof; feasible without a placement when a proof is asked for."""
    return always_yes(instance, options) if options.proof else always_no(instance, options)


def yes_when_proving(instance, options):
    """Infeasible at first; a right placement when a proof is asked for."""
    return right(instance, options) if options.proof else always_no(instance, options)


def wrong_in_two_ways(instance, options):
    """Infeasible on boards of more than five cells, feasible without a placement on smaller ones."""
    return (always_no if instance.board.size > 5 else always_yes)(instance, options)


def one_more(instance):
    """The number of placements and one more, if there are any."""
    return count(instance) + 1


def two_at_least(instance):
    """Never less than two."""
    return max(count(instance), 2)
