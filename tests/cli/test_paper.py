from __future__ import annotations

import json

from gourds.paper.claims import sharp_turns


def test_a_line_for_each_claim_and_a_page(cli, tmp_path):
    done = cli("paper", "star-of-david", "pivots", "-o", "paper.html")
    assert done.code == 0
    head, first, second, last = done.out.splitlines()
    assert head.split() == ["claim", "place", "outcome", "time", "how", "far"]
    assert first.startswith("pivots")
    assert second.startswith("star-of-david")
    assert first.index("holds") == second.index("holds") == head.index("outcome")
    assert first.index("all six") == head.index("how far")
    assert last.startswith("2 claims: 2 hold")
    assert "\r" not in done.out + done.err
    page = (tmp_path / "paper.html").read_text()
    assert 'id="star-of-david"' in page


def test_json_and_list(cli, tmp_path):
    document = json.loads(cli("paper", "pivots", "--json").out)
    assert document["holds"]
    assert document["claims"][0]["outcome"] == "holds"
    listed = json.loads(cli("paper", "--list", "--json").out)
    names = [claim["name"] for claim in listed["claims"]]
    assert "np-hardness" in names
    assert cli("paper", "--list").out.count("\n") == len(names) + 1
    assert list(tmp_path.iterdir()) == []


def test_faults_are_one_line(cli):
    for args in (["pivot"], ["pivots", "--time-limit", "0"], ["pivots", "-o", "nowhere/x.html"], ["--jobs", "0"]):
        done = cli("paper", *args)
        assert done.code == 2
        assert done.err.count("\n") == 1
        assert done.out == ""


def test_a_broken_lemma_turns_red(cli, monkeypatch, tmp_path):
    monkeypatch.setattr(sharp_turns, "pivots", sharp_turns.sharp_turns)
    done = cli("paper", "pivots", "star-of-david", "-o", "paper.html")
    assert done.code == 1
    assert "1 holds and 1 fails" in done.out
    assert "The numbers of positions are not six and three." in done.out
    assert 'class="banner bad"' in (tmp_path / "paper.html").read_text()
