"""Documents ``gourds-plan``: the moves in full, or the walk of the empty cell.

Plans have up to tens of millions of moves. They are written a chunk at a time; reading of long ones is in
``long_plans``, which shares the check of a single move with this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from gourds.errors import Fault, Faults, InputError, quoted
from gourds.files.json_values import cell_of, is_cell, is_number, is_pair_of_cells, kind_of_value, list_at
from gourds.moves import CHUNK, KINDS, Plan, Walk

PACKING: Final = 4
"""The compression level of long plans: seven times as fast as the highest level, for a third more bytes."""

_CODES: Final = {kind.value: code for code, kind in enumerate(KINDS)}

Row = tuple[int, int, int, int, int, int]
"""A move as numbers: gourd, kind, and the four numbers of its new cells."""


@dataclass(frozen=True)
class ReadMoves:
    """The moves of a document that were read one by one, and what is wrong with others."""

    plan: Plan
    """The sound moves."""
    faults: Faults
    """Everything that is wrong."""


def plan_of(document: dict[str, Any]) -> Plan | Walk:
    """The plan in a document, in the spelling that it has. Raises InputError with its faults."""
    if "walk" in document:
        if "moves" in document:
            raise InputError(Fault("walk", 'a plan has "moves" or a "walk", not both'))
        return _walk_of(document)
    moves = document.get("moves")
    read = moves if isinstance(moves, ReadMoves) else _read_moves(list_at(document, "moves"))
    read.faults.check()
    return read.plan


def _walk_of(document: dict[str, Any]) -> Walk:
    faults: list[Fault] = []
    start, letters = document.get("empty"), document["walk"]
    if not isinstance(start, list) or not is_cell(start):
        faults.append(Fault("empty", f"must be a cell [q, r], not {kind_of_value(start)}"))
    if not isinstance(letters, str):
        faults.append(Fault("walk", f"must be a string, not {kind_of_value(letters)}"))
    if faults or not isinstance(start, list):
        raise InputError(faults)
    try:
        return Walk.from_letters(cell_of(start), letters)
    except InputError as error:
        raise InputError(Fault("walk", fault.reason) for fault in error.faults) from None


def _read_moves(moves: list[Any]) -> ReadMoves:
    rows: list[Row] = []
    faults = Faults()
    for k, move in enumerate(moves):
        found = read_move(move)
        if isinstance(found, tuple):
            rows.append(found)
        else:
            faults += [Fault(f"moves[{k}]", reason) for reason in found]
    table = np.array(rows, dtype=np.int64).reshape(-1, 6)
    return ReadMoves(Plan(table[:, 0].copy(), table[:, 1].astype(np.uint8), table[:, 2:].copy()), faults)


def read_move(move: object) -> Row | list[str]:
    """A move as numbers, or what is wrong with it."""
    if not isinstance(move, dict):
        return [f'must be an object with "gourd", "kind" and "to", not {kind_of_value(move)}']
    faults = []
    gourd, kind, to = move.get("gourd"), move.get("kind"), move.get("to")
    if not is_number(gourd):
        faults.append(f"gourd must be a whole number of at most 64 bits, not {quoted(gourd)}")
    code = _CODES.get(kind) if isinstance(kind, str) else None
    if code is None:
        faults.append(f'kind must be "slide", "turn" or "pivot", not {quoted(kind)}')
    if not is_pair_of_cells(to):
        faults.append("to must be two cells, [[q, r], [q, r]]")
    if faults or code is None:
        return faults
    (a, b), (c, d) = move["to"]
    return move["gourd"], code, a, b, c, d


# -- writing --------------------------------------------------------------------------------------------------

_HEAD: Final = '{"format": "gourds-plan", "version": 1,\n'
_LINES: Final = [f'  {{"gourd": %d, "kind": "{kind.value}", "to": [[%d, %d], [%d, %d]]}}' for kind in KINDS]


def spell_moves(parts: Iterable[Plan]) -> Iterator[bytes]:
    """The bytes of a plan in full, one move to a line; the parts are made while they are written."""
    before = f'{_HEAD} "moves": [\n'
    for part in parts:
        for first in range(0, len(part), CHUNK):
            chunk = slice(first, first + CHUNK)
            numbers = np.column_stack((part.gourds[chunk], part.to[chunk])).ravel().tolist()
            lines = ",\n".join([_LINES[kind] for kind in part.kinds[chunk].tolist()])
            yield (before + lines % tuple(numbers)).encode()
            before = ",\n"
    yield b"]}\n" if before == ",\n" else f"{before}]}}\n".encode()


def spell_walk(walk: Walk) -> str:
    """The text of a plan as the walk of the empty cell."""
    q, r = walk.start
    return f'{_HEAD} "empty": [{q}, {r}],\n "walk": "{walk.letters}"}}\n'


def format_plan(plan: Plan | Walk) -> str:
    """The JSON text of a plan in the spelling that it has."""
    return spell_walk(plan) if isinstance(plan, Walk) else b"".join(spell_moves([plan])).decode()
