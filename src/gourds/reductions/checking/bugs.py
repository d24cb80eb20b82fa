"""Bugs that any reduction can have, put into it on purpose.

A *mutant* is a reduction one of whose four parts, the target, the forward map, the back map, the size formula, is wrong
in one way. The ways know nothing of the reduction (:mod:`.tampering`), so they apply to anybody's. A wrong target says
its true size, so that the size formula cannot give it away. To boards there are three back maps that are wrong in ways
that only other people's placements show: one is right on what the forward map gives and nowhere else, one looks at a
single gourd for each value, one relies on the empty cell being where the forward map leaves it.

Where a change strikes is drawn anew for every instance, from its text.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, Final

from gourds.chance import draw_below
from gourds.placement import Placement
from gourds.reductions.checking import tampering
from gourds.reductions.problem import PLACEMENT, Applied
from gourds.reductions.registry import AnyProblem, AnyReduction, find_problem

PARTS: Final = ("target", "forward map", "back map", "size formula")

AnyApplied = Applied[Any, Any, Any, Any]
Bug = Callable[[AnyApplied, random.Random], AnyApplied]


@dataclass(frozen=True)
class MapMutant:
    """A reduction with a bug."""

    part: str
    """One of PARTS."""
    change: str
    """What is wrong, for people."""
    reduction: AnyReduction


def mutants_of(reduction: AnyReduction) -> Iterator[MapMutant]:
    """All mutants of a reduction."""
    source, target = find_problem(reduction.source), find_problem(reduction.target)
    is_board = reduction.target == PLACEMENT
    forwards = _forwards(is_board, is_board or _has_places(target))
    backs = _backs(is_board, _has_places(source))
    for part, change, bug in (*_targets(target, is_board), *forwards, *backs, *_sizes(target)):
        apply = partial(_with_bug, reduction, source, change, bug)
        yield MapMutant(part, change, replace(reduction, apply=apply))
    overlooking = replace(reduction, apply=partial(_overlooking, reduction, source))
    yield MapMutant("target", "overlooks a part of the source", overlooking)


def _has_places(problem: AnyProblem) -> bool:
    """Whether solutions are truth values one after the other; in a choice of numbers the order means nothing."""
    return tampering.are_truths(problem.solve(problem.random_yes(3, 0)))


def _with_bug(
    reduction: AnyReduction, source: AnyProblem, change: str, bug: Bug, instance: Any, **options: Any
) -> AnyApplied:
    return bug(reduction.apply(instance, **options), random.Random(f"{change} {source.spell(instance)}"))


def _overlooking(reduction: AnyReduction, source: AnyProblem, instance: Any, **options: Any) -> AnyApplied:
    rng = random.Random(f"overlooked {source.spell(instance)}")
    smaller = list(islice(source.shrink(instance), 20))
    seen = smaller[draw_below(rng, len(smaller))] if smaller else instance
    return replace(reduction.apply(seen, **options), source=instance)


# -- the bugs -------------------------------------------------------------------------------------------------

Bugs = Iterator[tuple[str, str, Bug]]


def _targets(target: AnyProblem, is_board: bool) -> Bugs:
    named: dict[tampering.Change, str] = {
        tampering.leave_out: "a gourd is of another kind" if is_board else "a part is left out",
        **({} if is_board else {tampering.leave_out_two: "two parts are left out"}),
        tampering.alter: "two gourds trade ends" if is_board else "a value is another one",
        tampering.trade: "two cells trade colors" if is_board else "two values trade places",
    }

    def can_be(made: Any) -> bool:
        try:
            return target.spell(target.parse(target.spell(made))) == target.spell(made)
        except Exception:
            return False

    def wrong(change: tampering.Change, applied: AnyApplied, rng: random.Random) -> AnyApplied:
        made = tampering.tamper(applied.target, change, rng, can_be)
        return replace(applied, target=made, predicted=target.size(made))

    for change, name in named.items():
        yield "target", name, partial(wrong, change)


_VALUES: Final = (
    (tampering.alter_first, "the first value is wrong"),
    (tampering.alter_last, "the last value is wrong"),
    (tampering.alter, "some value is wrong"),
)
_ORDER: Final = ((tampering.trade, "two values trade places"),)


def _wrong_map(field: str, change: tampering.Change, applied: AnyApplied, rng: random.Random) -> AnyApplied:
    """With what the map in a field gives changed."""
    right = getattr(applied, field)
    wrong: dict[str, Any] = {field: lambda witness: tampering.tamper(right(witness), change, rng)}
    return replace(applied, **wrong)


def _forwards(is_board: bool, has_places: bool) -> Bugs:
    lost = ((tampering.leave_out, "a gourd is left out" if is_board else "a value is left out"),)
    for change, name in (*_VALUES, *(_ORDER if has_places else ()), *lost):
        yield "forward map", name, partial(_wrong_map, "forward", change)
    if not is_board:
        yield "forward map", "new values are all false", _plain_new_values


def _plain_new_values(applied: AnyApplied, rng: random.Random) -> AnyApplied:
    """Of assignments: the values of the source's variables, and false for the rest."""

    def forward(witness: Any) -> Any:
        image = applied.forward(witness)
        if not isinstance(image, tuple) or not isinstance(witness, tuple) or len(image) <= len(witness):
            return tampering.tamper(image, tampering.alter, rng)
        return (*image[: len(witness)], *(False for _ in image[len(witness) :]))

    return replace(applied, forward=forward)


