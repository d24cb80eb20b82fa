"""What the tests of the Play view share: a page, and what Python says of its position."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from typing import Any

from gourds.configuration import Configuration
from gourds.files import loads
from gourds.moves import Kind, Move, Plan, legal_moves
from gourds.replaying import replay
from tests.web.browser.viewing import VIEW, View


class Play(View):
    """The Play view of one page."""

    session: Any = None

    def wait_until_ready(self) -> None:
        self.page.wait_for_selector(".play-board .gourd.movable")

    def reset(self) -> None:
        super().reset()
        self.page.evaluate("() => { document.querySelector('[data-testid=play-speed]').value = '2'; }")

    def begin_with(self, key: str) -> None:
        """A board of the list, which is there again after every reset."""
        self.page.evaluate(f"key => {VIEW}.opening.choose(key)", key)
        self.until(lambda: self.state()["key"] == key)
        self.first = self.state()

    def hurry(self) -> None:
        """Plans play themselves as fast as they can."""
        self.get("play-speed").evaluate("(range) => { range.value = range.max; }")

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

    def way(self, start: Configuration, move: Move) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the leading end of a move is in the window, and how far it is from there to the empty cell."""
        x, y = self.point(end_cell(start, move.gourd, swinging_end(start, move)))
        ex, ey = self.point(start.empty_cell)
        return (x, y), (ex - x, ey - y)

    def cell_width(self) -> float:
        """How many pixels wide a cell is."""
        (a, b), *_ = self.configuration().end_cells()
        (ax, ay), (bx, by) = self.point(a), self.point(b)
        return math.hypot(ax - bx, ay - by)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """A touch with so many fingers."""
        if self.session is None:
            self.session = self.page.context.new_cdp_session(self.page)
        found = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

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

        self.until(close)


def chosen(position: Configuration, chance: random.Random, last: Configuration | None) -> Move:
    """A random move that does not lead back."""
    moves = legal_moves(position)
    if last is not None and len(moves) > 1:
        moves = [move for move in moves if vacated(position, move) != last.empty_cell]
    return moves[int(chance.random() * len(moves))]


def random_moves(play: Play, count: int, seed: int) -> Iterator[tuple[int, Configuration, Move]]:
    """Moves to make on the page, one after the other; each is compared with the rules once it was made."""
    chance, last = random.Random(seed), None
    for k in range(count):
        start = play.configuration()
        move = chosen(start, chance, last)
        wanted = after(start, move)
        yield k, start, move
        play.until(lambda start=start: play.configuration() != start)  # type: ignore[misc]
        assert play.configuration() == wanted
        last = start


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
