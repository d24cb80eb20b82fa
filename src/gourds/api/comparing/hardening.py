"""The search for hard boards."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gourds.api.arguments import need, need_whole
from gourds.api.comparing.campaigns import NOBODY, backend_of
from gourds.errors import InputError, quoted

if TYPE_CHECKING:
    from gourds.hardness.hardening import Hardening
    from gourds.hardness.session import Watcher

_UNITS: Final = {"": 1, "s": 1, "m": 60, "h": 3600}


def harden(
    output: str | os.PathLike[str],
    *,
    hard_for: str | Sequence[str] = "minisat:60",
    solved_by: str = "any:3600",
    count: int = 20,
    budget: float | str = "30m",
    max_cells: int = 3000,
    feasible: float = 0.5,
    family: str | Sequence[str] = (),
    seed: int = 0,
    plugins: Sequence[str] = (),
    jobs: int | None = None,
    cluster: str | None = None,
    watcher: Watcher | None = None,
    partial: bool = False,
) -> Hardening:
    """Search the families for boards that ``hard_for`` does not decide within its seconds, and ``solved_by`` does.

    A bracket is ``NAME:SECONDS``: any solver; ``minisat``, which is the program on the PATH, or else that of PySAT; or
    ``any``, which is ``auto`` and then others. With several ``hard_for`` all of them must fail. ``output`` is a folder:
    instances, the smallest first, with their evidence, a manifest, a map of difficulty and a report. If it holds the
    same search already, that goes on; ``count``, ``feasible`` and ``budget`` (seconds, or '90s', '30m', '2h') may
    differ. An interrupt is a KeyboardInterrupt, or with ``partial`` a result that says so; all is kept either way.

    >>> import gourds
    >>> gourds.harden("hard", hard_for="minisat", solved_by="any:3600")
    Traceback (most recent call last):
        ...
    gourds.errors.InputError: a bracket is NAME:SECONDS, such as minisat:60, not 'minisat'
    """
    from gourds.bench.campaign.plugins import load_plugins, plugin_of
    from gourds.hardness.brackets import Question
    from gourds.hardness.hardening import harden as search
    from gourds.hardness.search import Goal
    from gourds.running.pool import usable_cores

    folder = Path(need(output, (str, os.PathLike), "the name of a folder"))
    if not isinstance(feasible, int | float) or not 0 <= feasible <= 1:
        raise InputError(f"feasible must be a share from 0 to 1, not {quoted(feasible)}")
    at_a_time = usable_cores() if jobs is None else need_whole(jobs, "jobs", 1)
    goal = Goal(need_whole(count, "count", 1), float(feasible), seconds_of(budget), at_a_time)
    loaded = [plugin_of(text) for text in plugins]
    if faults := load_plugins(loaded):
        raise InputError(faults)
    question = Question.of(
        [hard_for] if isinstance(hard_for, str) else list(hard_for),
        need(solved_by, str, "a bracket"),
        need_whole(max_cells, "max_cells", 1),
        [family] if isinstance(family, str) else list(family),
        need_whole(seed, "seed", 0),
    )
    backend = backend_of(jobs, cluster)
    found = search(question, goal, folder, backend, watcher or NOBODY, plugins=loaded)
    if found.interrupted and not partial:
        raise KeyboardInterrupt
    return found


def seconds_of(budget: float | str) -> float:
    """Seconds: a number, or a text such as '90', '90s', '30m' or '2h'.

    >>> seconds_of("30m"), seconds_of(12)
    (1800.0, 12.0)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", str(budget).strip())
    seconds = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not 0 < seconds <= 10**9:
        raise InputError(f"a budget is a time such as 90s, 30m or 2h, not {quoted(budget)}")
    return seconds
