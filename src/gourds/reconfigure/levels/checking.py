"""The check of packs: every plan replayed from the definition of the moves, every par found again in another way.

Levels of small boards are made from the distances of all positions. Here each par is found by exhaustive search from
both ends, which shares no code with that; wide boards are made by it too, so their pars rest on it alone. A level is a
fault if its start, target or plan is not legal, if the plan does not win, if a shorter plan exists, or if its key
occurs twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gourds.errors import Fault, InputError, InternalError
from gourds.files.raw import naming
from gourds.reconfigure.levels.folder import PathLike, read_index, read_pack
from gourds.reconfigure.levels.level import Level
from gourds.reconfigure.levels.making import shortest_walk
from gourds.replaying import replay
from gourds.values import is_whole


@dataclass(frozen=True)
class LevelsCheck:
    """What a check found. True in conditions iff nothing is wrong."""

    levels: int
    """How many levels were checked."""
    proved: int
    """How many pars were found again."""
    faults: tuple[Fault, ...]
    """What is wrong, with its place."""

    def __bool__(self) -> bool:
        return not self.faults


def check_packs(
    folder: PathLike | None = None, *, replay_only: bool = False, tell: Callable[[str], None] | None = None
) -> LevelsCheck:
    """Check all packs in a folder, by default those of the package. Raises InputError if they cannot be read."""
    faults: list[Fault] = []
    keys: set[str] = set()
    count = proved = 0
    for row in read_index(folder)["packs"]:
        pack = read_pack(folder, row["file"])
        pars = sorted(
            level["par"] for level in pack["levels"] if isinstance(level, dict) and is_whole(level.get("par"))
        )
        if row.get("levels") != len(pars) or not pars or row.get("shortest") != [pars[0], pars[-1]]:
            faults.append(Fault(row["file"], "the index says otherwise of how many levels there are, or of their pars"))
        for k, value in enumerate(pack["levels"]):
            place = f"{row['file']}: levels[{k}]"
            if tell is not None:
                tell(f"{row['file']}: level {k + 1} of {len(pack['levels'])}")
            try:
                with naming(place=place):
                    level = Level.from_json(value)
            except InputError as error:
                faults += error.found
                continue
            reasons = _reasons(level, replay_only)
            if level.key in keys:
                reasons.append(f"the key {level.key} was used before")
            keys.add(level.key)
            faults += [Fault(place, reason) for reason in reasons]
            count, proved = count + 1, proved + (not replay_only and not reasons)
    return LevelsCheck(count, proved, tuple(faults))


def _reasons(level: Level, replay_only: bool) -> list[str]:
    """What is wrong with a level that can be read."""
    instance: Any = None
    try:
        instance = level.instance
    except InputError as error:
        return [str(error)]
    if instance is None:
        if not (followed := replay(level.start, level.walk, level.target)):
            return [f"the plan is wrong: {followed.faults[0]}"]
    else:
        from gourds.reconfigure.colored.check import solved_position

        try:
            solved_position(instance, level.start, level.walk)
        except InternalError as error:
            return [str(error)]
    if replay_only:
        return []
    walk = shortest_walk(level.start, level.target, instance)
    if walk is None:
        return ["its par could not be proved: memory ran out"]
    return [] if len(walk) == level.par else [f"its par is {level.par}, but {len(walk)} moves are enough"]
