"""The Place view in a browser: every flow from start to finish, on the page and in the data."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gourds import shapes
from gourds.certificates.certificate import Certificate
from gourds.certificates.verify import verify_certificate
from gourds.encodings.export import export
from gourds.files import loads, to_text
from gourds.placement import Placement, placement_faults
from gourds.render.palette import tones
from gourds.render.text import short_labels
from gourds.solvers import registry
from gourds.solvers.counting_api import edge_probabilities
from gourds.solvers.explain import explain
from gourds.solvers.explain_words import marked_cells
from tests.web.browser.conftest import PHONE, new_page
from tests.web.browser.placing import Place
from tests.web.serving import ENDLESS, Served, wait_for

Open = Callable[..., Any]
LINE = [(q, 0) for q in range(-2, 3)]


@pytest.fixture(scope="module")
def shared(browser: Any, workbench: Served) -> Iterator[tuple[Place, list[str]]]:
    """One page for many tests, and what went wrong on it."""
    errors: list[str] = []
    page = new_page(browser, f"{workbench.address}#place", errors)
    yield Place(page), errors
    page.context.close()


@pytest.fixture
def place(shared: tuple[Place, list[str]]) -> Iterator[Place]:
    """The shared page, showing the first example as if it had just been opened."""
    place, errors = shared
    place.reset()
    yield place
    assert not errors, errors


def test_a_board_is_drawn_painted_filled_and_solved(place: Place) -> None:
    place.click("clear-button")
    assert place.cells() == {}
    assert "Draw some cells" in place.text("law-headline")
    place.click("color-red")
    place.click("tool-draw")
    place.stroke(LINE[0], LINE[-1])  # a quick stroke leaves no gaps
    assert place.cells() == dict.fromkeys(LINE, "red")
    place.click("color-green")
    place.click("tool-draw")
    place.stroke((-2, 1), (1, 1))
    assert place.size() == 9
    place.click("tool-erase")
    place.stroke((1, 1))
    assert "an even number" in place.text("law-headline")
    place.click("undo-button")
    place.click("tool-paint")
    place.click("color-blue")
    place.stroke((0, 0), (2, 0))
    assert [place.cells()[0, 0], place.cells()[2, 0], place.cells()[-1, 0]] == ["blue", "blue", "red"]
    place.click("tool-fill")
    place.click("color-red")
    place.stroke((1, 0))
    assert set(place.cells().values()) == {"red", "green"}
    place.page.keyboard.press("Control+z")
    assert place.cells()[1, 0] == "blue"
    place.page.keyboard.press("Control+Shift+z")
    assert place.cells()[1, 0] == "red"
    place.click("undo-button")
    assert "4 gourds missing" in place.text("law-headline")
    place.click("fill-button")
    place.until(lambda: "The counts fit" in place.text("law-headline"))
    assert sum(count for _, _, count in place.document()["gourds"]) == 4
    assert place.run() == "feasible"
    assert "every gourd verified" in place.text("answer")
    place.shown_placement()


def test_the_counting_laws_are_live(place: Place) -> None:
    assert "one red cell stays empty" in place.text("law-headline")
    assert place.text("empty-color") == "empty"
    place.get("budget-red-red").fill("0")  # one color alone is off, but by more than the empty cell
    assert "1 gourd missing" in place.text("law-headline")
    place.get("budget-red-red").fill("1")
    place.get("budget-blue-green").fill("1")
    assert "1 gourd missing" in place.text("law-headline")
    assert place.text("law-table").split() == ["cells", "6", "6", "7", "ends", "5", "5", "6", "+1", "+1", "+1"]
    place.get("budget-blue-green").fill("4")
    assert "2 gourds too many" in place.text("law-headline")
    place.get("budget-blue-green").fill("3")
    place.get("budget-green-red").fill("1")
    assert "the colors do not fit" in place.text("law-headline")
    place.get("budget-red-red").fill("2")
    place.get("budget-blue-red").fill("1")
    assert "The counts fit" in place.text("law-headline")
    place.until(lambda: "3 budgets of equal colors" in place.text("law-notes"))
    assert "proper" in place.text("facts")
    place.click("clear-budgets")
    assert place.document()["gourds"] == []
    # More colors than a matrix holds: a list with a way to add pairs.
    for _ in range(5):
        place.click("add-color")
    place.get("pair-first").select_option("purple")
    place.get("pair-second").select_option("yellow")
    place.click("pair-add")
    assert ["purple", "yellow", 1] in place.document()["gourds"]


def test_boards_come_from_shapes(place: Place) -> None:
    cases: list[tuple[str, dict[str, int], Any]] = [
        ("hexagon", {"radius": 3}, shapes.hexagon(3)),
        ("comb", {"teeth": 2, "length": 3}, shapes.comb(2, 3)),
        ("random-proper", {"size": 25}, shapes.random_proper(25, 7)),
    ]
    for name, parameters, cells in cases:
        place.get("shape-select").select_option(name)
        for key, value in parameters.items():
            place.get(f"shape-{key}").fill(str(value))
        place.get("shape-seed").fill("7")
        place.click("shape-make")
        wanted = len(cells)
        place.until(lambda wanted=wanted: place.size() == wanted)
        assert set(place.cells()) == {(q, r) for q, r in cells.tolist()}
        assert set(place.cells().values()) == {"blue", "green", "red"}


def test_every_approach_solves_and_is_checked(place: Place) -> None:
    offered = place.get("solver-select").locator("option").evaluate_all("list => list.map((one) => one.value)")
    assert set(registry()) <= set(offered)
    assert {"sat:glucose4", "ilp:scip"} <= set(offered)
    for name in registry():
        place.get("solver-select").select_option(name)
        assert place.run() == "feasible", name
        assert name in place.text("answer-details")
        assert " s" in place.text("answer-details")
        place.shown_placement()


def test_count_heat_map_and_sample(place: Place) -> None:
    assert place.run("count") == "counted"
    assert place.text("count") == "8"
    assert place.run("probabilities") == "heat"
    assert place.get("heat-legend").is_visible()
    shown = {
        frozenset((round(x, 6), round(y, 6)) for x, y in (one["a"], one["b"])): one["share"]
        for one in place.core("board.heat.edges")
    }
    exact = {
        frozenset((round(q + r / 2, 6), round(r * 3**0.5 / 2, 6)) for q, r in edge): float(share)
        for edge, share in edge_probabilities(place.instance()).edges.items()
        if share
    }
    assert shown == pytest.approx(exact)
    assert sum(shown.values()) == pytest.approx(9)
    assert place.run("sample") == "feasible"
    assert place.get("heat-legend").is_hidden()
    drawn = {to_text(place.shown_placement())}
    for _ in range(6):
        place.click("sample-another")
        place.until(lambda: place.get("working").count() == 0 and place.get("solve-button").is_enabled())
        drawn.add(to_text(place.shown_placement()))
    assert len(drawn) > 1
    place.click("plain-button")
    assert place.core("placement") is None
    assert place.get("status").count() == 0


def test_no_placement_explained_and_proved(place: Place) -> None:
    place.example("drawn/nine-other-gourds")
    place.get("solver-select").select_option("sat")
    place.page.get_by_text("Options").click()
    place.get("proof").check()
    assert place.run() == "infeasible"
    assert "certificate verified" in place.text("answer")
    name, content = place.download("export-menu", "export-proof")
    assert name.endswith(".json")
    assert verify_certificate(place.instance(), Certificate.from_text(content.decode()))
    place.click("explain-link")
    place.until(lambda: "Why there is no placement" in place.text("answer"))
    found = explain(place.instance())
    instance = place.instance()
    expected = {tuple(instance.board.cells[k].tolist()) for k in marked_cells(instance, found)}
    marked = place.page.evaluate("() => [...document.querySelector('#view-place').place.board.marks.keys()]")
    assert len(marked) == len(expected) > 0
    assert found.reason in place.text("answer").replace("\n", " ")
    assert "is-blamed" in str(place.get("budget-blue-green").get_attribute("class"))
    # Whoever changes the board is no longer told about the old one.
    place.get("budget-blue-green").fill("2")
    assert place.core("board.marks") is None
    assert "is-stale" in str(place.get("answer").get_attribute("class"))


def test_all_approaches_side_by_side(place: Place) -> None:
    assert place.run("crosscheck") == "feasible"
    rows = [
        row.split("\t")
        for row in place.get("crosscheck-table").locator("tbody").inner_text().splitlines()
        if row.strip()
    ]
    assert set(registry()) <= {row[0].strip() for row in rows}
    assert all("feasible" in row[1] for row in rows)
    assert "All agree" in place.text("answer")
    place.shown_placement()


def test_files_go_out_and_come_back(place: Place) -> None:
    instance = place.instance()
    assert place.run() == "feasible"
    placement = place.shown_placement()
    files = {form: place.download("export-menu", f"export-{form}") for form in ("json", "txt", "svg", "png", "html")}
    assert files["json"][0] == "nine-gourds-on-a-hexagon.json"
    for form in ("json", "txt"):
        assert loads(files[form][1].decode()) == instance
    assert files["svg"][1].startswith(b"<svg")
    assert files["png"][1].startswith(b"\x89PNG")
    assert b"<html" in files["html"][1][:200]
    for form in ("cnf", "opb", "lp", "mps"):
        assert place.download("export-menu", f"export-{form}")[1].decode() == export(instance, form, "reduced")
    _, kept = place.download("export-menu", "export-placement")
    assert loads(kept.decode()) == placement
    assert place.download("export-menu", "export-view")[1].startswith(b"\x89PNG")
    # And back: a drawing, a gzipped file, a placement, a pasted text, a dropped file; a bad one is refused in words.
    place.click("clear-button")
    place.open_file({"name": "board.txt", "mimeType": "text/plain", "buffer": files["txt"][1]})
    place.until(lambda: place.size() == 19)
    assert place.instance() == instance
    place.open_file({"name": "placement.json", "mimeType": "application/json", "buffer": kept})
    place.until(lambda: place.core("placement") is not None)
    assert place.shown_placement() == placement
    place.click("clear-button")
    place.open_file(
        {"name": "board.json.gz", "mimeType": "application/gzip", "buffer": gzip.compress(files["json"][1])}
    )
    place.until(lambda: place.size() == 19)
    place.click("clear-button")
    place.click("open-menu")
    place.click("open-paste")
    place.get("paste-text").fill(files["json"][1].decode())
    place.click("paste-open")
    place.until(lambda: place.size() == 19)
    place.click("clear-button")
    place.page.evaluate(
        """(text) => {
          const carried = new DataTransfer();
          carried.items.add(new File([text], 'board.txt'));
          document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
        }""",
        files["txt"][1].decode(),
    )
    place.until(lambda: place.size() == 19)
    assert place.instance() == instance


def test_what_cannot_be_read_is_refused_in_words(open_page: Open) -> None:
    place = Place(open_page("#place", expects="status of 400"))
    place.open_file({"name": "bad.txt", "mimeType": "text/plain", "buffer": b"gourds drawing 1\nboard:\n  ? ?\n"})
    place.until(lambda: place.get("toast").count() > 0)
    assert "line 3" in place.text("toast")
    assert place.size() == 19
    # A board that gourds cannot cover: the server says so, the board stays.
    place.click("clear-button")
    for cell in [(0, 0), (4, 0), (-4, 0)]:
        place.click("tool-draw")
        place.stroke(cell)
    place.click("fill-button")
    place.until(lambda: "cannot cover" in place.get("toast").last.inner_text())
    assert place.size() == 3
    damaged = Place(open_page("#place"))
    damaged.page.evaluate("() => { location.hash = '#place/damaged'; }")
    damaged.until(lambda: damaged.get("toast").count() > 0)
    assert "the link is damaged" in damaged.text("toast")


def test_the_whole_state_in_a_link_and_in_a_file(open_page: Open, place: Place) -> None:
    place.click("color-green")
    place.click("tool-draw")
    place.stroke((3, -2), (3, -1))
    place.click("fill-button")
    place.until(lambda: "The counts fit" in place.text("law-headline"))
    assert place.run() == "feasible"
    placement = place.shown_placement()
    place.click("share-menu")
    place.click("share-link")
    place.until(lambda: place.page.evaluate("() => location.hash.length") > 20)
    fragment = place.page.evaluate("() => location.hash")
    assert fragment.startswith("#place/")
    other = Place(open_page(fragment))
    other.until(lambda: other.size() == 21)
    assert other.document() == place.document()
    assert other.shown_placement() == placement
    assert other.core("tool") == "draw"
    assert other.core("color") == "green"
    assert "every gourd verified" in other.text("answer")
    name, content = place.download("share-menu", "share-file")
    third = Place(open_page("#place"))
    third.open_file({"name": name, "mimeType": "application/json", "buffer": content})
    third.until(lambda: third.size() == 21)
    assert third.shown_placement() == placement
    # A reload keeps what was drawn.
    third.page.reload()
    again = Place(third.page)
    again.until(lambda: again.size() == 21)


def test_long_work_is_cancelled_by_button_key_and_closing(open_page: Open, workbench: Served) -> None:
    place = Place(open_page("#place"))
    document = json.dumps(ENDLESS["document"]).replace('"a"', '"red"')
    place.open_file({"name": "large.json", "mimeType": "application/json", "buffer": document.encode()})
    place.until(lambda: place.size() == 61)
    idle = len(workbench.pids)
    place.get("solver-select").select_option("brute")
    place.page.route("**/api/jobs", lambda route: route.continue_(post_data=json.dumps(ENDLESS)))

    def start() -> None:
        place.click("count-button")
        place.until(lambda: "counting" in place.text("progress"))
        wait_for(lambda: len(workbench.pids) > idle, 10)

    start()
    assert place.get("solve-button").is_disabled()
    place.click("cancel-button")
    place.until(lambda: place.get("status").get_attribute("data-status") == "cancelled")
    wait_for(lambda: len(workbench.pids) <= idle, 10)
    start()
    place.page.keyboard.press("Escape")
    place.until(lambda: place.get("status").get_attribute("data-status") == "cancelled")
    wait_for(lambda: len(workbench.pids) <= idle, 10)
    start()
    place.page.close()
    wait_for(lambda: len(workbench.pids) <= idle, 15)


def test_everything_by_keyboard(place: Place) -> None:
    press = place.page.keyboard.press
    place.click("clear-button")
    place.get("board").locator("canvas").focus()
    press("d")
    assert place.get("tool-draw").get_attribute("aria-pressed") == "true"
    press("ArrowRight")
    start = place.core("board.cursor")
    press("Enter")
    press("ArrowRight")
    press("2")
    press("d")
    press("Enter")
    press("ArrowDown")
    press("Enter")
    q, r = start
    down = (q + 1, r + 1) if r % 2 == 0 else (q, r + 1)
    colors = place.core("draft.colors")
    assert place.cells() == {(q, r): place.cells()[q, r], (q + 1, r): colors[1], down: colors[1]}
    assert f"{down[0]}, {down[1]}: {colors[1]}" in place.page.locator("[data-testid=board] [aria-live]").inner_text()
    press("e")
    press("Enter")
    assert down not in place.cells()
    press("Control+z")
    press("f")
    press("1")
    press("f")
    press("Enter")
    assert place.cells()[down] == place.cells()[q + 1, r] == colors[0]
    before = place.core("board.scale")
    press("+")
    assert place.core("board.scale") > before
    press("0")
    press("?")
    assert "draw cells" in place.text("help-dialog")
    press("Escape")
    place.until(lambda: place.get("help-dialog").count() == 0)
    place.click("fill-button")
    place.until(lambda: "The counts fit" in place.text("law-headline"))
    place.get("board").locator("canvas").focus()
    press("s")
    place.until(lambda: place.get("status").count() == 1)
    place.shown_placement()


def test_on_a_phone(open_page: Open) -> None:
    place = Place(open_page("#place", size=PHONE, touch=True))
    assert place.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert place.get("solve-button").is_hidden()
    place.get("pick-blue").tap()
    place.get("tool-paint").tap()
    place.page.touchscreen.tap(*place.point((0, 0)))
    assert place.cells()[0, 0] == "blue"
    # Two fingers zoom and do not paint.
    before, cells = place.core("board.scale"), place.cells()
    session = place.page.context.new_cdp_session(place.page)
    x, y = place.point((0, 0))

    def touch(kind: str, *spread: float) -> None:
        points = [{"x": x + sign * wide, "y": y, "id": k} for wide in spread for k, sign in enumerate((-1, 1))]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 30)
    for wide in range(35, 75, 5):
        touch("touchMove", wide)
    touch("touchEnd")
    place.until(lambda: place.core("board.scale") > 1.5 * before)
    assert place.cells() == cells
    place.get("undo-button").tap()
    place.get("sheet-answers").tap()
    assert place.get("solve-button").is_visible()
    place.get("solve-button").tap()
    place.until(lambda: place.get("status").count() == 1 and place.get("working").count() == 0)
    place.shown_placement()
    place.get("sheet-budgets").tap()
    assert place.get("budget-blue-red").is_visible()
    assert place.get("solve-button").is_hidden()
    place.get("sheet-budgets").tap()
    assert place.get("budget-blue-red").is_hidden()


def test_light_and_dark(open_page: Open) -> None:
    place = Place(open_page("#place", dark=True))
    look = "() => [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]"
    assert place.page.evaluate(look) == ["dark", "rgb(20, 23, 27)"]
    dark = place.core("board.scene.cells[0].tone.cell")
    place.click("theme-button")
    assert place.page.evaluate(look) == ["light", "rgb(255, 255, 255)"]
    assert place.core("board.scene.cells[0].tone.cell") != dark
    place.page.reload()
    assert Place(place.page).page.evaluate(look)[0] == "light"


def test_five_thousand_cells_stay_smooth(place: Place, record_property: Callable[[str, object], None]) -> None:
    place.get("shape-select").select_option("hexagon")
    place.get("shape-radius").fill("41")
    place.click("shape-make")
    place.until(lambda: place.size() == 5167)
    filled = place.page.evaluate(
        """async () => {
          const { place } = document.querySelector('#view-place');
          const found = await place.app.api.post('/api/fill', { cells: place.draft.cells, seed: 1 });
          place.change({ ...place.draft, gourds: found.gourds });
          place.showPlacement(found.placement);
          return found.placement;
        }"""
    )
    found = loads(json.dumps(filled))
    assert isinstance(found, Placement)
    assert placement_faults(place.instance(), found) == []
    mouse = place.page.mouse
    for tool, zoom in (("pan", 1), ("pan", 3), ("paint", 1)):
        place.click(f"tool-{tool}")
        place.core("board.fit()")
        place.core(f"board.zoomBy({zoom})")
        place.page.wait_for_timeout(250)
        place.core("board.frameTimes()")
        mouse.move(600, 450)
        mouse.down()
        for k in range(40):
            mouse.move(600 - 6 * k, 450 + k)
        mouse.up()
        times = place.core("board.frameTimes()")
        figures = {}
        for kind in ("draw", "interval"):
            ordered = sorted(times[kind])
            assert len(ordered) > 10, (tool, kind)
            figures[kind] = (ordered[len(ordered) // 2], ordered[int(0.95 * len(ordered))])
            record_property(f"{tool} at zoom {zoom}: {kind} ms, median and 95 %", figures[kind])
        assert figures["draw"][0] < 8, times["draw"]
        assert figures["interval"][0] < 40, times["interval"]


def test_colors_and_letters_are_those_of_the_pictures(place: Place) -> None:
    cases = [
        ["red", "green", "blue"],
        ["r", "g", "b", "y"],
        ["b", "c", "F", "V"],
        [f"n{k:02}" for k in range(40)],
        ["apple", "plum", "plane", "variable 7", "variable 8", "White", "x12", "a"],
    ]
    found = place.page.evaluate(
        """async (cases) => {
          const { tones, shortLabels } = await import('/static/palette.js');
          return cases.map((names) => [tones(names), shortLabels(names)]);
        }""",
        cases,
    )
    for names, (shades, letters) in zip(cases, found, strict=True):
        assert letters == short_labels(names)
        expected = [(tone.cell, tone.border, tone.disc, tone.on_cell, tone.on_disc) for tone in tones(names)]
        keys = ("cell", "border", "disc", "onCell", "onDisc")
        assert [tuple(shade[key] for key in keys) for shade in shades] == expected