def _backs(is_board: bool, has_places: bool) -> Bugs:
    shifted = tampering.shift_values if has_places else tampering.count_up
    more = ((shifted, "every value is its neighbor's"), (tampering.oppose, "all values are wrong"))
    for change, name in (*_VALUES, *(_ORDER if has_places else ()), *more):
        yield "back map", name, partial(_wrong_map, "back", change)
    yield "back map", "right on the first solution only", partial(_parrot, most=1)
    if is_board:
        yield "back map", "right on what the forward map gives only", partial(_parrot, most=None)
        if has_places:
            yield "back map", "reads a single gourd for each value", _glimpse
        yield "back map", "wants the empty cell where the forward map leaves it", _fixed_empty


def _remembering(applied: AnyApplied, back: Callable[[list[tuple[Any, Any]], Any], Any]) -> AnyApplied:
    """With a back map that knows all pairs of solutions that the forward map was asked for."""
    known: list[tuple[Any, Any]] = []

    def forward(witness: Any) -> Any:
        image = applied.forward(witness)
        known.append((witness, image))
        return image

    return replace(applied, forward=forward, back=lambda image: back(known, image))


def _parrot(applied: AnyApplied, rng: random.Random, most: int | None) -> AnyApplied:
    """Right on the first images of the forward map, ``most`` of them; None: on all."""

    def back(known: list[tuple[Any, Any]], image: Any) -> Any:
        told = [witness for witness, other in known[:most] if other == image]
        return told[0] if told else tampering.tamper(applied.back(image), tampering.alter, rng)

    return _remembering(applied, back)


def _fixed_empty(applied: AnyApplied, rng: random.Random) -> AnyApplied:
    def back(known: list[tuple[Any, Any]], image: Placement) -> Any:
        witness = applied.back(image)
        usual = {other.empty for _, other in known}
        return witness if image.empty in usual or not usual else tampering.tamper(witness, tampering.alter, rng)

    return _remembering(applied, back)


def _glimpse(applied: AnyApplied, rng: random.Random) -> AnyApplied:
    """Truth values read off one gourd each, which all placements of the forward map agree on."""

    def back(known: list[tuple[Any, Any]], image: Placement) -> Any:
        witness = applied.back(image)
        lie = set(image.gourds)
        seen = [(told, set(other.gourds)) for told, other in known]
        if not isinstance(witness, tuple):
            return witness
        return tuple(_glimpsed(v, value, seen, lie, rng) for v, value in enumerate(witness))

    return _remembering(applied, back)


def _glimpsed(v: int, value: Any, seen: list[tuple[Any, set[Any]]], lie: set[Any], rng: random.Random) -> Any:
    true = [gourds for told, gourds in seen if told[v]]
    false = [gourds for told, gourds in seen if not told[v]]
    if not true or not false:
        return value
    telling = sorted(set.intersection(*true) - set.union(*false))
    return telling[draw_below(rng, len(telling))] in lie if telling else value


def _sizes(target: AnyProblem) -> Bugs:
    def one_more(key: str, applied: AnyApplied, rng: random.Random) -> AnyApplied:
        return replace(applied, predicted={**applied.predicted, key: applied.predicted.get(key, 0) + 1})

    for key in target.size(target.random_yes(3, 0)):
        yield "size formula", f"one too many {key}", partial(one_more, key)
