"""The text of any file of this project as a document."""

from __future__ import annotations

from typing import Any

from gourds.errors import Fault, InputError
from gourds.files import loads
from gourds.files.certificates import Certificate
from gourds.files.table import document_of, kind_of
from gourds.instance import Instance
from gourds.placement import PartialPlacement
from gourds.web.documents import Asked
from gourds.web.tasks import Say


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """JSON, a drawing, or a formula; certificates and partial placements are not shown on the page."""
    text = asked.text("text").removeprefix("\ufeff")
    if not text.strip():
        raise InputError(Fault("text", "is empty"))
    value = loads(text)
    if isinstance(value, Certificate | PartialPlacement):
        raise InputError(Fault("text", f"this is {kind_of(value).name}, which the page does not show"))
    if isinstance(value, Instance):
        asked.limit_cells(value.board.size)
    return {"document": document_of(value)}
