"""The page as an app: it opens and plays while its server is not there, and follows a server with other files."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from tests.web.browser.conftest import new_page
from tests.web.browser.playing import Play, random_moves
from tests.web.browser.viewing import Errors
from tests.web.serving import start_server

SCRIPT = """
import pathlib
from gourds.web import pages
from gourds.web.serving import bind, serve
from gourds.web.settings import Settings
found = pages.files
pages.files = lambda package: pathlib.Path({folder!r}) if package == "gourds.web" else found(package)
listener = bind({port})
address = "http://127.0.0.1:%d/" % listener.getsockname()[1]
serve(listener, Settings(preloads=False), lambda: print(address, flush=True))
"""
COPIES = "async () => { await navigator.serviceWorker.ready; return caches.keys(); }"

KEPT = "async (name) => (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)"


def serve_copy(folder: Path, port: int = 0) -> Any:
    """A server whose page lies in a folder of its own."""
    return start_server([sys.executable, "-c", SCRIPT.format(folder=str(folder), port=port)])


def test_offline_and_back(browser: Any, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src/gourds/web/static", tmp_path / "static")
    errors = Errors()
    with serve_copy(tmp_path) as served:
        port = served.port
        page = new_page(browser, f"{served.address}#play", errors, worker=True)
        play = Play(page, errors)
        play.until(lambda: page.evaluate("() => Boolean(navigator.serviceWorker.controller)"))
        (first,) = page.evaluate(COPIES)
        manifest = page.evaluate("async () => (await fetch('/static/app.webmanifest')).json()")
        icons = {icon["src"] for icon in manifest["icons"]}
        kept = page.evaluate(KEPT, first)
        assert {"/", "/static/main.js", "/static/board/moves.js", *icons} <= set(kept)
        assert not [path for path in kept if path.startswith(("/api", "/campaigns"))]
        assert not errors, errors

    errors.expects = "Failed to load resource"  # the server is gone
    page.reload()
    play = Play(page, errors)
    moves_work(play)
    assert page.evaluate("() => fetch('/api/hello').then(() => true, () => false)") is False

    # A server with other files: the page has them at once, and soon as a copy.
    with (tmp_path / "static/theme.js").open("a") as file:
        file.write("\nwindow.isChanged = true;\n")
    with serve_copy(tmp_path, port) as served:
        assert served.port == port
        page.reload()
        assert page.evaluate("() => window.isChanged")
        Play(page, errors).until(lambda: len(names := page.evaluate(COPIES)) == 1 and names != [first])
    page.reload()
    moves_work(Play(page, errors))
    assert page.evaluate("() => window.isChanged")
    page.context.close()
    assert not errors, errors


def moves_work(play: Play) -> None:
    """Gourds can be dragged."""
    mouse = play.page.mouse
    for _, start, move in random_moves(play, 2, seed=1):
        (x, y), (dx, dy) = play.way(start, move)
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx, y + dy, steps=4)
        mouse.up()
