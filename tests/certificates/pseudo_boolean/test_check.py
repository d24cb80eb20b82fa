"""Whole proofs: both syntaxes by hand, what the words may be, and what is no proof."""

from __future__ import annotations

import pytest

import gourds
from gourds.certificates.clausal.drat import ProofVerdict
from gourds.certificates.pseudo_boolean import check as module
from gourds.certificates.pseudo_boolean.check import check_pb_proof, check_refutation
from gourds.certificates.pseudo_boolean.inequality import Inequality

TRIANGLE = [
    Inequality({1: 1, 2: 1}, 1),
    Inequality({2: 1, 3: 1}, 1),
    Inequality({1: 1, 3: 1}, 1),
    Inequality({1: -1, 2: -1, 3: -1}, -1),
]
"""Of three, one of each two and at most one: an odd set, for which half of the sum is rounded up."""


def new(*steps: str, end: str = "conclusion UNSAT : -1 ;") -> str:
    lines = ["pseudo-Boolean proof version 3.0", *(f"{step} ;" for step in steps), "output NONE ;", end]
    return "\n".join([*lines, "end pseudo-Boolean proof ;", ""])


def middle(*steps: str, end: str = "conclusion UNSAT : -1") -> str:
    return "\n".join(["pseudo-Boolean proof version 2.0", *steps, "output NONE", end, "end pseudo-Boolean proof", ""])


def old(*steps: str, end: str = "c -1") -> str:
    return "\n".join(["pseudo-Boolean proof version 1.2", *steps, end, ""])


def reason(text: str, formula=TRIANGLE) -> str:
    check = check_refutation(formula, text)
    assert check.verdict is (ProofVerdict.VALID if check else ProofVerdict.INVALID)
    return "" if check else check.reason


VALID = [
    new("f 4", "pol 1 2 + 3 + 2 d 4 +"),
    new("pol 1 2 + 3 + 2 d 4 +"),
    new("% a remark", "f 4", "pol 1 2 +  % half of it\n 3 + 2 d", "pol -1 4 +", end="conclusion UNSAT ;"),
    new("@sum pol 1 2 + 3 +", "pol @sum 2 d", "del id @sum", "pol 4 -1 +"),
    new("rup 1 x1 >= 1", "rup >= 1"),
    new("rup 1 x1 >= 1 : 1 3 4 ~", "rup >= 1 : 5 4 2 ~", end="conclusion UNSAT : 6 ;"),
    new("rup 1 x1 >= 1 ; rup >= 1"),
    new("rup -1 x1 <= -1", "rup >= 1 : 1 2 3 4 5"),
    new("e 1 x2 1 x1 >= 1 : 1", "i 1 x1 1 x2 1 x3 >= 1", "ia 2 x1 1 x2 1 x3 >= 1 : 1", "pol 1 2 + 3 + 2 d 4 +"),
    new("pol x1 ~x1 + 1 +", "e 1 x1 1 x2 >= 0 : -1", "pol 1 2 + 3 + 2 d 4 +"),
    new("pol 1 x1 w 2 +", "e 1 x2 1 x3 >= 1 : 2", "pol 1 2 + 3 + 2 d 4 +"),
    new(
        "rup 1 x2 >= 1",
        "rup >= 1",
        "del spec 1 x1 1 x3 >= 1",
        "del range 1 3",
        "delc 4",
        "deld 5",
        end="conclusion UNSAT : 6 ;",
    ),
    new(
        "red 2 ~y1 1 x1 1 x2 1 x3 >= 2 : y1 -> 0",
        "red 2 y1 1 ~x1 1 ~x2 1 ~x3 >= 2 : y1 1",
        "pol 1 2 + 3 + 2 d",
        "pol 6 7 + 2 d",
        "e 1 y1 >= 1 : -1",
        "pol 5 8 2 * + 4 +",
    ),
    new(
        "red 2 ~y1 1 x1 1 x2 1 x3 >= 2 : y1 -> 0 : subproof proofgoal #1 rup >= 1 ; qed #1 : -1 ; qed red",
        "@def red 2 y1 1 ~x1 1 ~x2 1 ~x3 >= 2 : y1 -> 1 : subproof\nproofgoal 8 pol -2 -1 + ; qed 8 : -1 ; qed",
        "e 2 y1 1 ~x1 1 ~x2 1 ~x3 >= 2 : @def",
        "pol 1 2 + 3 + 2 d 4 +",
    ),
    new("pbc 1 x1 >= 1 : subproof rup >= 1 ; qed pbc : -1", "rup >= 1"),
    new("pbc 1 x1 >= 1", "rup >= 1"),
    middle("* a remark", "f 4", "pol 1 2 + 3 + 2 d", "del id 1 2 3", "pol 4 5 +"),
    middle("f 4 0", "rup 1 x1 >= 1 ; 1 3 4", "ea 1 x1 1 x2 >= 1 ; 1", "del find 1 x1 1 x2 >= 1 ;", "u >= 1 ;"),
    middle(
        "red 1 y1 >= 1 ; y1 1 ; begin", "proofgoal #1", "rup >= 1 ;", "end -1", "end", "rup 1 x1 >= 1 ;", "rup >= 1 ;"
    ),
    old("f 4", "p 1 2 + 3 + 2 d 4 +"),
    old("f 4 0", "p 1 2 + 3 + 2 d 0", "e 5 1 x1 1 x2 1 x3 >= 2 ;", "p 4 5 + 0", end="c 6 0"),
    old(
        "* a remark",
        "f 4",
        "u 1 x1 >= 1 ;",
        "j 1 1 x1 1 x2 1 x3 >= 1 ;",
        "i -1 1 x1 1 x2 1 x3 1 y1 >= 1 ;",
        "d -1 1",
        "u >= 1 ;",
    ),
    old("f 4", "red 1 y1 1 x1 >= 1 ; y1 -> 1 , y2 → ~x1", "u 1 x1 >= 1 ;", "u >= 1 ;"),
]


