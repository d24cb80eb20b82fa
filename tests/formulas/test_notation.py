"""Formulas in words: truth tables, names, every notation of a sign, every fault with its place, files and commands."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import gourds
from gourds import files
from gourds.errors import InputError
from gourds.files.formulas import format_formula, is_words, parse_either
from gourds.formulas.expressions import DISTRIBUTED
from gourds.formulas.formula import Cnf, Formula, OneInThree, variable_names
from gourds.formulas.notation import MAX_CHARACTERS, MAX_LISTED, MAX_NESTED, format_words, parse_words
from tests.formulas.formula_strategies import cnfs, monotones

NAMES = ("a", "b", "c", "d")
LISTS = {"exactly one of": lambda n: n == 1, "at most one of": lambda n: n <= 1, "at least one of": lambda n: n >= 1}
BINARY = {
    "and": lambda x, y: x and y,
    "or": lambda x, y: x or y,
    "xor": lambda x, y: x != y,
    "->": lambda x, y: y or not x,
    "<->": lambda x, y: x == y,
}
Tree = Any
TREES = st.recursive(
    st.sampled_from([*NAMES, "true", "false"]),
    lambda inner: st.one_of(
        st.tuples(st.just("not"), inner),
        st.tuples(st.sampled_from([*BINARY]), inner, inner),
        st.tuples(st.sampled_from([*LISTS]), st.lists(inner, min_size=1, max_size=4)),
    ),
    max_leaves=12,
)


def spell(tree: Tree) -> str:
    match tree:
        case str():
            return tree
        case ("not", part):
            return f"not ({spell(part)})"
        case (sign, list() as parts):
            return f"{sign} ({', '.join(map(spell, parts))})"
        case (sign, left, right):
            return f"({spell(left)}) {sign} ({spell(right)})"
    raise AssertionError(tree)


def value(tree: Tree, values: dict[str, bool]) -> bool:
    match tree:
        case "true" | "false":
            return tree == "true"
        case str():
            return values[tree]
        case ("not", part):
            return not value(part, values)
        case (sign, list() as parts):
            return LISTS[sign](sum(value(part, values) for part in parts))
        case (sign, left, right):
            return BINARY[sign](value(left, values), value(right, values))
    raise AssertionError(tree)


def has_model(formula: Formula, named: dict[str, bool]) -> bool:
    """Whether the named values can be completed, found by trying in the order of the added variables."""
    first = tuple(named[name] for name in formula.names)
    rest = formula.variables - len(first)
    if rest <= 6:
        return any(formula.is_satisfied((*first, *more)) for more in itertools.product((False, True), repeat=rest))
    return formula.is_satisfied(completed(formula, first))


def completed(formula: Formula, first: tuple[bool, ...]) -> tuple[bool, ...]:
    """An added variable gets the value of its part: the clauses in which its negative is the largest."""
    values = list(first)
    for t in range(len(first) + 1, formula.variables + 1):
        parts = [set(clause) - {-t} for clause in formula.clauses if max(clause, key=abs, default=0) == -t]
        values.append(all(any(values[abs(v) - 1] == (v > 0) for v in part) for part in parts))
    return tuple(values)


# -- meaning --------------------------------------------------------------------------------------------------


@given(TREES)
@example(("and", "false", ("xor", "a", ("exactly one of", ["a", "a", "a", "b"]))))  # has an empty clause
def test_the_truth_table_is_kept(tree):
    formula = parse_words(spell(tree))
    for row in itertools.product((False, True), repeat=len(NAMES)):
        values = dict(zip(NAMES, row, strict=True))
        truth = value(tree, values)
        assert has_model(formula, values) == truth
        assert formula.is_satisfied(completed(formula, tuple(values[name] for name in formula.names))) == truth


@given(cnfs() | monotones())
def test_what_is_written_in_words_is_read(formula):
    again = parse_words(format_words(formula))
    names = variable_names(formula)
    ours = {frozenset((names[abs(v) - 1], v > 0) for v in clause) for clause in formula.clauses}
    theirs = {frozenset((again.names[abs(v) - 1], v > 0) for v in clause) for clause in again.clauses}
    ours = {one for one in ours if isinstance(formula, OneInThree) or not any((n, not s) in one for n, s in one)}
    assert ours == theirs
    assert type(again) is type(formula) or not formula.clauses


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a and b or not c", "(a & b) | ~c"),
        ("a or b xor c and d", "a || (b ^ (c && d))"),
        ("A or a", "A ∨ a"),
        ("a implies b", "not a or b"),
        ("a → b or c", "a => (b | c)"),
        ("a iff not b", "a <=> !b"),
        ("a ↔ b", "a = b"),
        ("a != b", "a xor b"),
        ("exactly one of a, b, or not c", "EXACTLY  one of (a, b, ¬c)"),
        ("a or b\n# remark\nnot c", "(a or b) and not c"),
        ("a or\nb; c\nor d", "(a or b) and (c or d)"),
        ("(a\n or b)  # why\r\n and c", "(a or b) and c"),
        ("not not a", "a"),
        ("x' or x''", "x' | x''"),
        ("größe or _3", "größe | _3"),
    ],
)
def test_notations_that_mean_the_same(one, other):
    assert parse_words(one) == parse_words(other)
    assert parse_words(one).names == parse_words(other).names


def test_exactly_one_of_three_is_a_1_in_3_formula():
    formula = parse_words("exactly one of a, b, c\nexactly one of (b, not c, d) and exactly one of (a, a, d)")
    assert formula == OneInThree(4, ((1, 2, 3), (2, -3, 4), (1, 1, 4)))
    assert formula.names == ("a", "b", "c", "d")
    assert isinstance(parse_words("exactly one of a, b, c; a or b"), Cnf)
    assert isinstance(parse_words("exactly one of a, b"), Cnf)


def test_long_formulas_stay_small():
    terms = [f"(a{k} and b{k})" for k in range(30)]
    formula = parse_words(" or ".join(terms))
    assert len(formula.clauses) <= DISTRIBUTED + 2 * 30
    assert variable_names(formula)[60:62] == ("t1", "t2")
    assert parse_words("a or b").names == ("a", "b")
    taken = parse_words("t1 and t2 or " + " or ".join(terms))
    assert len(set(variable_names(taken))) == taken.variables
    assert len(parse_words(" xor ".join(f"v{k}" for k in range(60))).clauses) < 5000


# -- faults ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a and", "line 1, column 6: the formula ends where a variable is needed"),
        ("a or or b", "line 1, column 6: a variable is needed here, not 'or'"),
        ("a b", "line 1, column 3: 'b' follows 'a' without"),
        ("a\n(b or c", "line 2, column 1: this parenthesis is never closed"),
        ("a or b)", "line 1, column 7: this parenthesis was never opened"),
        ("a, b", "line 1, column 2: a comma belongs into a list"),
        ("a or 3", "line 1, column 6: names start with a letter"),
        ("a or b $ c", "line 1, column 8: '$' means nothing"),
        ("a -> b -> c", "line 1, column 8: '->' twice can be read in two ways"),
        ("a iff b iff c", "line 1, column 9: 'iff' twice"),
        ("exactly one of a, b and c", "line 1, column 21: 'and' after a list"),
        ("exactly two of a, b", "line 1, column 1: 'exactly' is no name"),
        ("exactly one of a, , b", "line 1, column 19: a variable is needed here, not ','"),
        ("", "there is no formula"),
        ("# only a remark", "there is no formula"),
        ("(" * (MAX_NESTED + 1) + "a" + ")" * (MAX_NESTED + 1), f"more than {MAX_NESTED} parentheses are open"),
        (f"at most one of {', '.join(f'v{k}' for k in range(MAX_LISTED + 1))}", f"at most {MAX_LISTED} parts"),
        ("a " * MAX_CHARACTERS, "at most 1,000,000 characters"),
    ],
)
def test_every_fault_has_its_place(text, fault):
    with pytest.raises(InputError) as caught:
        parse_words(text)
    assert fault in str(caught.value)


def test_every_line_is_read_to_its_first_fault():
    with pytest.raises(InputError) as caught:
        parse_words("a or\n\nb c\nd\n)e\nf and not")
    assert [fault.place for fault in caught.value.faults] == [
        "line 3, column 3",
        "line 5, column 1",
        "line 6, column 10",
    ]


@given(st.text("ab()~|&,;\n->=<! #exactly oneof", max_size=40))
def test_any_text_is_a_formula_or_a_fault(text):
    try:
        formula = parse_words(text)
    except InputError as error:
        assert error.faults
    else:
        assert parse_words(format_words(formula)).variables <= formula.variables


# -- files and commands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(a or not b) and c", True),
        ("c and d", True),
        ("p | q", True),
        ("# remark\np or q", True),
        ("c a comment with and\np cnf 1 1\n1 0\n", False),
        ("p cnf 2 1\n1 2 0\n", False),
        ("c one or two\n1 2 0\n", False),
        ("gourds drawing 1\nboard:\n  a b\n", False),
        ("c only a comment", False),
    ],
)
def test_the_content_shows_the_notation(text, expected):
    assert is_words(text) == expected
    if expected:
        assert files.loads(text) == parse_either(text) == parse_words(text)


def test_files_in_words(tmp_path):
    path = tmp_path / "trip.formula"
    path.write_text("a")
    assert gourds.load(path) == Cnf(1, ((1,),))
    path.write_text("rain -> tram\nexactly one of (tram, bike, bus)\nrain\n")
    formula = gourds.load(path)
    assert isinstance(formula, Cnf)
    board = gourds.reduce(formula)
    again = files.loads(files.to_text(board))
    assert again == board
    solved = gourds.solve(board, time_limit=60)
    values = dict(zip(formula.names, gourds.extract(board, solved.placement), strict=True))
    assert values == {"rain": True, "tram": True, "bike": False, "bus": False}
    assert format_formula(formula).startswith("c rain is variable 1\nc tram is variable 2\n")
    for ending in (".formula", ".cnf"):
        files.save(formula, tmp_path / f"again{ending}")
        assert gourds.load(tmp_path / f"again{ending}") == formula
    assert gourds.load(tmp_path / "again.formula").names == formula.names
