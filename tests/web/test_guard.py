"""Who may ask."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers

from gourds.web.guard import HEADERS, Guard, find_wrong
from tests.web.serving import run_async

OWN = st.sampled_from(["127.0.0.1", "localhost"])
PORTS = st.one_of(st.just(""), st.integers(1, 65535).map(":{}".format))
FOREIGN_HOSTS = [
    "evil.example",
    "evil.example:8765",
    "127.0.0.1.evil.example",
    "localhost.evil.example:8765",
    "127.0.0.1:8765@evil.example",
    "evil.example#127.0.0.1",
    "127.0.0.2",
    "0.0.0.0",
    "[::1]:8765",
    "LOCALHOST.",
    "127.1",
    "2130706433",
    "127.0.0.1:8765:80",
    "127.0.0.1:",
    "127.0.0.1:١",
    "",
    " 127.0.0.1",
]


def headers(*pairs: tuple[str, str]) -> Headers:
    return Headers(raw=[(name.encode(), value.encode("utf-8")) for name, value in pairs])


@given(OWN, PORTS)
def test_the_own_host_and_origin_are_welcome(name, port):
    host = name + port
    assert find_wrong(headers(("host", host)), "/api/hello") is None
    assert find_wrong(headers(("host", host), ("origin", f"http://{host}")), "/api/hello") is None


@given(st.text(max_size=30))
def test_other_hosts_are_not(name):
    wrong = find_wrong(headers(("host", name)), "/")
    assert (wrong is None) == bool(re.fullmatch(r"(127\.0\.0\.1|localhost)(:[0-9]{1,5})?", name))


@given(OWN, PORTS, st.one_of(st.text(max_size=40), st.builds("http://{}{}".format, OWN, PORTS)))
def test_other_origins_are_not(name, port, origin):
    wrong = find_wrong(headers(("host", name + port), ("origin", origin)), "/api/hello")
    assert (wrong is None) == (origin == f"http://{name}{port}")


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_names_that_look_like_ours(host):
    assert find_wrong(headers(("host", host)), "/")


def test_two_hosts_or_two_origins_are_refused():
    assert find_wrong(headers(("host", "localhost"), ("host", "localhost")), "/")
    assert find_wrong(headers(), "/")
    twice = headers(("host", "localhost"), ("origin", "http://localhost"), ("origin", "http://localhost"))
    assert find_wrong(twice, "/")


def test_other_sites_may_link_to_the_page_but_not_load_data():
    foreign = headers(("host", "localhost"), ("sec-fetch-site", "cross-site"))
    assert find_wrong(foreign, "/") is None
    assert find_wrong(foreign, "/api/hello")
    assert find_wrong(foreign, "/campaigns/x")


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [
        ("/", {"host": "evil.example"}, 403),
        ("/static/main.js", {"host": "evil.example:8765"}, 403),
        ("/api/hello", {"host": "evil.example"}, 403),
        ("/api/hello", {"origin": "https://evil.example"}, 403),
        ("/api/hello", {"origin": "null"}, 403),
        ("/api/hello", {"origin": "http://127.0.0.1:3000"}, 403),
        ("/nowhere", {}, 404),
    ],
)
def test_every_answer_has_the_headers(client, path, sent, status):
    response = client.get(path, headers=sent)
    assert response.status_code == status
    for name, value in HEADERS.items():
        if name != "Cache-Control":
            assert response.headers[name] == value
    assert "access-control-allow-origin" not in response.headers
    if status != 200:
        assert set(response.json()) == {"error"}


def test_the_own_page_is_answered(served, client):
    for name in ("127.0.0.1", "localhost"):
        host = f"{name}:{served.port}"
        assert client.get("/api/hello", headers={"host": host, "origin": f"http://{host}"}).status_code == 200
    other = {"host": f"localhost:{served.port}", "origin": f"http://127.0.0.1:{served.port}"}
    assert client.get("/api/hello", headers=other).status_code == 403


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere():
    policy = dict(part.split(" ", 1) for part in HEADERS["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert not any(word in " ".join(policy.values()) for word in ("unsafe", "http:", "https:", "*"))


def test_a_fault_of_ours_is_one_line_with_all_headers():
    async def fail(scope, receive, send):
        raise ValueError("details\nthat nobody should see")

    async def ask() -> list[dict[str, Any]]:
        sent = []

        async def send(message):
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}
        guard = Guard(fail, open_requests=1)
        for _ in range(2):  # the second would be one too many if the first were still counted
            await guard(scope, None, send)
        return sent

    sent = run_async(ask)
    for start, body in zip(sent[::2], sent[1::2], strict=True):
        assert start["status"] == 500
        assert {name.lower() for name in HEADERS} <= {name.decode() for name, _ in start["headers"]}
        assert body["body"] == b'{"error":"internal error: ValueError"}'
