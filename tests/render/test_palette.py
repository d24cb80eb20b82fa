from __future__ import annotations

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gourds.render.palette import DISTINCT, FILLERS, NAMED, OKABE_ITO, _luminance, _seen, mix, tones


def test_few_colors_are_those_of_okabe_and_ito() -> None:
    assert [tone.disc for tone in tones(list("abcdefgh"))] == list(OKABE_ITO)


def test_names_and_fillers_settle_colors() -> None:
    found = [tone.disc for tone in tones(["F", "V", "Red", "some"])]
    assert found[:3] == [FILLERS["F"], FILLERS["V"], NAMED["red"]]


def test_letters_mean_colors_only_among_their_kind() -> None:
    assert [tone.disc for tone in tones(["b", "g", "r"])] == [NAMED["blue"], NAMED["green"], NAMED["red"]]
    assert [tone.disc for tone in tones(["a", "b", "r"])] == list(OKABE_ITO[:3])


def test_other_colors_keep_away_from_named_ones() -> None:
    names = ["blue", "green", *(f"c{k}" for k in range(6))]
    assert len({tone.disc for tone in tones(names)}) == len(names)


def test_many_colors_differ_for_color_blind_people_too() -> None:
    seen = _seen([tone.disc for tone in tones([f"c{k}" for k in range(24)])])
    apart = np.linalg.norm(seen[:, :, None] - seen[:, None], axis=3) + np.eye(24)
    assert apart[0].min() > 0.07
    assert apart[1:].min() > 0.03


def test_more_colors_than_can_be_told_apart_begin_again() -> None:
    found = [tone.disc for tone in tones([f"c{k}" for k in range(2 * DISTINCT + 5)])]
    assert len(set(found[:DISTINCT])) == DISTINCT
    assert found[DISTINCT : 2 * DISTINCT] == found[:DISTINCT]


@given(st.lists(st.text(max_size=3) | st.sampled_from(sorted(NAMED)), unique=True, max_size=30))
def test_texts_stand_out(names: list[str]) -> None:
    for tone in tones(names):
        for back, ink in ((tone.cell, tone.on_cell), (tone.disc, tone.on_disc)):
            high, low = sorted((_luminance(back) + 0.05, _luminance(ink) + 0.05), reverse=True)
            assert high / low > 3
        assert all(re.fullmatch("#[0-9a-f]{6}", color) for color in (tone.cell, tone.border, tone.disc))


def test_mixing() -> None:
    assert mix("#000000", "#ffffff", 0) == "#ffffff"
    assert mix("#204060", "#ffffff", 1) == "#204060"
