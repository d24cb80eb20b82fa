"""The routes: what each answers, and what it refuses."""

from __future__ import annotations

import json
import pkgutil
import posixpath
import re
from importlib import import_module

import pytest

from gourds.web import tasks
from gourds.web.kinds import JOBS, LOOKED_UP, QUICK, TASKS
from gourds.web.pages import FRONT, RULES, WORKER, load_pages
from gourds.web.settings import Settings
from tests.web.serving import instance, raw

LIMIT = Settings().body_bytes


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/"),
        ("POST", "/api/hello"),
        ("GET", "/api/facts"),
        ("PUT", "/api/facts"),
        ("GET", "/api/jobs"),
        ("OPTIONS", "/api/jobs"),
        ("PATCH", "/api/jobs/abc"),
        ("POST", "/api/examples/drawn/nine-gourds"),
        ("DELETE", "/campaigns/x"),
        ("TRACE", "/api/hello"),
    ],
)
def test_wrong_methods(client, method, path):
    response = client.request(method, path)
    assert response.status_code == 405
    assert set(response.json()) == {"error"}
    assert "allow" in response.headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../settings.py",
        "/static/..%2f..%2fsettings.py",
        "/static/%2e%2e/%2e%2e/settings.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/index.html%00.js",
        "/static/",
        "/static/place",
        "/static/place/",
        "/static/place/nothing.js",
        "/static/place/../main.js",
        "/static/place/..%2fmain.js",
        "/static/place/%2e%2e/%2e%2e/%2e%2e/settings.py",
        "/static/place//place.js",
        "/static/place%5cplace.js",
        "/api/examples/../../pyproject.toml",
        "/api/examples/drawn/..%2f..%2fMANIFEST",
        "/api/examples/%2fetc%2fpasswd",
        "/api/examples/drawn/nine-gourds.txt",
        "/api/examples/drawn/nine-gourds%00",
        "/campaigns/..%2f..%2fetc%2fpasswd",
        "/campaigns/%2fetc%2fpasswd",
        "/campaigns/x.sqlite",
        "/api/jobs/..%2f..%2fx/events",
        "/api/jobs/0123456789abcdef/events",
    ],
)
def test_nothing_is_reached_by_a_path(served, path):
    """Sent as it is: clients tidy paths up."""
    sent = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nConnection: close\r\n\r\n"
    head, _, body = raw(served.port, sent).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 404 ")
    assert set(json.loads(body)) == {"error"}


@pytest.mark.parametrize("path", QUICK)
def test_no_body_at_all(client, path):
    response = client.post(path, headers={"content-type": "application/json"})
    assert response.status_code == 400
    assert "not JSON" in response.json()["error"]


@pytest.mark.parametrize("path", ["/api/facts", "/api/jobs"])
@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"[]", "object"),
        (b"null", "object"),
        (b"\xff\xfe{}", "UTF-8"),
        (b'{"a": 1, "a": 2}', "twice"),
        (b"[" * 200_000 + b"]" * 200_000, "nested too deeply"),
        (b'{"document":' * 100_000, "nested too deeply"),
        (b'{"seed": ' + b"9" * 5_000 + b"}", "not usable as JSON"),
    ],
    ids=["empty", "cut", "list", "null", "utf-16", "twice", "deep", "deep objects", "huge number"],
)
def test_malformed_bodies(client, path, body, words):
    response = client.post(path, content=body, headers={"content-type": "application/json"})
    assert response.status_code == 400
    assert words in response.json()["error"]
    assert "\n" not in response.json()["error"]


