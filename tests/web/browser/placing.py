"""What the tests of the Place view share: a page, spoken to in the words of the view."""

from __future__ import annotations

import json
from typing import Any

from gourds.files import loads
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from tests.web.browser.viewing import View

CORE = "document.querySelector('#view-place').place"


class Place(View):
    """The Place view of one page."""

    def wait_until_ready(self) -> None:
        ready = "() => Boolean(document.querySelector('#view-place')?.place?.draft.cells.length)"
        self.until(lambda: bool(self.page.evaluate(ready)))
        self.until(lambda: self.get("solver-select").locator("option").count() > 1)

    def reset(self) -> None:
        super().reset()
        self.page.evaluate(
            f"""() => {{
              Object.assign({CORE}.history, {{ past: [], future: [] }});
              document.querySelector('[data-testid=solver-select]').value = 'auto';
              document.querySelector('[data-testid=proof]').checked = false;
            }}"""
        )

    def core(self, code: str) -> Any:
        """Something of the view's core: ``core("draft.cells")``."""
        return self.page.evaluate(f"() => {CORE}.{code}")

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
        ends = [[list(end) for end in gourd["ends"]] for gourd in self.core("board.scene.gourds")]
        assert ends == [[list(end) for end in gourd] for gourd in self.core("placement.gourds")]
        assert self.core("board.empty") == list(found.empty)
        return found
