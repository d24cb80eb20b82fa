"""Power laws: the exponent, its interval, and what contradicts a claim."""

from __future__ import annotations

import pytest

from gourds.paper.growth import Growth, draw_growth

SIZES = range(10, 200, 10)


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_an_exact_power(degree):
    growth = Growth.fit([(n, 3 * n**degree) for n in SIZES])
    assert growth.exponent == pytest.approx(degree)
    assert growth.low == pytest.approx(growth.high)
    assert growth.ratio(degree) == pytest.approx(3)
    assert not growth.exceeds(degree)
    assert growth.exceeds(degree - 1)


def test_scatter_widens_the_interval():
    """Against the textbook: for y = (1, 2, 2, 4) at log n = 0, 1, 2, 3 the slope is 0.9 ± 4.303 · √0.07."""
    from math import exp

    points = [(round(1000 * exp(x)), round(1000 * exp(y))) for x, y in zip(range(4), (1, 2, 2, 4), strict=True)]
    growth = Growth.fit(points)
    assert growth.exponent == pytest.approx(0.9, abs=1e-3)
    assert growth.high - growth.exponent == pytest.approx(4.303 * 0.07**0.5, abs=2e-3)


def test_lower_terms_are_forgiven():
    assert not Growth.fit([(n, 2 * n * n + n) for n in SIZES]).exceeds(2)
    assert not Growth.fit([(n, 2 * n * n - 9 * n) for n in SIZES]).exceeds(2)


def test_the_picture_names_its_lines():
    growth = Growth.fit([(n, n**2) for n in SIZES])
    picture = draw_growth({"strips & more": growth}, 2, "Moves")
    assert picture.svg.startswith("<svg")
    assert "strips &amp; more: n to the power 2.00" in picture.svg
