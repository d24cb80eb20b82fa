from __future__ import annotations

import pytest

from gourds import files
from gourds.errors import InputError
from gourds.families import FAMILIES, generate

FAMILY = FAMILIES["halves"]


@pytest.mark.parametrize("gourds", [2, 4, 50])
def test_sizes(gourds):
    instance = generate(FAMILY, {"gourds": gourds})
    assert instance.board.size == 2 * gourds + 1
    assert instance.board.is_proper
    assert instance.gourd_list() == [("blue", "blue", gourds // 2), ("red", "red", gourds // 2)]
    assert FAMILY.known({"gourds": gourds}).verdict == "feasible"


@pytest.mark.parametrize("gourds", [-2, 0, 1, 5])
def test_odd_numbers_are_refused(gourds):
    with pytest.raises(InputError, match="even number of gourds"):
        generate(FAMILY, {"gourds": gourds})


def test_the_same_bytes_on_every_machine():
    assert files.to_text(generate(FAMILY, {"gourds": 2}), "text") == GOLDEN


GOLDEN = """\
gourds drawing 1
source: {"family": "halves", "parameters": {"gourds": 2}, "seed": 0, "command": "gourds generate halves --gourds 2 --seed 0"}
color b = "blue"
color r = "red"
board:
  b r r
   b r
gourds:
  b b 1
  r r 1
"""
