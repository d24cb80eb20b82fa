"""What can be wrong with a reduction between two problems."""

from __future__ import annotations

import enum
from typing import Final


class Flaw(enum.Enum):
    """What is wrong."""

    PROBLEM = "wrong problem"
    APPLY = "no target"
    SIZE = "wrong size"
    NO_TO_YES = "no to yes"
    YES_TO_NO = "yes to no"
    FORWARD = "bad forward map"
    BACK = "bad back map"
    COUNT = "wrong count"
    UNDECIDED = "not decided"


MEANING: Final = {
    Flaw.PROBLEM: "the functions of the source problem contradict each other",
    Flaw.APPLY: "no instance of the target came out",
    Flaw.SIZE: "the target has not the size that the formula predicts",
    Flaw.NO_TO_YES: "the source has no solution, the target has one",
    Flaw.YES_TO_NO: "the source has a solution, the target has none",
    Flaw.FORWARD: "a solution of the source was not turned into one of the target",
    Flaw.BACK: "a solution of the target was not turned into one of the source",
    Flaw.COUNT: "the exact number of solutions on the other side is not what it must be",
    Flaw.UNDECIDED: "there is no verdict with evidence within the limit",
}
