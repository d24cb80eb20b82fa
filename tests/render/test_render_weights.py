"""Linear proofs as pictures: every weight is there, and the sum below the board is the checker's."""

from __future__ import annotations

from xml.etree import ElementTree

from click.testing import CliRunner

from gourds.certificates.certificate import Certificate
from gourds.certificates.linear import Weights
from gourds.certificates.puzzle import Puzzle
from gourds.cli.draw import command
from gourds.errors import InputError
from gourds.files import to_text
from gourds.render.weights import weights_svg, words_of
from gourds.solvers import solve
from tests.whole_boards import beyond


def test_a_picture_shows_all_weights_and_the_sum():
    for seed in (11, 12, 16):
        instance = beyond(3, 2, seed)
        certificate = solve(instance, "polytope", isolate=False).certificate
        assert certificate is not None
        (step,) = certificate.data["steps"]
        root = ElementTree.fromstring(weights_svg(instance, step, "No <placement>"))
        texts = [element.text or "" for element in root.iter() if element.tag.endswith("text")]
        shown = [text for text in texts if text.lstrip("−").isdigit()]
        assert len(shown) == len(step["cells"]) + len(step["sets"])
        limit = Weights(Puzzle.of(instance), step).limit()
        assert words_of(instance, step)[-1].endswith(f"= −{-limit}")
        assert "No <placement>" in texts


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
    assert "A placement pays at most" in files["proof.svg"].read_text()
    wrong = Certificate("linear", instance.digest, {"steps": []})
    files["proof.json"].write_text(wrong.to_text())
    for name in ("counting.json", "proof.json"):
        result = CliRunner().invoke(command, [board, str(files[name]), "-o", picture])
        assert isinstance(result.exception, InputError)
