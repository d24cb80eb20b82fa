"""Every view and dialog at four sizes, light and dark: nothing grave for axe-core, and nothing cut off, not even at 200 %."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.browser.axe import axe_source, grave_findings
from tests.web.browser.viewing import View

SIZES = {"desktop": (1440, 900), "laptop": (1280, 720), "phone": (390, 844), "landscape": (844, 390)}
ZOOMED = (640, 360)
"""A laptop at 200 %."""
READY = {
    "play": ".play-board .gourd",
    "place": "[data-testid=solver-select] option[value=auto]",
    "reduce": ".gadget",
    "campaigns": "[data-testid=campaigns] > *",
}
WIDER = """() => [...document.querySelectorAll('body, main, .view:not([hidden])')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.tagName} ${one.scrollWidth}`)"""
BROKEN = """() => [...document.querySelectorAll('table th, table td')].filter((cell) => {
    const { overflowWrap, wordBreak } = getComputedStyle(cell);
    return cell.offsetParent && (overflowWrap === 'anywhere' || wordBreak === 'break-all'); }).map((cell) => cell.textContent)"""
MAIN = {
    "play": "[data-testid=play-board]",
    "place": "#view-place canvas",
    "reduce": ".reduce-scroll",
    "campaigns": "[data-testid=new-campaign]",
}
"""What each view is about."""
IN_SIGHT = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [Math.min(right, innerWidth) - Math.max(left, 0), Math.min(bottom, innerHeight) - Math.max(top, 0)]; }"""
"""Width and height of the part of an element that is in the window."""
NO_HEADERS = """() => [...document.querySelectorAll('.view:not([hidden]) table')]
    .filter((one) => !one.querySelector('th[scope]') || one.querySelector('th:not([scope])')).map((one) => one.outerHTML)"""
FOCUSED = (
    "() => { const { activeElement: one } = document; return one === document.body ? null : one.id || one.tagName; }"
)
NAMED = ("new-campaign", "play-edit", "play-tutorial", "play-levels", "examples-button", "edit-color")
OPENERS = f":is([aria-haspopup], #help-button, {', '.join(f'[data-testid={one}]' for one in NAMED)}):visible:enabled"
"""What opens a menu or a dialog."""
OPEN = "dialog[open], [role=menu]:not([hidden])"
OPENED = f"{OPEN}, [data-testid=campaign-form]"
"""What was opened; what lies around it was looked at before."""


def views(page: Any) -> Iterator[str]:
    """Shows one view after the other."""
    for name, selector in READY.items():
        page.set_viewport_size({"width": 1440, "height": 900})
        page.get_by_test_id(f"tab-{name}").click()
        page.locator(f"#view-{name} {selector}" if name != "place" else selector).first.wait_for(state="attached")
        page.wait_for_function(f"() => !document.getElementById('view-{name}').hidden")
        yield name


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_grave_findings(open_page: Callable[..., Any], dark: bool) -> None:
    if axe_source() is None:
        pytest.skip("axe-core is not on this machine, and cannot be fetched")
    page = open_page("#play", dark=dark, calm=True)
    found = {}
    rules = ["color-contrast"] if dark else []  # nothing else depends on the shade
    sizes = ["laptop", "phone"] if dark else list(SIZES)  # wide and narrow show the same colors
    for name in views(page):
        for title in sizes:
            width, height = SIZES[title]
            page.set_viewport_size({"width": width, "height": height})
            found[name, title] = grave_findings(page, *rules)
    assert {place: lines for place, lines in found.items() if lines} == {}


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_no_grave_findings_in_menus_and_dialogs(open_page: Callable[..., Any], size: str) -> None:
    if axe_source() is None:
        pytest.skip("axe-core is not on this machine, and cannot be fetched")
    page = open_page("#play", dark=size == "desktop", calm=True)
    found = {}
    for name in views(page):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        for k in range(page.locator(OPENERS).count()):
            opener = page.locator(OPENERS).nth(k)
            if name != "play" and opener.get_attribute("id") == "help-button":
                continue  # the same everywhere
            label = opener.inner_text() or opener.get_attribute("aria-label")
            opener.click()
            page.locator(OPENED).locator("visible=true").first.wait_for()  # some are loaded now
            found[name, label] = grave_findings(page, inside=f"{OPENED}, :focus, [aria-expanded=true]")
            page.keyboard.press("Escape")
            page.locator(OPEN).first.wait_for(state="hidden")
            assert page.evaluate(FOCUSED), (name, label, "the focus is not lost")
    assert {place: lines for place, lines in found.items() if lines} == {}
    assert len(found) > 8, found.keys()


def test_nothing_is_cut_off(open_page: Callable[..., Any]) -> None:
    """No view is wider than its window, and its board is in sight, on phones that lie on their side and at 200 % too.

    Every view has one heading of the first rank, tables have headers, no word in a table is broken, and from the top of
    the page the keyboard is on the board after a tab and Enter.
    """
    page = open_page("#play", calm=True)
    view = View(page)
    for name in views(page):
        assert page.locator(".view:not([hidden]) h1").count() == 1
        assert page.evaluate(NO_HEADERS) == []
        page.evaluate("() => { document.activeElement.blur(); getSelection().removeAllRanges(); }")
        page.locator("#skip").focus()
        page.keyboard.press("Enter")
        assert page.evaluate("(view) => document.activeElement.closest('.view')?.id === view", f"view-{name}")
        if name != "campaigns":
            assert page.evaluate("() => document.activeElement.closest('svg, canvas') !== null"), name
        for width, height in (*SIZES.values(), ZOOMED):
            page.set_viewport_size({"width": width, "height": height})
            view.until(lambda: page.evaluate(WIDER) == [])
            assert page.evaluate(BROKEN) == []
            inside = page.evaluate(
                """() => [...document.querySelectorAll('.bar a, .bar button')].every((one) => {
                  const { left, right } = one.getBoundingClientRect(); return left >= 0 && right <= innerWidth + 1; })"""
            )
            assert inside, (name, width)
            wide, high = page.locator(MAIN[name]).first.evaluate(IN_SIGHT)
            least = (100, 30) if name == "campaigns" else (240, 100 if name == "reduce" and width < 600 else 180)
            assert (wide >= least[0], high >= least[1]) == (True, True), (name, width, wide, high)
