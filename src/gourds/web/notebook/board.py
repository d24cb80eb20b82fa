"""The widget: values on this side, documents on the other, and each change carried across.

The traits that browsers know are ``document``, ``laid``, ``position``, ``mode`` and ``faults``: plain JSON. The traits
for people are ``instance``, ``placement`` and ``configuration``. A document that is no instance yet, because somebody
is drawing, makes ``instance`` None and ``faults`` say why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import anywidget
import traitlets

from gourds.configuration import Configuration
from gourds.errors import GourdsError, InputError
from gourds.files.table import document_of, value_of
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.web.notebook.parts import widget_script, widget_style

_KINDS: Final[dict[str, tuple[type, str]]] = {
    "instance": (Instance, "document"),
    "placement": (Placement, "laid"),
    "configuration": (Configuration, "position"),
}
"""The traits for people: the type of their values, and the trait that browsers know."""
_MODES: Final = {"placement": "edit", "configuration": "play"}
"""The mode that shows a value."""
_VALUE_OF: Final = {document: name for name, (_, document) in _KINDS.items()}


class BoardWidget(anywidget.AnyWidget):
    """A board to edit, to play on and to look at. Make one with ``gourds.widget``."""

    _esm = widget_script()
    _css = widget_style()

    document = traitlets.Any(None, allow_none=True).tag(sync=True)
    laid = traitlets.Any(None, allow_none=True).tag(sync=True)
    position = traitlets.Any(None, allow_none=True).tag(sync=True)
    mode = traitlets.Enum(("edit", "play"), "edit").tag(sync=True)
    faults = traitlets.List(traitlets.Unicode()).tag(sync=True)

    instance = traitlets.Any(None, allow_none=True)
    placement = traitlets.Any(None, allow_none=True)
    configuration = traitlets.Any(None, allow_none=True)

    def __init__(self, **values: Any) -> None:
        """A widget that shows these values."""
        self._is_crossing = False
        self._seed = 0
        super().__init__(**values)
        self.on_msg(self._answer)

    @traitlets.validate("instance", "placement", "configuration")
    def _check(self, proposal: Any) -> Any:
        name, value = proposal["trait"].name, proposal["value"]
        if value is not None and not isinstance(value, _KINDS[name][0]):
            raise traitlets.TraitError(f"{name} must be a value of type {_KINDS[name][0].__name__}, or None")
        return value

    @traitlets.observe("instance", "placement", "configuration")
    def _to_browser(self, change: Any) -> None:
        """A value was assigned: the browser gets its document, and shows the board in the mode that has such values."""
        value, document = change["new"], _KINDS[change["name"]][1]

        def send() -> None:
            setattr(self, document, None if value is None else document_of(value))
            if value is not None and change["name"] in _MODES:
                self.mode = _MODES[change["name"]]

        self._cross(send)

    @traitlets.observe("document", "laid", "position")
    def _from_browser(self, change: Any) -> None:
        """A document came from the browser: it becomes a value, or faults."""
        name, found = _VALUE_OF[change["name"]], change["new"]

        def take() -> None:
            try:
                if found is not None and not isinstance(found, dict):
                    raise InputError(f"this is no {name}")
                value = None if found is None else value_of(found)
                if value is not None and not isinstance(value, _KINDS[name][0]):
                    raise InputError(f"this is no {name}")
            except InputError as error:
                self.faults = [str(error)]
                value = None
            else:
                self.faults = []
            setattr(self, name, value)

        self._cross(take)

    def _cross(self, carry: Callable[[], None]) -> None:
        """Carries a change across, unless it is the answer to one that is being carried."""
        if self._is_crossing:
            return
        self._is_crossing = True
        try:
            carry()
        finally:
            self._is_crossing = False

    def _answer(self, widget: Any, content: Any, buffers: Any) -> None:
        """What a button of the browser asks for: another position to play from."""
        from gourds.api.puzzle import shuffle

        if not isinstance(content, dict) or content.get("kind") != "shuffle":
            return
        value = self.instance if self.instance is not None else self.configuration
        if value is None:
            self.faults = self.faults or ["there is nothing to play: the board is no instance yet"]
            return
        self._seed += 1
        try:
            self.configuration = shuffle(value, self._seed)
            self.faults = []
        except GourdsError as error:
            self.faults = [str(error)]
