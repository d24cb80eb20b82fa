"""What the server must know of a job whose body is too long to be parsed by the server itself."""

from __future__ import annotations

from gourds.web.documents import Asked
from gourds.web.tasks import Say
from gourds.web.terms import terms_of


def run(asked: Asked, say: Say) -> tuple[str, float]:
    """Its kind and its seconds."""
    return terms_of(asked.fields, asked.given["longest"])
