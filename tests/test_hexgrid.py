from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gourds.hexgrid import DIRECTIONS, SYMMETRIES, apply_symmetry, are_adjacent, center, distance

CELLS = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


def test_directions_are_sixty_degrees_apart():
    for d in range(6):
        a, b, c = DIRECTIONS[d], DIRECTIONS[(d + 1) % 6], DIRECTIONS[(d + 2) % 6]
        assert (a[0] + c[0], a[1] + c[1]) == b
        assert are_adjacent(a, b)
        assert not are_adjacent(a, c)


def test_symmetries_are_twelve_and_form_a_group():
    def times(a, b):
        product = np.array(a).reshape(2, 2) @ np.array(b).reshape(2, 2)
        return tuple(product.flatten().tolist())

    assert len(set(SYMMETRIES)) == 12
    assert {times(a, b) for a in SYMMETRIES for b in SYMMETRIES} == set(SYMMETRIES)


@given(CELLS, CELLS, st.sampled_from(SYMMETRIES))
def test_symmetries_keep_distances(a, b, symmetry):
    image = apply_symmetry(symmetry, np.array([a, b])).tolist()
    assert distance(tuple(image[0]), tuple(image[1])) == distance(a, b)


@given(CELLS, CELLS)
def test_distance_is_that_of_the_plane(a, b):
    (x, y), (u, v) = center(a), center(b)
    straight = ((x - u) ** 2 + (y - v) ** 2) ** 0.5
    assert straight <= distance(a, b) + 1e-9
    assert are_adjacent(a, b) == (distance(a, b) == 1) == (abs(straight - 1) < 1e-9)
