"""Growth: the power of the size with which something grows, fitted to measurements."""

from __future__ import annotations

import math
from collections.abc import Sequence


def fitted_exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """The slope of the line through (log size, log value), by least squares.

    >>> round(fitted_exponent([1, 2, 4, 8], [3, 12, 48, 192]), 3)
    2.0
    """
    xs, ys = [math.log(size) for size in sizes], [math.log(value) for value in values]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - mean_x) ** 2 for x in xs)
