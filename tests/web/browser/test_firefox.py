"""The four views in Firefox at four sizes: they show, nothing goes wrong, a board is solved. The rest is Chromium's."""

from __future__ import annotations

from tests.web.browser.firefox import start_firefox
from tests.web.serving import Served

UNTIL = """new Promise((resolve, reject) => {{
  const end = Date.now() + 30000;
  const look = () => {{
    if ({condition}) resolve(true);
    else if (Date.now() > end) reject(new Error('it did not happen in time'));
    else setTimeout(look, 30);
  }};
  look();
}})"""
SHOWN = {
    "play": "document.querySelector('.play-board .gourd.movable')",
    "place": "document.querySelector('#view-place')?.place?.draft.cells.length",
    "reduce": "document.querySelector('#view-reduce .gadget')",
    "campaigns": "document.querySelector('#view-campaigns [data-testid=campaigns] > *')",
}
SIZES = ((1440, 900), (1280, 720), (390, 844), (844, 390))


def test_the_four_views(workbench: Served) -> None:
    with start_firefox() as page:
        page.open(f"{workbench.address}#play")
        for name, shown in SHOWN.items():
            page.evaluate(f"document.querySelector('[data-testid=tab-{name}]').click()")
            page.evaluate(UNTIL.format(condition=f"window.gourds?.current().name === '{name}' && {shown}"))
            for width, height in SIZES:
                page.resize(width, height)
                assert page.evaluate("document.body.scrollWidth <= innerWidth"), (name, width)
        page.evaluate("document.querySelector('[data-testid=tab-place]').click()")
        page.evaluate("document.querySelector('[data-testid=solve-button]').click()")
        page.evaluate(UNTIL.format(condition="document.querySelector('[data-status=feasible]')"))
        assert page.errors == []
