"""The inner loop of the exchange search: plain functions over flat arrays, compiled by numba or run as they are.

The matching is ``way``: for every cell the direction of its partner, −1 for the empty cell. ``near`` and ``kinds`` hold
six entries for every cell: its neighbor in each direction (−1: none, or an edge that must not be used) and the class of
that edge. ``surplus`` is count − budget for every class; the energy is the sum of its absolute values. ``spare`` is 1
for the cells that may stay empty in the end, else 0. ``slope`` is a weight for every class, and the *tilt* the sum of
slope·surplus; where a stiffness s > 0 is set, 2·s·|tilt| counts as energy when a proposal is judged.

A proposal is a *chain*: gourds that are to be laid, each from ``cells[i]`` in direction ``turns[i]``, such that the
gourds that cover the ``cells[i]`` now are just those that have to go. The covered cells stay the same, but for one that
becomes empty where the chain begins or ends at the empty cell. So whatever is accepted, the state stays a matching that
leaves one cell empty. Three ways to propose one:

- *flip*: two parallel gourds side by side become the other two sides of their rhombus;
- *walk*: along a gourd, over a random edge, along the next gourd, …, until the walk closes up or meets the empty cell;
- *shift*: the same from the empty cell, for a random number of gourds.

Every alternating cycle, and every alternating path to the empty cell, is proposed with a positive probability, so any
two matchings can be reached from each other.

Chance is a multiply-with-carry generator (Marsaglia): its states fit into signed 64-bit numbers, so that arrays in
numba and lists in Python give the same sequence on every machine.
"""

from __future__ import annotations

from typing import Any, Final

MULTIPLIER: Final = 1965537969
"""a·2³² − 1 and a·2³¹ − 1 are primes, so the period is a·2³¹ − 1, about 2⁶¹·⁹."""
LOW: Final = 0xFFFFFFFF
STATE: Final = 0
"""Where in ``memo`` the state of the generator is."""
ENERGY: Final = 1
TICK: Final = 2
"""Counts walks, so that ``seen`` need not be cleared."""
EMPTY: Final = 3
FLOOR: Final = 4
"""The energy at which the kernel comes back at once."""
STRICT: Final = 5
"""1: once a spare cell is empty, only spare cells become empty; 0: any cell may."""
TILT: Final = 6
STIFFNESS: Final = 7
MEMO: Final = 8
"""The length of ``memo``."""
FLIPS: Final = 46
"""This many of 64 proposals are flips."""
LOOPS: Final = 63
"""Up to here they are walks of three gourds; the last of 64 is a longer walk or a shift."""
STIFF_FLIPS: Final = 50
"""The same where a stiffness is set:"""
STIFF_LOOPS: Final = 56
"""eight of 64 are longer walks or shifts, since few short cycles keep the tilt."""


def advance(
    near: Any,
    kinds: Any,
    way: Any,
    surplus: Any,
    spare: Any,
    cells: Any,
    turns: Any,
    seen: Any,
    memo: Any,
    slope: Any,
    chances: Any,
    begin: int,
    span: int,
    steps: int,
) -> int:
    """Make this many proposals, or fewer if the energy comes down to the floor; the number made.

    Proposals start at the ``span`` cells from ``begin`` on. ``chances[k]`` of 2³² is the probability to accept 2k more
    energy; energies are even, as surpluses sum to 0. ``slope`` may be empty if there is no stiffness.
    """
    state = memo[STATE]
    energy = memo[ENERGY]
    tick = memo[TICK]
    empty = memo[EMPTY]
    floor = memo[FLOOR]
    strict = memo[STRICT]
    tilt = memo[TILT]
    stiffness = 2 * memo[STIFFNESS]
    flips = STIFF_FLIPS if stiffness else FLIPS
    loops = STIFF_LOOPS if stiffness else LOOPS
    lean = 0
    done = 0
    while done < steps and energy > floor:
        done += 1
        state = MULTIPLIER * (state & LOW) + (state >> 32)
        product = (state & LOW) * span
        a = begin + (product >> 32)
        bits = (product & LOW) >> 24
        sort = bits & 63
        d = way[a]
        if sort < flips and d >= 0:
            turn = d + 1 + (bits >> 6) + (bits >> 7)  # any direction but that of the gourd and its opposite
            if turn >= 6:
                turn -= 6
            f = near[6 * a + turn]
            if f < 0 or way[f] != d:
                continue
            b = near[6 * a + d]
            c = near[6 * b + turn]
            if c < 0:
                continue
            old, other = kinds[6 * a + d], kinds[6 * f + d]
            new, newer = kinds[6 * a + turn], kinds[6 * b + turn]
            change = take(surplus, old) + take(surplus, other) + give(surplus, new) + give(surplus, newer)
            felt = change
            if stiffness:
                lean = slope[new] + slope[newer] - slope[old] - slope[other]
                felt += stiffness * (abs(tilt + lean) - abs(tilt))
            if felt > 0:
                state = MULTIPLIER * (state & LOW) + (state >> 32)
                if felt >> 1 >= len(chances) or (state & LOW) >= chances[felt >> 1]:
                    surplus[old] += 1
                    surplus[other] += 1
                    surplus[new] -= 1
                    surplus[newer] -= 1
                    continue
            energy += change
            tilt += lean
            way[a] = turn
            way[b] = turn
            turn = turn + 3 if turn < 3 else turn - 3
            way[f] = turn
            way[c] = turn
        else:
            tick += 1
            state = MULTIPLIER * (state & LOW) + (state >> 32)
            draw = state & LOW
            most = 3
            if sort >= loops or d < 0:
                if draw & 3 == 0:
                    a = empty
                most = 4
                draw >>= 2
                while draw & 1:
                    most *= 2
                    draw >>= 1
                if a == empty:
                    most = 1 + (draw >> 1) % most
            first = 0
            if a == empty:
                state, count, freed = shift(near, way, cells, turns, seen, tick, state, a, most)
            else:
                state, first, count, freed = walk(near, way, cells, turns, seen, tick, state, a, most)
            if count == 0 or (freed >= 0 and spare[freed] < spare[empty] * strict):
                continue
            change = 0
            for i in range(first, count):
                at = 6 * cells[i]
                change += take(surplus, kinds[at + way[cells[i]]]) + give(surplus, kinds[at + turns[i]])
            felt = change
            if stiffness:
                lean = 0
                for i in range(first, count):
                    at = 6 * cells[i]
                    lean += slope[kinds[at + turns[i]]] - slope[kinds[at + way[cells[i]]]]
                felt += stiffness * (abs(tilt + lean) - abs(tilt))
            if felt > 0:
                state = MULTIPLIER * (state & LOW) + (state >> 32)
                if felt >> 1 >= len(chances) or (state & LOW) >= chances[felt >> 1]:
                    for i in range(first, count):
                        at = 6 * cells[i]
                        surplus[kinds[at + way[cells[i]]]] += 1
                        surplus[kinds[at + turns[i]]] -= 1
                    continue
            energy += change
            tilt += lean
            for i in range(first, count):
                turn = turns[i]
                way[cells[i]] = turn
                way[near[6 * cells[i] + turn]] = turn + 3 if turn < 3 else turn - 3
            if freed >= 0:
                way[freed] = -1
                empty = freed
    memo[STATE] = state
    memo[ENERGY] = energy
    memo[TICK] = tick
    memo[EMPTY] = empty
    memo[TILT] = tilt
    return done


