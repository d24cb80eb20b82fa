"""The puzzle: positions to start from, plans to a target, and their replay."""

from __future__ import annotations

from typing import Any

from gourds.configuration import Configuration
from gourds.errors import Fault, InputError
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.reconfigure.answers import planning_answer, playing_answer, walk_document
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.positions import shuffled, solved_configuration
from gourds.reconfigure.scrambles import scramble
from gourds.replaying import replay as follow
from gourds.web.documents import Question
from gourds.web.tasks import Say

_MOST_MOVES = 1_000_000
_PLAN_SECONDS = 10.0
"""The time limit of a plan if the page asks for none."""


def shuffle(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds shuffle`` writes: a random position, one some moves away, or the solved position of a placement."""
    value = question.value()
    if not isinstance(value, Instance | Placement | Configuration):
        raise InputError(Fault("document", "must be an instance, a placement or a configuration"))
    moves = question.number("moves", 0, 0, _MOST_MOVES) if "moves" in question else None
    if "placement" not in question:
        return {"configuration": shuffled(value, question.seed(), moves).to_json()}
    if not isinstance(value, Instance):
        raise InputError(Fault("document", "must be an instance if there is a placement"))
    solved = solved_configuration(value, question.placement())
    return {"configuration": scramble(solved, moves or 0, question.seed()).to_json()}


def plan(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds reconfigure --json`` says, with the plan as the walk of the empty cell."""
    limit = question.context["seconds"] if "time_limit" in question else min(_PLAN_SECONDS, question.context["seconds"])
    found = plan_moves(
        question.configuration("start"),
        question.configuration("target"),
        question.text("algorithm", "best"),
        time_limit=limit,
        seed=question.seed(),
        say=say,
    )
    return planning_answer(found, None if found.walk is None else walk_document(found.walk))


def play_out(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds play-out --json`` says, with the plan as the walk of the empty cell."""
    from gourds.reconfigure.colored import playing

    limit = question.context["seconds"] if "time_limit" in question else min(_PLAN_SECONDS, question.context["seconds"])
    found = playing.play_out(
        question.instance(),
        question.configuration("start"),
        question.text("algorithm", "best"),
        placement=question.placement() if "placement" in question else None,
        time_limit=limit,
        seed=question.seed(),
        say=say,
    )
    return playing_answer(found, None if found.walk is None else walk_document(found.walk))


def share(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds share`` writes: the puzzle to play in one file, with hints from a plan that is looked for."""
    from gourds.api import puzzle

    limit = question.context["seconds"] if "time_limit" in question else min(_PLAN_SECONDS, question.context["seconds"])
    start = question.configuration("start") if "start" in question else None
    title = question.text("title") if "title" in question else None
    page = puzzle.share(question.instance(), start, title=title, time_limit=limit, seed=question.seed(), say=say)
    return {"page": page}


def replay(question: Question, say: Say) -> dict[str, Any]:
    """What ``gourds replay --json`` says, and where the plan ends."""
    target = question.configuration("target") if "target" in question else None
    moves = question.plan()
    found = follow(
        question.configuration("start"), moves, target, lambda done: say(f"{done:,} of {len(moves):,} moves")
    )
    return {**found.to_json(), "final": found.final.to_json()}
