"""The Place view in a browser: drawing, budgets, shapes, keys, a phone, light and dark; on the page and in the data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gourds import shapes
from gourds.render.palette import tones
from gourds.render.text import short_labels
from tests.web.browser.conftest import PHONE
from tests.web.browser.placing import Place

Open = Callable[..., Any]
LINE = [(q, 0) for q in range(-2, 3)]


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


def test_the_board_stays_under_the_pointer_while_the_first_cells_are_drawn(place: Place) -> None:
    place.click("clear-button")
    place.click("tool-draw")
    before = [place.point(cell) for cell in LINE]
    place.page.mouse.move(*before[0])
    place.page.mouse.down()
    place.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert [place.point(cell) for cell in LINE] == before
    place.page.mouse.move(*before[-1])
    place.page.mouse.up()
    assert [place.point(cell) for cell in LINE] == before
    assert set(place.cells()) == set(LINE)


def test_the_counting_laws_are_live(place: Place) -> None:
    assert "one red cell stays empty" in place.text("law-headline")
    assert place.text("empty-color") == "empty"
    place.get("budget-red-red").fill("0")  # one color alone is off, but by more than the empty cell
    assert "1 gourd missing" in place.text("law-headline")
    place.get("budget-red-red").fill("1")
    place.get("budget-blue-green").fill("1")
    assert "1 gourd missing" in place.text("law-headline")
    assert place.text("law-table").split() == ["cells", "6", "6", "7", "ends", "5", "5", "6", "left", "+1", "+1", "+1"]
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
    assert place.page.evaluate("() => document.activeElement.tagName") == "CANVAS"


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
    dark = place.core("board.scene.looks.toneOf('red').cell")
    place.click("theme-button")
    assert place.page.evaluate(look) == ["light", "rgb(255, 255, 255)"]
    assert place.core("board.scene.looks.toneOf('red').cell") != dark
    place.page.reload()
    assert Place(place.page).page.evaluate(look)[0] == "light"


def test_numbers_name_cells(place: Place) -> None:
    coordinates = [*range(-30, 31), *(sign * far for sign in (-1, 1) for far in (16_383, 1_000_000))]
    keys, back = place.page.evaluate(
        """async (coordinates) => {
          const { cellKey, keyCell } = await import('/static/board/hex.js');
          const keys = coordinates.flatMap((q) => coordinates.map((r) => cellKey(q, r)));
          return [keys, keys.map(keyCell)];
        }""",
        coordinates,
    )
    assert [tuple(cell) for cell in back] == [(q, r) for q in coordinates for r in coordinates]
    assert len(set(keys)) == len(coordinates) ** 2
    near = [key for key, cell in zip(keys, back, strict=True) if max(map(abs, cell)) < 2**14]
    assert max(near) < 2**30, "these take no memory beside the map that has them"


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
          const { shortLabels, toneMap } = await import('/static/board/palette.js');
          return cases.map((names) => [names.map((name) => toneMap(names).get(name)), shortLabels(names)]);
        }""",
        cases,
    )
    for names, (shades, letters) in zip(cases, found, strict=True):
        assert letters == short_labels(names)
        expected = [(tone.cell, tone.border, tone.disc, tone.on_cell, tone.on_disc) for tone in tones(names)]
        keys = ("cell", "border", "disc", "onCell", "onDisc")
        assert [tuple(shade[key] for key in keys) for shade in shades] == expected


def test_colors_are_renamed_and_removed(place: Place) -> None:
    place.click("color-green")
    place.click("edit-color")
    assert place.get("color-remove").is_disabled()
    place.get("color-name").fill("lime")
    place.page.keyboard.press("Enter")
    assert set(place.cells().values()) == {"blue", "lime", "red"}
    assert ["blue", "lime", 2] in place.document()["gourds"]
    place.click("add-color")
    assert place.core("draft.colors") == ["blue", "lime", "red", "green"]
    place.click("edit-color")
    place.get("color-name").fill("red")
    place.click("color-rename")
    assert "a color named red already" in place.text("color-fault"), "said where one types"
    assert place.page.evaluate("() => document.activeElement.dataset.testid") == "color-name"
    place.click("color-remove")
    assert place.core("draft.colors") == ["blue", "lime", "red"]
    assert place.core("color") in ("blue", "lime", "red")


def test_menus_and_dialogs_by_keyboard(place: Place) -> None:
    press = place.page.keyboard.press
    focused = "() => document.activeElement.dataset.testid"
    place.get("export-menu").focus()
    press("Enter")
    assert place.page.evaluate(focused) == "export-json"
    press("ArrowDown")
    assert place.page.evaluate(focused) == "export-txt"
    press("Escape")
    assert place.page.evaluate(focused) == "export-menu"
    assert place.get("export-json").is_hidden()
    press("Enter")
    press("Shift+Tab")
    press("Shift+Tab")  # whoever goes on finds the menu closed
    assert place.get("export-json").is_hidden()
    place.get("examples-button").focus()
    press("Enter")
    place.get("examples-dialog").wait_for()
    press("Escape")
    place.until(lambda: place.get("examples-dialog").count() == 0)
    assert place.page.evaluate(focused) == "examples-button"
    # Every control shows where the focus is.
    unseen = place.page.evaluate(
        """() => [...document.querySelectorAll('#view-place button:enabled, #view-place select, #view-place input, .bar a')]
          .filter((one) => one.checkVisibility() && one.tabIndex >= 0)
          .filter((one) => {
            one.focus({ focusVisible: true });
            const { outlineStyle, outlineWidth } = getComputedStyle(one);
            return outlineStyle === 'none' || parseFloat(outlineWidth) < 2;
          })
          .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert unseen == []