def take(surplus: Any, kind: int) -> int:
    """One gourd of a class fewer; the change of the energy."""
    excess = surplus[kind]
    surplus[kind] = excess - 1
    return -1 if excess > 0 else 1


def give(surplus: Any, kind: int) -> int:
    """One gourd of a class more; the change of the energy."""
    excess = surplus[kind]
    surplus[kind] = excess + 1
    return 1 if excess >= 0 else -1


def walk(
    near: Any, way: Any, cells: Any, turns: Any, seen: Any, tick: int, state: int, a: int, most: int
) -> tuple[int, int, int, int]:
    """Walk from a covered cell; returns the state of the generator, the chain's first and last index, the cell freed.

    Cells at which the walk enters a gourd are marked ``tick``, those at which it leaves one −``tick``. Back at one of
    the former it has closed an alternating cycle, maybe with a tail that is left out; the latter are avoided. The last
    edge must lead to the start. No chain: the last index is 0.
    """
    x = near[6 * a + way[a]]
    seen[a] = tick
    seen[x] = -tick
    count = 0
    while True:
        state = MULTIPLIER * (state & LOW) + (state >> 32)
        turn = way[x] + 1 + (((state & LOW) * 5) >> 32)
        is_last = count == most - 1
        y = -1
        for _ in range(6):
            if turn >= 6:
                turn -= 6
            y = near[6 * x + turn]
            if y >= 0 and (y == a if is_last else turn != way[x] and seen[y] != -tick):
                break
            y = -1
            turn += 1
        if y < 0:
            return state, 0, 0, -1
        cells[count] = x
        turns[count] = turn
        count += 1
        if seen[y] == tick:
            first = count - 1
            while near[6 * cells[first] + way[cells[first]]] != y:
                first -= 1
            return state, first, count, -1
        if way[y] < 0:
            return state, 0, count, a
        x = near[6 * y + way[y]]
        seen[y] = tick
        seen[x] = -tick


def shift(
    near: Any, way: Any, cells: Any, turns: Any, seen: Any, tick: int, state: int, empty: int, most: int
) -> tuple[int, int, int]:
    """Walk from the empty cell over at most ``most`` gourds; the generator's state, their number, the cell freed."""
    x = empty
    seen[x] = tick
    for count in range(most):
        state = MULTIPLIER * (state & LOW) + (state >> 32)
        turn = ((state & LOW) * 6) >> 32
        y = -1
        for _ in range(6):
            if turn >= 6:
                turn -= 6
            y = near[6 * x + turn]
            if y >= 0 and seen[y] != tick:
                break
            y = -1
            turn += 1
        if y < 0:
            return state, count, x
        cells[count] = y
        turns[count] = turn + 3 if turn < 3 else turn - 3
        x = near[6 * y + way[y]]
        seen[y] = tick
        seen[x] = tick
    return state, most, x


HELPERS: Final = (take, give, walk, shift)
