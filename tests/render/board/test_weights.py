"""Linear proofs as pictures: every weight is there, and the sums below the board are the checker's."""

from __future__ import annotations

from itertools import combinations
from math import dist
from xml.etree import ElementTree

from click.testing import CliRunner

from gourds.certificates.linear import Weights
from gourds.certificates.puzzle import Puzzle
from gourds.cli.instances.draw import command
from gourds.errors import InputError
from gourds.explain.linear import linear_steps
from gourds.explain.sums import Sums
from gourds.files import to_text
from gourds.files.certificates import Certificate
from gourds.render.board.weights import weights_svg, words_of
from gourds.solvers import solve
from tests.whole_boards import beyond


def test_a_picture_shows_all_weights_and_the_sums():
    for seed in (11, 12, 16):
        instance = beyond(3, 2, seed)
        certificate = solve(instance, "polytope", isolate=False).certificate
        assert certificate is not None
        (step,) = certificate.data["steps"]
        sums = Sums.of(instance, step)
        root = ElementTree.fromstring(weights_svg(instance, step, "No <placement>"))
        texts = [element.text or "" for element in root.iter() if element.tag.endswith("text")]
        shown = sorted(text for text in texts if text.lstrip("−").isdigit())
        values = [*sums.cells.values(), *(weight for weight, _ in sums.sets), *sums.kinds.values()]
        values += [sums.empty] if sums.empty else []
        assert shown == sorted(str(value).replace("-", "−") for value in values)
        limit = Weights(Puzzle.of(instance), step).limit()
        assert sums.offered - sums.asked == limit
        assert f"{sums.asked} asked for, {sums.offered} " in words_of(sums)[-1]
        assert "No <placement>" in texts
        assert sums.sentence() in " ".join(texts)
        regions = [element for element in root.iter() if element.get("class") == "region"]
        assert len(regions) == len(step["sets"])


def test_the_numbers_of_sets_do_not_cover_each_other():
    for case in ((5, 3, 1), (12, 3, 1), (12, 5, 1)):
        instance = beyond(*case)
        steps = linear_steps(instance)
        assert steps is not None
        root = ElementTree.fromstring(weights_svg(instance, steps[-1], ""))
        discs = [element for element in root.iter() if element.tag.endswith("circle")]
        places = [(float(disc.get("cx", 0)), float(disc.get("cy", 0))) for disc in discs]
        assert len(places) == len(steps[-1]["sets"]) + 1  # one in the legend
        assert min(dist(a, b) for a, b in combinations(places[:-1] or places, 2)) > 22


def test_steps_before_the_last_are_mentioned():
    instance = beyond(3, 2, 12)
    steps = linear_steps(instance)
    assert steps is not None
    assert "closed edges" not in weights_svg(instance, steps[-1], "")
    assert "Before that, 2 steps closed edges that no placement uses." in weights_svg(
        instance, steps[-1], "", closing=2
    )


def test_the_command_draws_valid_linear_proofs_only(tmp_path):
    instance = beyond(3, 2, 12)
    certificate = solve(instance, "polytope", isolate=False).certificate
    assert certificate is not None
    files = {name: tmp_path / name for name in ("board.json", "proof.json", "counting.json", "proof.svg")}
    files["board.json"].write_text(to_text(instance))
    files["proof.json"].write_text(certificate.to_text())
    files["counting.json"].write_text(Certificate("counting", instance.digest, {}).to_text())
    board, picture = str(files["board.json"]), str(files["proof.svg"])
    result = CliRunner().invoke(command, [board, str(files["proof.json"]), "-o", picture])
    assert result.exit_code == 0, result.output
    assert "Every cell is covered or empty" in files["proof.svg"].read_text()
    wrong = Certificate("linear", instance.digest, {"steps": []})
    files["proof.json"].write_text(wrong.to_text())
    for name in ("counting.json", "proof.json"):
        result = CliRunner().invoke(command, [board, str(files[name]), "-o", picture])
        assert isinstance(result.exception, InputError)
