"""The work itself: one function for each kind, ``kind(question, say)``. Each call runs in its own process.

boards      boards to begin with and while they are drawn; what else the page can choose from
answers     verdicts, counts, samples, reasons
formulas    the reduction, and both ways between assignments and placements
puzzle      positions and plans; puzzles while they are made: how many solutions, how hard
files       documents from files and to files
campaigns   stores, how far they are, their reports; a small campaign from the page

A function returns plain JSON or a :class:`File`, and raises InputError if the input cannot be used. ``say`` reports
progress. :mod:`gourds.web.kinds` lists all kinds.
"""

from __future__ import annotations

import json
import os
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from gourds.errors import GourdsError, InputError, InternalError, one_line
from gourds.web.documents import NotFoundError, Question
from gourds.web.kinds import TASKS

Say = Callable[[str], None]

_MODULE_OF: Final = {kind: module for module, kinds in TASKS.items() for kind in kinds}


@dataclass(frozen=True)
class File:
    """An answer that is not JSON."""

    content: bytes
    media: str
    name: str | None = None
    """What to call it when it is saved; None: it is shown."""


def perform(order: dict[str, Any], body: bytes, say: Say) -> tuple[dict[str, Any], bytes]:
    """Carry out an order; an error becomes a status and one line."""
    try:
        kind = order["kind"]
        task = getattr(import_module(f"{__name__}.{_MODULE_OF[kind]}"), kind)
        answer = task(Question(body, order["context"]), say)
        if not isinstance(answer, File):
            answer = File(spell_json(answer), "application/json")
        if len(answer.content) > (most := order["context"]["answer_bytes"]):
            return _failed(422, f"the answer is larger than {most / 2**20:g} MB")
        return {"status": 200, "media": answer.media, "name": answer.name}, answer.content
    except NotFoundError as error:
        return _failed(404, str(error))
    except InputError as error:
        return _failed(400, str(error))
    except InternalError as error:
        return _failed(500, f"internal error: {error}")
    except GourdsError as error:
        return _failed(422, str(error))
    except MemoryError:
        raise
    except RecursionError:
        return _failed(400, "nested too deeply")
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{os.path.basename(where.filename)}:{where.lineno}"
        return _failed(500, f"internal error at {place}: {type(error).__name__}: {error}")


def spell_json(value: object) -> bytes:
    """Compact JSON in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_plain).encode()


def _plain(value: Any) -> Any:
    """Plain numbers for those of numpy."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} is not plain JSON")


def _failed(status: int, reason: str) -> tuple[dict[str, Any], bytes]:
    return {"status": status, "media": "application/json"}, spell_json({"error": one_line(reason)[:1000]})
