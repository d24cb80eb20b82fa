"""Mistakes end in one sentence, never in an exception from the depth; values show themselves in two lines."""

from __future__ import annotations

import networkx as nx
import pytest

import gourds
from gourds import Board, Instance
from gourds.display import LONGEST

ROW = [(0, 0), (1, 0), (2, 0)]
COLORS = ["red", "red", "blue"]
GOURDS = [("blue", "red", 1)]
PUZZLE = Instance.build(ROW, COLORS, GOURDS)
PLACEMENT = gourds.Placement((0, 0), [((1, 0), (2, 0))])
THREE = gourds.OneInThree(3, [(1, 2, 3)] * 3)
START = gourds.shuffle(PUZZLE)


MISTAKES = {
    "too few colors": (lambda: Instance.build(ROW, COLORS[:2], GOURDS), "colors: 2 are given for 3 cells"),
    "colors by cell": (lambda: Instance.build(ROW, dict.fromkeys(ROW, "red"), GOURDS), "must be a list, one for each"),
    "gourds in a dict": (
        lambda: Instance.build(ROW, COLORS, {("blue", "red"): 1}),
        r"gourds: must be a list of \(color, color, number\), not {\('blue', 'red'\): 1}",
    ),
    "gourds in pairs": (lambda: Instance.build(ROW, COLORS, [("blue", "red")]), "two colors and a whole number"),
    "a misspelled color": (
        lambda: Instance.build(ROW, COLORS, [("bleu", "red", 1)]),
        "unknown color 'bleu': no cell has it; did you mean 'blue'?",
    ),
    "a capital": (lambda: Instance.build(ROW, COLORS, [("Blue", "red", 1)]), "did you mean 'blue'?"),
    "another color": (lambda: Instance.build(ROW, COLORS, [("green", "red", 1)]), "'green': no cell has it$"),
    "flat cells": (lambda: Instance.build([0, 1, 2], COLORS, GOURDS), "must be a cell"),
    "a board for cells": (lambda: Instance.build(Board.from_cells(ROW), COLORS, GOURDS), "must be a list of cells"),
    "solve a path": (lambda: gourds.solve("x.json"), "an instance is needed here, not 'x.json'; gourds.load reads"),
    "a solver": (lambda: gourds.solve(PUZZLE, "satt"), "there is no solver 'satt'"),
    "a limit": (lambda: gourds.solve(PUZZLE, time_limit="3"), "time_limit must be a number"),
    "an encoding": (lambda: gourds.solve(PUZZLE, encoding="text"), "did you mean 'textbook'?"),
    "jobs": (lambda: gourds.solve(PUZZLE, jobs=0), "jobs must be at least 1, not 0"),
    "count a board": (lambda: gourds.count(Board.from_cells(ROW)), "an instance is needed here"),
    "sample": (lambda: gourds.sample(PUZZLE, 1.5), "must be a whole number, not 1.5"),
    "verify": (lambda: gourds.verify(PLACEMENT, PUZZLE), "an instance is needed here, not Placement"),
    "explain": (lambda: gourds.explain(None), "an instance is needed here, not None"),
    "maximize": (lambda: gourds.maximize(PUZZLE, seed="x"), "seed must be a whole number"),
    "a family": (lambda: gourds.generate("hexagn"), "did you mean 'hexagon'?"),
    "a parameter": (lambda: gourds.generate("hexagon", radius="3"), "radius must be a whole number, not '3'"),
    "a choice": (lambda: gourds.generate("hexagon", radius=1, coloring="plantd"), "did you mean 'planted'?"),
    "a shape": (lambda: gourds.shapes.hexagon("3"), "a shape is made of whole numbers, not '3'"),
    "encode": (lambda: gourds.encode(PUZZLE, "dimacs"), "the format must be one of cnf, opb, lp, mps"),
    "convert": (lambda: gourds.convert(3), "a value that files hold is needed here, not 3"),
    "convert a placement": (lambda: gourds.convert(PLACEMENT, "text"), "only instances have a text drawing"),
    "info": (lambda: gourds.info("x"), "a value that files hold is needed here"),
    "draw": (lambda: gourds.draw("x.json"), "something that can be drawn is needed here"),
    "draw what": (lambda: gourds.draw(PUZZLE, "x"), "a placement, a plan, a certificate or an answer is needed"),
    "draw a feasible one": (lambda: gourds.draw(PUZZLE, gourds.explain(PUZZLE)), "there is nothing to mark"),
    "draw where": (lambda: gourds.draw(PUZZLE, path=3), "a path is needed here, not 3"),
    "a formula": (lambda: gourds.reduce([(1, 2, 3)]), "a formula is needed here"),
    "gadgets": (lambda: gourds.reduce(THREE, gadgets=3), "a folder with gadgets is needed here, not 3"),
    "variables": (lambda: gourds.formula_random("6"), "variables must be a whole number, not '6'"),
    "an assignment": (lambda: gourds.place_assignment(gourds.reduce(THREE), [1, 0, 0]), "list of True and False"),
    "half of it": (lambda: gourds.place_assignment(gourds.reduce(THREE), [True]), "3 variables, the assignment has 1"),
    "formulas": (lambda: gourds.check_reduction(3), "a list of formulas is needed here, not 3"),
    "mutants": (lambda: gourds.check_mutants("swaped"), "did you mean 'swapped'?"),
    "shuffle": (lambda: gourds.shuffle(PUZZLE, moves=-1), "moves must be at least 0"),
    "reconfigure": (lambda: gourds.reconfigure(PUZZLE, START), "a configuration to start from is needed here"),
    "an algorithm": (lambda: gourds.play_out(PUZZLE, START, "bst"), "did you mean 'best'?"),
    "replay": (lambda: gourds.replay(START, 3), "a plan must be a Plan"),
    "survey": (lambda: gourds.survey(3), "an instance, a placement or a configuration is needed here, not 3"),
    "levels": (lambda: gourds.levels(pack="esy", output="x"), "there is no pack 'esy'"),
    "crosscheck": (lambda: gourds.crosscheck("x.json"), "an instance is needed here, not 'x.json'"),
    "crosscheck what": (lambda: gourds.crosscheck(3), "a list of instances is needed here, not 3"),
    "a campaign": (lambda: gourds.bench_run(3), "the name of a file is needed here, not 3"),
    "load": (lambda: gourds.load(3), "a path is needed here, not 3"),
    "save": (lambda: gourds.save(PUZZLE, 3), "a path is needed here, not 3"),
    "save what": (lambda: gourds.save(3, "x.json"), "a value that files hold is needed here, not 3"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_sentence(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call, words = MISTAKES[name]
    with pytest.raises(gourds.InputError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_exact_matching_refuses_what_would_be_a_no_by_mistake():
    square = nx.Graph([(0, 1, {"color": "red"}), (1, 2, {"color": "blue"}), (2, 3, {"color": "red"})])
    with pytest.raises(gourds.InputError, match=r"no edge has the color 'rad' of the budgets; did you mean 'red'?"):
        gourds.exact_matching(square, {"rad": 2})
    square.add_edge(3, 0, colour="blue")
    with pytest.raises(gourds.InputError, match=r"edge \(.*\) has no attribute 'color'; did you mean 'colour'?"):
        gourds.exact_matching(square, {"red": 2})


def values():
    """One of every public value, some of them large."""
    large = gourds.generate("hexagon", radius=9, colors=6, name="n" * 300)
    middle = gourds.generate("hexagon", radius=2, colors=3, seed=1)
    board = gourds.reduce(THREE)
    placement = gourds.place_assignment(board, [True, False, False])
    result = gourds.solve(large)
    start, target = gourds.shuffle(middle, 1), gourds.shuffle(middle, 2)
    found = gourds.reconfigure(start, target, "quadratic", polish=False)
    odd = Instance.build(ROW, ["red", "blue", "red"], [("red", "red", 1)])
    yield from (large, middle, board, placement, result, result.placement, start, found, found.walk)
    yield from (large.board, Board.from_cells(gourds.shapes.hexagon(3)), Board.from_cells(ROW), gourds.Counting(large))
    yield gourds.replay(start, found.walk, target)
    yield gourds.verify(board, result.placement)
    yield gourds.PartialPlacement(placement.gourds)
    yield gourds.edge_probabilities(middle)
    yield gourds.solve(odd, "decompose", proof=True)
    yield gourds.solve(odd, "decompose", proof=True).certificate
    yield gourds.explain(odd)
    yield gourds.maximize(odd)
    yield gourds.survey(Board.from_cells(gourds.shapes.hexagon(1)))
    yield gourds.formula_random(300)
    yield gourds.Cnf(300, [list(range(1, 301))] * 20)
    yield gourds.check_reduction(exhaustive=3, random=0, cnfs=0)
    yield gourds.crosscheck(odd, solver="brute", jobs=1)


def test_values_show_themselves_in_two_lines():
    for value in values():
        text = repr(value)
        assert len(text) <= LONGEST, text
        assert "\n" not in text
        assert type(value).__name__ in text


def test_short_values_show_all_that_makes_them():
    assert repr(PLACEMENT) == "Placement(empty=(0, 0), gourds=(((1, 0), (2, 0)),))"
    assert repr(THREE) == "OneInThree(variables=3, clauses=((1, 2, 3), (1, 2, 3), (1, 2, 3)))"
    for value in (PLACEMENT, THREE, START, PUZZLE.board):
        assert eval(repr(value), vars(gourds) | {name: getattr(gourds, name) for name in gourds.__all__}) == value
