"""``gourds reductions``, and boards of any problem: there and back on the command line, plugins, what is wrong with them."""

from __future__ import annotations

import json
import shlex

import pytest

import gourds
from gourds.files import load_instance, save
from gourds.reductions.registry import problems
from tests.plugin_files import guide_blocks, registry_restored, write_guide_plugin

FILES = {
    "numbers.sum": ("subset-sum", "p subset-sum 3 8\n3 4 5 0\n", "v 1 3 0\n"),
    "cover.x3c": ("x3c", "c sets\np x3c 3 2\n1 2 3 0\n1 2 3 0\n", None),
    "equal.nae": ("nae3sat", "p nae 2 1\n1 2 2 0\n", None),
}


@pytest.fixture(autouse=True)
def _restored():
    with registry_restored():
        yield


def test_the_list_names_problems_reductions_and_paths(cli):
    done = cli("reductions")
    assert done.code == 0
    assert "x3c → monotone → cubic → placement" in done.out
    assert "Exact cover by 3-sets" in done.out
    found = json.loads(cli("reductions", "--json").out)
    assert {one["name"] for one in found["problems"]} == set(problems())
    (way,) = (one for one in found["paths"] if one["problems"][0] == "x3c")
    assert way["problems"] == ["x3c", "monotone", "cubic", "placement"]
    assert sorted(way["sizes"][0]) == ["elements", "sets"]
    assert all(set(one) >= {"source", "target", "sizes", "defined_in"} for one in found["reductions"])


