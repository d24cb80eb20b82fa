"""Boards that fall apart: a choice of signatures whose totals are near the budgets, by annealing.

Where no choice of signatures meets all budgets (:mod:`gourds.matching.components.master`), the nearest one still places
many gourds: take a perfect matching of every component, and leave out what exceeds a budget. Let d_ij be count minus
budget of the classes of two colors. The cells of color i that they do not cover are covered by gourds of one color, so
count minus budget of (i, i) is −½·Σ_j d_ij. All counts together are all budgets together, so as many gourds are missing
as there are too many, and four times the missing gourds are the *energy*

    2·Σ |d_ij| + Σ_i |Σ_j d_ij|.

A step gives one component another signature, and is accepted by the rule of Metropolis. That turns a whole ring at
once, which exchanges of two or three gourds cannot: on the board of a random formula with 300 variables, exchanges
leave 122 of 12,000 gourds without a place, choices some 30.

**Cost.** A step costs a few classes; some five million in a second. Nothing here is a proof.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.explain.cnf import Clock
from gourds.instance import Instance
from gourds.matching.components.master import Choice
from gourds.matching.components.splitting import Components
from gourds.matching.exchange.kernel import LOW, MULTIPLIER
from gourds.matching.exchange.search import seeded
from gourds.maximize.bounds import Pairs, cut_down
from gourds.solvers.decompose import Decomposition

HOT: Final = 8.0
"""The temperature at first: two gourds."""
COLD: Final = 0.5
"""The temperature at last."""
STAGES: Final = 200
"""Temperatures of a round, in equal ratios."""
ROUND: Final = 500
"""Steps for each component in the first round; every round has twice as many as the one before."""
ROUNDS: Final = 7
"""There are no more rounds than this, however much time there is."""

Integers = NDArray[np.int64]


def choose(instance: Instance, clock: Clock, seed: int) -> Pairs:
    """Gourds by a choice of signatures, for an instance whose counting laws hold and whose components have tables."""
    components = Components(instance)
    mate, barrier = components.match_plain()
    if barrier is not None:
        return []
    parts = Decomposition.of(components)
    active = [parts.joined.choices[j] for j in parts.joined.active]
    if parts.open_edges or not active or not all(choice.signatures for choice in active):
        return []
    chosen = _anneal(_Sums(active, parts.master.budgets, len(instance.colors)), clock, seed)
    parts.place(chosen.tolist(), mate)
    return cut_down(instance, [(v, w) for v, w in enumerate(mate.tolist()) if v < w])


class _Sums:
    """The choices as flat arrays."""

    def __init__(self, choices: Sequence[Choice], budgets: dict[int, int], colors: int) -> None:
        index = {name: k for k, name in enumerate(budgets)}
        classes: list[int] = []
        counts: list[int] = []
        entries, signatures = [0], [0]
        for choice in choices:
            for signature in choice.signatures:
                used = [(index[name], count) for name, count in zip(choice.classes, signature, strict=True) if count]
                classes += [k for k, _ in used]
                counts += [count for _, count in used]
                entries.append(len(classes))
            signatures.append(signatures[-1] + len(choice.signatures))
        as_array = np.array([classes, counts], dtype=np.int64).reshape(2, -1)
        self.classes, self.counts = as_array[0].copy(), as_array[1].copy()
        self.entries = np.array(entries, dtype=np.int64)
        """Where the classes and counts of each signature begin."""
        self.signatures = np.array(signatures, dtype=np.int64)
        """Where the signatures of each choice begin."""
        self.colors = np.array([divmod(name, colors) for name in budgets], dtype=np.int64).reshape(-1, 2)
        self.surplus = -np.array(list(budgets.values()), dtype=np.int64)
        """Count minus budget of each class while nothing is chosen."""
        self.width = colors


def _anneal(sums: _Sums, clock: Clock, seed: int) -> Integers:
    """The best choice of some rounds."""
    count = len(sums.signatures) - 1
    best, least = np.zeros(count, dtype=np.int64), -1
    state = seeded(seed)
    for number in range(ROUNDS):
        chosen, kept = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        surplus, of_color = sums.surplus.copy(), np.zeros(sums.width, dtype=np.int64)
        memo = np.array([state, -1, -1], dtype=np.int64)
        for stage in range(STAGES):
            if clock.left <= 0 and least >= 0:
                return best
            _steps(sums, chosen, kept, surplus, of_color, memo, stage, max(1, (ROUND * count << number) // STAGES))
        state = int(memo[0])
        if least < 0 or memo[2] < least:
            best, least = kept, int(memo[2])
        if least == 0 or clock.left <= 0:
            break
    return best


def _steps(sums: _Sums, chosen: Integers, kept: Integers, surplus: Integers, of_color: Integers, memo: Integers,
           stage: int, steps: int) -> None:  # fmt: skip
    """The steps of one temperature."""
    heat = HOT * (COLD / HOT) ** (stage / (STAGES - 1))
    # Energies are multiples of 2; none that is 128 higher is accepted.
    chances = np.array([int(math.exp(-2 * k / heat) * 2**32) for k in range(64)], dtype=np.int64)
    compiled(walk)(
        sums.signatures, sums.entries, sums.classes, sums.counts, sums.colors,
        chosen, kept, surplus, of_color, memo, chances, steps,
    )  # fmt: skip


def walk(
    signatures: Any,
    entries: Any,
    classes: Any,
    counts: Any,
    colors: Any,
    chosen: Any,
    kept: Any,
    surplus: Any,
    of_color: Any,
    memo: Any,
    chances: Any,
    steps: int,
) -> None:
    """Make this many steps. ``memo`` is the generator's state, the energy (−1: not known yet) and the least energy.

    ``chances[k]`` of 2³² is the probability to accept 2k more energy. ``kept`` is the choice of the least energy.
    """
    state, energy, least = memo[0], memo[1], memo[2]
    count = len(signatures) - 1
    if energy < 0:
        for j in range(count):
            s = signatures[j] + chosen[j]
            for e in range(entries[s], entries[s + 1]):
                surplus[classes[e]] += counts[e]
        energy = 0
        for c in range(len(surplus)):
            of_color[colors[c, 0]] += surplus[c]
            of_color[colors[c, 1]] += surplus[c]
            energy += 2 * abs(surplus[c])
        for i in range(len(of_color)):
            energy += abs(of_color[i])
        least = energy
        kept[:] = chosen
    for _ in range(steps):
        state = MULTIPLIER * (state & LOW) + (state >> 32)
        j = (state & LOW) * count >> 32
        others = signatures[j + 1] - signatures[j] - 1
        if others == 0:
            continue
        state = MULTIPLIER * (state & LOW) + (state >> 32)
        t = (state & LOW) * others >> 32
        if t >= chosen[j]:
            t += 1
        change = 0
        for turn in range(2):
            s, sign = (signatures[j] + t, 1) if turn else (signatures[j] + chosen[j], -1)
            for e in range(entries[s], entries[s + 1]):
                c, more = classes[e], sign * counts[e]
                a, b = colors[c, 0], colors[c, 1]
                change -= 2 * abs(surplus[c]) + abs(of_color[a]) + abs(of_color[b])
                surplus[c] += more
                of_color[a] += more
                of_color[b] += more
                change += 2 * abs(surplus[c]) + abs(of_color[a]) + abs(of_color[b])
        state = MULTIPLIER * (state & LOW) + (state >> 32)
        if change <= 0 or (change < 2 * len(chances) and (state & LOW) < chances[change // 2]):
            chosen[j] = t
            energy += change
            if energy < least:
                least = energy
                kept[:] = chosen
        else:
            for turn in range(2):
                s, sign = (signatures[j] + t, -1) if turn else (signatures[j] + chosen[j], 1)
                for e in range(entries[s], entries[s + 1]):
                    c, more = classes[e], sign * counts[e]
                    surplus[c] += more
                    of_color[colors[c, 0]] += more
                    of_color[colors[c, 1]] += more
    memo[0], memo[1], memo[2] = state, energy, least


@cache
def prepare() -> None:
    """Compile the kernel, which takes a second once on a machine."""
    choices = [Choice([(0,), (1,)], [1])]
    _anneal(_Sums(choices, {1: 1}, 2), Clock(0.0), 0)
