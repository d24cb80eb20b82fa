"""The Python half of the widget: values and documents, carried across both ways."""

from __future__ import annotations

import sys

import pytest

import gourds
from gourds.errors import GourdsError, InputError
from gourds.files.table import document_of

pytest.importorskip("anywidget", reason="the extra notebook is not installed")
import traitlets

from gourds.web.notebook.parts import widget_script, widget_style


@pytest.fixture
def puzzle():
    return gourds.generate("hexagon", radius=1, colors=2, seed=1)


def from_browser(board, **state):
    """What the browser's half says, as a message of its comm."""
    message = {"content": {"data": {"method": "update", "state": state, "buffer_paths": []}}, "buffers": []}
    board._handle_msg(message)


def test_values_reach_the_browser(puzzle):
    placement = gourds.solve(puzzle).placement
    board = gourds.widget(puzzle, placement)
    assert (board.mode, board.document) == ("edit", document_of(puzzle))
    assert board.get_state()["laid"] == document_of(placement)
    assert board.get_state()["position"] is None
    board.placement = None
    assert board.laid is None
    start = gourds.shuffle(puzzle, seed=2)
    board.configuration = start
    assert board.position == start.to_json()
    assert board.mode == "play"
    board.placement = placement
    assert board.mode == "edit"
    assert gourds.widget(puzzle, start).mode == gourds.widget(start).mode == "play"


def test_what_people_do_reaches_python(puzzle):
    board = gourds.widget(puzzle, gourds.shuffle(puzzle, seed=2))
    heard = []
    board.observe(lambda change: heard.append(change["name"]), ["instance", "configuration", "placement"])
    there = gourds.shuffle(puzzle, seed=3)
    from_browser(board, position=there.to_json())
    assert board.configuration == there
    cells = [[q, r, "z"] for q, r, _ in board.document["cells"]]
    from_browser(board, document={**board.document, "cells": cells, "gourds": [["z", "z", 3]]})
    assert set(board.instance.colors) == {"z"}
    assert heard == ["configuration", "instance"]
    from_browser(board, document={**board.document, "cells": cells[:-1]})
    assert board.instance is None
    assert "odd" in board.faults[0] or "cells" in board.faults[0]
    for wrong in (3, {}, document_of(gourds.solve(puzzle).placement)):
        from_browser(board, document=wrong)
        assert board.instance is None
        assert board.faults
    from_browser(board, document=document_of(puzzle))
    assert (board.instance, board.faults) == (puzzle, [])
    board._handle_msg({"content": {"data": {"method": "custom", "content": {"kind": "shuffle"}}}, "buffers": []})
    assert board.configuration.board == puzzle.board


def test_other_values_are_refused(puzzle, monkeypatch):
    board = gourds.widget(puzzle)
    with pytest.raises(traitlets.TraitError, match="placement must be"):
        board.placement = puzzle
    for wrong in ((3,), (puzzle, 3), (gourds.shuffle(puzzle), gourds.shuffle(puzzle))):
        with pytest.raises(InputError):
            gourds.widget(*wrong)
    monkeypatch.delitem(sys.modules, "gourds.web.notebook.board")
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(GourdsError, match=r'pip install "gourds\[notebook\]"'):
        gourds.widget(puzzle)


def test_script_and_style_are_whole():
    script, style = widget_script(), widget_style()
    assert script.count("export default { render:") == 1
    assert "/* board/moves.js */" in script
    assert "theme.js" not in script, "the notebook's own theme counts"
    assert style.count("{") == style.count("}")
    assert ".gourds-widget {" in style
