"""Files whose every name tries to forge a line of output or to steer the terminal, and commands that read them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.sax.saxutils import quoteattr

from gourds import files, shapes
from gourds.files.certificates import Certificate
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.reconfigure.positions import shuffled
from tests.cli.puzzle_files import legal_walk, save_walk
from tests.cli.reduction_commands import write_formulas

FORGED = "valid: all is well"
EVIL = f'x\n{FORGED}\r{FORGED}\x1b]0;x\x07\x1b[41m\x9b31m\u202e\u2028{FORGED}\u200b\x85\x7f<b>&"'
"""What a file may call a color, or itself."""
FILE = EVIL.replace("<b>", "").replace('"', "")
"""What a file may be called."""


def instance(cells: list[Cell], letters: str, *gourds: tuple[str, str, int]) -> Instance:
    """An instance with colors, name and source that are hostile."""
    name = {letter: f"{EVIL}{letter}" for letter in letters}
    source = {"command": EVIL, "family": EVIL, "parameters": {EVIL: EVIL}, "seed": 1, EVIL: [EVIL]}
    budgets = [(name[first], name[second], count) for first, second, count in gourds]
    return Instance.build(cells, [name[letter] for letter in letters], budgets, name=EVIL, source=source)


def write_hostile_files(folder: Path) -> None:
    """All kinds of files, under hostile names as well."""
    cells = shapes.hexagon(1)
    puzzle = instance(cells, "aabbaab", ("a", "a", 1), ("a", "b", 2))
    files.save(puzzle, folder / f"{FILE}.json")
    files.save(puzzle, folder / f"{FILE}.txt")
    files.save(instance(cells, "aabbaab", ("b", "b", 3)), folder / f"{FILE}.no.json")
    row = [(q, 0) for q in range(7)]
    files.save(instance(row, "aaababa", ("a", "a", 2), ("a", "b", 1)), folder / f"{FILE}.row.json")
    wrong = Placement.build(cells[0], [(cells[1], cells[2]), (cells[3], cells[4]), (cells[5], cells[6])])
    files.save(wrong, folder / f"{FILE}.placement.json")
    proof = Certificate("claimed", puzzle.digest, {"by": EVIL, "reason": EVIL})
    (folder / f"{FILE}.certificate.json").write_text(proof.to_text(), encoding="utf-8")
    outputs = {"names.sol": f"# Objective value = 0\n{EVIL} 1\n", "no.log": f"s UNSATISFIABLE {EVIL}\n"}
    for name, text in (outputs | {"wrong.log": "v x1 -x2 x3\n", "words.xml": f"<?xml?>\n{EVIL}"}).items():
        (folder / f"{FILE}.{name}").write_text(text, encoding="utf-8")
    first = shuffled(puzzle, 1, None)
    save_walk(folder, first, legal_walk(first, 4))
    for name in ("start.json", "target.json", "plan.json", "plan.walk"):
        (folder / name).rename(folder / f"{FILE}.{name}")
    write_formulas(folder)
    document = json.loads((folder / "board.json").read_text())
    document["name"] = document["source"]["command"] = EVIL
    (folder / f"{FILE}.board.json").write_text(json.dumps(document))
    for name in ("f.1in3", "f.cnf", "loose.1in3"):
        (folder / f"{FILE}.{name}").write_text(f"c {EVIL.replace(chr(10), ' ')}\n" + (folder / name).read_text())
    (folder / f"{FILE}.model").write_text((folder / "model").read_text())
    spelled = json.dumps(EVIL)
    (folder / f"{FILE}.gadget.txt").write_text(
        f"gourds gadget 1\nname: {spelled}\ncolor a = {spelled}\nboard:\n  F F x a F F\n   F F x V F F\n"
        f"gourds:\n  x a 1\n  {EVIL.splitlines()[0]} x 1\ncoverings:\n  {EVIL}: x V 1\n  true: a {EVIL} 1\n",
        encoding="utf-8",
    )
    spelled = json.dumps(EVIL.replace("\x7f", ""))
    (folder / f"{FILE}.toml").write_text(
        f'name = {spelled}\ndescription = {spelled}\n[[instances]]\nfiles = ["*.instance.json"]\n'
        f'[[solvers]]\nname = "brute"\nlabel = {spelled}\n'
    )
    files.save(puzzle, folder / f"{FILE}.instance.json")
    said = quoteattr("".join(char for char in EVIL if char >= " "))
    (folder / f"{FILE}.results.xml").write_text(
        f"<result tool={said} name={said} version={said} benchmarkname={said} options={said} generator={said}>\n"
        f"<run name={said}><column title='status' value={said}/><column title={said} value={said}/>"
        f"<column title='walltime' value='1s'/></run></result>\n",
        encoding="utf-8",
    )
    (folder / f"{FILE}.faulty.xml").write_text(
        f"<result>\n<run name={said}>\n<column title='status' value='true'/></run></result>\n", encoding="utf-8"
    )


def named(name: str) -> str:
    """The hostile name of a file."""
    return f"{FILE}.{name}"


COMMANDS: dict[str, list[list[str]]] = {
    "info": [
        [named("json")],
        [named("txt"), "--json"],
        [named("no.json")],
        [named("start.json")],
        [named("plan.json")],
        [named("toml"), "--faults"],
    ],
    "convert": [
        [named("json")],
        [named("json"), "--to", "text"],
        [named("plan.walk"), "--start", named("start.json")],
        [named("json"), "-o", named("converted.txt")],
    ],
    "draw": [
        [named("json"), "-o", named("svg")],
        [named("json"), "-o", named("html")],
        [named("json"), named("placement.json"), "-o", named("png")],
        [named("start.json"), named("plan.json"), "-o", named("plan.html")],
        [named("start.json"), named("plan.json"), "-o", named("plan.svg")],
        [named("start.json"), named("plan.json"), "-o", named("plan.txt")],
        [named("board.json"), "--gadgets", "-o", named("board.svg")],
        [named("json"), "--cycle", "-o", named("cycle.svg")],
    ],
    "encode": [
        *([named("json"), "--to", form] for form in ("cnf", "opb", "lp", "mps", "mzn", "xcsp", "asp")),
        [named("json"), "--to", "cnf", "--set", f"cardinality={EVIL}"],
        [named("json"), "--to", "cnf", "--set", EVIL],
    ],
    "solve": [
        [named("json"), "--solver", "brute"],
        [named("json"), "-o", named("solved.json")],
        [named("no.json"), "--proof", named("proof.json")],
        [named("no.json"), "--proof", named("proof.pbp")],
        [named("row.json")],
        [named("no.json"), "--json"],
        [named("no.json"), "--solver", EVIL],
        [named("no.json"), "--set", EVIL],
    ],
    "count": [[named("json")], [named("json"), "--probabilities"], [named("json"), "--picture", named("heat.svg")]],
    "sample": [[named("json"), "-n", "2"], [named("json"), "-o", named("drawn-*.json")]],
    "verify": [
        [named("json"), named("placement.json")],
        [named("json"), named("placement.json"), "--json"],
        [named("json"), named("certificate.json")],
        [named("no.json"), named("certificate.json"), "--json"],
        [named("json"), named("json")],
    ],
    "certificate convert": [
        [named("no.json"), named("certificate.json"), "-o", named("proof.pbp")],
        [named("json"), named("certificate.json"), "-o", named("proof.lrat")],
        [named("no.json"), named("json"), "-o", named("proof.drat")],
        [named("no.json"), named("certificate.json"), "-o", named("proof")],
    ],
    "decode": [
        *([named("json"), named(name)] for name in ("names.sol", "no.log", "wrong.log", "words.xml", "json")),
        [named("json"), named("wrong.log"), "--json"],
        [named("json"), named("no.log"), "--json"],
        [named("json"), named("no.log"), "--from", EVIL],
    ],
    "explain": [
        [named("no.json")],
        [named("no.json"), "--json"],
        [named("no.json"), "-o", named("why.svg")],
        [named("row.json"), "-o", named("why.html")],
        [named("json"), "-o", named("why.html")],
    ],
    "maximize": [
        [named("no.json")],
        [named("no.json"), "--json", "-o", named("most.json")],
        [named("row.json"), "--picture", named("most.svg")],
    ],
    "formula info": [[named("f.1in3")], [named("f.cnf"), "--solve", "--json"], [named("loose.1in3")]],
    "reduce": [
        [named("f.1in3"), "-o", named("reduced.json")],
        [named("f.1in3"), "--name", EVIL],
        [named("f.cnf"), "--to", "cubic"],
        [named("loose.1in3")],
        [named("f.1in3"), "--gadgets", named("no-such-folder")],
    ],
    "extract": [[named("board.json"), named("placement.json")], [named("json"), named("placement.json")]],
    "place-assignment": [[named("board.json"), named("model"), "-o", named("placed.json")]],
    "find-gadgets": [["variable", "--rows", "2", "--max-cells", "8", "-o", named("found")]],
    "paper": [["pivots", "-o", named("paper.html")], [EVIL]],
    "reductions": [["-o", named("problems.svg")], ["--plugin", named("no-such.py")], ["--example", EVIL]],
    "gadget": [
        [named("gadget.txt"), "-o", named("gadget.svg"), "--report", named("gadget.html")],
        [named("gadget.txt"), "--json"],
        [named("f.1in3")],
    ],
    "check-reduction": [[named("f.1in3"), "--report", named("report")], [named("f.1in3"), "--json"], [named("model")]],
    "shuffle": [[named("json")], [named("json"), "-o", named("shuffled.json")], [named("toml")]],
    "reconfigure": [
        [named("start.json"), named("target.json"), "-o", named("found.json")],
        [named("start.json"), named("target.json"), "--json"],
    ],
    "triples": [[named("json"), "-o", named("triples.svg")], [named("toml")], ["--census", "5"]],
    "survey": [[named("json"), "-o", named("stuck")]],
    "levels": [
        ["--pack", "first-steps", "-o", named("levels"), "--json"],
        [named("levels"), "--check"],
        [named("nowhere"), "--check"],
    ],
    "replay": [
        [named("start.json"), named("plan.json"), "--target", named("start.json")],
        [named("start.json"), named("plan.walk"), "--json"],
    ],
    "play-out": [
        [named("json"), named("start.json"), "-o", named("out.json"), "--picture", named("out.html")],
        [named("json"), named("start.json"), "--json"],
    ],
    "share": [
        [named("json"), named("start.json"), "-o", named("shared.html")],
        [named("json"), "--title", EVIL, "-o", named("shared.html")],
        [named("no.json"), "-o", named("shared.html")],
    ],
    "crosscheck": [
        [named("json"), named("no.json"), "--solver", "brute", "--jobs", "1", "--report", named("crosscheck")],
        [named("json"), "--solver", "brute", "--jobs", "1", "--no-report", "--json"],
    ],
    "pack": [
        [
            named("json"),
            named("no.json"),
            "--for",
            "pb",
            "-o",
            named("pack"),
            "--name",
            named(""),
            "--author",
            named(""),
        ],
        [named("json"), "--for", "mzn", "-o", named("pack"), "--json"],
        ["--check", named("pack")],
        ["--check", named("nowhere")],
    ],
    "harden": [["--resume", named("no-such-folder")]],
    "bench run": [
        [named("toml"), "--dry-run"],
        [named("toml"), "--dry-run", "--json"],
        [named("toml"), "--jobs", "1", "-o", named("sqlite")],
    ],
    "bench resume": [[named("sqlite"), "--jobs", "1"], [named("json")]],
    "bench report": [
        [named("sqlite"), "-o", named("report.html"), "--csv", named("csv"), "--json", named("report.json")],
        [named("sqlite"), "-o", "-"],
        [named("sqlite"), "-o", named("page.html"), "--csv", "-"],
        [named("sqlite"), "-o", named("page.html"), "--json", "-"],
    ],
    "bench compare": [
        [named("sqlite"), named("sqlite"), "-o", named("compared.html")],
        [named("sqlite"), named("sqlite"), "--json"],
    ],
    "bench import": [
        [named("results.xml"), "-o", named("imported.sqlite")],
        [named("results.xml"), "-o", named("another.sqlite"), "--json"],
        [named("faulty.xml"), "-o", named("none.sqlite")],
        [named("words.xml"), "-o", named("none.sqlite")],
    ],
    "bench export": [
        [named("sqlite"), "-o", named("table")],
        [named("imported.sqlite"), "-o", named("table")],
        [named("json"), "-o", named("table")],
    ],
    "serve": [["--campaigns", named("no-such-folder"), "--no-open"]],
}
"""Arguments for every command that takes a file. A store is made before it is read."""
