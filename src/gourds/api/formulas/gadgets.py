"""Gadgets of one's own: what they can do, what is wrong with them, and what would make them work."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gourds.api.arguments import need, need_list, need_number, need_one_of, need_whole
from gourds.errors import InputError
from gourds.files.raw import check_folder, check_output, make_folder, write_text

if TYPE_CHECKING:
    from gourds.reductions.gadgets.study import Study
    from gourds.reductions.searching.search import Findings, Searched


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


def find_gadgets(
    kind: Literal["variable", "clause", "pair"] = "pair",
    *,
    rows: int | None = None,
    columns: int | None = None,
    max_cells: int = 80,
    filler: Literal["one", "two"] = "one",
    thorough: bool = False,
    time_limit: float | None = None,
    output: str | os.PathLike[str] | None = None,
    on_progress: Callable[[Searched], None] | None = None,
) -> Findings:
    """Search for the smallest gadgets: all layouts of filler, all colorings, smallest first.

    ``pair`` is a variable and a clause gadget of the same height with the fewest cells together. ``filler`` is ``one``
    column before each gadget, or ``two`` on either side, as in the paper. ``thorough`` finds all gadgets of the
    smallest size, whatever the number of their cells that are not filler. ``time_limit`` is in seconds, 60 by default.
    The best gadgets are written to the folder ``output``, as ``variable.txt`` and ``clause.txt``.

    >>> import gourds
    >>> found = gourds.find_gadgets("variable", rows=4)
    >>> found, len(found.finds)
    (<Findings, variable: 20 cells>, 2)
    """
    from gourds.reductions.searching import coloring
    from gourds.reductions.searching.layouts import MARGINS
    from gourds.reductions.searching.search import find

    need_one_of(kind, ("variable", "clause", "pair"), "the kind of gadget")
    need_one_of(filler, MARGINS, "filler")
    need_number(time_limit, "time_limit")
    for value, name in ((rows, "rows"), (columns, "columns")):
        if value is not None:
            need_whole(value, name, 1)
    need_whole(max_cells, "max_cells", 1)
    if kind == "pair" and columns is not None:
        raise InputError("columns are for a single gadget, not for a pair")
    names = [f"{name}.txt" for name in (("variable", "clause") if kind == "pair" else (kind,))]
    if output is not None:
        check_folder(output, names)
    coloring.prepare()
    found = find(
        kind,
        filler,
        rows=rows,
        columns=columns,
        most_cells=max_cells,
        is_thorough=thorough,
        deadline=time.monotonic() + (60.0 if time_limit is None else time_limit),
        on_progress=on_progress or (lambda searched: None),
    )
    if not found.searched:
        raise InputError("no gadget fits these sizes: there is nothing to search")
    if output is not None and found:
        make_folder(output)
        best = [found.finds[0].gadget] if found.gadgets is None else [found.gadgets.variable, found.gadgets.clause]
        for gadget_ in best:
            if f"{gadget_.name}.txt" in names:
                write_text(Path(output) / f"{gadget_.name}.txt", gadget_.text())
    return found