@pytest.mark.parametrize("text", VALID)
def test_proofs_by_hand(text):
    assert reason(text) == ""
    assert reason(text.replace("\n", "\r\n")) == ""
    assert reason(text, [*TRIANGLE[:3], Inequality({1: -1, 2: -1, 3: -1}, -2)]) != ""


REJECTED = {
    "": "line 1: must be",
    "pseudo-Boolean proof version 4.0\n": "line 1: version 4.0",
    "* first\n" + old("f 4", "p 1 2 + 3 + 2 d 4 +"): "line 1",
    new("f 5", "pol 1 2 + 3 + 2 d 4 +"): "line 2: the formula has 4",
    new("f", "pol 1 2 + 3 + 2 d 4 +"): "line 2: the formula has 4",
    old("p 1 2 + 3 + 2 d 4 +"): "line 2: a proof of version 1.2 loads",
    old("f 4", end=""): "line 2: the proof ends without",
    old("f 4", "p 1 2 + 3 +", end="c 5"): "line 4: constraint 5 is no contradiction",
    old("f 4", "p 1 2 + 3 + 2 d 4 +", end="conclusion UNSAT : -1"): "'conclusion' is not supported",
    new("pol 1 2 + 3 + 2 d 4 +", end="conclusion UNSAT : 4 ;"): "line 4: constraint 4 is no contradiction",
    new("pol 1 2 + 3 + 2 d 4 +", end="conclusion UNSAT : 6 ;"): "line 4: there is no constraint 6",
    new("pol 1 2 + 3 + 2 d 4 +", end="conclusion SAT : x1 ;"): "line 4: the conclusion must be UNSAT",
    new("pol 1 2 + 3 + 2 d 4 +", end="conclusion NONE ;"): "line 4: the conclusion must be UNSAT",
    new("pol 1 2 + 3 + 2 d 4 +", end="conclusion BOUNDS INF INF ;"): "line 4: the conclusion must be UNSAT",
    new("pol 1 2 + 3 + 2 d 4 +").replace("end pseudo-Boolean proof ;\n", ""): "line 4: the proof ends without",
    new("pol 1 2 + 3 + 2 d 4 +") + "pol 1 ;": "'pol' is not supported after the end",
    new("pol 1 2 + 3 + 2 d 4 +").replace("NONE", "DERIVABLE IMPLICIT"): "line 3: the output",
    new("pol 1 2 + 3 + 2 d 4 +").replace("output NONE ;\n", ""): "line 3: the rule 'conclusion' is not supported",
    new(end="conclusion UNSAT ;"): "line 3: there is no contradiction",
    new("pol 1 2 + 3 + 3 d 4 +"): "line 4: constraint -1 is no contradiction",
    new("pol 1 2 + 3 + 2 d 4 + 0 d"): "line 2: 0 is no positive",
    new("pol 1 2 + 3 + 2 d 4 -1 * +"): "line 2: -1 is no positive",
    new("pol 1 2 + 2 d 4 +"): "line 4: constraint -1 is no contradiction",
    new("pol 1 2 + 3 + 2 d 9 +"): "line 2: there is no constraint 9",
    new("pol 1 2 + 3 + 2 d 0 +"): "line 2: there is no constraint 0",
    new("pol 1 2 + 3 + 2 d 4"): "line 2: the sequence leaves 2",
    new("pol"): "line 2: the sequence leaves 0",
    new("pol +"): "line 2: not a literal: '+'",
    new("pol 2 d"): "line 2: nothing to apply",
    new("pol 1 ~x1 w"): "line 2: weakening takes a variable",
    new("pol 1 2 + 3 + 2 d 4 + r"): "line 2: not a literal: 'r'",
    new(f"pol 1 {'9' * 5000} *"): "line 2: not a whole number",
    new("pol 1 ٢ *"): "line 2: only ASCII",
    new("pol 1 1_0 *"): "line 2: not a whole number",
    new("rup >= 1"): "line 2: propagation",
    new("rup 1 x1 1 x2 1 x3 >= 2 : 1 2"): "line 2: propagation",
    new("rup 1 x1 1 x2 1 x3 >= 3"): "line 2: propagation",
    new("rup 1 x1 1 x2"): "line 2: a constraint is",
    new("rup 1 x1 x2 >= 1"): "line 2: a constraint is",
    new("rup 1 x1 = 1"): "line 2: a constraint is",
    new("rup 1 x1 >= one"): "line 2: not a whole number",
    new("rup 1 x1 >= 1 x"): "line 2: what is 'x'",
    new("rup 1 ~~x1 >= 1"): "line 2: not a literal",
    new("a >= 1"): "line 2: the rule 'a' is not supported",
    new("dom 1 x1 >= 1 : x1 -> 1"): "line 2: the rule 'dom' is not supported",
    new("del id 1", "pol 1 2 + 3 + 2 d 4 +"): "line 3: there is no constraint 1",
    new("del id 1 1"): "line 2: there is no constraint 1",
    new("del id 1", "rup >= 1"): "line 3: propagation",
    new("del spec 1 x1 >= 1"): "line 2: there is no such",
    new("deld 1"): "line 2: deld",
    new("pol 1", "delc 5"): "line 3: delc",
    new("e 1 x1 1 x2 >= 2 : 1"): "line 2: the constraint is not the one",
    new("i 1 x1 >= 1 : 1"): "line 2: the constraint does not follow",
    new("ia 1 x1 1 x3 >= 1 : 1"): "line 2: the constraint does not follow",
    new("red 1 y1 >= 1 : y1 -> 0"): "line 2: what the witness makes of the new constraint",
    new("red 1 y1 1 x1 >= 1 : y1 -> 1 y1 -> 0"): "line 2: the witness names y1",
    new("red 1 y1 1 x1 >= 1 : ~y1 -> 1"): "line 2: the witness names ~y1",
    new("red 1 y1 1 x1 >= 1 : y1"): "line 2: a witness is pairs",
    new("red 1 y1 1 x1 >= 1"): "line 2: behind the constraint",
    new(
        "red >= 1 : y1 -> 1 : subproof proofgoal #1 qed #1 : -1 ; qed : -1"
    ): "line 2: constraint -1 is no contradiction",
    new("red 1 y1 >= 1 : y1 -> 0 : subproof qed"): "line 2: what the witness makes of the new constraint",
    new("red 1 y1 >= 1 : y1 -> 1 : subproof proofgoal 1 qed"): "line 2: there is no goal 1",
    new("red 1 y1 >= 1 : y1 -> 1 : subproof proofgoal #1 rup >= 1 ; qed #1 : 1 ; qed"): "line 2: constraint 1 is no",
    new("red 1 x1 >= 1 : x1 -> 1 : subproof proofgoal #1 rup >= 1 ; qed #1 : -1 ; qed : 7"): "there is no constraint 7",
    new("red 1 y1 >= 1 : y1 -> 1 : subproof del id 1 ; qed"): "'del' is not supported in a subproof",
    new("red 1 y1 >= 1 : y1 -> 1 : subproof red 1 y2 >= 1 : y2 -> 1 ; qed"): "'red' is not supported in a subproof",
    new("red 1 y1 >= 1 : y1 -> 1 : subproof"): "is not supported in a subproof",
    new("pbc 1 x1 >= 1 : subproof qed pbc : -1"): "line 2: constraint -1 is no contradiction",
    new("pbc >= 1"): "line 2: what the witness makes of the new constraint",
    new("@a del id 1"): "line 2: only a step that adds",
    new("pol @b"): "line 2: there is no constraint @b",
    new("qed"): "line 2: the rule 'qed'",
    new(""): "line 2: a semicolon without a step",
    new("pol 1 2 + 3 + 2 d 4 +")[:-2]: "line 5: the last step has no semicolon",
    old("f 4", "w 1"): "line 3: the rule 'w'",
    old("f 4", "@a"): "line 3: a label without a step",
    middle("c 1"): "line 2: 'c' and one number",
}


