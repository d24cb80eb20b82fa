"""The files of the page, from a fixed listing: what lies in ``static`` when the server starts, and nothing else.

One file lies elsewhere: the rules of moves, which exported pages of plans hold too. Two are completed here. The page
names the modules of its first view in advance, so that the browser fetches them at once; and the service worker keeps a
copy of all files for times without the server, so it must know their names and their version.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from gourds.render.puzzle.bundle import modules
from gourds.web.requests import refuse

MEDIA: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}
"""What may be served, by the ending of its name."""

RULES: Final = "board/moves.js"
"""The name of the rules among the files of the page."""

WORKER: Final = "service-worker.js"
"""The name of the service worker; it is served from the root, for a worker sees only what lies below it."""

FRONT: Final = "index.html"
"""The name of the page itself, as it is served from the root."""

_MODULES: Final = b"<!-- the modules of the first view -->"

_MISSING: Final = b"<!doctype html><title>gourds</title><p>The page of the workbench is not in this installation."


@dataclass(frozen=True)
class Page:
    """One file of the page."""

    content: bytes
    media: str
    tag: str
    """Changes with the content."""


def load_pages() -> dict[str, Page]:
    """All files of the page by their names below ``static``."""
    folder = Path(str(files("gourds.web") / "static"))
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.*")}
    paths[RULES] = Path(str(files("gourds.render.plan") / "moves.js"))
    found: dict[str, Page] = {}
    for name, path in paths.items():
        if media := MEDIA.get(path.suffix[1:]):
            found[name] = _page(path.read_bytes(), media)
    if WORKER in found:
        found[FRONT] = _front(found[FRONT])
        found[WORKER] = _worker(found)
    return found


def _page(content: bytes, media: str) -> Page:
    return Page(content, media, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


def _front(page: Page) -> Page:
    """The page itself with the addresses of the modules of its first view."""
    links = (f'<link rel="modulepreload" href="/static/{name}">' for name in modules("main.js", "play/play.js"))
    return _page(page.content.replace(_MODULES, "\n  ".join(links).encode()), page.media)


def _worker(pages: dict[str, Page]) -> Page:
    """The service worker with the addresses of all files and their version."""
    tags = "".join(f"{name} {page.tag}\n" for name, page in sorted(pages.items()))
    version = hashlib.sha256(tags.encode()).hexdigest()[:20]
    paths = ["/", *(f"/static/{name}" for name in sorted(pages) if name not in (WORKER, FRONT))]
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(paths)};\n"
    return _page(head.encode() + pages[WORKER].content, pages[WORKER].media)


def serve_page(pages: dict[str, Page], name: str, request: Request) -> Response:
    """A file of the page; the browser asks every time whether it has changed."""
    page = pages.get(name)
    if page is None:
        if name == FRONT:
            return Response(_MISSING, 503, media_type="text/html; charset=utf-8")
        return refuse(404, "there is no such file")
    headers = {"ETag": page.tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == page.tag:
        return Response(status_code=304, headers=headers)
    return Response(page.content, 200, headers, page.media)
