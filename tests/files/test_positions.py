"""Documents of configurations and plans: there and back, and what is said of bad ones."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds import files
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.moves import Kind, Move, Plan, Walk, unfold
from tests.files.position_strategies import configurations, plans, walks

START = Configuration.build(
    [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)], [7, 3], [((1, 0), (0, 0)), ((0, 1), (1, 1))], [("b", "a"), ("ü", '"')]
)
PLAN = Plan.from_moves(
    [
        Move(7, Kind.SLIDE, ((2, 0), (1, 0))),
        Move(3, Kind.PIVOT, ((0, 1), (0, 0))),
        Move(-1, Kind.TURN, ((0, 1), (0, 0))),
    ]
)


@given(configurations())
def test_configurations_and_back(configuration):
    text = files.to_text(configuration)
    assert files.loads(text) == configuration
    assert files.to_text(files.loads(text)) == text
    assert json.loads(text) == configuration.to_json()


@given(configurations(), st.randoms(use_true_random=False))
def test_configurations_of_other_programs(configuration, rng):
    """Cells and gourds in any order, extra keys, other white space."""
    document = json.loads(files.to_text(configuration))
    rng.shuffle(document["cells"])
    rng.shuffle(document["gourds"])
    for gourd in document["gourds"]:
        gourd["note"] = [1]
    document["comment"] = "unknown keys are passed over"
    assert files.loads(json.dumps(document, indent=1, sort_keys=True)) == configuration


@given(plans())
def test_plans_and_back(plan):
    text = files.to_text(plan)
    assert files.loads(text) == plan
    assert files.to_text(files.loads(text)) == text
    assert len(text.splitlines()) == 2 + max(1, len(plan))
    moves = json.loads(text)["moves"]
    assert [Move(m["gourd"], Kind(m["kind"]), tuple(map(tuple, m["to"]))) for m in moves] == list(plan)


@given(walks())
def test_walks_and_back(pair):
    start, walk = pair
    text = files.to_text(walk)
    assert files.loads(text) == walk
    document = json.loads(text)
    assert document == {
        "format": "gourds-plan",
        "version": 1,
        "empty": list(start.empty_cell),
        "walk": walk.letters,
    }


def test_the_exact_texts():
    assert files.to_text(START) == (
        '{"format": "gourds-configuration", "version": 1,\n'
        ' "cells": [\n  [0, 0], [1, 0], [2, 0],\n  [0, 1], [1, 1]],\n'
        ' "gourds": [\n'
        '  {"id": 3, "ends": [[0, 1], [1, 1]], "colors": ["ü", "\\""]},\n'
        '  {"id": 7, "ends": [[1, 0], [0, 0]], "colors": ["b", "a"]}]}\n'
    )
    assert files.to_text(PLAN) == (
        '{"format": "gourds-plan", "version": 1,\n "moves": [\n'
        '  {"gourd": 7, "kind": "slide", "to": [[2, 0], [1, 0]]},\n'
        '  {"gourd": 3, "kind": "pivot", "to": [[0, 1], [0, 0]]},\n'
        '  {"gourd": -1, "kind": "turn", "to": [[0, 1], [0, 0]]}]}\n'
    )
    walk = Walk.from_letters((-1, 2), "abr")
    assert files.to_text(walk) == ('{"format": "gourds-plan", "version": 1,\n "empty": [-1, 2],\n "walk": "abr"}\n')
    assert files.loads(files.to_text(Plan.from_moves([]))) == Plan.from_moves([])


@pytest.mark.parametrize("ending", ["", ".gz"])
@given(walks())
def test_walks_on_disk(tmp_path_factory, ending, pair):
    start, walk = pair
    folder = tmp_path_factory.mktemp("walks")
    files.save_plan(start, walk, folder / f"plan.json{ending}")
    full = files.load_plan(folder / f"plan.json{ending}")
    assert isinstance(full, Plan)
    assert list(full) == [move for part in unfold(start, walk) for move in part]
    files.save_plan(start, walk, folder / f"plan.walk{ending}")
    files.save(walk, folder / f"again.walk{ending}")
    assert files.load_plan(folder / f"plan.walk{ending}") == files.load(folder / f"again.walk{ending}") == walk
    files.save(full, folder / f"again.json{ending}")
    assert (folder / f"again.json{ending}").read_bytes() == (folder / f"plan.json{ending}").read_bytes()


def test_the_name_decides_how_a_plan_is_spelled(tmp_path):
    walk = Walk.from_letters((2, 0), "j")
    files.save_plan(START, walk, tmp_path / "plan")
    assert b'"moves"' in (tmp_path / "plan").read_bytes()
    files.save(walk, tmp_path / "plan.walk.gz")
    assert b'"walk": "j"' in gzip.decompress((tmp_path / "plan.walk.gz").read_bytes())
    for value, name, reason in (
        (walk, "x.json", "takes moves in full, not a walk"),
        (PLAN, "x.walk", "takes a walk, not moves in full"),
        (PLAN, "x.txt", "only instances have a text drawing"),
        (walk, "x.txt.gz", "only instances have a text drawing"),
    ):
        with pytest.raises(InputError, match=reason):
            files.save(value, tmp_path / name)
    with pytest.raises(InputError, match=r"x\.txt: only instances"):
        files.save_plan(START, walk, tmp_path / "x.txt")
    assert not list(tmp_path.glob("x*"))


def test_an_illegal_walk_leaves_no_file(tmp_path):
    target = tmp_path / "plan.json"
    target.write_text("before")
    with pytest.raises(InputError, match="step 1 of the walk is not a legal move"):
        files.save_plan(START, Walk.from_letters((2, 0), "jj"), target)
    assert target.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["plan.json"]


def test_loading_the_wrong_thing(tmp_path):
    files.save(START, tmp_path / "start.json")
    files.save(PLAN, tmp_path / "plan.json")
    files.save(Walk((0, 0), PLAN.kinds), tmp_path / "plan.walk")
    assert files.load_configuration(tmp_path / "start.json") == START
    with pytest.raises(InputError, match=r"plan\.walk: format: a configuration is needed here, this is a plan"):
        files.load_configuration(tmp_path / "plan.walk")
    with pytest.raises(InputError, match=r"start\.json: format: a plan is needed here, this is a configuration"):
        files.load_plan(tmp_path / "start.json")
    with pytest.raises(InputError, match=r"plan\.json: format: an instance is needed here, this is a plan"):
        files.load_instance(tmp_path / "plan.json")


# -- faults -------------------------------------------------------------------------------------------------------


def message(document: dict[str, object]) -> str:
    with pytest.raises(InputError) as caught:
        files.loads(json.dumps({key: value for key, value in document.items() if value is not ...}))
    line = str(caught.value)
    assert "\n" not in line
    return line


def gourd(**changes):
    made = {"id": 1, "ends": [[0, 0], [1, 0]], **changes}
    return {key: value for key, value in made.items() if value is not ...}


SECOND = {"id": 2, "ends": [[0, 1], [1, 1]]}

CONFIGURATIONS = {
    "version": ({"version": 2}, "version: must be 1, not 2"),
    "no cells": ({"cells": ...}, "cells: is missing"),
    "empty cells": ({"cells": []}, "cells: a board needs at least one cell"),
    "a cell with a color": ({"cells": [[0, 0, "a"]]}, "cells[0]: must be a cell [q, r], not a list"),
    "a float": ({"cells": [[0, 0], [1, 0.0]]}, "cells[1]: must be a cell [q, r]"),
    "far": ({"cells": [[0, 0], [2**30, 0]]}, "cells[1]: must be a cell [q, r]"),
    "huge": ({"cells": [[0, 0], [10**400, 0]]}, "cells[1]: must be a cell [q, r]"),
    "cell twice": ({"cells": [[0, 0], [1, 0], [0, 1], [1, 1], [0, 0]]}, "cells[4]: cell (0, 0) was given before"),
    "no gourds": ({"gourds": ...}, "gourds: is missing"),
    "gourds an object": ({"gourds": {}}, "gourds: must be a list, not an object"),
    "too few": ({"gourds": [SECOND]}, "gourds: exactly one cell must stay empty, these gourds leave 3"),
    "a list": ({"gourds": [[[0, 0], [1, 0]], SECOND]}, 'gourds[0]: must be an object with "id" and "ends", not a list'),
    "no id": ({"gourds": [SECOND, gourd(id=...)]}, "gourds[1]: id must be a whole number of at most 64 bits, not None"),
    "a text id": ({"gourds": [SECOND, gourd(id="1")]}, "gourds[1]: id must be a whole number"),
    "true": ({"gourds": [SECOND, gourd(id=True)]}, "gourds[1]: id must be a whole number"),
    "1.0": ({"gourds": [SECOND, gourd(id=1.0)]}, "gourds[1]: id must be a whole number"),
    "65 bits": ({"gourds": [SECOND, gourd(id=2**63)]}, "gourds[1]: id must be a whole number of at most 64 bits"),
    "id twice": ({"gourds": [SECOND, gourd(id=2)]}, "gourds[1]: id 2 was given before, to gourds[0]"),
    "no ends": ({"gourds": [gourd(ends=...), SECOND]}, "gourds[0]: ends must be two cells, [[q, r], [q, r]]"),
    "three ends": ({"gourds": [gourd(ends=[[0, 0], [1, 0], [1, 0]]), SECOND]}, "gourds[0]: ends must be two cells"),
    "a far end": ({"gourds": [gourd(ends=[[0, 0], [2**30, 0]]), SECOND]}, "gourds[0]: ends must be two cells"),
    "off the board": (
        {"gourds": [gourd(ends=[[0, 0], [0, -1]]), SECOND]},
        "gourds[0]: cell (0, -1) is not on the board",
    ),
    "apart": (
        {"gourds": [gourd(ends=[[0, 0], [2, 0]]), SECOND]},
        "gourds[0]: cells (0, 0) and (2, 0) are not adjacent",
    ),
    "one cell": ({"gourds": [gourd(ends=[[0, 0], [0, 0]]), SECOND]}, "gourds[0]: cell (0, 0) is covered twice"),
    "overlap": (
        {"gourds": [gourd(ends=[[1, 0], [0, 1]]), SECOND]},
        "gourds[1]: cell (0, 1) is covered twice, first by gourds[0]",
    ),
    "one color": ({"gourds": [gourd(colors=["a"]), SECOND]}, "gourds[0]: colors must be two strings"),
    "null colors": ({"gourds": [gourd(colors=None), SECOND]}, "gourds[0]: colors must be two strings"),
    "a number": ({"gourds": [gourd(colors=["a", 1]), SECOND]}, "gourds[0]: colors must be two strings"),
    "a surrogate": ({"gourds": [gourd(colors=["a", "\ud800"]), SECOND]}, "is not valid Unicode"),
    "some colors": (
        {"gourds": [gourd(colors=["a", "b"]), SECOND]},
        "gourds[1]: has no colors, but gourds[0] has: all need them, or none",
    ),
}


@pytest.mark.parametrize("change", CONFIGURATIONS, ids=lambda key: key.replace(" ", "-"))
def test_faults_of_configurations(change):
    cells = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1]]
    sound = {"format": "gourds-configuration", "version": 1, "cells": cells, "gourds": [gourd(), SECOND]}
    assert isinstance(files.loads(json.dumps(sound)), Configuration)
    changed, expected = CONFIGURATIONS[change]
    assert expected in message({**sound, **changed})


def test_all_faults_of_a_configuration_at_once():
    gourds = [3, {"id": None, "ends": 1, "colors": 2}, gourd()]
    document = {"format": "gourds-configuration", "version": 1, "cells": [[0, 0], 5], "gourds": gourds}
    with pytest.raises(InputError) as caught:
        files.loads(json.dumps(document))
    assert [fault.place for fault in caught.value.faults] == ["cells[1]", "gourds[0]"] + ["gourds[1]"] * 3


def move(**changes):
    made = {"gourd": 1, "kind": "slide", "to": [[0, 0], [1, 0]], **changes}
    return {key: value for key, value in made.items() if value is not ...}


PLANS = {
    "no moves": ({"moves": ...}, "moves: is missing"),
    "moves null": ({"moves": None}, "moves: must be a list, not null"),
    "a number": ({"moves": [move(), 3]}, 'moves[1]: must be an object with "gourd", "kind" and "to", not 3'),
    "no gourd": ({"moves": [move(gourd=...)]}, "moves[0]: gourd must be a whole number of at most 64 bits, not None"),
    "gourd 1.0": ({"moves": [move(gourd=1.0)]}, "moves[0]: gourd must be a whole number"),
    "gourd true": ({"moves": [move(gourd=True)]}, "moves[0]: gourd must be a whole number"),
    "gourd 65 bits": ({"moves": [move(gourd=-(2**63) - 1)]}, "moves[0]: gourd must be a whole number"),
    "no kind": ({"moves": [move(kind=...)]}, 'moves[0]: kind must be "slide", "turn" or "pivot", not None'),
    "other kind": (
        {"moves": [move(), move(kind="Slide")]},
        'moves[1]: kind must be "slide", "turn" or "pivot", not \'Slide\'',
    ),
    "a list": ({"moves": [move(kind=["slide"])]}, "moves[0]: kind must be"),
    "no to": ({"moves": [move(to=...)]}, "moves[0]: to must be two cells, [[q, r], [q, r]]"),
    "one cell": ({"moves": [move(to=[[0, 0]])]}, "moves[0]: to must be two cells"),
    "a far cell": ({"moves": [move(to=[[0, 0], [0, -(2**30)]])]}, "moves[0]: to must be two cells"),
    "a float": ({"moves": [move(to=[[0, 0], [0.0, 0]])]}, "moves[0]: to must be two cells"),
    "both": ({"walk": "a", "empty": [0, 0]}, 'walk: a plan has "moves" or a "walk", not both'),
    "walk null": ({"moves": ..., "empty": [0, 0], "walk": None}, "walk: must be a string, not null"),
    "no empty": ({"moves": ..., "walk": "a"}, "empty: must be a cell [q, r], not null"),
    "bad empty": ({"moves": ..., "walk": "a", "empty": [0, 0, 0]}, "empty: must be a cell [q, r], not a list"),
    "letters": ({"moves": ..., "walk": "abs", "empty": [0, 0]}, "walk: letter 2 of the walk must be from a to r"),
    "capital": ({"moves": ..., "walk": "A", "empty": [0, 0]}, "walk: letter 0 of the walk must be from a to r"),
    "not ASCII": ({"moves": ..., "walk": "aä", "empty": [0, 0]}, "walk: letter 1 of the walk must be from a to r"),
}


@pytest.mark.parametrize("change", PLANS, ids=lambda key: key.replace(" ", "-"))
def test_faults_of_plans(change):
    sound = {"format": "gourds-plan", "version": 1, "moves": [move()]}
    assert isinstance(files.loads(json.dumps(sound)), Plan)
    changed, expected = PLANS[change]
    assert expected in message({**sound, **changed})


def test_the_examples_of_the_documentation(root):
    """They say what they are said to be, and the two spellings of the plan are the same."""
    import re

    from gourds.moves import LETTERS, STEPS
    from gourds.replaying import replay

    text = (root / "docs" / "formats.md").read_text(encoding="utf-8")
    documents = [
        example
        for example in re.findall(r"```json\n(.*?)```", text, re.DOTALL)
        if "-plan" in example or "-conf" in example
    ]
    start, full, walk = (files.loads(document) for document in documents)
    assert [files.to_text(value) for value in (start, full, walk)] == documents
    assert [move for part in unfold(start, walk) for move in part] == list(full)
    assert replay(start, full)
    rows = re.findall(r"^\| `([a-r])` to `([a-r])` \| (pivot|slide|turn) \| (.*) \|$", text, re.MULTILINE)
    assert [row[:3] for row in rows] == [("a", "f", "pivot"), ("g", "l", "slide"), ("m", "r", "turn")]
    for first, _, kind, steps in rows:
        known = STEPS[LETTERS.index(first) :][:6].tolist()
        if kind != "slide":
            assert steps == ", ".join(f"({q}, {r})" for q, r in known).replace("-", "−")
        else:
            assert known == (2 * STEPS[:6]).tolist()