@pytest.mark.parametrize("text", REJECTED)
def test_what_is_no_proof(text):
    assert REJECTED[text] in reason(text) != ""


def test_witnesses():
    """Exactly one of two: either may be chosen, but not without the other's value."""
    exactly = [Inequality({1: 1, 2: 1}, 1), Inequality({1: -1, 2: -1}, -1)]
    assert "what the witness makes of constraint 2" in reason(new("red 1 x1 >= 1 : x1 -> 1"), exactly)
    for witness in ("x1 -> 1 x2 -> 0", "x1 -> x2 x2 -> x1", "x1 ~x1 x2 ~x2"):
        assert "line 4: constraint -1" in reason(new(f"red 1 x1 >= 1 : {witness}"), exactly)
        assert "line 3: what the witness makes of constraint 3" in reason(
            new(f"red 1 x1 >= 1 : {witness}", "red 1 ~x1 >= 1 : x1 -> 0 x2 -> 1"), exactly
        )
        forgotten = reason(new(f"red 1 x1 >= 1 : {witness}", "del id 3", "red 1 ~x1 >= 1 : x1 -> 0 x2 -> 1"), exactly)
        assert "line 6: constraint -1" in forgotten


INSTANCES = {
    "totals": gourds.Instance.build([(q, 0) for q in range(3)], list("aab"), [("b", "b", 1)]),
    "odd": gourds.Instance.build([(q, 0) for q in range(5)], list("abbba"), [("a", "b", 1), ("b", "b", 1)]),
}


