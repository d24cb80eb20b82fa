"""A board in a notebook that is edited and played there, in step with Python; needs the extra ``notebook``.

board   the widget: its traits, and how both sides hear of each other
parts   its script and its style, put together from the modules of the page

:func:`widget` is ``gourds.widget``. It imports the widget itself only when it is called: that takes ``anywidget``, and
``ipywidgets`` with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gourds.configuration import Configuration
from gourds.errors import GourdsError, InputError, quoted
from gourds.instance import Instance
from gourds.placement import Placement

if TYPE_CHECKING:
    from gourds.web.notebook.board import BoardWidget


def widget(value: Instance | Configuration, other: Placement | Configuration | None = None) -> BoardWidget:
    """A board for notebooks, to edit, to play on, and to show placements; what is done there, Python knows at once.

    ``value`` is an instance, ``other`` a placement of it or a position to play from; or ``value`` is a position alone.
    The traits ``instance``, ``placement`` and ``configuration`` hold values, None where there is none. Assign to one of
    them, and the board shows it; observe one, and hear of what people do. ``mode`` is ``edit`` or ``play``.

    Needs ``pip install "gourds[notebook]"``; without it, GourdsError says so.
    """
    if not isinstance(value, Instance | Configuration):
        raise InputError(f"an instance or a configuration is needed here, not {quoted(value)}")
    if other is not None and (isinstance(value, Configuration) or not isinstance(other, Placement | Configuration)):
        raise InputError("beside an instance, a placement or a configuration can be shown")
    try:
        from gourds.web.notebook.board import BoardWidget
    except ImportError as error:
        raise GourdsError(
            f'the board of notebooks needs the extra notebook: pip install "gourds[notebook]" ({error})'
        ) from None
    if isinstance(value, Configuration):
        return BoardWidget(configuration=value, mode="play")
    if isinstance(other, Configuration):
        return BoardWidget(instance=value, configuration=other, mode="play")
    return BoardWidget(instance=value, placement=other, mode="edit")
