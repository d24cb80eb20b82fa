"""Values changed in one place, whatever they are made of: how a program that is wrong would have them.

Instances and solutions of any problem are numbers and truth values in tuples, lists, sets, dictionaries and
dataclasses. A change is made in a copy: a part is left out, a value is another one, two values trade places. Boards
know nothing of that, so for them it is done by hand: two cells trade colors, a gourd is of another kind, two gourds
trade ends. All choices come from the generator that is given.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from gourds.chance import draw_below
from gourds.errors import GourdsError
from gourds.instance import Instance

TRIES: Final = 30
"""So often a change is tried until it gives a value that can be."""
Change = Callable[[Any, random.Random], Any]
Place = tuple[Any, ...]
"""How to come to a part: keys and indices, from outside to inside."""


def tamper(value: Any, change: Change, rng: random.Random, is_sound: Callable[[Any], bool] = lambda value: True) -> Any:
    """The value changed, if that can be a sound one; else one that is not, or at last the value as it was."""
    other = value
    for _ in range(TRIES):
        try:
            made = change(value, rng)
        except (GourdsError, IndexError, ValueError, TypeError):
            continue
        if made == value:
            continue
        if is_sound(made):
            return made
        other = made
    return other


# -- three changes --------------------------------------------------------------------------------------------


def leave_out(value: Any, rng: random.Random) -> Any:
    """Without one part of it; of a board, with a gourd of another kind."""
    if isinstance(value, Instance):
        return _other_kind(value, rng)
    rows = _rows(value)
    place, length = rows[draw_below(rng, len(rows))]
    return _changed(value, place, lambda part: _without(part, draw_below(rng, length)))


def leave_out_two(value: Any, rng: random.Random) -> Any:
    """Without two parts of it. One can follow from the others, as in an exact cover by triples, counting modulo 3."""
    return leave_out(leave_out(value, rng), rng)


def alter(value: Any, rng: random.Random) -> Any:
    """With one number or truth value another one; of a board, with two gourds that traded ends."""
    if isinstance(value, Instance):
        return _other_ends(value, rng)
    leaves = _leaves(value)
    return _changed(value, leaves[draw_below(rng, len(leaves))], lambda leaf: _other(leaf, rng))


def trade(value: Any, rng: random.Random) -> Any:
    """With two numbers or truth values in each other's place; of a board, with two cells that traded colors."""
    if isinstance(value, Instance):
        return _other_colors(value, rng)
    leaves = _leaves(value)
    first, second = (leaves[draw_below(rng, len(leaves))] for _ in range(2))
    a, b = _at(value, first), _at(value, second)
    return _changed(_changed(value, first, lambda leaf: b), second, lambda leaf: a)


def alter_first(value: Any, rng: random.Random) -> Any:
    """With the first value another one."""
    return _changed(value, _leaves(value)[0], lambda leaf: _other(leaf, rng))


def alter_last(value: Any, rng: random.Random) -> Any:
    """With the last value another one."""
    return _changed(value, _leaves(value)[-1], lambda leaf: _other(leaf, rng))


def shift_values(value: Any, rng: random.Random) -> Any:
    """With every value that of its neighbor."""
    leaves = _leaves(value)
    values = [_at(value, place) for place in leaves]
    for place, other in zip(leaves, [*values[1:], *values[:1]], strict=True):
        value = _changed(value, place, lambda leaf, other=other: other)  # type: ignore[misc]
    return value


def count_up(value: Any, rng: random.Random) -> Any:
    """With every number one more: where the neighbors are."""
    for place in _leaves(value):
        value = _changed(value, place, lambda leaf: leaf + 1)
    return value


def are_truths(value: Any) -> bool:
    """Whether a value is made of truth values alone."""
    return all(isinstance(_at(value, place), bool) for place in _leaves(value))


def oppose(value: Any, rng: random.Random) -> Any:
    """With every value another one: truth values the opposite."""
    for place in _leaves(value):
        value = _changed(value, place, lambda leaf: _other(leaf, rng))
    return value


# -- parts of values ------------------------------------------------------------------------------------------


def _other(leaf: Any, rng: random.Random) -> Any:
    if isinstance(leaf, bool):
        return not leaf
    return leaf + (1 if draw_below(rng, 2) else -1)


def _parts(value: Any) -> list[tuple[Any, Any]]:
    """The parts of a value with the keys that lead to them; none of a leaf."""
    if is_dataclass(value) and not isinstance(value, type):
        return [(field.name, getattr(value, field.name)) for field in fields(value) if field.init]
    if isinstance(value, Mapping):
        return list(value.items())
    if isinstance(value, frozenset | set):
        return [(part, part) for part in sorted(value)]
    return list(enumerate(value)) if isinstance(value, tuple | list) else []


def _leaves(value: Any) -> list[Place]:
    """The places of all numbers and truth values."""
    if isinstance(value, bool | int):
        return [()]
    return [(key, *place) for key, part in _parts(value) for place in _leaves(part)]


def _rows(value: Any) -> list[tuple[Place, int]]:
    """The places of all lists and sets whose parts are whole things, not the coordinates of one; with their lengths."""
    if isinstance(value, tuple | list | frozenset | set) and value:
        return [((), len(value))]
    return [((key, *place), length) for key, part in _parts(value) for place, length in _rows(part)]


def _without(value: Any, k: int) -> Any:
    parts = [part for _, part in _parts(value)]
    return type(value)(parts[:k] + parts[k + 1 :])


def _at(value: Any, place: Place) -> Any:
    for key in place:
        value = dict(_parts(value))[key]
    return value


def _changed(value: Any, place: Place, change: Callable[[Any], Any]) -> Any:
    """A copy with the part at a place changed."""
    if not place:
        return change(value)
    key, rest = place[0], place[1:]
    parts = {name: _changed(part, rest, change) if name == key else part for name, part in _parts(value)}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{key: parts[key]})
    made: Any = type(value)
    return made(parts) if isinstance(value, Mapping) else made(parts.values())


# -- boards ---------------------------------------------------------------------------------------------------


def _rebuilt(instance: Instance, codes: list[int], gourds: list[tuple[str, str]]) -> Instance:
    colors = [instance.colors[code] for code in codes]
    kinds = [(a, b, 1) for a, b in gourds]
    return Instance.build(instance.board.cells, colors, kinds, name=instance.name, source=instance.source)


def _gourds(instance: Instance) -> list[tuple[str, str]]:
    return [(a, b) for a, b, count in instance.gourd_list() for _ in range(count)]


def _other_kind(instance: Instance, rng: random.Random) -> Instance:
    gourds = _gourds(instance)
    kinds = sorted(set(gourds))
    gourds[draw_below(rng, len(gourds))] = kinds[draw_below(rng, len(kinds))]
    return _rebuilt(instance, instance.cell_colors.tolist(), gourds)


def _other_ends(instance: Instance, rng: random.Random) -> Instance:
    gourds = _gourds(instance)
    j, k = draw_below(rng, len(gourds)), draw_below(rng, len(gourds))
    (a, b), (c, d) = gourds[j], gourds[k]
    gourds[j], gourds[k] = (a, c), (b, d)
    return _rebuilt(instance, instance.cell_colors.tolist(), gourds)


def _other_colors(instance: Instance, rng: random.Random) -> Instance:
    codes = instance.cell_colors.tolist()
    j, k = draw_below(rng, len(codes)), draw_below(rng, len(codes))
    codes[j], codes[k] = codes[k], codes[j]
    return _rebuilt(instance, codes, _gourds(instance))
