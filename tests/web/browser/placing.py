"""What the tests of the Place view share: a page, spoken to in the words of the view."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gourds.files import loads
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults

CORE = "document.querySelector('#view-place').place"


class Place:
    """The Place view of one page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.until(
            lambda: page.evaluate("() => Boolean(document.querySelector('#view-place')?.place?.draft.cells.length)")
        )
        self.until(lambda: page.get_by_test_id("solver-select").locator("option").count() > 1)
        self.first = page.evaluate("() => window.gourds.current().view.getState()")

    def reset(self) -> None:
        """As it was in the beginning."""
        self.page.evaluate(
            """(state) => {
              document.querySelectorAll('dialog').forEach((box) => box.close());
              document.getElementById('toasts').replaceChildren();
              history.replaceState(null, '', '#place');
              const { place } = document.querySelector('#view-place');
              window.gourds.current().view.setState(state);
              Object.assign(place.history, { past: [], future: [] });
              document.querySelector('[data-testid=solver-select]').value = 'auto';
              document.querySelector('[data-testid=proof]').checked = false;
            }""",
            self.first,
        )

    def until(self, condition: Callable[[], bool], seconds: float = 15) -> None:
        """Wait until something holds."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "it did not happen in time"
            self.page.wait_for_timeout(15)

    def core(self, code: str) -> Any:
        """Something of the view's core: ``core("draft.cells")``."""
        return self.page.evaluate(f"() => {CORE}.{code}")

    def get(self, testid: str) -> Any:
        return self.page.get_by_test_id(testid)

    def click(self, testid: str) -> None:
        self.get(testid).click()

    def text(self, testid: str) -> str:
        return str(self.get(testid).inner_text())

    def document(self) -> dict[str, Any]:
        return dict(self.core("document()"))

    def instance(self) -> Instance:
        found = loads(json.dumps(self.document()))
        assert isinstance(found, Instance)
        return found

    def cells(self) -> dict[tuple[int, int], str]:
        return {(q, r): color for q, r, color in self.core("draft.cells")}

    def size(self) -> int:
        return int(self.core("draft.cells.length"))

    def point(self, cell: tuple[int, int]) -> tuple[float, float]:
        """Where a cell is on the page."""
        box = self.get("board").bounding_box()
        x, y = self.core(f"board.pointOfCell([{cell[0]}, {cell[1]}])")
        return box["x"] + x, box["y"] + y

    def stroke(self, *cells: tuple[int, int]) -> None:
        """Press on the first cell, drag over the others, let go."""
        self.page.mouse.move(*self.point(cells[0]))
        self.page.mouse.down()
        for cell in cells[1:]:
            self.page.mouse.move(*self.point(cell))
        self.page.mouse.up()

    def example(self, name: str) -> None:
        before = self.core("draft.name")
        self.click("examples-button")
        self.click(f"example-{name}")
        self.until(lambda: self.core("draft.name") != before and self.get("examples-dialog").count() == 0)

    def run(self, kind: str = "solve", seconds: float = 60) -> str:
        """Press a button that starts work and wait for its end; the status that is shown."""
        self.click(f"{kind}-button")
        self.until(lambda: self.get("working").count() == 0 and self.get("solve-button").is_enabled(), seconds)
        return str(self.get("status").first.get_attribute("data-status"))

    def shown_placement(self) -> Placement:
        """The placement that the board shows, verified from the definition against what is drawn."""
        found = loads(json.dumps(self.core("placement")))
        assert isinstance(found, Placement)
        assert placement_faults(self.instance(), found) == []
        ends = [[list(end) for end in gourd["ends"]] for gourd in self.core("board.gourds")]
        assert ends == [[list(end) for end in gourd] for gourd in self.core("placement.gourds")]
        assert self.core("board.empty") == list(found.empty)
        return found

    def download(self, menu: str, entry: str) -> tuple[str, bytes]:
        """A file from a menu: its name and its bytes."""
        self.click(menu)
        with self.page.expect_download() as waiting:
            self.click(entry)
        found = waiting.value
        return found.suggested_filename, Path(found.path()).read_bytes()

    def open_file(self, *files: dict[str, Any]) -> None:
        """Open a file by the picker."""
        self.click("open-menu")
        with self.page.expect_file_chooser() as waiting:
            self.click("open-file")
        waiting.value.set_files(list(files))
