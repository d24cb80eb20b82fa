"""Groups of signed permutations: order and members as by listing them all."""

from __future__ import annotations

import random

from gourds.reconfigure.spaces.signed_groups import SignedGroup
from gourds.reconfigure.spaces.signed_permutations import Signed, count_labelings, element, identity, multiply


def listed(generators: list[Signed], slots: int) -> set[Signed]:
    """All products of the generators."""
    found = {identity(slots)}
    order = list(found)
    for here in order:
        for generator in generators:
            there = multiply(generator, here)
            if there not in found:
                found.add(there)
                order.append(there)
    return found


def random_signed(slots: int, rng: random.Random) -> Signed:
    """Any element, or one that moves few slots, so that small groups come up as well."""
    if rng.random() < 0.3:
        return element(rng.randrange(count_labelings(slots)), slots)
    entries = list(identity(slots))
    for _ in range(rng.randint(1, 2)):
        i, j = rng.randrange(slots), rng.randrange(slots)
        entries[i], entries[j] = entries[j] ^ rng.randint(0, 1), entries[i] ^ rng.randint(0, 1)
    return tuple(entries) if len({entry >> 1 for entry in entries}) == slots else identity(slots)


def test_order_and_members_are_those_of_the_listed_group() -> None:
    rng = random.Random(1)
    orders = set()
    for _ in range(300):
        slots = rng.randint(1, 5)
        group, generators = SignedGroup(slots), []
        for _ in range(rng.randint(0, 4)):
            generator = random_signed(slots, rng)
            is_new = generator not in listed(generators, slots)
            assert group.add(generator) == is_new
            generators.append(generator)
        members = listed(generators, slots)
        assert group.order == len(members)
        orders.add(group.order)
        for _ in range(20):
            one = element(rng.randrange(count_labelings(slots)), slots)
            assert (one in group) == (one in members)
        assert all(one in group for one in list(members)[:50])
    assert len(orders) > 15


def test_groups_of_known_order() -> None:
    slots = 20
    turn = (*range(2, 2 * slots, 2), 0)
    swap = (2, 0, *range(4, 2 * slots, 2))
    flip = (1, *range(2, 2 * slots, 2))
    cyclic, symmetric, everything = (SignedGroup(slots) for _ in range(3))
    cyclic.add(turn)
    assert cyclic.order == slots
    for one in (turn, swap):
        symmetric.add(one)
    assert symmetric.order == count_labelings(slots) >> slots
    assert flip not in symmetric
    for one in (turn, swap, flip):
        everything.add(one)
    assert everything.order == count_labelings(slots)
