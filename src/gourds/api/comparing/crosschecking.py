"""Every approach on every instance, compared."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from gourds.api.arguments import need, need_limits, need_list
from gourds.instance import Instance

if TYPE_CHECKING:
    from gourds.crosscheck import Progress, Report, Subject

    PathLike = str | os.PathLike[str]


def crosscheck(
    instances: Instance | Iterable[Instance | Subject] | None = None,
    *,
    solver: str | Sequence[str] = (),
    all_variants: bool = False,
    time_limit: float = 10.0,
    memory_limit: float | None = 4000.0,
    jobs: int | None = None,
    seed: int = 0,
    with_: str | Sequence[str] = (),
    report: PathLike | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    partial: bool = False,
) -> Report:
    """Run every applicable approach on every instance, within limits for each run, and compare what they say.

    Without instances: those that come with gourds. ``solver`` names the approaches, all by default. The first
    disagreement ends the run, and the instance is shrunk. ``with_`` names checkers of other people on the PATH, such as
    drat-trim, that have to accept every proof too, in the format that they read. ``report`` is a folder for a page and
    the disagreement. With ``partial`` an interrupt gives the report on what was finished, instead of KeyboardInterrupt.

    >>> import gourds
    >>> puzzle = gourds.generate("hexagon", radius=1, colors=2)
    >>> gourds.crosscheck(puzzle, solver=["brute", "sat"], jobs=1).agrees
    True
    """
    from gourds.crosscheck.checking import crosscheck as check
    from gourds.crosscheck.saving import save_report
    from gourds.crosscheck.subjects import Subject, bundled_suite
    from gourds.running.outside_checkers import find_tool

    need_limits(time_limit, memory_limit, seed, jobs)
    if instances is None:
        subjects: list[Instance | Subject] = list(bundled_suite())
    else:
        given = [instances] if isinstance(instances, Instance | str) else need_list(instances, "a list of instances")
        subjects = [need(one, (Instance, Subject), "an instance") for one in given]
    found = check(
        subjects,
        names=[solver] if isinstance(solver, str) else solver,
        all_variants=all_variants,
        time_limit=time_limit,
        memory_limit=memory_limit,
        seed=seed,
        jobs=jobs,
        outside=[find_tool(name).name for name in ([with_] if isinstance(with_, str) else with_)],
        on_progress=on_progress,
    )
    if report is not None:
        save_report(found, report)
    if found.is_interrupted and not partial:
        raise KeyboardInterrupt
    return found
