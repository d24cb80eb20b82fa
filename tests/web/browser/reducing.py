"""What the tests of the Reduce view share: a page, and what is shown on it in the library's own types."""

from __future__ import annotations

import json
from typing import Any

from gourds.files import loads
from gourds.formulas.formula import Cnf, Formula, OneInThree
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from tests.web.browser.viewing import VIEW, View


class Reduce(View):
    """The Reduce view of one page."""

    read: tuple[int, Instance] | None = None

    def wait_until_ready(self) -> None:
        self.page.wait_for_selector(".reduce-board .gadget", state="attached")

    def shown(self, path: str) -> Any:
        """A part of what is shown: ``shown("answer.formula")``."""
        return self.page.evaluate(f"{VIEW}.{path}")

    def type(self, text: str) -> None:
        """Write a formula and wait for its board."""
        formula = loads(text)
        assert isinstance(formula, Cnf | OneInThree)
        self.get("reduce-text").fill(text)
        self.until(lambda: self.formula() == formula)

    def instance(self) -> Instance:
        """The instance that is shown; read once for each board."""
        visit = self.shown("visit")
        if self.read is None or self.read[0] != visit:
            found = loads(json.dumps(self.shown("answer.document")))
            assert isinstance(found, Instance)
            self.read = visit, found
        return self.read[1]

    def formula(self) -> Formula:
        found = self.shown("answer.formula")
        clauses = tuple(map(tuple, found["clauses"]))
        return (Cnf if found["kind"] == "cnf" else OneInThree)(found["variables"], clauses)

    def placement(self) -> Placement:
        """The placement that is shown, verified."""
        found = loads(json.dumps(self.shown("placement")))
        assert isinstance(found, Placement)
        assert placement_faults(self.instance(), found) == []
        return found

    def values(self) -> list[str]:
        """What the buttons of the variables say."""
        script = "() => [...document.querySelectorAll('.reduce-variable')].map((button) => button.dataset.value)"
        return list(self.page.evaluate(script))

    def names(self) -> list[str]:
        """What the variables are called on their buttons."""
        return list(self.page.locator(".reduce-variable b").all_inner_texts())

    def failing_clauses(self) -> list[int]:
        """The clauses that the list shows as failing, counted from 0."""
        script = "() => [...document.querySelectorAll('.reduce-clauses li')].flatMap((li, k) => li.dataset.state === 'fails' ? [k] : [])"
        return list(self.page.evaluate(script))

    def failing_gadgets(self) -> list[int]:
        """The gadgets that the board shows as failing."""
        script = "() => [...document.querySelectorAll('.gadget[data-state=failing]')].map((gadget) => Number(gadget.dataset.gadget))"
        return list(self.page.evaluate(script))

    def gadget(self, name: str) -> Any:
        index = next(k for k, gadget in enumerate(self.shown("answer.gadgets")) if gadget["name"] == name)
        return self.page.locator(f'[data-gadget="{index}"]')

    def solve(self) -> None:
        self.get("reduce-solve").click()
        self.until(lambda: self.get("reduce-solve").is_enabled() and self.get("reduce-answer").is_visible(), 60)
