"""The signatures of a component: a sweep over its nodes, each layer a family of states.

A *state* before node k: which later nodes are covered, and how many edges of each class were used. The states of a
layer are a family. The proof goes from layer to layer with these equations, all of them exact:

- the layer sums to 1;
- of every later node v: Σ (states that cover v) + Σ (edges of v that are still to come) = 1, at first v's own equation;
- of every class: Σ (its edges so far) = Σ (count in the state)·(state).

At node k the states that cover it pass. Every other state takes an edge e to a later node v that it does not cover: the
product of state and edge, or the state itself where there is one edge alone. That every edge is accounted for,
Σ_S (S and e) ≥ e, is a sum: if e is used, then no state that covers k is true, and none that covers v; some state is;
so one that can take e. Products that lead to the same state are merged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gourds.errors import LimitError
from gourds.proofs.pseudo_boolean.choices.families import Addends, Family, Passage, Steps, Tally, ids
from gourds.proofs.pseudo_boolean.choices.parts import Edge, Part
from gourds.proofs.pseudo_boolean.choices.products import Both, at_most, both, grouped, merge
from gourds.proofs.pseudo_boolean.writer import Halves, ProofWriter

Counts = tuple[int, ...]
State = tuple[int, Counts]
"""The later nodes that are covered, as bits, and the number of edges of each class."""

MAX_STATES = 400_000
"""No component with more states than this is swept."""


@dataclass(frozen=True)
class Swept:
    """What a sweep derives."""

    family: Family[Counts]
    """The signatures; exactly one is taken."""
    classes: tuple[Halves | None, ...]
    """For each class: its edges here less Σ entry·signature is 0; None where that is so term by term."""


def sweep(writer: ProofWriter, part: Part) -> Swept:
    """All signatures of a component."""
    return PartSweep(writer, part).run()


class PartSweep:
    """One sweep, layer after layer."""

    def __init__(self, writer: ProofWriter, part: Part) -> None:
        self.part = part
        self.steps = Steps(writer)
        self.nodes = [Tally(halves) for halves in part.equations]
        self.classes = [Tally(sign=-1) for _ in part.classes]
        self.coming: list[list[int]] = [[edge.variable for edge in edges] for edges in part.ahead]
        """The variables of each node's equation that are in no state yet."""
        for edges in part.ahead:
            for edge in edges:
                self.coming[edge.to].append(edge.variable)
        none = (0,) * len(part.classes)
        members = {(1 << edge.to, _counted(none, edge)): edge.variable for edge in part.ahead[0]}
        self._take(part.ahead[0])
        self.family: Family[State] = Family(members, part.equations[0])
        self.states = 0

    def run(self) -> Swept:
        """All layers."""
        for k in range(1, len(self.part.ahead)):
            self.states += len(self.family.members)
            if self.states > MAX_STATES:
                raise LimitError(
                    f"a component has more than {MAX_STATES:,} states, which is too long for a pseudo-Boolean proof; "
                    "a certificate in JSON can be written instead (--proof FILE.json)"
                )
            self.pass_node(k)
            if not self.family.members:
                break
        family = Family({counts: variable for (_, counts), variable in self.family.members.items()}, self.family.one)
        return Swept(family, tuple(tally.halves for tally in self.classes))

    def _take(self, edges: Sequence[Edge]) -> None:
        for edge in edges:
            self.coming[edge.to].remove(edge.variable)

    # -- one node ---------------------------------------------------------------------------------------------------

    def pass_node(self, k: int) -> None:
        """From the layer before node k to the one after it."""
        steps, old, node = self.steps, self.family, self.nodes[k].equation
        edges = self.part.ahead[k]
        reached: list[tuple[State, int]] = []
        below: list[tuple[State, int]] = []
        backs: list[list[int]] = [[] for _ in edges]
        alone = self._exclusive(k, node)
        for (covered, counts), state in old.members.items():
            if covered >> k & 1:
                reached.append(((covered ^ 1 << k, counts), state))
                continue
            options = [place for place, edge in enumerate(edges) if not covered >> edge.to & 1]
            targets = [(covered | 1 << edges[place].to, _counted(counts, edges[place])) for place in options]
            if len(options) == 1:
                reached.append((targets[0], state))
            elif not options:
                below.append(((covered, counts), -state))
            else:
                made = [both(steps, state, edges[place].variable) for place in options]
                for place, target, pair in zip(options, targets, made, strict=True):
                    reached.append((target, pair.variable))
                    backs[place].append(pair.back)
                below.append(((covered, counts), self._at_most(made, alone, edges, options)))
        above = [self._at_least(k, node, edge, backs[place]) for place, edge in enumerate(edges)]
        one = self._one(node, above, below)
        self._take(edges)
        merged = merge(steps, grouped(reached), one)
        self._rewrite(k, above, one, node, Passage(old.one, one, below), merged.passage)
        self.family = merged.family
        steps.prune(
            [
                *ids(merged.family.one),
                *ids(*(tally.halves for tally in self.nodes[k + 1 :])),
                *ids(*(tally.halves for tally in self.classes)),
            ]
        )

    def _exclusive(self, k: int, node: Halves) -> int | None:
        """At most one of the node's edges is used; None where there is one alone."""
        if len(self.part.ahead[k]) < 2:
            return None
        total = Addends(node.at_most)
        for (covered, _), state in self.family.members.items():
            if covered >> k & 1:
                total.add(-state)
        return self.steps.pol(total)

    def _at_most(self, made: Sequence[Both], alone: int | None, edges: Sequence[Edge], options: Sequence[int]) -> int:
        assert alone is not None
        exclusive = Addends(alone)
        for place, edge in enumerate(edges):
            if place not in options:
                exclusive.add(-edge.variable)
        return at_most(self.steps, made, exclusive)

    def _at_least(self, k: int, node: Halves, edge: Edge, backs: Sequence[int]) -> int:
        """Of the states that can take an edge one does, if it is used."""
        target = self.nodes[edge.to].equation
        total = Addends(self.family.one.at_least, node.at_most, target.at_most, *backs)
        for (covered, _), state in self.family.members.items():
            if covered >> k & covered >> edge.to & 1:
                total.add(-state)
        for other in (*self.coming[k], *self.coming[edge.to]):
            if other != edge.variable:
                total.add(-other)
        return self.steps.pol(total, saturate=True)

    def _one(self, node: Halves, above: Sequence[int], below: Sequence[tuple[State, int]]) -> Halves:
        """The products and the states that pass sum to 1."""
        if not below:
            return self.family.one
        most = Addends(self.family.one.at_most)
        for _, number in below:
            most.add(number)
        return Halves(self.steps.pol(Addends(node.at_least, *above)), self.steps.pol(most))

    def _rewrite(
        self,
        k: int,
        above: Sequence[int],
        one: Halves,
        node: Halves,
        first: Passage[State],
        second: Passage[State],
    ) -> None:
        """All equations in terms of the new layer."""
        for place, edge in enumerate(self.part.ahead[k]):
            up, down = Addends(above[place]), Addends(one.at_most, node.at_least)
            for other, number in enumerate(above):
                if other != place:
                    down.add(number)
            self.nodes[edge.to].add(up, down)
            if edge.entry >= 0:
                self.classes[edge.entry].add(up, down)
        touched = 0
        for passage in (first, second):
            for (covered, _), _ in passage.facts:
                touched |= covered
        for v in range(k + 1, touched.bit_length()):
            for passage in (first, second):
                self.nodes[v].add(*passage.carry({state: state[0] >> v & 1 for state, _ in passage.facts}))
        for c, tally in enumerate(self.classes):
            for passage in (first, second):
                tally.add(*passage.carry({state: state[1][c] for state, _ in passage.facts}))
        for tally in (*self.nodes[k + 1 :], *self.classes):
            tally.settle(self.steps)


def _counted(counts: Counts, edge: Edge) -> Counts:
    return tuple(n + (c == edge.entry) for c, n in enumerate(counts))
