"""Files about the check of the reduction: tables beside the drawings, pictures, and a failure to look at."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from gourds.errors import InputError
from gourds.files.raw import check_folder, make_folder, write_text
from gourds.formulas.formula import OneInThree

if TYPE_CHECKING:
    from gourds.reductions.whole_check import ReductionCheck

GADGET_FILES = (
    *(f"{name}{end}" for name in ("variable", "clause") for end in (".svg", "-coverings.svg", ".toml")),
    "gadgets.html",
)
"""What a report holds of the gadgets."""
FAILURE_FILES = ("failure.1in3", "failure.cnf", "failure.json", "failure.placement.json", "failure.svg")
"""What a report may hold of a failure; those of an earlier run are removed."""


def write_tables(folder: str | os.PathLike[str]) -> list[Path]:
    """Write the tables of coverings beside the drawings of gadgets in a folder; the files."""
    from gourds.reductions.gadgets.drawing import gadget_folder
    from gourds.reductions.gadgets.tables import format_table
    from gourds.reductions.reduction import load_usable_gadgets

    place = gadget_folder(Path(folder))
    gadgets = load_usable_gadgets(place)
    check_folder(place, [f"{gadget.name}.toml" for gadget in (gadgets.variable, gadgets.clause)])
    texts = {place / f"{table.gadget.name}.toml": format_table(table) for table in gadgets.tables}
    for path, text in texts.items():
        write_text(path, text)
    return list(texts)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", str(path)) from None


def write_reduction_report(found: ReductionCheck, path: str | os.PathLike[str]) -> None:
    """Pictures of the gadgets and their coverings, a page on what breaks them; the failure as formula and picture."""
    from gourds.files import save, to_text
    from gourds.files.formulas import format_formula
    from gourds.reductions.gadgets.study import study_of
    from gourds.reductions.gadgets.tables import format_table
    from gourds.reductions.reduction import Reduction
    from gourds.render.figure.board import reduction_figure
    from gourds.render.figure.gadgets import gadget_figure, table_figure
    from gourds.render.figure.study import witness_block, witness_title
    from gourds.render.figure.study_page import study_page
    from gourds.render.svg import on_paper

    folder, gadgets, report = Path(path), found.gadgets.gadgets, found.report
    make_folder(folder)
    for table in found.gadgets.tables:
        name = table.gadget.name
        write_text(folder / f"{name}.svg", gadget_figure(gadgets, table.gadget))
        write_text(folder / f"{name}-coverings.svg", table_figure(gadgets, table.gadget))
        write_text(folder / f"{name}.toml", format_table(table))
    page = study_of(gadgets, found.gadgets.tables, found.proof, found.witness)
    write_text(folder / "gadgets.html", study_page(page))
    for old in FAILURE_FILES:
        _remove(folder / old)
    if report.failure is None or report.failure.failure is None:
        return
    formula = report.failure.formula
    reduction = Reduction.of(formula, gadgets=gadgets, order=report.failure.order, seed=report.failure.order_seed)
    ending = "1in3" if isinstance(formula, OneInThree) else "cnf"
    remark = f"{report.failure.failure.value}: {report.failure.detail}"
    write_text(folder / f"failure.{ending}", format_formula(formula, [remark]))
    save(reduction.instance(), folder / "failure.json")
    if report.failure.placement is not None:
        write_text(folder / "failure.placement.json", to_text(report.failure.placement))
    if found.witness is None:
        drawn = reduction_figure(reduction, report.failure.placement)
    else:
        drawn = on_paper(witness_block(found.witness), witness_title(found.witness))
    write_text(folder / "failure.svg", drawn)