def test_tiny_instances():
    """A row a a b with one b-b gourd: there is no b-b edge, so 'nothing = 1' is written as x1 = 2.

    The edges are x1 and x2, the cells x3, x4 and x5; the classes a-a, a-b and b-b come after three cells and the empty one.
    """
    instance = INSTANCES["totals"]
    for text in (new("f 14", "pol 13"), old("f 14", "p 13")):
        assert check_pb_proof(instance, text)
        assert check_pb_proof(instance, text, "textbook")
    assert "line 2: the formula has 14" in check_pb_proof(instance, new("f 10", "pol 13")).reason
    assert "there is no encoding" in check_pb_proof(instance, new("f 14", "pol 13"), "other").reason


def test_a_row_by_hand():
    """A row a b b b a, an a-b and a b-b gourd: the totals leave an a empty, so all is decided but nothing contradicts."""
    instance = INSTANCES["odd"]
    assert gourds.solve(instance).status.value == "feasible"
    assert "no contradiction" in check_pb_proof(instance, new("pol 1 3 + 5 + 7 + 9 +", end="conclusion UNSAT ;")).reason
    assert not check_pb_proof(instance, new("rup >= 1"))


def test_a_checker_that_fails_says_so(monkeypatch):
    monkeypatch.setattr(module, "Replay", lambda *rest: 1 / 0)
    check = check_refutation(TRIANGLE, new("rup >= 1"))
    assert check.verdict is ProofVerdict.CHECKER_ERROR
    assert not check


def test_both_engines_agree():
    steps = ["rup 1 x1 >= 1", "rup >= 1"]
    for engine in ("python", "numba"):
        assert check_refutation(TRIANGLE, new(*steps), engine=engine)
        assert not check_refutation(TRIANGLE[1:], new("pol 1", *steps), engine=engine)
