"""The product of the signature tables of all components, up to the budgets.

Components of one kind share one table: the number of matchings of each signature. A placement chooses a matching in
every component so that the totals of all bichromatic classes are the budgets; by law 2 the other budgets follow. A
class of only one component has its budget there. For the others the tables are multiplied like polynomials, component
by component: a state holds the totals so far of the *open* classes, those with components dealt with and components
still to come. A class that closes must have reached its budget, so only few numbers are carried along.

The layers of states are read backwards to draw the signatures of a placement, and to count how the other components
can complete a signature of one.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gourds.errors import InternalError, LimitError
from gourds.matching.components.splitting import Component, Pair

MAX_TOTALS = 300_000
"""No more combinations of totals are carried from one component to the next, unless more are allowed."""

Signature = tuple[int, ...]
Table = dict[Signature, int]
State = tuple[int, ...]
Choose = Callable[[Sequence[int]], int]
"""Takes weights, not all of them 0, and gives the index of one that is positive."""


@dataclass(frozen=True)
class Step:
    """A component is added to the totals."""

    component: int
    """Its index among the components."""
    table: Table
    """The signatures that meet the budgets of the classes that it has alone."""
    shared: list[tuple[int, int]]
    """(place in the signature, place among the open classes) of the classes that other components have too."""
    limits: list[tuple[int, int]]
    """For each open class (least, most) total after this step, so that the budget can still be met."""
    kept: list[int]
    """Places of the open classes that stay open."""
    opened: int
    """How many classes this step opens; they stand after those open before."""

    def extend(self, state: State, signature: Signature) -> State | None:
        """The totals after this component, None if they cannot lead to the budgets."""
        totals = [*state, *[0] * self.opened]
        for k, at in self.shared:
            totals[at] += signature[k]
        for total, (least, most) in zip(totals, self.limits, strict=True):
            if not least <= total <= most:
                return None
        return tuple([totals[at] for at in self.kept])

    def multiplied(self, layer: Mapping[State, int], most: int) -> dict[State, int]:
        """The next layer."""
        if len(layer) == 1 and not self.shared:
            factor = sum(self.table.values())
            return {state: count * factor for state, count in layer.items()} if factor else {}
        out: dict[State, int] = {}
        for state, ways in layer.items():
            for signature, count in self.table.items():
                to = self.extend(state, signature)
                if to is not None:
                    out[to] = out.get(to, 0) + ways * count
            if len(out) > most:
                raise LimitError(f"joining the components needs more than {most:,} combinations of totals")
        return out


class Product:
    """The product of the tables of all components."""

    def __init__(
        self,
        components: Sequence[Component],
        tables: Sequence[Table],
        budgets: Mapping[Pair, int],
        max_totals: int = MAX_TOTALS,
    ) -> None:
        owners = Tally(pair for component in components for pair in component.classes)
        is_missed = any(count and i != j and not owners[i, j] for (i, j), count in budgets.items())
        self.steps = _steps(components, tables, budgets, owners)
        self.layers: list[dict[State, int]] = [{} if is_missed else {(): 1}]
        for step in self.steps:
            self.layers.append(step.multiplied(self.layers[-1], max_totals))

    @property
    def total(self) -> int:
        """The number of placements, or of choices of signatures if the tables hold ones."""
        return self.layers[-1].get((), 0)

    def draw(self, choosers: Sequence[Choose]) -> list[dict[int, Signature]]:
        """For each chooser a signature of every component, by its index; there must be placements.

        A chooser that draws in proportion to the weights draws in proportion to the numbers of placements.
        """
        chosen: list[dict[int, Signature]] = [{} for _ in choosers]
        states: list[State] = [()] * len(choosers)
        for step, layer in zip(reversed(self.steps), reversed(self.layers[:-1]), strict=True):
            origins: dict[State, list[tuple[int, State, Signature]]] = {state: [] for state in states}
            for state, ways in layer.items():
                for signature, count in step.table.items():
                    to = step.extend(state, signature)
                    if to is not None and to in origins:
                        origins[to].append((ways * count, state, signature))
            weights = {state: [weight for weight, _, _ in rows] for state, rows in origins.items()}
            for k, choose in enumerate(choosers):
                _, before, signature = origins[states[k]][choose(weights[states[k]])]
                chosen[k][step.component] = signature
                states[k] = before
        return chosen

    def outside(self) -> Iterator[tuple[int, Table]]:
        """For every component, by its index: signature → number of ways to choose all other components."""
        after = self._completions()
        for k, step in enumerate(self.steps):
            weights: Table = {}
            for signature in step.table:
                ways = 0
                for state, count in self.layers[k].items():
                    to = step.extend(state, signature)
                    if to is not None and to in after[k + 1]:
                        ways += count * after[k + 1][to]
                if ways:
                    weights[signature] = ways
            yield step.component, weights

    def _completions(self) -> list[dict[State, int]]:
        """For every layer and state the number of ways to complete it."""
        after: list[dict[State, int]] = [{(): 1}]
        for step, layer in zip(reversed(self.steps), reversed(self.layers[:-1]), strict=True):
            rest = after[-1]
            here: dict[State, int] = {}
            for state in layer:
                ways = 0
                for signature, count in step.table.items():
                    to = step.extend(state, signature)
                    if to is not None and to in rest:
                        ways += count * rest[to]
                if ways:
                    here[state] = ways
            after.append(here)
        return after[::-1]


def _steps(
    components: Sequence[Component], tables: Sequence[Table], budgets: Mapping[Pair, int], owners: Tally[Pair]
) -> list[Step]:
    order = narrow_components(components)
    fitting = {k: _fitting(tables[components[k].kind], components[k].classes, owners, budgets) for k in order}
    most: dict[int, dict[Pair, int]] = {}
    rest: Tally[Pair] = Tally()
    for k in order:
        shared = [(place, pair) for place, pair in enumerate(components[k].classes) if owners[pair] > 1]
        most[k] = {pair: max((s[place] for s in fitting[k]), default=0) for place, pair in shared}
        rest.update(most[k])
    left = Tally({pair: count for pair, count in owners.items() if count > 1})
    open_classes: list[Pair] = []
    steps = []
    for k in order:
        new = [pair for pair in most[k] if pair not in open_classes]
        open_classes += new
        place_of = {pair: at for at, pair in enumerate(open_classes)}
        for pair, value in most[k].items():
            rest[pair] -= value
            left[pair] -= 1
        limits = [(budgets[pair] - rest[pair], budgets[pair]) for pair in open_classes]
        kept = [at for at, pair in enumerate(open_classes) if left[pair]]
        places = [(at, place_of[pair]) for at, pair in enumerate(components[k].classes) if pair in most[k]]
        steps.append(Step(k, fitting[k], places, limits, kept, len(new)))
        open_classes = [open_classes[at] for at in kept]
    return steps


def _fitting(table: Table, classes: tuple[Pair, ...], owners: Tally[Pair], budgets: Mapping[Pair, int]) -> Table:
    """The signatures that meet the budgets of the classes that no other component has."""
    alone = [(k, budgets[pair]) for k, pair in enumerate(classes) if owners[pair] == 1]
    if all(signature[k] == budget for signature in table for k, budget in alone):
        return table
    return {s: count for s, count in table.items() if all(s[k] == budget for k, budget in alone)}


def narrow_components(components: Sequence[Component]) -> list[int]:
    """Components so that few classes are open at any time: next comes the one that opens least and closes most."""
    owners = Tally(pair for component in components for pair in component.classes)
    shared = [[pair for pair in component.classes if owners[pair] > 1] for component in components]
    left = Tally(pair for pairs in shared for pair in pairs)
    users: dict[Pair, list[int]] = {}
    for k, pairs in enumerate(shared):
        for pair in pairs:
            users.setdefault(pair, []).append(k)
    order = [k for k, pairs in enumerate(shared) if not pairs]
    done = set(order)
    opened: set[Pair] = set()
    near: dict[int, None] = {}

    def change(k: int) -> tuple[int, int]:
        new = sum(pair not in opened for pair in shared[k])
        closed = sum(left[pair] == 1 for pair in shared[k])
        return new - closed, k

    for first in range(len(components)):
        if first in done:
            continue
        near[first] = None
        while near:
            k = min(near, key=change) if len(near) < 2000 else next(iter(near))
            del near[k]
            done.add(k)
            order.append(k)
            for pair in shared[k]:
                left[pair] -= 1
                if pair not in opened:
                    opened.add(pair)
                    near.update(dict.fromkeys(other for other in users[pair] if other not in done))
    return order


def first_positive(weights: Sequence[int]) -> int:
    """A chooser that takes the first option there is."""
    return next(k for k, weight in enumerate(weights) if weight)


def proportional(rng: random.Random) -> Choose:
    """A chooser that draws in proportion to the weights, exactly."""

    def choose(weights: Sequence[int]) -> int:
        left = draw_below(rng, sum(weights))
        for k, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return k
        raise InternalError("a random number exceeds its range")

    return choose


def draw_below(rng: random.Random, bound: int) -> int:
    """A number from 0 to bound − 1, exactly uniform for any size of bound."""
    if bound < 1:
        raise InternalError("nothing to draw from")
    bits = (bound - 1).bit_length()
    while True:
        drawn = rng.getrandbits(bits) if bits else 0
        if drawn < bound:
            return drawn
