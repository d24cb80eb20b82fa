"""How the Solve view looks: no hairlines after painting, usable at every size, by keyboard and with a screen reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.web.browser.placing import CORE, Place

Open = Callable[..., Any]
SIZES = {
    "desktop": (1440, 900),
    "laptop": (1280, 720),
    "phone": (390, 844),
    "landscape": (844, 390),
    "zoomed": (640, 360),
}
DENSITIES = (1, 1.25, 1.5, 2)
SQUARE = [(q, r) for r in range(-1, 2) for q in range(-1, 2)]

UNLIKE = f"""() => {{
  const {{ board }} = {CORE};
  const [x, y] = board.pointOfCell([0, 0]).map((at) => Math.round((at - 3 * board.scale) * board.density));
  const side = Math.round(6 * board.scale * board.density);
  const pixels = () => {{
    board.draw(true);
    return new Uint32Array(board.context.getImageData(x, y, side, side).data.buffer);
  }};
  const patched = pixels();
  board.layer.clear();
  return pixels().filter((value, k) => value !== patched[k]).length;
}}"""
"""How many pixels differ between what was painted bit by bit and the same painted at once."""

OVERLAPS = """() => {
  const stage = document.querySelector('#view-place .stage').getBoundingClientRect();
  const boxes = [...document.querySelectorAll('#view-place .float')].filter((one) => one.checkVisibility())
    .map((one) => [one.className, one.getBoundingClientRect()]);
  const found = boxes.filter(([, box]) => box.left < stage.left || box.right > stage.right || box.bottom > stage.bottom)
    .map(([name]) => `${name} is outside`);
  boxes.forEach(([name, a], k) => boxes.slice(k + 1).forEach(([other, b]) => {
    if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) found.push(`${name} on ${other}`);
  }));
  return found;
}"""


def test_no_hairlines_after_painting(place: Place) -> None:
    for density in DENSITIES:
        # As if the window came to a screen with other pixels.
        place.page.evaluate(
            f"""(density) => {{
              Object.defineProperty(window, 'devicePixelRatio', {{ configurable: true, writable: true, value: density }});
              {CORE}.board.resize();
            }}""",
            density,
        )
        assert place.core("board.density") == density
        assert place.core("board.canvas.width") == round(density * place.core("board.width"))
        for color, zoom in (("green", 1), ("blue", 0.4)):
            place.core("board.fit()")
            place.core(f"board.zoomBy({zoom})")
            place.core("board.layer.sharpen()")
            place.core("board.draw(true)")
            place.page.evaluate(f"() => {CORE}.chooseColor('{color}')")
            place.click("tool-paint")
            for row in (SQUARE[:3], SQUARE[3:6], SQUARE[6:]):
                place.stroke(*row)
            assert {place.cells()[cell] for cell in SQUARE} == {color}
            assert place.core("board.layer.isSharp()"), "only tiles with changed cells are painted anew"
            assert place.page.evaluate(UNLIKE) == 0, (density, zoom)
    place.page.evaluate(f"() => {{ window.devicePixelRatio = 1; {CORE}.board.resize(); }}")


def test_every_size_is_usable(open_page: Open) -> None:
    """One page, made larger and smaller: the board, its tools and the answer are in sight and on their own."""
    place = Place(open_page("#place"))
    assert place.run() == "feasible"
    for name, (wide, high) in SIZES.items():
        place.page.set_viewport_size({"width": wide, "height": high})
        place.until(lambda wide=wide: place.page.evaluate("() => innerWidth") == wide)  # type: ignore[misc]
        if not place.get("solve-button").is_visible():
            place.click("sheet-answers")
        place.core("board.resize()")
        assert place.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name
        assert place.page.evaluate(OVERLAPS) == [], name
        assert place.core("board.scale") > 12, (name, "gourds are gourds")
        stage = place.get("board").bounding_box()
        assert stage["height"] >= 240, name
        for cell in place.cells():
            x, y = place.core(f"board.pointOfCell([{cell[0]}, {cell[1]}])")
            assert 0 < x < stage["width"], name
            assert 40 < y < stage["height"], name
        for wanted in ("solve-button", "explain-button", "status"):
            box = place.get(wanted).bounding_box()
            assert box["x"] >= 0, (name, wanted)
            assert box["x"] + box["width"] <= wide, (name, wanted)
            assert box["y"] + box["height"] <= high, (name, wanted, "without scrolling")


def test_the_keyboard_finds_the_board_and_keeps_its_place(place: Place) -> None:
    press = place.page.keyboard.press
    focused = "() => document.activeElement.dataset.testid ?? document.activeElement.tagName"
    place.page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    place.get("color-green").focus()
    press("b")
    assert place.page.evaluate(focused) == "CANVAS", "a key leads to the board"
    # By tabs, from the beginning of the page: the first link skips to it.
    place.page.locator("#skip").focus()
    press("Enter")
    assert place.page.evaluate(focused) == "CANVAS"
    # Buttons that were pressed keep the focus, though the panel is made anew.
    for testid in ("color-green", "color-blue"):
        place.get(testid).focus()
        press("Enter")
        assert place.page.evaluate(focused) == testid
    place.get("board").locator("canvas").focus()
    press("ArrowRight")
    press("Enter")
    assert place.core("history.past.length") == 1
    place.get("undo-button").focus()
    press("Enter")
    assert place.page.evaluate(focused) == "undo-button"
    assert place.get("undo-button").get_attribute("aria-disabled") == "true"
    held: list[Any] = []
    place.page.route("**/api/jobs", lambda route: held.append(route))
    place.get("solve-button").focus()
    press("Enter")
    place.until(lambda: len(held) == 1)
    assert place.page.evaluate(focused) == "solve-button"
    place.get("cancel-button").focus()
    press("Enter")
    place.until(lambda: place.get("status").get_attribute("data-status") == "cancelled")
    assert place.page.evaluate(focused) == "solve-button"
    place.page.unroute("**/api/jobs")


def test_examples_have_pictures_and_tables_have_headers(place: Place) -> None:
    place.click("examples-button")
    inked = """() => [...document.querySelectorAll('canvas.thumbnail')].filter((one) =>
      one.getContext('2d').getImageData(0, 0, one.width, one.height).data.some((value) => value > 0)).length"""
    place.until(lambda: place.page.evaluate(inked) >= 40)
    place.page.keyboard.press("Escape")
    bare = (
        "() => [...document.querySelectorAll('#view-place th')].filter((one) => !one.scope).map((one) => one.outerHTML)"
    )
    assert place.page.evaluate(bare) == []
    assert place.get("budgets").locator("th[scope=col]").count() == 3
