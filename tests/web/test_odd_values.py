"""Numbers that are not finite and strings that are no Unicode, wherever they stand: refused with the place, never a 500."""

from __future__ import annotations

import json
import random

import pytest

from gourds.files import loads, to_text
from gourds.files.certificates import Certificate
from gourds.web.kinds import JOBS, QUICK
from gourds.web.tasks import perform
from tests.web.serving import instance

CONTEXT = {"board_cells": 50_000, "memory_mb": 2048.0, "answer_bytes": 2**26, "seconds": 60.0}
CONTEXT |= {"longest": dict.fromkeys(JOBS, 60.0), "folder": "/nowhere", "is_temporary": True}
ODD = ["NaN", "Infinity", "-Infinity", "1e999", "-1E400", "9" * 310 + ".0", '"\\ud800"', '"a\\uDFFFb"', '{"\\udabc":1}']
WORDS = ("numbers must be finite", "is not valid Unicode")
MARK = "@@"


def damaged(rng: random.Random, value: object, goes_on: float = 1.0) -> object:
    """The value with a mark somewhere inside."""
    if isinstance(value, list) and value and rng.random() < goes_on:
        k = rng.randrange(len(value))
        return [*value[:k], damaged(rng, value[k], 0.9), *value[k + 1 :]]
    if isinstance(value, dict) and value and rng.random() < goes_on:
        key = rng.choice([*value, "more"])
        return {**value, key: damaged(rng, value.get(key), 0.9)}
    return MARK


def spelled(rng: random.Random, value: object) -> str:
    """JSON with an odd value somewhere inside."""
    return json.dumps(damaged(rng, value)).replace(f'"{MARK}"', rng.choice(ODD))


QUESTION = {
    "document": instance(),
    "text": "x",
    "form": "json",
    "cells": instance()["cells"],
    "gourds": instance()["gourds"],
    "shape": "hexagon",
    "parameters": {"radius": 2},
    "seed": 1,
    "name": "n",
    "time_limit": 3,
    "kind": "solve",
}


@pytest.mark.parametrize("kind", sorted({*JOBS, *QUICK.values(), "read_job"}))
def test_whatever_is_asked(kind):
    rng = random.Random(kind)
    for _ in range(60):
        body = spelled(rng, QUESTION)
        head, content = perform({"kind": kind, "context": CONTEXT}, body.encode(), lambda text: None)
        assert head["status"] == 400, (body, content)
        assert any(words in json.loads(content)["error"] for words in WORDS), content


@pytest.mark.parametrize("seed", range(40))
def test_texts_inside_of_questions(seed):
    rng = random.Random(seed)
    certificate = Certificate("barrier", "0" * 64, {"cells": [[0, 0]], "odd": [1, 2]}).to_text()
    read = {"text": spelled(rng, instance())}
    proof = {"form": "proof", "proof": spelled(rng, json.loads(certificate))}
    for kind, asked in (("read", read), ("write", proof)):
        head, content = perform({"kind": kind, "context": CONTEXT}, json.dumps(asked).encode(), lambda text: None)
        assert head["status"] == 400, (asked, content)
        assert any(words in json.loads(content)["error"] for words in WORDS), content


@pytest.mark.parametrize("path", [*QUICK, "/api/jobs"])
def test_the_server_itself(client, path):
    """Short bodies of jobs are read by the server, long ones by a worker."""
    rng = random.Random(path)
    for size in (0, 0, 0, 2**19):
        body = spelled(rng, {**QUESTION, "padding": "x" * size})
        response = client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert response.status_code == 400, response.text
        assert any(words in response.json()["error"] for words in WORDS)


def test_the_place_is_named(client):
    document = {**instance(), "source": {"x": [1, MARK]}}
    body = json.dumps({"document": document, "form": "json"}).replace(f'"{MARK}"', "1e999")
    response = client.post("/api/write", content=body, headers={"Content-Type": "application/json"})
    assert response.json() == {"error": "document.source.x[1]: numbers must be finite, not inf"}
    assert to_text(loads(json.dumps(instance())))


def test_a_long_list_of_faults_is_counted(client):
    cells = [[0]] * 2000
    response = client.post("/api/facts", json={"cells": cells, "gourds": []})
    assert response.status_code == 400
    assert response.json()["error"].endswith("(and 1,997 more faults)")
    response = client.post("/api/write", json={"document": {**instance(), "cells": cells}, "form": "json"})
    assert response.json()["error"].startswith("document.cells[0]: ")
    assert response.json()["error"].endswith("(and 1,997 more faults)")
