"""HTML pages around a picture, to pan and zoom in; they load nothing from anywhere.

Panning and zooming change the view box of the SVG, so that lines stay sharp. A content security policy forbids
everything but the styles and the script in the page itself.
"""

from __future__ import annotations

import json

from gourds.render.text import xml

HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
"""
"""How every page begins."""

_STYLE = """
:root { color-scheme: light dark; --paper: #ffffff; --ink: #24292e; --soft: #6a737d; --line: #d0d7de; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16191d; --ink: #e6e9ec; --soft: #9aa4ae; --line: #3a424a; }
}
html, body { margin: 0; height: 100%; overflow: hidden; background: var(--paper); color: var(--ink); }
#view { width: 100%; height: 100%; touch-action: none; cursor: grab; outline: none; }
#view.dragging { cursor: grabbing; }
#view > svg { display: block; width: 100%; height: 100%; user-select: none; -webkit-user-select: none; }
svg .paper { fill: var(--paper); }
svg .ink { fill: var(--ink); }
svg .soft { fill: var(--soft); }
nav { position: fixed; right: 12px; bottom: 12px; display: flex; gap: 6px; }
nav button {
  min-width: 38px; height: 38px; padding: 0 11px; border-radius: 8px; border: 1px solid var(--line);
  background: var(--paper); color: var(--ink); font: 500 16px system-ui, sans-serif; cursor: pointer;
}
nav button:hover, nav button:focus-visible { border-color: var(--soft); }
@media print { nav { display: none; } }
"""

_SCRIPT = """
"use strict";
(() => {
  const view = document.getElementById("view");
  const svg = view.querySelector("svg");
  const size = svg.viewBox.baseVal;
  const whole = { x: size.x, y: size.y, w: size.width, h: size.height };
  let box = { ...whole };
  const pointers = new Map();

  const show = () => svg.setAttribute("viewBox", [box.x, box.y, box.w, box.h].join(" "));
  const place = (x, y) => {
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    return { x: at.x, y: at.y };
  };
  const move = (dx, dy) => { box = { ...box, x: box.x + dx, y: box.y + dy }; show(); };
  const zoom = (factor, at) => {
    const w = Math.min(Math.max(box.w / factor, whole.w / 400), whole.w * 4);
    const k = w / box.w;
    const c = at || { x: box.x + box.w / 2, y: box.y + box.h / 2 };
    box = { x: c.x + (box.x - c.x) * k, y: c.y + (box.y - c.y) * k, w, h: box.h * k };
    show();
  };
  const reset = () => { box = { ...whole }; show(); };
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return { d: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  view.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    zoom(Math.exp(-event.deltaY * lines * 0.0015), place(event.clientX, event.clientY));
  }, { passive: false });
  view.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    view.setPointerCapture(event.pointerId);
    view.classList.add("dragging");
  });
  view.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const before = pointers.size === 2 ? spread() : null;
    const from = place(last.x, last.y);
    const to = place(event.clientX, event.clientY);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (before) {
      const after = spread();
      const a = place(before.x, before.y);
      const b = place(after.x, after.y);
      move(a.x - b.x, a.y - b.y);
      if (before.d > 0 && after.d > 0) zoom(after.d / before.d, place(after.x, after.y));
    } else {
      move(from.x - to.x, from.y - to.y);
    }
  });
  const release = (event) => {
    pointers.delete(event.pointerId);
    if (!pointers.size) view.classList.remove("dragging");
  };
  view.addEventListener("pointerup", release);
  view.addEventListener("pointercancel", release);
  view.addEventListener("dblclick", (event) => zoom(2, place(event.clientX, event.clientY)));

  const keys = {
    "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), "_": () => zoom(0.8), "0": reset,
    ArrowLeft: () => move(-box.w / 12, 0), ArrowRight: () => move(box.w / 12, 0),
    ArrowUp: () => move(0, -box.h / 12), ArrowDown: () => move(0, box.h / 12),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.getElementById("in").addEventListener("click", () => zoom(1.4));
  document.getElementById("out").addEventListener("click", () => zoom(1 / 1.4));
  document.getElementById("fit").addEventListener("click", reset);
})();
"""

_BUTTONS = """<nav aria-label="View">
<button id="out" type="button" title="Zoom out (−)" aria-label="Zoom out">−</button>
<button id="in" type="button" title="Zoom in (+)" aria-label="Zoom in">+</button>
<button id="fit" type="button" title="Show all (0)">Fit</button>
</nav>
"""


def script_data(name: str, data: object) -> str:
    """Data for the script of a page, as JSON that cannot end the element in which it stands."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>\n'


def to_html(svg: str, title: str = "gourds") -> str:
    """A page of its own around a picture: drag to pan; wheel, pinch, + and − to zoom; 0 to see all of it."""
    inline = svg[svg.index("<svg") :].replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
    return (
        f"{HEAD}<title>{xml(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<div id="view" tabindex="0">\n{inline}</div>\n{_BUTTONS}<script>{_SCRIPT}</script>\n</body>\n</html>\n'
    )
