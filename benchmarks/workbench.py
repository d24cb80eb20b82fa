"""The page in Chromium: first paint, heap, frames of panning and a full paint at 5,167 cells; against older code too.

Usage: python benchmarks/workbench.py [ROUNDS] [--against REV]

Every load has a profile of its own, so nothing is in a cache. First paint is what the browser reports (first contentful
paint). The heap is what JavaScript has in use after a collection of garbage; pictures, elements and the text of scripts
are not in it. The board of 5,167 cells and 2,583 gourds is made in the view that solves, while the first view stays
loaded, as by somebody who presses its buttons. To press them, Playwright loads scripts of its own into the page, which
are in the heap then; so one more load makes the same board by one script of this file, for the heap without them. The
frame time is the median from frame to frame while the whole board is dragged, the full paint begins without tiles and
ends when the pixels can be read. ``--against`` checks the revision out into a temporary folder, runs its server with
this interpreter, and takes turns with it. Frames and paints want an idle machine. Needs the extra ``test`` and a
Chromium (``GOURDS_CHROMIUM`` names it).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from _frames import CORE, PAINT, TIME
from _revisions import ROOT, checked_out

NAMES = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
LIMITS = {"first paint": 260.0, "heap after load": 3.2, "without Playwright": 3.2, "frame while panning": 16.7}
"""In the units below."""
UNITS = {
    "first paint": "ms",
    "heap after load": "MB",
    "heap with 5,167 cells": "MB",
    "without Playwright": "MB",
    "frame while panning": "ms",
    "full paint": "ms",
}
SERVER = """
from gourds.web.serving import bind, serve
from gourds.web.settings import Settings
listener = bind(0)
address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
serve(listener, Settings(), lambda: print(address, flush=True))
"""
KNOWN = "if (location.protocol === 'http:') localStorage.setItem('gourds tutorial v1', '\"seen\"');"
"""Somebody who was here before: no tutorial."""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
MAKE = f"""async () => {{
  const find = (name) => document.querySelector(`[data-testid="${{name}}"]`);
  const until = async (holds) => {{ while (!holds()) await new Promise((go) => setTimeout(go, 20)); }};
  find('tab-place').click();
  await until(() => {CORE}?.draft.cells.length && find('shape-select').options.length);
  find('shape-select').value = 'hexagon';
  find('shape-select').dispatchEvent(new Event('change'));
  find('shape-radius').value = '41';
  find('shape-make').click();
  await until(() => {CORE}.draft.cells.length === 5167);
}}"""
"""The large board without scripts of Playwright in the page."""
FILL = f"""async () => {{
  const place = {CORE};
  const found = await place.app.api.post('/api/fill', {{ cells: place.draft.cells, seed: 1 }});
  place.change({{ ...place.draft, gourds: found.gourds }});
  if (place.lay) place.lay({{ placement: found.placement }});
  else place.showPlacement(found.placement); // older code
}}"""


@contextlib.contextmanager
def serving(source: Path) -> Iterator[str]:
    """The address of a server that runs the code in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(source)}
    command = [sys.executable, "-c", SERVER]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not re.match(r"http://127\.0\.0\.1:\d+/", line):
            raise SystemExit(f"the server of {source} does not start")
        yield line.strip()
    finally:
        process.terminate()
        process.wait(20)


def heap(page: Any, session: Any) -> float:
    """Megabytes in use once garbage is collected."""
    page.wait_for_timeout(300)
    session.send("HeapProfiler.collectGarbage")
    return float(session.send("Runtime.getHeapUsage")["usedSize"]) / 1e6


@contextlib.contextmanager
def loaded(browser: Any, address: str) -> Iterator[tuple[Any, Any]]:
    """The page in a profile of its own, and what asks its browser."""
    context = browser.new_context(viewport={"width": 1280, "height": 860}, service_workers="block")
    context.set_default_timeout(120_000)
    context.add_init_script(KNOWN)
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    yield page, context.new_cdp_session(page)
    context.close()


def fill(page: Any, session: Any) -> float:
    """Gourds on the large board, painted; the heap then."""
    page.evaluate(FILL)
    page.evaluate(f"() => {CORE}.board.draw(true)")
    return heap(page, session)


def measure(browser: Any, address: str) -> dict[str, float]:
    """One load of the page and one large board; the same board once more, without Playwright."""
    with loaded(browser, address) as (page, session):
        found = {"first paint": page.evaluate(PAINTED), "heap after load": heap(page, session)}
        make(page)
        found["heap with 5,167 cells"] = fill(page, session)
        found["frame while panning"] = median(drag(page))
        found["full paint"] = median(page.evaluate(PAINT))
    with loaded(browser, address) as (page, session):
        page.evaluate(MAKE)
        found["without Playwright"] = fill(page, session)
    return found


def make(page: Any) -> None:
    """The large board, by pressing buttons."""
    page.get_by_test_id("tab-place").click()
    page.wait_for_function(f"() => {CORE}?.draft.cells.length")
    page.get_by_test_id("shape-select").select_option("hexagon")
    page.get_by_test_id("shape-radius").fill("41")
    page.get_by_test_id("shape-make").click()
    page.wait_for_function(f"() => {CORE}.draft.cells.length === 5167")


def drag(page: Any) -> list[float]:
    """Milliseconds from frame to frame while the board is dragged."""
    page.get_by_test_id("tool-pan").click()
    page.evaluate(f"() => {{ {CORE}.board.fit(); }}")
    page.wait_for_timeout(250)
    page.evaluate(TIME)
    page.mouse.move(600, 450)
    page.mouse.down()
    for k in range(60):
        page.mouse.move(600 - 4 * k, 450 + k)
    page.mouse.up()
    return list(page.evaluate(f"() => {CORE}.board.frameTimes().interval"))


def show(measured: dict[str, list[dict[str, float]]], rounds: int) -> int:
    """Print the medians; 1 if this code exceeds a limit."""
    failed = False
    names = list(measured)
    print(f"{'':22}" + "".join(f"  {name:>16}" for name in names) + f"  {'limit':>8}")
    for figure, unit in UNITS.items():
        middles = [median(one[figure] for one in measured[name]) for name in names]
        limit = LIMITS.get(figure)
        failed |= limit is not None and round(middles[0], 1) > limit
        told = "".join(f"  {value:13.1f} {unit}" for value in middles)
        print(f"{figure:22}{told}  {'' if limit is None else f'{limit:g} {unit}':>8}")
    print(f"{rounds} rounds, medians; the limits are {'exceeded' if failed else 'kept'}")
    return int(failed)


def main() -> int:
    """Run the benchmark and give its exit code."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", nargs="?", type=int, default=9)
    parser.add_argument("--against", metavar="REV", help="an older revision of this repository")
    options = parser.parse_args()
    path = os.environ.get("GOURDS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with contextlib.ExitStack() as stack:
        old = stack.enter_context(checked_out(options.against))
        addresses = {"this code": stack.enter_context(serving(ROOT / "src"))}
        if old is not None:
            addresses[options.against] = stack.enter_context(serving(old))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        measured: dict[str, list[dict[str, float]]] = {name: [] for name in addresses}
        for round_number in range(options.rounds + 1):
            for name, address in addresses.items():
                found = measure(browser, address)
                if round_number:  # the first round compiles and fills caches of the machine
                    measured[name].append(found)
        browser.close()
    return show(measured, options.rounds)


if __name__ == "__main__":
    sys.exit(main())
