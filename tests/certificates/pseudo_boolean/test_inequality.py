"""The arithmetic of cutting planes, against the definition at all points."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gourds.certificates.pseudo_boolean import inequality as arithmetic
from gourds.certificates.pseudo_boolean.inequality import Inequality
from tests.certificates.pseudo_boolean.derivations import holds, points

COUNT = 5
HUGE = 10**30

coefficients = st.integers(-6, 6) | st.sampled_from([HUGE, -HUGE, HUGE + 1])
inequalities = st.builds(
    lambda terms, bound: Inequality({v: a for v, a in terms.items() if a}, bound),
    st.dictionaries(st.integers(1, COUNT), coefficients, max_size=COUNT),
    st.integers(-12, 12) | st.sampled_from([HUGE, -HUGE]),
)
witnesses = st.dictionaries(
    st.integers(1, COUNT),
    st.sampled_from([(None, 0), (None, 1)]) | st.tuples(st.integers(2, 2 * COUNT + 1), st.just(0)),
    max_size=3,
)


def over_literals(there: Inequality) -> tuple[dict[int, int], int]:
    return dict(there.literals()), there.degree


@given(inequalities)
def test_the_form_over_literals_says_the_same(there):
    terms, degree = over_literals(there)
    assert all(a > 0 for a in terms.values())
    assert arithmetic.from_literals([(a, lit) for lit, a in terms.items()], degree) == there
    for point in points(COUNT):
        left = sum(a * (point[lit >> 1] ^ lit & 1) for lit, a in terms.items())
        assert (left >= degree) == holds(there, point)


@given(inequalities, inequalities, st.integers(1, 9), st.integers(1, COUNT))
def test_rules_follow_at_every_point(first, second, factor, variable):
    for point in points(COUNT):
        if holds(first, point):
            assert holds(arithmetic.multiply(first, factor), point)
            assert holds(arithmetic.divide(first, factor), point)
            assert holds(arithmetic.saturate(first), point)
            assert holds(arithmetic.weaken(first, variable), point)
            if holds(second, point):
                assert holds(arithmetic.add(first, second), point)
            if arithmetic.is_implied(first, second):
                assert holds(second, point)
        assert holds(arithmetic.negate(first), point) != holds(first, point)
        assert holds(arithmetic.literal_axiom(2 * variable), point)
        assert holds(arithmetic.literal_axiom(2 * variable + 1), point)
    if first.is_contradiction():
        assert not any(holds(first, point) for point in points(COUNT))
    else:
        assert any(holds(first, point) for point in points(COUNT))


@given(inequalities, st.integers(1, 9))
def test_rules_are_as_strong_as_the_format_says(there, factor):
    terms, degree = over_literals(there)
    assert over_literals(arithmetic.divide(there, factor)) == (
        {lit: (a + factor - 1) // factor for lit, a in terms.items()},
        (degree + factor - 1) // factor,
    )
    if degree > 0:
        assert over_literals(arithmetic.saturate(there)) == ({lit: min(a, degree) for lit, a in terms.items()}, degree)
    for lit, a in terms.items():
        rest = {other: b for other, b in terms.items() if other != lit}
        assert over_literals(arithmetic.weaken(there, lit >> 1)) == (rest, degree - a)
    assert arithmetic.is_implied(there, there)
    assert arithmetic.is_implied(there, arithmetic.saturate(there))


@given(inequalities, witnesses)
def test_substitution_holds_where_the_image_does(there, witness):
    image = arithmetic.substitute(there, witness)
    assert 0 not in image.terms.values()
    for point in points(COUNT):
        moved = dict(point)
        for v, (literal, constant) in witness.items():
            moved[v] = constant if literal is None else point[literal >> 1] ^ literal & 1
        assert holds(image, point) == holds(there, moved)
