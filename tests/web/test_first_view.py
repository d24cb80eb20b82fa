"""The page names in advance all modules that its first view needs, so that the browser fetches them at once."""

from __future__ import annotations

import posixpath
import re

from gourds.web.pages import load_pages

IMPORT = re.compile(r"^(?:import|export)\s[^;]*?from\s+'(\.[^']+)'", re.MULTILINE)


def needed(pages: dict[str, str], name: str, found: set[str]) -> set[str]:
    """A module and all that it imports."""
    if name not in found:
        found.add(name)
        for path in IMPORT.findall(pages[name]):
            needed(pages, posixpath.normpath(posixpath.join(posixpath.dirname(name), path)), found)
    return found


def test_modules_of_the_first_view_are_preloaded() -> None:
    pages = {name: page.content.decode() for name, page in load_pages().items() if name.endswith((".js", ".html"))}
    wanted = needed(pages, "play/play.js", needed(pages, "main.js", set()))
    listed = re.findall(r'rel="modulepreload" href="/static/([^"]+)"', pages["index.html"])
    assert sorted(listed) == sorted(wanted)
