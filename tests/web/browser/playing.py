"""What the tests of the Play view share: a page, and what Python says of its position."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from gourds.configuration import Configuration
from gourds.files import loads
from gourds.moves import Kind, Move, Plan, legal_moves
from gourds.replaying import replay

VIEW = "window.gourds.current().view"


class Play:
    """The Play view of one page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.wait_for_selector(".play-board .gourd.movable")

    def get(self, testid: str) -> Any:
        return self.page.get_by_test_id(testid)

    def click(self, testid: str) -> None:
        self.get(testid).click()

    def text(self, testid: str) -> str:
        return str(self.get(testid).inner_text())

    def until(self, condition: Callable[[], bool], seconds: float = 20) -> None:
        """Wait until something holds."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "it did not happen in time"
            self.page.wait_for_timeout(15)

    def configuration(self) -> Configuration:
        """The position on the page, checked from the definition."""
        found = loads(json.dumps(self.page.evaluate(f"{VIEW}.position()")))
        assert isinstance(found, Configuration)
        return found

    def state(self) -> Any:
        return self.page.evaluate(f"{VIEW}.getState()")

    def choose(self, key: str) -> None:
        """Another board of the list."""
        self.get("play-puzzle").select_option(key)
        self.until(lambda: self.state()["key"] == key)

    def point(self, cell: tuple[int, int]) -> tuple[float, float]:
        """Where a cell is in the window."""
        x, y = self.page.evaluate(f"{VIEW}.clientOf([{cell[0]}, {cell[1]}])")
        return x, y

    def shown_ends(self) -> list[list[tuple[int, int]]]:
        """Where the two halves of each gourd are drawn, as pixels, by the browser's own geometry."""
        script = """() => [...document.querySelectorAll('.play-board .gourd')].sort((a, b) => a.dataset.gourd - b.dataset.gourd)
            .map((gourd) => [-30, 30].map((x) => {
              const at = new DOMPoint(x, 0).matrixTransform(gourd.querySelector('.body').getScreenCTM());
              return [Math.round(at.x), Math.round(at.y)];
            }))"""
        return [[(x, y) for x, y in pair] for pair in self.page.evaluate(script)]

    def check_picture(self) -> None:
        """The gourds lie where the position says, once nothing moves any more."""
        wanted = [[tuple(map(round, self.point(cell))) for cell in pair] for pair in self.configuration().end_cells()]

        def close() -> bool:
            pairs = zip(self.shown_ends(), wanted, strict=True)
            return all(
                abs(a - b) <= 1
                for shown, want in pairs
                for end, cell in zip(shown, want, strict=True)
                for a, b in zip(end, cell, strict=True)
            )

        self.until(close, 5)


def after(start: Configuration, *moves: Move) -> Configuration:
    """The position after moves, by the independent replay."""
    done = replay(start, Plan.from_moves(moves))
    assert done, done.faults
    return done.final


def swinging_end(start: Configuration, move: Move) -> int:
    """The end that a move brings into the empty cell."""
    return 0 if move.to[0] == start.empty_cell else 1


def is_choice(start: Configuration, move: Move) -> bool:
    """True iff the gourd can move in another way too."""
    return move.kind is Kind.PIVOT and sum(other.gourd == move.gourd for other in legal_moves(start)) == 2


def end_cell(start: Configuration, gourd: int, end: int) -> tuple[int, int]:
    """Where an end of a gourd lies."""
    return start.end_cells()[start.ids.index(gourd)][end]


def vacated(start: Configuration, move: Move) -> tuple[int, int]:
    """The cell that a move makes empty."""
    (left,) = {*start.end_cells()[start.ids.index(move.gourd)]} - {*move.to}
    return left
