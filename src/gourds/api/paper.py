"""The paper, claim by claim."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gourds.api.arguments import need_whole
from gourds.errors import InputError, quoted

if TYPE_CHECKING:
    from gourds.paper.checking import OnProgress
    from gourds.paper.claim import Claim
    from gourds.paper.report import Report


def paper(
    claims: str | Sequence[str] = (),
    *,
    thorough: bool = False,
    seed: int = 0,
    time_limit: float | None = None,
    jobs: int | None = None,
    report: str | os.PathLike[str] | None = None,
    on_progress: OnProgress | None = None,
    partial: bool = False,
) -> Report:
    """Check the paper's claims, all or those that are named: what is checked, how far, and whether it holds.

    A quick run takes minutes, a ``thorough`` one hours. ``time_limit`` is the number of seconds for each claim (90, or
    1,800 if thorough); each runs in a process of its own, ``jobs`` at a time. ``report`` is a file for one HTML page
    with tables and pictures. An interrupt is a KeyboardInterrupt, or with ``partial`` a report of what was finished.
    :func:`paper_claims` lists the claims.

    >>> import gourds
    >>> found = gourds.paper("pivots")
    >>> print(found.headline())
    1 claim: 1 holds
    >>> print(found.checked[0].finding.reach)
    all six starting positions, all moves
    """
    from gourds.paper.catalogue import find_claims
    from gourds.paper.checking import check_claims

    names = [claims] if isinstance(claims, str) else list(claims)
    if time_limit is not None and (not isinstance(time_limit, int | float) or not time_limit > 0):
        raise InputError(f"time_limit must be a number of seconds above 0, not {quoted(time_limit)}")
    found = check_claims(
        find_claims(names),
        thorough=bool(thorough),
        seed=need_whole(seed, "seed", 0),
        time_limit=time_limit,
        jobs=None if jobs is None else need_whole(jobs, "jobs", 1),
        on_progress=on_progress,
    )
    if report is not None:
        from gourds.files.raw import write_text
        from gourds.paper.page import to_page

        write_text(report, to_page(found))
    if found.is_interrupted and not partial:
        raise KeyboardInterrupt
    return found


def paper_claims() -> tuple[Claim, ...]:
    """Every claim, in the order of the paper, unchecked.

    >>> import gourds
    >>> [claim.place for claim in gourds.paper_claims() if claim.name == "pivots"]
    ['Section 2, Observation 1']
    """
    from gourds.paper.catalogue import all_claims

    return all_claims()
