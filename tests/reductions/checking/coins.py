"""A problem that costs nothing to solve, and a reduction from it that leads to no board: coins of given values, to pay.

The reduction lists the coins backwards and doubles all values.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from gourds.reductions import registry
from gourds.reductions.problem import Applied, Problem, Reduction

Chosen = tuple[bool, ...]


@dataclass(frozen=True)
class Coins:
    """Values, and what is to be paid with some of them."""

    values: tuple[int, ...]
    price: int


def _parse(text: str) -> Coins:
    price, *values = map(int, text.split())
    return Coins(tuple(values), price)


def _paid(coins: Coins, chosen: Chosen) -> int:
    return sum(value for value, taken in zip(coins.values, chosen, strict=True) if taken)


def _solutions(coins: Coins) -> Iterator[Chosen]:
    every = product((False, True), repeat=len(coins.values))
    return (chosen for chosen in every if _paid(coins, chosen) == coins.price)


def _yes(size: int, seed: int) -> Coins:
    rng = random.Random(seed)
    values = tuple(rng.randint(1, 9) for _ in range(size))
    return Coins(values, sum(value for value in values if rng.random() < 0.5))


def _no(size: int, seed: int) -> Coins:
    coins = _yes(size, seed)
    if seed % 2:
        return replace(coins, price=sum(coins.values) + 1)
    return Coins(tuple(2 * value for value in coins.values), 2 * coins.price + 1)


def _shrink(coins: Coins) -> Iterator[Coins]:
    for k in range(len(coins.values)):
        yield Coins(coins.values[:k] + coins.values[k + 1 :], coins.price)
        yield Coins(coins.values[:k] + coins.values[k + 1 :], max(coins.price - coins.values[k], 0))


def _problem(name: str) -> Problem[Coins, Chosen]:
    return Problem(
        name=name,
        title=name,
        suffix=".coins",
        parse=_parse,
        spell=lambda coins: " ".join(map(str, (coins.price, *coins.values))),
        parse_solution=lambda coins, text: tuple(word == "1" for word in text.split()),
        spell_solution=lambda coins, chosen: " ".join(str(int(taken)) for taken in chosen),
        failures=lambda coins, chosen: [] if _paid(coins, chosen) == coins.price else [f"pays {_paid(coins, chosen)}"],
        solutions=_solutions,
        random_yes=_yes,
        random_no=_no,
        size=lambda coins: {"coins": len(coins.values)},
        shrink=_shrink,
    )


COINS = _problem("coins")
BACKWARDS = _problem("backwards")


def _apply(coins: Coins) -> Applied[Coins, Chosen, Coins, Chosen]:
    return Applied(
        source=coins,
        target=Coins(tuple(2 * value for value in coins.values[::-1]), 2 * coins.price),
        forward=lambda chosen: chosen[::-1],
        back=lambda chosen: chosen[::-1],
        predicted={"coins": len(coins.values)},
    )


REDUCTION = Reduction("coins", "backwards", _apply, "as many coins")


def changed(change: Callable[[Applied[Any, Any, Any, Any]], Applied[Any, Any, Any, Any]]) -> Any:
    """The reduction with something else about it."""
    return replace(REDUCTION, apply=lambda coins: change(_apply(coins)))


@contextmanager
def registered() -> Iterator[None]:
    """The problems and the reduction among those that are known."""
    known = registry.registry()
    before = dict(known.problems), dict(known.reductions)
    known.problems.update({"coins": COINS, "backwards": BACKWARDS})
    known.reductions["coins", "backwards"] = REDUCTION
    try:
        yield
    finally:
        for now, then in zip((known.problems, known.reductions), before, strict=True):
            now.clear()
            now.update(then)
