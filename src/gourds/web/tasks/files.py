"""Files: any file of this project as a document, and documents in every format that the commands write."""

from __future__ import annotations

import re
from typing import Any, Final

from gourds.configuration import Configuration
from gourds.encodings.export import FORMATS, SUFFIXES, export
from gourds.encodings.formula_files import FORMULA_FORMATS, export_formula
from gourds.errors import Fault, InputError, quoted
from gourds.files import loads, to_text
from gourds.files.certificates import Certificate
from gourds.files.plans import spell_moves
from gourds.files.table import Loaded, document_of, kind_of
from gourds.formulas.formula import Cnf, OneInThree
from gourds.formulas.notation import format_words
from gourds.instance import Instance
from gourds.moves import Walk, unfold
from gourds.placement import PartialPlacement, Placement
from gourds.triples.instance import TripleInstance
from gourds.web.documents import Question
from gourds.web.tasks import File, Say

MEDIA: Final = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
}
_PICTURES: Final = ("svg", "png", "html")
_MOST_PNG: Final = 12_000
"""Boards with more cells are not drawn as PNG: the picture would have too many pixels."""
_HEAT_SECONDS: Final = 20.0
"""Seconds for counting; less than a request that is answered at once may take."""


def read(question: Question, say: Say) -> dict[str, Any]:
    """JSON, a drawing, or a formula; certificates, partial placements and triples are not shown on the page."""
    text = question.text("text").removeprefix("\ufeff")
    if not text.strip():
        raise InputError(Fault("text", "is empty"))
    value = loads(text)
    if isinstance(value, Certificate | PartialPlacement | TripleInstance):
        raise InputError(Fault("text", f"this is {kind_of(value).name}, which the page does not show"))
    if isinstance(value, Instance):
        question.limit_cells(value.board.size)
    if isinstance(value, Cnf | OneInThree) and value.names:
        return {"document": {"format": kind_of(value).format, "text": text}}  # in words, as it was written
    return {"document": document_of(value)}


def write(question: Question, say: Say) -> File:
    """The file of a document in the form asked for.

    Of any document ``json``; of an instance ``txt`` (a drawing), pictures (with a placement, or with gadgets),
    ``heat.svg``, ``heat.png``, ``heat.html`` (probabilities), and the formats for other solvers; of a formula its text,
    ``cnf`` and ``opb``, and ``formula`` in words; with a plan ``plan.json``, and pictures ``plan.html``, ``plan.svg``,
    ``plan.png``, ``plan.txt``; a certificate as ``proof``. Pictures of configurations and plans color the cells of the
    ``instance``.
    """
    form = question.text("form")
    if form == "proof":
        certificate = Certificate.from_text(question.text("proof"))
        return _file("certificate", "json", certificate.to_text().encode())
    value: Any = question.value()
    name = _safe((value.name if isinstance(value, Instance) else "") or _kind(value))
    if "plan" in question and form != "json":
        return _plan(question, value, form, name)
    if form == "placement.json":
        return _file(f"{name}.placement", "json", to_text(question.placement()).encode())
    if form.removeprefix("heat.") in _PICTURES and form.startswith("heat.") and isinstance(value, Instance):
        return _heat_map(question, value, form.removeprefix("heat."), name)
    if form in _PICTURES:
        return _file(name, form, _picture(question, value, form))
    if form in FORMATS and isinstance(value, Instance):
        return _file(name, SUFFIXES[form].removeprefix("."), export(value, form, "reduced").encode())
    if isinstance(value, Cnf | OneInThree):
        ending = "cnf" if isinstance(value, Cnf) else "1in3"
        if form == "formula":
            return _file(name, form, format_words(value).encode())
        if form in (ending, "txt", "json"):
            return _file(name, ending, to_text(value).encode())
        if form in FORMULA_FORMATS:
            return _file(name, form, export_formula(value, form).encode())
    elif form == "txt" and isinstance(value, Instance):
        return _file(name, "txt", to_text(value, "text").encode())
    elif form == "json":
        return _file(name, "json", to_text(value).encode())
    raise InputError(Fault("form", f"{_kind(value)} cannot be written as {quoted(form)}"))


def _file(name: str, ending: str, content: bytes) -> File:
    return File(content, MEDIA.get(ending, "text/plain; charset=utf-8"), f"{name}.{ending}")


def _kind(value: Loaded) -> str:
    return kind_of(value).name.partition(" ")[2]


def _safe(name: str) -> str:
    """A file name that works on every system."""
    return re.sub(r"[^A-Za-z0-9_+-]+", "-", name).strip("-")[:60] or "gourds"


def _picture(question: Question, value: Any, form: str) -> bytes:
    from gourds.render import picture, picture_file

    if not isinstance(value, Instance | Placement | Configuration):
        raise InputError(Fault("document", f"a {_kind(value)} has no picture; a plan is drawn with its start"))
    cells = 2 * len(value.gourds) + 1 if isinstance(value, Placement) else value.board.size
    if form == "png" and cells > _MOST_PNG:
        raise InputError(Fault("form", f"boards of more than {_MOST_PNG:,} cells are drawn as SVG or HTML only"))
    placement = question.placement() if "placement" in question and not isinstance(value, Configuration) else None
    if question.flag("gadgets") and isinstance(value, Instance):
        from gourds.reductions.reduction import reduction_of
        from gourds.render.figure.board import reduction_figure

        return picture_file(reduction_figure(reduction_of(value), placement), f".{form}")
    more: dict[str, Any] = {"instance": _played(question)} if isinstance(value, Configuration) else {}
    return picture(value, placement, f"picture.{form}", **more)


def _played(question: Question) -> Instance | None:
    """The puzzle that a configuration belongs to; its cells have colors."""
    return question.instance("instance") if "instance" in question else None


def _heat_map(question: Question, instance: Instance, ending: str, name: str) -> File:
    """How likely each gourd is, counted again: the page cannot be trusted with numbers that a file calls exact."""
    from gourds.counts.large_numbers import number_text
    from gourds.counts.probabilities import edge_probabilities
    from gourds.render.board.heatmap import heat_map

    found = edge_probabilities(instance, _HEAT_SECONDS, question.context["memory_mb"])
    content = heat_map(instance, found, instance.name or "", number_text(found.total), f"heat.{ending}")
    return _file(f"{name}.heat", ending, content)


def _plan(question: Question, start: object, form: str, name: str) -> File:
    if not isinstance(start, Configuration):
        raise InputError(Fault("document", "must be the configuration that the plan starts from"))
    plan = question.plan()
    if form == "plan.json":
        text = b"".join(spell_moves(unfold(start, plan))) if isinstance(plan, Walk) else to_text(plan).encode()
        return _file(f"{name}.plan", "json", text)
    ending = form.removeprefix("plan.")
    if ending not in (*_PICTURES, "txt"):
        raise InputError(Fault("form", f"a plan cannot be written as {quoted(form)}"))
    from gourds.render.plan.files import plan_picture

    return _file(f"{name}.plan", ending, plan_picture(start, plan, f"plan.{ending}", instance=_played(question)))
