"""How far a sweep came, in words."""

from __future__ import annotations

from gourds.paper.claim import Outcome
from gourds.paper.sweep import Sweep
from tests.paper.small_effort import Looks


def sweep(looks: int) -> Sweep[int]:
    found = Sweep(Looks(looks=looks), (1, 3, 5), lambda size: range(size))
    for _ in found:
        pass
    return found


def test_a_sweep_knows_how_far_it_came():
    assert sweep(9).reach("board") == "all 9 boards of up to 5 cells"
    assert sweep(6).reach("board") == "all 4 boards of fewer than 5 cells and 2 of 5 cells"
    assert sweep(6).label(5) == "5 (not all)"
    assert sweep(9).label(5) == "5"
    assert sweep(0).reach("board") == "nothing, for lack of time"
    assert sweep(0).outcome is Outcome.UNDECIDED
    assert sweep(1).outcome is Outcome.HOLDS
