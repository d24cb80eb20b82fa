"""The Reduce view in a real browser: formulas to boards, gadgets, solving, toggling; compared with the library."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from gourds.files import loads
from gourds.formulas.formula import Cnf, OneInThree
from gourds.reductions.gadgets.drawing import bundled_gadgets, pair
from gourds.reductions.reduction import Reduction, extract, formula_of, reduce
from tests.web.browser.axe import axe_source, grave_findings
from tests.web.browser.conftest import PHONE
from tests.web.browser.reducing import Reduce
from tests.web.browser.viewing import VIEW

NINE = "p 1in3 9 9\n1 2 3 0\n1 2 3 0\n1 2 4 0\n3 5 6 0\n4 5 7 0\n4 6 8 0\n5 8 9 0\n6 7 9 0\n7 8 9 0\n"
Opener = Callable[..., Any]


def test_a_typed_formula_becomes_its_board(view: Reduce) -> None:
    view.errors.expects = "400"
    view.type(NINE)
    assert view.instance().digest == reduce(loads(NINE)).digest
    assert view.page.locator(".gadget.variable").count() == 9
    assert view.page.locator(".gadget.clause").count() == 9
    assert "721 cells" in view.text("chain")
    view.get("reduce-order").select_option("alternating")
    view.until(lambda: view.shown("answer.document.source.order") == "alternating")
    names = [gadget["name"] for gadget in view.shown("answer.gadgets")]
    assert names[:4] == ["x1", "clause 1", "x2", "clause 2"]


def test_a_fault_leaves_no_verdict_and_is_marked_in_the_text(view: Reduce) -> None:
    view.errors.expects = "400"
    view.type(NINE)
    view.solve()
    assert view.get("reduce-answer").is_visible()
    faulty = "(a or not b) and c\nexactly one of a, b c\n"
    view.get("reduce-text").fill(faulty)
    assert not view.get("reduce-answer").is_visible(), "a verdict is about the formula that was there before"
    view.until(lambda: view.shown("isStale"))
    assert "line 2, column 21: 'c' follows 'b'" in view.text("reduce-fault")
    assert not view.get("reduce-answer").is_visible()
    assert view.shown("assignment") is None
    assert view.values() == ["null"] * 9
    assert view.get("reduce-stale").is_visible()
    assert view.get("reduce-solve").is_disabled()
    assert view.get("reduce-text").input_value() == faulty
    assert view.get("reduce-text").get_attribute("aria-invalid") == "true"
    marks = view.page.locator(".reduce-marks mark")
    assert marks.all_text_contents() == ["exactly one of a, b c"]
    assert marks.first.get_attribute("data-line") == "2"
    assert marks.locator("b").all_text_contents() == ["c"]
    assert axe_source() is None or grave_findings(view.page) == []
    view.click("reduce-fault-show")
    script = "() => { const t = document.activeElement; return t.value.slice(t.selectionStart, t.selectionEnd); }"
    assert view.page.evaluate(script) == "c"
    # DIMACS has lines only; the marks go when the fault is mended.
    view.get("reduce-text").fill("p 1in3 2 1\n1 2 5 0\n")
    view.until(lambda: "variable 5 is larger than 2" in view.text("reduce-fault"))
    assert marks.all_text_contents() == ["1 2 5 0"]
    view.type("exactly one of a, b, c")
    assert not view.get("reduce-fault").is_visible()
    assert not view.get("reduce-stale").is_visible()
    assert marks.count() == 0
    assert view.get("reduce-solve").is_enabled()


def test_words_and_dimacs_are_two_notations_of_one_formula(view: Reduce) -> None:
    text = "# a remark\n(rain or not hat) and not rain\n"
    view.type(text)
    assert view.get("notation-words").get_attribute("aria-pressed") == "true"
    digest = view.instance().digest
    assert view.names() == ["rain", "hat"]
    view.solve()
    assert "No variable is true." in view.text("reduce-answer")
    view.click("notation-dimacs")
    view.until(lambda: "p cnf 2 2\n1 -2 0\n-1 0" in view.get("reduce-text").input_value())
    view.until(lambda: view.names() == ["p1", "p2"])
    assert view.instance().digest == digest
    assert view.values() == ["false", "false"], "the assignment goes along"
    view.click("notation-words")
    view.until(lambda: view.get("reduce-text").input_value() == text and view.names() == ["rain", "hat"])
    assert view.instance().digest == digest
    assert b"not hat" in view.download("export-menu", "export-words")[1]
    # What was added to make a CNF of a formula has no button, but the value of its part.
    view.type("(a and b and c) or (d and e and f)")
    assert view.shown("answer.formula.variables") == 7
    assert len(view.values()) == 6
    for v in (1, 2, 3):
        view.get(f"variable-{v}").click()
    view.until(lambda: view.shown("placement !== null"))
    assert view.shown("failing") == []


def test_the_chain_shows_every_step_and_where_a_variable_goes(view: Reduce) -> None:
    text = "(a or not b or x1) and (not a or b)"
    view.type(text)
    formula = loads(text)
    assert isinstance(formula, Cnf)
    reduction = Reduction.of(formula)
    stages = view.shown("answer.stages")
    assert [stage["title"] for stage in stages] == ["CNF", "3-CNF", "1-in-3", "monotone", "cubic"]
    names = [name for stage in stages for name in stage["names"]]
    assert len(set(names)) == len(names), "no two formulas share a name, not even with x1 in ours"
    for k, step in enumerate(reduction.chain.steps, start=1):
        view.get(f"stage-{k}").locator("summary").click()
        body = view.text(f"stage-{k}")
        assert f"{step.target.variables} variables, {len(step.target.clauses)} clauses" in body
        listed = view.get(f"stage-{k}-clauses").locator("li")
        if (more := listed.locator("button")).count():
            assert listed.count() == 9, "long formulas are folded"
            more.click()
            assert view.page.evaluate("() => document.activeElement.tagName") == "LI", "the focus goes on"
        assert listed.count() == len(step.target.clauses)
    # Variable a, followed from the formula to its gadgets.
    view.get("stage-0").locator("summary").click()
    view.get("stage-0").get_by_role("button", name="a", exact=True).click()
    literals = [1]
    for k, step in enumerate(reduction.chain.steps, start=1):
        literals = [i * (1 if v > 0 else -1) for v in literals for i in step.literals_for(abs(v))]
        shown = [f"{'¬' * (v < 0)}{stages[k]['names'][abs(v) - 1]}" for v in literals]
        assert view.get(f"trace-{k}").locator("td").inner_text() == ", ".join(shown)
    gadgets = {gadget["name"] for gadget in view.shown("answer.gadgets")}
    traced = view.page.locator(".gadget[data-traced] .gadget-label").all_text_contents()
    assert len(traced) == len(literals) > 3
    assert set(traced) <= gadgets
    last = abs(literals[-1])
    view.click(f"trace-gadget-{last}")
    assert view.text("gadget-title") == f"Variable {stages[-1]['names'][last - 1]}"
    assert "It stands for a of your formula" in view.text("reduce-inspector").replace("not a", "a")
    assert axe_source() is None or grave_findings(view.page) == []
    headers = view.page.locator("[data-testid=trace] th[scope]").count()
    assert headers == 2 + len(stages) + 1
    # From a gadget's variable up again; what was added on the way says so.
    view.get("stage-4").get_by_role("button", name="variables").click()
    view.get("stage-4").locator(f"[data-variable='{last}']").click()
    assert view.get("trace-0").locator("td").inner_text().removeprefix("¬") == "a"
    view.get("stage-2").locator(f"[data-variable='{formula.variables + 1}']").click()
    assert view.get("trace-1").locator("td").inner_text() == "was added after this"


def test_cells_have_letters_and_hatching_and_fill_the_width(view: Reduce) -> None:
    view.type("exactly one of a, b, c\n" * 3)
    for gadget, letters in (("a", {"a", "V", "F"}), ("clause 2", {"a", "b", "c", "V", "F"})):
        cells = view.gadget(gadget).locator(".cell-letters tspan").all_text_contents()
        assert set(cells) == letters
        index = int(view.gadget(gadget).get_attribute("data-gadget"))
        assert len(cells) == len(view.shown(f"answer.gadgets[{index}].cells"))
    assert view.page.locator(".gadget .gadget-hatch").count() == 6, "V in every gadget"
    room = view.page.evaluate("() => document.querySelector('.reduce-scroll').getBoundingClientRect().width")
    width = float(view.get("reduce-board").get_attribute("width"))
    assert 0.8 * room < width < room
    view.click("reduce-smaller")
    assert float(view.get("reduce-board").get_attribute("width")) < width
    view.gadget("a").focus()
    view.page.keyboard.press("0")
    assert abs(float(view.get("reduce-board").get_attribute("width")) - width) < 1
    focused = view.page.evaluate("() => document.activeElement.dataset.gadget")
    assert focused == "0", "the focus stays on the gadget"
    view.get("variable-1").focus()
    view.page.keyboard.press("b")
    assert view.page.evaluate("() => document.activeElement.dataset.gadget") == "0"


def test_the_coverings_of_gadgets_are_those_of_the_paper(view: Reduce) -> None:
    script = """async (answer) => {
      const { shapeOf, templateOf } = await import('/static/reduce/gadgets.js');
      const color = new Map(answer.document.cells.map(([q, r, c]) => [`${q},${r}`, c]));
      return ['variable', 'clause'].map((kind) => {
        const gadget = answer.gadgets.find((one) => one.kind === kind);
        const shape = shapeOf(gadget, (q, r) => color.get(`${q},${r}`));
        const template = templateOf(kind, shape, answer.coverings[kind]);
        return { coverings: template.full, cells: template.cells };
      });
    }"""
    found = view.page.evaluate(script, view.shown("answer"))
    gadgets = bundled_gadgets()
    for gadget, made in zip((gadgets.variable, gadgets.clause), found, strict=True):
        names = {"0": "X", "1": "Y", "2": "Z"}
        assert {names.get(name, name) for name in made["coverings"]} == set(gadget.coverings)
        for name, pairs in made["coverings"].items():
            ends = [(end["q"], end["r"]) for gourd in pairs for end in gourd]
            assert sorted(ends) == sorted(gadget.symbol_at), "every cell is covered once"
            used = Counter(pair(*(gadget.symbol_at[end["q"], end["r"]] for end in gourd)) for gourd in pairs)
            assert all(abs(a["q"] - b["q"]) + abs(a["r"] - b["r"]) <= 2 for a, b in pairs)
            del used["F", "F"]
            assert used == Counter(dict(gadget.coverings[names.get(name, name)]))


def test_solve_shows_an_assignment_that_satisfies_the_formula(view: Reduce) -> None:
    view.type(NINE)
    before = view.get("reduce-solve").bounding_box()
    view.solve()
    assert view.get("reduce-solve").bounding_box() == before, "the button does not move under the pointer"
    assert "Satisfiable" in view.get("reduce-answer").inner_text()
    assignment = tuple(view.shown("assignment"))
    assert formula_of(view.instance()).is_satisfied(assignment)
    assert extract(view.instance(), view.placement()) == assignment
    assert view.values() == [str(value).lower() for value in assignment]
    states = view.page.evaluate("() => [...document.querySelectorAll('.gadget')].map((gadget) => gadget.dataset.state)")
    assert states == [*view.values(), *["holds"] * 9]
    covered = view.page.locator(".gadget-gourds .bone-neck").count()
    assert covered >= 18


def test_toggled_variables_show_exactly_the_clauses_that_fail(view: Reduce) -> None:
    view.type(NINE)
    formula, chance = view.formula(), random.Random(3)
    assignment = [False] * 9
    for _ in range(9):
        v = int(chance.random() * 9)
        view.get(f"variable-{v + 1}").click()
        assignment[v] = not assignment[v]
        assert view.values() == [str(value).lower() for value in assignment]
        assert view.failing_clauses() == formula.failures(assignment) == view.shown("failing")
        assert view.failing_gadgets() == [9 + k for k in formula.failures(assignment)]
    # The one assignment that satisfies it is reached by toggling: then the placement is there, checked.
    for v, value in enumerate([False, False, True, True, False, False, False, False, True]):
        if assignment[v] != value:
            view.get(f"variable-{v + 1}").click()
            assignment[v] = value
    view.until(lambda: view.shown("placement !== null"))
    assert extract(view.instance(), view.placement()) == tuple(assignment)
    assert "All clauses hold" in view.get("reduce-answer").inner_text()
    assert view.failing_gadgets() == []
    view.get("reduce-clear").click()
    assert view.values() == ["null"] * 9


def test_an_unsatisfiable_formula_is_told(view: Reduce) -> None:
    view.get("reduce-example").select_option("six")
    view.until(lambda: view.formula().variables == 6)
    view.solve()
    assert "Unsatisfiable" in view.get("reduce-answer").inner_text()
    assert view.shown("assignment") is None


def test_a_cnf_goes_through_the_chain(view: Reduce) -> None:
    text = "p cnf 2 1\n1 -2 0\n"
    view.type(text)
    formula = loads(text)
    assert isinstance(formula, Cnf)
    view.solve()
    solved = view.shown("assignment")
    assert formula.is_satisfied(solved)
    assert extract(view.instance(), view.placement()) == tuple(solved)
    assignment = [False, False]
    view.get("reduce-clear").click()
    for v in (1, 0):
        view.get(f"variable-{v + 1}").click()
        assignment[v] = not assignment[v]
        assert view.failing_clauses() == formula.failures(assignment)
        # The board has no covering either: some of its clauses fail, whatever the other variables are.
        failing = view.failing_gadgets()
        assert bool(failing) == bool(view.failing_clauses())
        kinds = [gadget["kind"] for gadget in view.shown("answer.gadgets")]
        assert all(kinds[k] == "clause" for k in failing)
        if failing:
            assert f"{len(failing)} gadgets of the board cannot be covered" in view.text("reduce-answer")
    view.until(lambda: view.shown("placement !== null"))
    assert extract(view.instance(), view.placement()) == tuple(assignment)


def test_values_that_follow_are_those_of_the_library(view: Reduce) -> None:
    """For every assignment of some formulas: gadgets fail iff the formula does, and no value contradicts a solution."""
    script = """async ([text, assignments]) => {
      const { cubicValues } = await import('/static/reduce/values.js');
      const answer = await window.gourds.api.post('/api/reduce', { formula: { format: 'gourds-formula', text } });
      return assignments.map((one) => cubicValues(answer, one));
    }"""
    for text in ("p cnf 3 3\n1 2 3 0\n-1 2 0\n-3 0\n", "p cnf 4 1\n1 -2 3 -4 0\n", "p 1in3 4 2\n1 2 3 0\n1 3 4 0\n"):
        formula = loads(text)
        assert isinstance(formula, Cnf | OneInThree)
        reduction = Reduction.of(formula)
        clauses = reduction.board.formula.clauses
        assignments = list(itertools.product((False, True), repeat=formula.variables))
        found = view.page.evaluate(script, [text, assignments])
        for assignment, values in zip(assignments, found, strict=True):
            known = [clause for clause in clauses if all(values[v - 1] is not None for v in clause)]
            has_failed = any(sum(values[v - 1] for v in clause) != 1 for clause in known)
            assert has_failed == bool(formula.failures(assignment)), (text, assignment)
            if has_failed:
                continue
            # What follows holds in every solution with these values, so in the one that the library completes to.
            solution = reduction.chain.forward(assignment)
            assert all(value in (None, solution[k]) for k, value in enumerate(values)), (text, assignment)
            assert sum(value is not None for value in values) >= formula.variables


def test_the_formula_that_was_typed_last_is_shown(view: Reduce) -> None:
    held: list[Any] = []
    view.page.route("**/api/reduce", lambda route: held.append(route))
    view.get("reduce-text").fill(NINE)
    view.until(lambda: len(held) == 1)
    view.get("reduce-example").select_option("six")
    view.until(lambda: len(held) == 2)
    held[1].continue_()
    view.until(lambda: view.formula().variables == 6)
    with view.page.expect_response("**/api/reduce"):
        held[0].continue_()
    view.page.wait_for_timeout(50)
    view.page.unroute("**/api/reduce")
    assert view.formula().variables == 6
    assert len(view.values()) == 6


def test_gadgets_tell_what_they_stand_for(view: Reduce) -> None:
    view.type(NINE)
    view.gadget("clause 4").hover()
    assert view.get("gadget-title").inner_text() == "Clause 4: x3 + x5 + x6 = 1"
    assert view.page.locator(".gadget-frame.is-related").count() == 3
    assert view.page.locator(".reduce-inspector figure").count() == 3
    view.gadget("x3").focus()
    assert view.get("gadget-title").inner_text() == "Variable x3"
    view.page.keyboard.press("ArrowRight")
    assert view.get("gadget-title").inner_text() == "Variable x4"
    view.get("gadget-toggle").click()
    assert view.values()[3] == "true"
    assert view.page.locator("figure.is-current").get_attribute("data-testid") == "covering-true"
    view.gadget("clause 1").click()
    assert view.get("gadget-fails").is_visible()


def test_thirty_variables_stay_smooth_on_a_phone_too(open_page: Opener, tell: Callable[[str], None]) -> None:
    view = Reduce(open_page("#reduce", size=PHONE, touch=True, dark=True))
    view.get("reduce-example").select_option("random-30")
    view.until(lambda: view.formula().variables == 30)
    assert view.formula().is_cubic  # type: ignore[union-attr]
    view.solve()
    assert view.formula().is_satisfied(view.shown("assignment"))
    script = """async () => {
      const times = [];
      for (let k = 1; k <= 20; k++) {
        const begun = performance.now();
        document.querySelector(`[data-testid=variable-${k}]`).click();
        document.body.getBoundingClientRect();
        times.push(performance.now() - begun);
      }
      return times.sort((a, b) => a - b);
    }"""
    times = view.page.evaluate(script)
    # The fastest shows what it costs; the others show what else this machine does. A busy machine meets this bound too.
    tell(f"30 variables on a phone, one toggle: {times[0]:.0f} ms at best, {times[10]:.0f} ms in the median")
    assert times[0] < 250
    assert view.failing_clauses() == view.formula().failures(view.shown("assignment"))
    assert view.page.evaluate("() => document.documentElement.scrollWidth") <= PHONE[0]


def test_files_are_exported_and_read(view: Reduce) -> None:
    view.type(NINE)
    view.solve()
    assignment = view.shown("assignment")
    files = {
        entry: view.download("export-menu", f"export-{entry}")[1] for entry in ("svg", "placement", "formula", "json")
    }
    assert b"<svg" in files["svg"]
    assert files["formula"].startswith(b"p 1in3 9 9")
    # The board that was made of a formula brings it back here; so does a placement its assignment.
    view.get("reduce-example").select_option("six")
    view.until(lambda: view.formula().variables == 6)
    view.open_file("board.json", files["json"])
    view.until(lambda: view.formula().variables == 9)
    view.open_file("placement.json", files["placement"])
    view.until(lambda: view.shown("assignment") == assignment)
    assert "the placement in the file" in view.text("reduce-answer")
    assert json.loads(files["placement"])["gourds"] == view.shown("placement.gourds")


def test_a_state_is_a_link(view: Reduce, open_page: Opener) -> None:
    view.type(NINE)
    view.get("variable-2").click()
    link = view.page.evaluate(f"async () => window.gourds.share.linkOf('reduce', {VIEW}.getState())")
    other = Reduce(open_page("#" + link.split("#")[1]))
    other.until(lambda: other.values() == view.values())
    assert other.failing_clauses() == view.failing_clauses()
    assert other.instance().digest == view.instance().digest
