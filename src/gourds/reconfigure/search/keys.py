"""Random numbers that keys of positions are made of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def draw_keys(rows: int, columns: int, seed: int) -> NDArray[np.uint64]:
    """Shape (rows, columns): 64 random bits each, the same for a seed everywhere (the mixing steps of splitmix64)."""
    count = np.arange(1, rows * columns + 1, dtype=np.uint64) + (np.uint64(seed % 2**32) << np.uint64(32))
    with np.errstate(over="ignore"):
        mixed = count * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (mixed ^ (mixed >> np.uint64(31))).reshape(rows, columns)
