"""Growth: the power of the size with which something grows, fitted to measurements."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import linear_regression


def fitted_exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """The slope of the line through (log size, log value), by least squares.

    >>> round(fitted_exponent([1, 2, 4, 8], [3, 12, 48, 192]), 3)
    2.0
    """
    return linear_regression([math.log(size) for size in sizes], [math.log(value) for value in values]).slope
