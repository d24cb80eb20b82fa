"""Puzzles to hand on: one file that anybody can open and play."""

from __future__ import annotations

import os
from collections.abc import Callable

from gourds.api.arguments import need, need_limits, need_whole
from gourds.api.puzzle import play_out, shuffle
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.files.raw import write_text
from gourds.instance import Instance
from gourds.moves import Plan, Walk


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
