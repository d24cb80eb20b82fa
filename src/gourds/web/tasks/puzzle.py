"""The puzzle: positions, plans, puzzles to share; for the editor, how many solutions there are, and how hard they are.

On small boards all solutions are listed and a shortest way is proved, in milliseconds, so there is no limit of time.
"""

from __future__ import annotations

from typing import Any

from gourds.configuration import Configuration
from gourds.counts.placements import counted
from gourds.errors import Fault, InputError, LimitError
from gourds.instance import Instance
from gourds.moves import Walk
from gourds.reconfigure.answers import planning_answer, playing_answer, walk_document
from gourds.reconfigure.colored import playing
from gourds.reconfigure.colored.targets import start_faults
from gourds.reconfigure.levels.distances import MOST_CELLS
from gourds.reconfigure.levels.level import grade_of
from gourds.reconfigure.levels.making import shortest_walk
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.positions import shuffled
from gourds.reconfigure.task import Task
from gourds.solvers.brute import all_placements
from gourds.web.documents import Question
from gourds.web.tasks import Say

_PLAN_SECONDS = 10.0
"""The time limit of a plan if the page asks for none."""


def shuffle(question: Question, say: Say) -> dict[str, Any]:
    """A random position of an instance's gourds, as ``gourds shuffle`` writes it."""
    return {"configuration": shuffled(question.instance(), question.seed()).to_json()}


def plan(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds reconfigure --json`` says, with the plan as the walk of the empty cell."""
    found = plan_moves(
        question.configuration("start"),
        question.configuration("target"),
        time_limit=_time_limit(question),
        seed=question.seed(),
        say=say,
    )
    return planning_answer(found, None if found.walk is None else walk_document(found.walk))


def play_out(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds play-out --json`` says, with the plan as the walk of the empty cell."""
    start, limit = question.configuration("start"), _time_limit(question)
    found = playing.play_out(question.instance(), start, time_limit=limit, seed=question.seed(), say=say)
    return playing_answer(found, None if found.walk is None else walk_document(found.walk))


def share(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds share`` writes: the puzzle to play in one file, with hints from a plan that is looked for."""
    from gourds.api import puzzle

    start, title, limit = question.configuration("start"), question.text("title"), _time_limit(question)
    return {"page": puzzle.share(question.instance(), start, title=title, time_limit=limit, say=say)}


def _time_limit(question: Question) -> float:
    """The seconds for a plan: those of the job, but few if the page asks for no limit."""
    seconds: float = question.context["seconds"]
    return seconds if "time_limit" in question else min(_PLAN_SECONDS, seconds)


# -- the editor --------------------------------------------------------------------------------------------------------


_SECONDS = 4.0
"""For the count, and for the plan: people wait for this while they draw."""


def judge(question: Question, say: Say) -> dict[str, Any]:
    """The number of solutions of a puzzle, or why it is not known; the moves from a start, or bounds on them.

    A puzzle has a start, and either an instance, which any placement solves, or a target.
    """
    start = question.configuration("start")
    seconds = min(_SECONDS, question.context["seconds"] / 3)
    is_small = start.board.size <= MOST_CELLS
    if "document" in question:
        instance = question.instance()
        if faults := start_faults(instance, start):
            raise InputError(faults)
        if is_small:
            count = sum(1 for _ in all_placements(instance))
            return {"solutions": str(count), "why": None, **_proved(start, instance, count)}
        solutions = _solutions(instance, seconds, question.context["memory_mb"], say)
        return {**solutions, **_moves(start, instance, seconds, say)}
    if "target" not in question:
        raise InputError(Fault("target", "a target is needed, or an instance as document"))
    target = Task.build(start, question.configuration("target")).target
    moves = _proved(start, target, 1) if is_small else _moves(start, target, seconds, say)
    return {"solutions": "1", "why": None, **moves}


def _proved(start: Configuration, goal: Instance | Configuration, solutions: int) -> dict[str, Any]:
    """The length of a shortest way on a small board, or that there is none."""
    target, instance = (None, goal) if isinstance(goal, Instance) else (goal, None)
    walk = shortest_walk(start, target, instance) if solutions else None
    if walk is None:
        reason = "no solution can be reached from this start" if solutions else "there is no solution"
        return _answer("impossible", None, False, 0, reason)
    return _answer("found", walk, True, len(walk), None)


def _solutions(instance: Instance, seconds: float, megabytes: float, say: Say) -> dict[str, Any]:
    say("counting solutions")
    try:
        return {"solutions": counted(instance, "auto", seconds, megabytes).to_json()["count"], "why": None}
    except LimitError as error:
        return {"solutions": None, "why": str(error)}


def _moves(start: Configuration, goal: Instance | Configuration, seconds: float, say: Say) -> dict[str, Any]:
    say("looking for a shortest solution")
    found = (
        playing.play_out(goal, start, time_limit=seconds, say=say)
        if isinstance(goal, Instance)
        else plan_moves(start, goal, time_limit=seconds, say=say)
    )
    return _answer(found.status, found.walk, found.is_shortest, found.lower_bound, found.reason)


def _answer(status: str, walk: Walk | None, is_shortest: bool, bound: int, reason: str | None) -> dict[str, Any]:
    return {
        "status": status,
        "moves": None if walk is None else len(walk),
        "shortest": is_shortest,
        "lower_bound": bound,
        "grade": None if walk is None else grade_of(len(walk)),
        "reason": reason,
        "plan": None if walk is None else walk_document(walk),
    }
