from __future__ import annotations

import posixpath
import re

import pytest

from gourds.render.puzzle import bundle as bundles
from gourds.render.puzzle.bundle import RULES, bundle, source


def test_all_modules_once_and_in_order():
    script = bundle("alone/alone.js")
    order = re.findall(r"^/\* (\S+\.js) \*/$", script, re.M)
    assert order[-1] == "alone/alone.js"
    assert len(order) == len(set(order)) > 8
    assert RULES in order
    assert not re.search(r"^(import|export)\b", script, re.M)
    for name in order:
        for other in re.findall(r"from '(\S+)';", source(name)):
            assert posixpath.normpath(f"{posixpath.dirname(name)}/{other}") in order[: order.index(name)], (name, other)


@pytest.mark.parametrize(
    ("modules", "words"),
    [
        (
            {"a.js": "import { b } from './b.js';", "b.js": "import { a } from './a.js';"},
            "a.js imports itself, by b.js",
        ),
        ({"a.js": "export default 3;"}, "export default 3;"),
        ({"a.js": "const b = await import('./b.js');"}, "import("),
    ],
)
def test_what_cannot_be_put_together_is_refused(monkeypatch, modules, words):
    monkeypatch.setattr(bundles, "source", modules.__getitem__)
    with pytest.raises(ValueError, match=re.escape(words)):
        bundle("a.js")