def test_a_body_must_say_that_it_is_json(client):
    """A form or a plain text can be sent by any page without asking first."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        response = client.post("/api/facts", content=b"{}", headers={"content-type": kind})
        assert response.status_code == 415


@pytest.mark.parametrize("path", ["/api/facts", "/api/jobs"])
def test_oversized_bodies(client, path):
    fits = b'{"cells": [], "x": "' + b"x" * (LIMIT - 22) + b'"}'
    assert len(fits) == LIMIT
    sent = {"content-type": "application/json"}
    assert client.post(path, content=fits, headers=sent).status_code == (400 if path == "/api/jobs" else 200)
    response = client.post(path, content=fits + b" ", headers=sent)
    assert response.status_code == 413
    assert "16 MB" in response.json()["error"]
    pieces = (fits[k : k + 2**20] for k in range(0, 2 * LIMIT, 2**20))  # without a length that could be believed
    assert client.post(path, content=(part or b" " * 2**20 for part in pieces), headers=sent).status_code == 413


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "nonsense"},
        {"kind": "../solve"},
        {"kind": ["solve"]},
        {},
        {"kind": "solve", "time_limit": 0},
        {"kind": "solve", "time_limit": -1},
        {"kind": "solve", "time_limit": "5"},
        {"kind": "solve", "time_limit": True},
        {"kind": "solve", "time_limit": float("nan")},
        {"kind": "solve", "time_limit": float("inf")},
    ],
    ids=str,
)
def test_jobs_that_cannot_be(client, asked):
    response = client.post(
        "/api/jobs", content=json.dumps(asked).encode(), headers={"content-type": "application/json"}
    )
    assert response.status_code == 400
    assert set(response.json()) == {"error"}


def test_hello_lists_everything(client):
    hello = client.get("/api/hello").json()
    assert {"auto", "sat", "cpsat", "ilp", "decompose", "brute"} <= {solver["name"] for solver in hello["solvers"]}
    assert all(set(solver) == {"name", "summary", "variants"} for solver in hello["solvers"])
    assert hello["limits"]["board_cells"] == Settings().board_cells
    assert "drawn/nine-gourds" in {example["name"] for example in hello["examples"]}
    for shape in hello["shapes"]:
        for parameter in shape["parameters"]:
            assert parameter["min"] <= parameter["default"]
        response = client.post("/api/shape", json={"shape": shape["name"]})
        assert response.status_code == 200
        assert response.json()["cells"]


def test_examples_can_be_had(client):
    examples = client.get("/api/hello").json()["examples"]
    families = {example["name"].partition("/")[0]: example for example in examples if example["cells"] < 3_000}
    assert len(families) >= 7
    for example in [examples[0], *families.values()]:
        found = client.get(f"/api/examples/{example['name']}").json()
        assert len(found["document"]["cells"]) == example["cells"]
        assert found.get("placement", {}).get("format", "gourds-placement") == "gourds-placement"


def test_files_of_the_page_come_from_a_listing(client, root):
    folder = root / "src" / "gourds" / "web" / "static"
    pages = load_pages()
    assert set(pages) == {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")} | {RULES}
    assert {name.rpartition("/")[0] for name in pages} >= {"", "board", "campaigns", "icons", "place", "play", "reduce"}
    assert pages[RULES].content == (root / "src" / "gourds" / "render" / "plan" / "moves.js").read_bytes()
    assert all(
        page.content == (folder / name).read_bytes()
        for name, page in pages.items()
        if name not in (RULES, WORKER, FRONT)
    )
    assert pages[WORKER].content.endswith((folder / WORKER).read_bytes())
    for path, kind in (
        ("/", "text/html"),
        ("/service-worker.js", "text/javascript"),
        ("/static/app.webmanifest", "application/manifest+json"),
        ("/static/main.js", "text/javascript"),
        ("/static/place/place.js", "text/javascript"),
        ("/static/place/place.css", "text/css"),
        ("/static/icon.svg", "image/svg+xml"),
    ):
        response = client.get(path)
        assert response.status_code == 200
        assert response.headers["content-type"].partition(";")[0] == kind
        again = client.get(path, headers={"if-none-match": response.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_files_of_the_page_name_files_that_are_there():
    pages = load_pages()
    named = {"index.html"}
    for name, page in pages.items():
        if not name.endswith((".html", ".js", ".webmanifest")):
            continue
        text = page.content.decode()
        if name == WORKER:
            text = text.partition("/**")[2]  # without the list of all files
        named |= set(re.findall(r"""["']/static/([^"'`$]+\.\w+)["']""", text))
        if name.endswith(".js"):
            here = name.rpartition("/")[0]
            for path in re.findall(r"""(?:from |import\()'([^']+)'""", text):
                named.add(posixpath.normpath(posixpath.join(here, path)))
            named |= set(re.findall(r"(?:useStyle\(|style: )'([^']+\.css)'", text))
    assert named <= set(pages)
    code = {name for name in pages if name.endswith((".js", ".css", ".svg", ".png", ".webmanifest"))}
    elsewhere = {name for name in code if name.startswith(("alone/", "widget/"))}  # Python puts these into other pages
    assert code - named - elsewhere == {WORKER}


def test_the_page_has_nothing_inline(root):
    """What the policy would refuse."""
    for path in (root / "src" / "gourds" / "web" / "static").glob("*.html"):
        text = path.read_text()
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick=" not in text
        assert "http://" not in text.replace("http://www.w3.org/", "")
        assert "https://" not in text
        for tag in text.split("<script")[1:]:
            assert tag.partition(">")[0].count("src=") == 1


def test_boards_are_limited(client):
    limit = Settings().board_cells
    cells = [[q, 0, "a"] for q in range(limit + 1)]
    document = {**instance(), "cells": cells}
    for path, asked in (
        ("/api/facts", {"cells": cells, "gourds": []}),
        ("/api/write", {"document": document, "form": "svg"}),
        ("/api/shape", {"shape": "parallelogram", "parameters": {"width": 5_000, "height": 11}}),
        ("/api/shape", {"shape": "hexagon", "parameters": {"radius": 2_000}}),
        ("/api/reduce", {"formula": {"format": "gourds-formula", "text": "p 1in3 9999999 0\n"}}),
    ):
        response = client.post(path, json=asked)
        assert response.status_code == 400
        assert "50,000" in response.json()["error"] or "from" in response.json()["error"]


def test_kinds_of_work_have_functions():
    for module, kinds in TASKS.items():
        assert all(callable(getattr(import_module(f"gourds.web.tasks.{module}"), kind)) for kind in kinds)
    assert {*JOBS, *QUICK.values(), *LOOKED_UP.values()} <= {kind for kinds in TASKS.values() for kind in kinds}
    assert set(TASKS) == {module.name for module in pkgutil.iter_modules(tasks.__path__)}
