"""Gadgets of one's own: what they can do, what is wrong with them, and what would make them work."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from gourds.api.arguments import need, need_list, need_number
from gourds.errors import InputError
from gourds.files.raw import check_output, write_text

if TYPE_CHECKING:
    from gourds.reductions.gadgets.study import Study


def gadget(
    files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    time_limit: float | None = None,
    report: str | os.PathLike[str] | None = None,
) -> Study:
    """Everything about drawn gadgets, right or not: ``variable.txt``, ``clause.txt``, or a folder with one or both.

    The result is true in conditions iff the gadgets are proved right for every formula. It holds all coverings, the
    five conditions with what breaks them, the books of gourds, gourds and coverings that would work, and the smallest
    board on which the gadgets fail. Files with faults are studied as far as they can be read. ``report`` is an HTML
    file with all of this and pictures; ``time_limit`` is in seconds, 20 unless told otherwise.

    >>> import gourds
    >>> from gourds.bundled import bundled_folder
    >>> found = gourds.gadget(bundled_folder("reductions") / "one_in_three_sat" / "gadgets")
    >>> found
    <Study of the variable and clause gadgets: right for every cubic formula>
    >>> [(sheet.name, sheet.table.total) for sheet in found.sheets]
    [('variable', 2), ('clause', 168)]
    """
    from gourds.reductions.gadgets.study import TIME_LIMIT, study
    from gourds.render.figure.study_page import study_page

    need_number(time_limit, "time_limit")
    paths = [files] if isinstance(files, str | os.PathLike) else need_list(files, "a list of files")
    if not paths:
        raise InputError("a file with a gadget is needed here")
    named = [need(path, (str, os.PathLike), "a file with a gadget") for path in paths]
    if report is not None:
        check_output(report)
    found = study(named, time_limit=TIME_LIMIT if time_limit is None else float(time_limit))
    if report is not None:
        write_text(report, study_page(found))
    return found