def test_the_picture_shows_every_problem(cli, root):
    assert cli("reductions", "-o", "problems.svg").code == 0
    text = (cli.folder / "problems.svg").read_text(encoding="utf-8")
    assert all(f">{name}<" in text for name in problems())
    assert text.count("marker-end") == len(gourds.reductions().reductions)
    assert text == (root / "docs" / "images" / "problems.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["x3c", "subset-sum", "1in3"])
def test_examples_are_instances_of_their_problem(cli, name):
    problem = problems()[name]
    for more in ([], ["--no-solution"]):
        done = cli("reductions", "--example", name, "--size", 2, "--seed", 3, *more)
        assert (problem.solve(problem.parse(done.out)) is None) == bool(more)
    assert "there is no problem 'none'" in cli.refuses("reductions", "--example", "none")


@pytest.mark.parametrize("file", FILES)
def test_there_and_back(cli, file):
    name, text, solution = FILES[file]
    (cli.folder / file).write_text(text)
    assert cli("reduce", file, "-o", "board.json").code == 0
    assert cli("reduce", "--from", name, "-", "-o", "same.json", stdin=text).code == 0
    board, same = load_instance("board.json"), load_instance("same.json")
    assert board.digest == same.digest
    source = board.source
    assert (source["reduction"], source["problem"], source["command"]) == ("path", name, f"gourds reduce {file}")
    assert problems()[name].spell(problems()[name].parse(text)) == source["text"]
    assert cli("solve", "board.json", "-o", "placement.json").code == 10
    found = cli("extract", "board.json", "placement.json")
    assert found.code == 0
    assert solution is None or found.out == solution
    assert json.loads(cli("extract", "board.json", "placement.json", "--json").out) == {
        "problem": name,
        "solution": found.out,
    }
    assert cli("place-assignment", "board.json", "-", "-o", "again.json", stdin=found.out).code == 0
    assert cli("verify", "board.json", "again.json").code == 0
    assert cli("extract", "board.json", "again.json").out == found.out


def test_wrong_solutions_and_placements_fail_with_their_reason(cli):
    (cli.folder / "numbers.sum").write_text(FILES["numbers.sum"][1])
    cli("reduce", "numbers.sum", "-o", "board.json")
    done = cli("place-assignment", "board.json", "-", stdin="v 1 2 0\n")
    assert (done.code, done.err) == (1, "gourds: standard input: the chosen numbers sum to 7, not to 8\n")
    assert "standard input: line 1: 4 is not among the 3" in cli.refuses(
        "place-assignment", "board.json", "-", stdin="v 4 0\n"
    )
    cli("place-assignment", "board.json", "-", "-o", "p.json", stdin="v 1 3 0\n")
    placement = json.loads((cli.folder / "p.json").read_text())
    placement["gourds"].pop()
    (cli.folder / "p.json").write_text(json.dumps(placement))
    done = cli("extract", "board.json", "p.json")
    assert done.code == 1
    assert done.err.startswith("gourds: p.json: this is no placement of the instance")


def test_signed_formulas_and_stops_on_the_way(cli):
    (cli.folder / "signed.1in3").write_text("p 1in3 2 1\n1 -2 -2 0\n")
    assert "variables are positive, not -2" in cli.refuses("reduce", "signed.1in3", "--make-cubic")
    assert cli("reduce", "--from", "1in3", "signed.1in3", "-o", "board.json").code == 0
    assert load_instance("board.json").source["reduction"] == "one-in-three-sat"
    assert cli("solve", "board.json", "-o", "placement.json").code == 10
    assert cli("extract", "board.json", "placement.json").out == "v 1 2 0\n"
    (cli.folder / "equal.nae").write_text(FILES["equal.nae"][1])
    done = cli("reduce", "equal.nae", "--to", "1in3")
    assert done.out.startswith("p 1in3 7 4\n-1 3 4 0\n")
    assert cli("reduce", "equal.nae", "--to", "cubic").out.startswith("p 1in3 ")
    assert "no reductions lead from 'nae3sat' to 'x3c'" in cli.refuses("reduce", "equal.nae", "--to", "x3c")
    assert "--order: no reduction from subset-sum to placement takes it" in cli.refuses(
        "reduce", "--from", "subset-sum", "--order", "shuffled", "-", stdin=FILES["numbers.sum"][1]
    )
    assert "there is no problem 'none'" in cli.refuses("reduce", "--from", "none", "equal.nae")
    assert "must be 'p x3c N M'" in cli.refuses("reduce", "--from", "x3c", "equal.nae")


def test_options_of_the_board_are_kept(cli):
    (cli.folder / "cover.x3c").write_text(FILES["cover.x3c"][1])
    cli("reduce", "cover.x3c", "--order", "shuffled", "--seed", 5, "-o", "board.json")
    assert load_instance("board.json").source["options"] == {"order": "shuffled", "seed": 5}
    assert cli("solve", "board.json", "-o", "p.json").code == 10
    assert cli("extract", "board.json", "p.json").out in ("v 1 0\n", "v 2 0\n")


DAMAGED = {
    "text": ("p subset-sum 3 7\n3 4 5 0\n", "source: the subset-sum in it does not give this board"),
    "problem": ("none", "source.problem: there is no problem 'none'; --plugin names the file"),
    "path": (["subset-sum", "cubic", "placement"], "there is no reduction from 'subset-sum' to 'cubic'"),
    "options": ({"seed": "x"}, "source.options.seed: is not what 'gourds reduce' writes"),
}


@pytest.mark.parametrize("key", DAMAGED)
def test_a_damaged_source_is_noticed(cli, key):
    board = gourds.reduce(FILES["numbers.sum"][1], problem="subset-sum")
    save(gourds.place_assignment(board, (1, 3)), "p.json")
    value, said = DAMAGED[key]
    board.source[key] = value
    save(board, "board.json")
    assert f"board.json: {said}" in cli.refuses("extract", "board.json", "p.json").replace("source.text: ", "")


def test_the_guide_runs(cli):
    """The commands of the guide, with the file that it shows as a plugin outside of the package."""
    write_guide_plugin(cli.folder)
    printed = []
    for line in "".join(guide_blocks("sh")).splitlines():
        if line.startswith("printf"):
            words = shlex.split(line)
            (cli.folder / words[3]).write_text(words[1].replace("\\n", "\n"))
            continue
        done = cli(*shlex.split(line)[1:])
        assert done.code in (0, 10), done
        printed.append(done.out)
    assert printed[2] == printed[-1] == "v 1 3 0\n"
    assert "3dm → x3c → monotone → cubic → placement" in "".join(printed)


def test_boards_of_a_plugin_need_it_again(cli):
    plugin = write_guide_plugin(cli.folder)
    with registry_restored():
        board = gourds.reduce("p 3dm 1 1\n1 1 1 0\n", problem="3dm", plugins=[str(plugin)])
        save(board, "board.json")
        save(gourds.place_assignment(board, (1,)), "p.json")
    assert "there is no problem '3dm'; --plugin names the file" in cli.refuses("extract", "board.json", "p.json")
    assert cli("extract", "board.json", "p.json", "--plugin", plugin).out == "v 1 0\n"


HEAD = """
from dataclasses import replace
from gourds import Applied, Problem, Reduction
from gourds.reductions.sources.subset_sum import PROBLEM as SUM, REDUCTION as RINGS
PROBLEM = replace(SUM, name="mine", header="p mine", parse=lambda text: SUM.parse(text.replace("mine", "subset-sum")))
def apply(numbers):
    return RINGS.apply(numbers)
"""
BROKEN = {
    "a syntax error": ("def", "cannot be loaded: SyntaxError"),
    "an exit": ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
    "a field missing": ("PROBLEM = Problem(name='mine')", "cannot be loaded: TypeError: Problem.__init__() missing"),
    "no function": ("PROBLEM = replace(PROBLEM, solutions=None)", "the problem 'mine': solutions must be a function"),
    "no such target": ("REDUCTION = Reduction('mine', 'yours', apply, '')", "there is no problem 'yours'"),
    "a known name": ("PROBLEM = replace(PROBLEM, name='x3c')", "there is a problem 'x3c' already"),
    "apply raises": (
        "def apply(numbers):\n    return numbers.nothing",
        "mine to placement: apply raised AttributeError",
    ),
    "parse raises": ("PROBLEM = replace(PROBLEM, parse=lambda text: 1 / 0)", "mine: parse raised ZeroDivisionError"),
    "a wrong size": (
        "def apply(numbers):\n    return replace(RINGS.apply(numbers), predicted={'cells': 5})",
        "mine to placement: the size formula predicts 5 cells, the size is 73 cells",
    ),
    "no board": (
        "def apply(numbers):\n    return replace(RINGS.apply(numbers), target=3)",
        "mine to placement: gives no instance of placement, but 3",
    ),
    "no reduction": (
        "del apply\nREDUCTION = None",
        "REDUCTION must be a gourds.reductions.problem.Reduction, not None",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_plugin_is_named_in_one_line(cli, case):
    body, said = BROKEN[case]
    name = f"broken_{list(BROKEN).index(case)}.py"
    tail = "" if "REDUCTION =" in body else "\nREDUCTION = Reduction('mine', 'placement', apply, 'as rings')"
    (cli.folder / name).write_text(f"{HEAD}\n{body}{tail}\n")
    (cli.folder / "numbers.txt").write_text("p mine 2 3\n3 4 0\n")
    line = cli.refuses("reduce", "numbers.txt", "--from", "mine", "--plugin", name)
    assert said in line
    assert f"{name}: " in line


def test_a_plugin_that_is_not_there(cli):
    assert "nowhere.py: No such file" in cli.refuses("reductions", "--plugin", "nowhere.py")
    assert "cannot be loaded: ModuleNotFoundError" in cli.refuses("reductions", "--plugin", "nowhere_at_all")
