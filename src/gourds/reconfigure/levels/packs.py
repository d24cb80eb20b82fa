"""The catalogue of packs, and a pack as a document. The same seed gives the same bytes.

A pack runs from its smallest par to its largest; only in the daily pack they go up and down. Boards and modes take
turns. Where a board has no position of the wanted par, the next board is tried.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from gourds.board import Board
from gourds.chance import shuffle
from gourds.errors import InputError, InternalError, quoted
from gourds.reconfigure.levels.boards import LARGE, MIDDLE, RINGS, SMALL, TINY
from gourds.reconfigure.levels.level import Level, Mode
from gourds.reconfigure.levels.making import Wanted, make_level

Boards = Mapping[str, Board]
MODES: Final[tuple[Mode, ...]] = ("colors", "numbers")


@dataclass(frozen=True)
class Recipe:
    """How a pack is made."""

    key: str
    """Its name for programs, and that of its file."""
    title: str
    """Its name for people."""
    description: str
    """One sentence for people."""
    boards: Boards
    """The boards that take turns."""
    pars: tuple[int, ...]
    """The wanted par of each level."""
    slack: int = 0
    """How much larger a par may be; for boards on which it cannot be chosen."""
    is_turned: bool = False
    """Whether boards are turned and reflected at random."""

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.key}.json"


def _spread(least: int, most: int, count: int) -> tuple[int, ...]:
    """So many numbers from the least to the most, as even as can be."""
    return tuple(round(least + (most - least) * k / (count - 1)) for k in range(count))


PACKS: Final = {
    recipe.key: recipe
    for recipe in (
        Recipe(
            "first-steps",
            "First steps",
            "Five to ten moves on tiny boards.",
            TINY | {name: SMALL[name] for name in ("Diamond", "Hat", "Fish")},
            _spread(5, 10, 14),
        ),
        Recipe("easy", "Easy", "Ten to sixteen moves on boards of nine and eleven cells.", SMALL, _spread(10, 16, 16)),
        Recipe("medium", "Medium", "Sixteen to twenty-five moves.", SMALL | MIDDLE, _spread(16, 25, 18)),
        Recipe(
            "hard",
            "Hard",
            "Twenty-five to forty moves, some of them around a hole.",
            MIDDLE | {name: SMALL[name] for name in ("Cat", "Boomerang", "Long ribbon")} | RINGS,
            _spread(25, 40, 18),
        ),
        Recipe(
            "long-ways",
            "Long ways",
            "Forty to sixty moves: boards so thin that gourds trade places in one spot only.",
            {name: board for name, board in RINGS.items() if name != "Signet"}
            | {name: MIDDLE[name] for name in ("Canoe", "Snake", "Bat")},
            _spread(40, 60, 14),
        ),
        Recipe(
            "wide-boards",
            "Wide boards",
            "Boards of fifteen to nineteen cells, with much room and many gourds.",
            LARGE,
            (12,) * 10,
            slack=30,
        ),
        Recipe(
            "daily",
            "Daily puzzle",
            "A puzzle for every day, of eight to twenty-six moves.",
            SMALL | MIDDLE | {name: RINGS[name] for name in ("Signet", "Locket", "Medal", "Snail")},
            tuple(8 + 5 * k % 19 for k in range(366)),
            is_turned=True,
        ),
    )
}
"""The packs by key, in the order in which to play them."""

DAILY: Final = "daily"
"""The pack of the daily puzzle."""


def recipe_of(key: str) -> Recipe:
    """The recipe of a pack, or an InputError."""
    if key not in PACKS:
        raise InputError(f"there is no pack {quoted(key)}; there are {', '.join(PACKS)}")
    return PACKS[key]


def pack_document(key: str, seed: int = 0, tell: Callable[[str], None] | None = None) -> dict[str, Any]:
    """A pack as plain JSON."""
    recipe = recipe_of(key)
    levels = [level.to_json() for level in _levels(recipe, seed, tell)]
    command = f"gourds levels --pack {key} --seed {seed} -o FOLDER"
    return {"version": 1, **_names(recipe), "command": command, "levels": levels}


def index_document(packs: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """The list of packs as plain JSON: their names, how many levels each has, and the range of their pars."""
    rows = []
    for key, pack in packs.items():
        pars = [level["par"] for level in pack["levels"]]
        range_ = [min(pars), max(pars)]
        rows.append({**_names(PACKS[key]), "file": PACKS[key].file, "levels": len(pars), "shortest": range_})
    return {"version": 1, "packs": rows, "daily": DAILY if DAILY in packs else None}


def spell(document: Mapping[str, Any]) -> str:
    """A document as text: a line for each entry of its list, so that changes are easy to see."""
    lines = []
    for key, value in document.items():
        if isinstance(value, list):
            rows = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in value)
            lines.append(f'"{key}": [\n{rows}\n]')
        else:
            lines.append(f'"{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _names(recipe: Recipe) -> dict[str, str]:
    return {"key": recipe.key, "title": recipe.title, "description": recipe.description}


def _levels(recipe: Recipe, seed: int, tell: Callable[[str], None] | None) -> list[Level]:
    """The levels in order of their pars, unless these go up and down on purpose."""
    found = []
    for level in _drawn(recipe, seed):
        found.append(level)
        if tell is not None:
            tell(f"{recipe.title}: {len(found)} of {len(recipe.pars)} levels")
    if list(recipe.pars) == sorted(recipe.pars):
        found.sort(key=lambda level: level.par)  # stable
    levels, seen = [], Counter[str]()
    for number, level in enumerate(found, 1):
        seen[level.title] += 1
        title = level.title if recipe.is_turned or seen[level.title] == 1 else f"{level.title} {seen[level.title]}"
        levels.append(replace(level, key=f"{recipe.key}-{number:02}", title=title))
    return levels


def _drawn(recipe: Recipe, seed: int) -> Iterator[Level]:
    """The levels as they are drawn; boards take turns, the one used least comes first."""
    uses = Counter(dict.fromkeys(recipe.boards, 0))
    for number, par in enumerate(recipe.pars):
        rng = random.Random(1_000_003 * seed + 1_009 * list(PACKS).index(recipe.key) + number)
        names = list(recipe.boards)
        shuffle(rng, names)
        for name in sorted(names, key=uses.__getitem__):
            board, mode = recipe.boards[name], MODES[number % 2]
            level = make_level(Wanted("", name, board, mode, par, par + recipe.slack, recipe.is_turned), rng)
            if level is not None:
                uses[name] += 1
                yield level
                break
        else:
            raise InternalError(f"no board of the pack {recipe.key} has a position at distance {par}")
