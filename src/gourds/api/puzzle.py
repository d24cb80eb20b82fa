"""The puzzle: positions to start from, plans, whole state spaces, and puzzles to hand on as one file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from gourds.api.arguments import need, need_limits, need_one_of, need_whole
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import Fault, InputError
from gourds.files.certificates import Certificate
from gourds.files.raw import write_text
from gourds.instance import Instance
from gourds.moves import Plan, Walk
from gourds.placement import Placement

if TYPE_CHECKING:
    from gourds.reconfigure.colored.playing import PlayedOut
    from gourds.reconfigure.gods_number.state_space import StateSpace
    from gourds.reconfigure.planning import Reconfiguration
    from gourds.replaying import Replay


_POSITION = "an instance, a placement or a configuration"


def shuffle(
    value: Instance | Placement | Configuration,
    seed: int = 0,
    *,
    moves: int | None = None,
    placement: Placement | None = None,
) -> Configuration:
    """A random configuration of the same gourds; with ``moves`` one that is that many random moves away.

    With a ``placement`` of an instance its solved position is where the moves begin; without ``moves`` it is that
    position itself. All shuffles of one instance go together as start and target.

    >>> import gourds
    >>> puzzle = gourds.generate("hexagon", radius=2, colors=3, seed=1)
    >>> solved = gourds.shuffle(puzzle, placement=gourds.solve(puzzle).placement)
    >>> gourds.shuffle(solved, seed=2, moves=5)
    <Configuration of 9 gourds on 19 cells>
    """
    from gourds.reconfigure.positions import shuffled, solved_configuration
    from gourds.reconfigure.scrambles import scramble

    need(value, (Instance, Placement, Configuration), _POSITION)
    need_whole(seed, "seed")
    if moves is not None:
        need_whole(moves, "moves", 0)
    if placement is None:
        return shuffled(value, seed, moves)
    instance = need(value, Instance, "with a placement an instance")
    return scramble(solved_configuration(instance, need(placement, Placement, "a placement")), moves or 0, seed)


def reconfigure(
    start: Configuration,
    target: Configuration,
    algorithm: str = "best",
    *,
    time_limit: float | None = None,
    seed: int = 0,
    polish: bool = True,
    proof: bool = False,
    say: Callable[[str], None] | None = None,
) -> Reconfiguration:
    """A plan from the start to the target, replayed.

    ``best`` takes ten seconds unless a limit is given (more above 300 cells), less if it can prove earlier that its
    plan is shortest; the others take what they need. ``polish`` shortens the plans of algorithms that do not search.
    ``say`` hears how far it is. With ``proof``, a plan that is shortest comes with a certificate that no other is
    shorter, and so does the answer that there is none; :func:`verify` and :func:`replay` check it.

    >>> import gourds
    >>> puzzle = gourds.generate("hexagon", radius=1, colors=2)
    >>> start, target = gourds.shuffle(puzzle, seed=1), gourds.shuffle(puzzle, seed=2)
    >>> found = gourds.reconfigure(start, target, "shortest", proof=True)
    >>> found.status, found.is_shortest, bool(gourds.replay(start, found.walk, target, proof=found.certificate))
    ('found', True, True)
    """
    from gourds.reconfigure.algorithms import ALGORITHMS
    from gourds.reconfigure.planning import plan_moves

    need(start, Configuration, "a configuration to start from")
    need(target, Configuration, "a configuration to aim for")
    need_one_of(algorithm, ALGORITHMS, "the algorithm")
    need_limits(time_limit, None, seed)
    return plan_moves(
        start, target, algorithm=algorithm, time_limit=time_limit, seed=seed, polish=polish, proof=proof, say=say
    )


plan_moves = reconfigure
"""The same under another name."""


def play_out(
    instance: Instance,
    start: Configuration,
    algorithm: str = "best",
    *,
    placement: Placement | None = None,
    time_limit: float | None = None,
    seed: int = 0,
    say: Callable[[str], None] | None = None,
) -> PlayedOut:
    """The whole colored puzzle: a placement to aim for, and a plan to a position with every end on its color, checked.

    With a ``placement``, only this one is aimed for. ``best`` plans for ten seconds, longer on large boards, unless a
    limit is given; ``shortest`` looks for a provably shortest solution; all other algorithms go to the nearest target.

    >>> import gourds
    >>> puzzle = gourds.generate("hexagon", radius=1, colors=2)
    >>> found = gourds.play_out(puzzle, gourds.shuffle(puzzle, seed=3))
    >>> found.status, bool(gourds.verify(puzzle, found.placement))
    ('found', True)
    """
    from gourds.reconfigure.algorithms import ALGORITHMS
    from gourds.reconfigure.colored.playing import play_out as play

    need(instance, Instance, "an instance")
    need(start, Configuration, "a configuration to start from")
    if placement is not None:
        need(placement, Placement, "a placement")
    need_one_of(algorithm, ALGORITHMS, "the algorithm")
    need_limits(time_limit, None, seed)
    return play(instance, start, algorithm, placement=placement, time_limit=time_limit, seed=seed, say=say)


def replay(
    start: Configuration,
    plan: Plan | Walk | Iterable[Plan],
    target: Configuration | None = None,
    say: Callable[[int], None] | None = None,
    *,
    proof: Certificate | None = None,
) -> Replay:
    """Follow a plan move by move from the definition, and compare its end with the target. True iff all is right.

    An illegal move is a fault of the replay, no exception. ``say`` is told how many moves were followed. With a
    ``proof`` that no plan to the target is shorter, it is a fault if the proof does not hold or the plan is longer.

    >>> import gourds
    >>> start = gourds.Configuration.build([(0, 0), (1, 0), (2, 0)], [1], [((0, 0), (1, 0))])
    >>> found = gourds.replay(start, gourds.Walk.from_cells([(2, 0), (0, 0)]))
    >>> bool(found), found.final.empty_cell
    (True, (0, 0))
    """
    from gourds.replaying import replay as follow

    found = follow(start, plan, target, say)
    if proof is None or not found:
        return found
    goal = need(target, Configuration, "with a proof, the target")
    return with_proof(found, start, goal, need(proof, Certificate, "a certificate"))


def with_proof(found: Replay, start: Configuration, target: Configuration, proof: Certificate | str) -> Replay:
    """A replay that reaches the target, with a fault if the proof does not show that no plan is shorter."""
    from gourds.running.verifying import pair_of, verify_pair_limited

    check = verify_pair_limited(pair_of(start, target), proof, planned=found.moves)
    return found if check else replace(found, faults=(Fault("proof", f"{check.verdict.value}: {check.reason}"),))


def survey(
    value: Board | Instance | Placement | Configuration,
    time_limit: float | None = None,
    *,
    memory_limit: float | None = None,
    resume: str | os.PathLike[str] | None = None,
    every: bool | None = None,
    hardest: bool = False,
    jobs: int | None = None,
    say: Callable[[str], None] | None = None,
) -> StateSpace:
    """All positions of a small board: how many there are, which reach each other, the longest shortest plan.

    Only the board of the value counts. Gourds are numbered and two-ended. Up to 13 cells everything takes seconds. The
    ``diameter`` is God's number; ``witness`` holds two positions that cannot reach each other, if there are any, and
    with ``hardest`` the attribute of that name two that need the most moves. ``every`` says whether to measure all
    distances or only enough to prove God's number; if nothing is said, all on boards of up to 13 cells. ``resume`` is a
    file that keeps finished searches, ``jobs`` the number of threads, by default one per core. Raises InputError if
    the search takes more than ``memory_limit`` megabytes, 2,000 if none is given.

    >>> import gourds
    >>> space = gourds.survey(gourds.Board.from_cells(gourds.shapes.hexagon(1)))
    >>> space.states, space.is_reconfigurable, space.diameter
    (960, True, 13)
    """
    from gourds.errors import LimitError
    from gourds.reconfigure.gods_number.surveying import MEMORY, prepare
    from gourds.reconfigure.gods_number.surveying import survey as search
    from gourds.reconfigure.task import Options

    need_limits(time_limit, memory_limit, jobs=jobs)
    board = board_of(value)
    if time_limit is not None:
        prepare()
    deadline = float("inf") if time_limit is None else time.monotonic() + time_limit
    most = MEMORY if memory_limit is None else memory_limit
    options = Options(deadline, say=say or (lambda text: None))
    try:
        return search(board, options, memory_limit=most, resume=resume, every=every, hardest=hardest, jobs=jobs)
    except LimitError as error:
        from gourds.reconfigure.spaces.conditions import judge

        raise InputError(f"{error}; reconfigurable: {judge(board)}") from None


def board_of(value: Board | Instance | Placement | Configuration) -> Board:
    """The board that a value lies on."""
    if isinstance(value, Board):
        return value
    if isinstance(value, Placement):
        return Board.from_cells([value.empty, *(cell for gourd in value.gourds for cell in gourd)])
    return need(value, (Instance, Configuration), _POSITION).board


def share(
    instance: Instance,
    start: Configuration | None = None,
    *,
    plan: Plan | Walk | None = None,
    path: str | os.PathLike[str] | None = None,
    title: str | None = None,
    seed: int = 0,
    moves: int | None = None,
    time_limit: float | None = None,
    say: Callable[[str], None] | None = None,
) -> str:
    """The puzzle as one HTML page that is played without a server and without a network; with a ``path`` written there.

    Without a ``start`` the gourds are shuffled with the ``seed``, thoroughly or with that many random ``moves`` from a
    solved position. Hints and par come from the ``plan``; without one it is looked for, as :func:`play_out` does within
    the ``time_limit``. Raises InputError if the puzzle cannot be solved, and if no plan was found in time.

    >>> import gourds
    >>> page = gourds.share(gourds.generate("hexagon", radius=1, colors=2), seed=3)
    >>> page[:15]
    '<!DOCTYPE html>'
    """
    from gourds.render.puzzle.page import puzzle_page

    need(instance, Instance, "an instance")
    need_limits(time_limit, None, seed)
    if path is not None:
        page_name(path)
    if start is None:
        start = _shuffled(instance, seed, moves)
    elif moves is not None:
        raise InputError("'moves' are made where there is no start")
    need(start, Configuration, "a configuration to start from")
    bound = 0
    if plan is None:
        found = play_out(instance, start, time_limit=time_limit, say=say)
        if found.walk is None:
            raise InputError(f"there is no plan to give hints from: {found.reason or found.status}")
        plan, bound = found.walk, len(found.walk) if found.is_shortest else found.lower_bound
    page = puzzle_page(instance, start, plan, bound=bound, title=title)
    if path is not None:
        write_text(path, page)
    return page


def page_name(path: str | os.PathLike[str]) -> None:
    """Raises InputError if a puzzle cannot be written there."""
    name = os.fspath(path)
    if not name.lower().endswith((".html", ".htm")):
        raise InputError("a puzzle to play is a page: its name ends in .html", name)


def _shuffled(instance: Instance, seed: int, moves: int | None) -> Configuration:
    """A position to start from."""
    if moves is None:
        return shuffle(instance, seed)
    from gourds.solvers import solve

    need_whole(moves, "moves", 0)
    placement = solve(instance).placement
    if placement is None:
        raise InputError("the instance has no placement that was found, so nothing can be shuffled from it")
    return shuffle(instance, seed, moves=moves, placement=placement)
