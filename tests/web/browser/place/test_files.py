"""Files, links and states of the Place view in a browser: out and back, and what cannot be read."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

from gourds.encodings.export import export
from gourds.files import loads
from tests.web.browser.placing import Place

Open = Callable[..., Any]


def test_files_go_out_and_come_back(place: Place) -> None:
    instance = place.instance()
    assert place.run() == "feasible"
    placement = place.shown_placement()
    files = {form: place.download("export-menu", f"export-{form}") for form in ("json", "txt", "svg", "png")}
    assert files["json"][0] == "nine-gourds-on-a-hexagon.json"
    for form in ("json", "txt"):
        assert loads(files[form][1].decode()) == instance
    assert files["svg"][1].startswith(b"<svg")
    assert files["png"][1].startswith(b"\x89PNG")
    assert place.download("export-menu", "export-mps")[1].decode() == export(instance, "mps", "reduced")
    _, kept = place.download("export-menu", "export-placement")
    assert loads(kept.decode()) == placement
    assert place.download("export-menu", "export-view")[1].startswith(b"\x89PNG")
    # And back: a drawing, a gzipped file, a placement, a pasted text, a dropped file.
    place.click("clear-button")
    place.open_file("board.txt", files["txt"][1])
    place.until(lambda: place.size() == 19)
    assert place.instance() == instance
    place.open_file("placement.json", kept)
    place.until(lambda: place.core("placement") is not None)
    assert place.shown_placement() == placement
    place.click("clear-button")
    place.open_file("board.json.gz", gzip.compress(files["json"][1]))
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


def test_what_cannot_be_read_is_refused_in_words(place: Place) -> None:
    place.errors.expects = "status of 400"
    place.open_file("bad.txt", b"gourds drawing 1\nboard:\n  ? ?\n")
    place.wait_for_toast("line 3")
    assert place.size() == 19
    place.click("open-menu")
    place.click("open-paste")
    place.get("paste-text").fill("gourds drawing 1\nboard:\n  ? ?\n")
    place.click("paste-open")
    place.until(lambda: "line 3" in place.text("paste-fault"))  # said in the dialog, which stays
    assert place.page.evaluate("() => document.activeElement.dataset.testid") == "paste-text"
    place.page.keyboard.press("Escape")
    other = {"format": "gourds-placement", "version": 1, "gourds": [[[7, 0], [8, 0]]], "empty": [9, 0]}
    place.open_file("elsewhere.json", json.dumps(other))
    place.wait_for_toast("not one of the board that is shown")
    assert place.core("placement") is None
    # A board that gourds cannot cover: the server says so, the board stays.
    place.click("clear-button")
    for cell in [(0, 0), (4, 0), (-4, 0)]:
        place.click("tool-draw")
        place.stroke(cell)
    place.click("fill-button")
    place.wait_for_toast("cannot cover")
    assert place.size() == 3


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
    name, content = place.download("share-menu", "share-file")
    other = Place(open_page(fragment))
    other.until(lambda: other.size() == 21)

    def check() -> None:
        assert other.document() == place.document()
        assert other.shown_placement() == placement
        assert other.core("tool") == "pan", "an answer puts the tools away"
        assert other.core("color") == "green"
        assert "every gourd verified" in other.text("answer")
        assert "came with the state" in other.text("foreign"), "nobody here has checked this answer"

    check()
    # A reload keeps what was drawn, and the file brings it back to an empty board.
    other.page.reload()
    other = Place(other.page)
    other.until(lambda: other.size() == 21)
    check()
    other.click("clear-button")
    other.open_file(name, content)
    other.until(lambda: other.size() == 21)
    check()
