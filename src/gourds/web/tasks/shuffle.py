"""A configuration to start from."""

from __future__ import annotations

from typing import Any

from gourds.configuration import Configuration
from gourds.errors import Fault, InputError
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.reconfigure.positions import shuffled, solved_configuration
from gourds.reconfigure.scrambles import scramble
from gourds.web.documents import Asked
from gourds.web.tasks import Say

_MOST_MOVES = 1_000_000


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """What ``gourds shuffle`` writes: random, so many moves away, or the solved position of a placement."""
    value = asked.value()
    if not isinstance(value, Instance | Placement | Configuration):
        raise InputError(Fault("document", "must be an instance, a placement or a configuration"))
    moves = asked.number("moves", 0, 0, _MOST_MOVES) if "moves" in asked else None
    if "placement" not in asked:
        return {"configuration": shuffled(value, asked.seed(), moves).to_json()}
    if not isinstance(value, Instance):
        raise InputError(Fault("document", "must be an instance if there is a placement"))
    solved = solved_configuration(value, asked.placement())
    return {"configuration": scramble(solved, moves or 0, asked.seed()).to_json()}
