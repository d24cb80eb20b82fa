"""What one class implies: sums after each of its items, as families, so that unit propagation sees what is reachable.

The *items* of a class are the entries of choices that count it. The values of an item are a family (signatures with
equal entries merged); after each item the sums so far are one: products of a sum and a value, merged, without those
that exceed the budget. At the end only the budget itself is left.

Where signatures are ruled out, values without a signature are false, then products, then sums that nothing leads to:
propagation follows the sums that can be reached, exactly as :meth:`gourds.certificates.decomposition.Master.imply`
does. So each clause of a certificate that one class implies is one line, and so is each clause from a sum to the next.
"""

from __future__ import annotations

from gourds.certificates.puzzle import Pair
from gourds.proofs.pseudo_boolean.choices.families import Addends, Family, Steps, Tally, ids
from gourds.proofs.pseudo_boolean.choices.joining import Choices, Option
from gourds.proofs.pseudo_boolean.choices.products import grouped, merge, product


class ClassSums:
    """The families of sums of one class."""

    def __init__(self, choices: Choices, name: Pair) -> None:
        self.steps = Steps(choices.writer)
        self.sums: dict[tuple[int, int], int] = {}
        """The variable of a sum after some items; none where an item or more have one value each, and nothing else."""
        self._total = choices.totals[name]
        self._tally = Tally(choices.tallies[name].equation)
        items = [option for option in choices.options.values() if name in option.classes]
        values = [self._values(option, option.classes.index(name)) for option in items]
        self._tally.settle(self.steps)
        fixed = 0
        layer: Family[int] | None = None
        for k, value in enumerate(values, start=1):
            if isinstance(value, int):
                fixed += value
            elif layer is None:
                layer = value
            else:
                layer = self._add(layer, value)
            if layer is not None:
                self.sums |= {(k, total + fixed): variable for total, variable in layer.members.items()}
        self._end(layer, self._total)

    def _values(self, option: Option, entry: int) -> Family[int] | int:
        """The family of the values of an item; the value itself if there is one alone."""
        signatures, one = option.family.members, option.family.one
        groups = grouped((signature[entry], variable) for signature, variable in signatures.items())
        if len(groups) == 1:
            value = next(iter(groups))
            up, down = Addends(), Addends()
            up.add(one.at_most, value)
            down.add(one.at_least, value)
            self._tally.add(up, down)
            self._total -= value
            return value
        merged = merge(self.steps, dict(sorted(groups.items())), one)
        self._tally.add(*merged.passage.carry({value: value for value in groups}))
        return merged.family

    def _add(self, layer: Family[int], value: Family[int]) -> Family[int]:
        """The sums after one more item."""
        steps, equation = self.steps, self._tally.equation
        forbidden = {
            (a, b): steps.rup([(1, -left), (1, -right)], 1, [equation.at_most])
            for a, left in layer.members.items()
            for b, right in value.members.items()
            if a + b > self._total
        }
        pairs = product(steps, layer, value, forbidden, short=False)
        merged = merge(steps, grouped((a + b, variable) for (a, b), variable in pairs.pairs.items()), pairs.one)
        self._tally.add(*pairs.first.carry({a: a for a in layer.members}))
        self._tally.add(*pairs.second.carry({b: b for b in value.members}))
        self._tally.add(*merged.passage.carry({g: g for g in merged.family.members}))
        self._tally.settle(steps)
        return merged.family

    def _end(self, layer: Family[int] | None, total: int) -> None:
        """Whatever does not sum to the budget is false."""
        halves = self._tally.halves
        if layer is None or halves is None:
            return
        for found, variable in layer.members.items():
            if found != total:
                self.steps.rup([(1, -variable)], 1, [*ids(layer.one), *ids(halves)])
