"""The text of any file of this project as a document."""

from __future__ import annotations

from typing import Any

from gourds.errors import Fault, InputError
from gourds.files import loads
from gourds.instance import Instance
from gourds.web.documents import Asked, document_of
from gourds.web.tasks import Say


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """JSON, a drawing, or a formula; certificates are not read here."""
    text = asked.text("text").removeprefix("\ufeff")
    if not text.strip():
        raise InputError(Fault("text", "is empty"))
    value = loads(text)
    if isinstance(value, Instance):
        asked.limit_cells(value.board.size)
    return {"document": document_of(value)}
