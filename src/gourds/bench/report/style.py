"""The style sheet of campaign reports: that of the cross-check's report, with additions for plots and wide tables.

The colors of series are those of Okabe and Ito, the black and the yellow changed so that they stand out on light and on
dark paper.
"""

from __future__ import annotations

from typing import Final

from gourds.bench.report.explorer.section import part
from gourds.render.report_style import STYLE as COMMON

_OWN: Final = """
:root {
  --s1: #e69f00; --s2: #2c8fcf; --s3: #009e73; --s4: #1f2328; --s5: #0060a0; --s6: #d55e00;
  --s7: #b8558c; --s8: #a39500;
  --grid: #e6eaee; --rule: #8a949e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --s1: #f0a90a; --s2: #6cc1f3; --s3: #1fbf92; --s4: #e8ebee; --s5: #4d93e0; --s6: #f0762a;
    --s7: #dd8fbb; --s8: #d8cb3a;
    --grid: #272d34; --rule: #6d7883;
  }
}
h3 { margin: 18px 0 6px; } p code { overflow-wrap: anywhere; }
nav.toc { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 18px 0 0; font-size: 14px; }
dl.setup { display: grid; grid-template-columns: max-content 1fr; gap: 3px 18px; margin: 16px 0 0; font-size: 14px; }
dl.setup dt { color: var(--soft); } dl.setup dd { margin: 0; overflow-wrap: anywhere; }
.trouble { border: 3px solid var(--bad); background: var(--bad-sheet); border-radius: 12px; padding: 14px 20px;
  margin: 18px 0; }
.trouble h2 { margin: 0 0 6px; color: var(--bad); font-size: 22px; }
.trouble li { margin: 3px 0; font-weight: 600; }
.notes { margin: 12px 0 0; padding: 0; list-style: none; font-size: 14px; }
.notes li { border-left: 4px solid var(--warn); background: var(--warn-sheet); padding: 5px 12px; margin: 4px 0;
  border-radius: 0 6px 6px 0; }
td small, th small { display: block; font-size: 12px; font-weight: 400; color: var(--soft); }
table.wrapped thead th { white-space: normal; min-width: 74px; max-width: 118px; vertical-align: bottom;
  overflow-wrap: break-word; line-height: 1.25; }
table.wrapped thead th:first-child { max-width: none; }
.exponents td { white-space: nowrap; }
tr.first th, tr.first td { background: var(--good-sheet); }
tr.best th, tr.best td { border-top: 2px solid var(--line); font-style: italic; }
td.top { font-weight: 700; } td.top i { color: var(--warn); font-style: normal; }
.scroll:has(> .matrix), .gallery, .plots { content-visibility: auto; contain-intrinsic-size: auto 900px; }
.matrix th[scope=row] { white-space: normal; overflow-wrap: anywhere; min-width: 190px; max-width: 250px;
  line-height: 1.25; }
.matrix td small { font-size: 11px; line-height: 1.1; color: inherit; opacity: 0.75; }
.matrix td.known { text-align: left; white-space: normal; min-width: 170px; max-width: 240px; color: var(--soft);
  font-size: 12px; line-height: 1.25; }
.matrix tr.group th { background: var(--sheet); color: var(--ink); font-weight: 650; }
.facts dd { white-space: nowrap; } .facts dd small { white-space: normal; }
.pending { color: var(--soft); }
svg.plot .floor { fill: var(--grid); }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(430px, 100%), 1fr)); gap: 14px 18px;
  margin: 8px 0 20px; }
figure { margin: 0; min-width: 0; break-inside: avoid; }
figure h3 { margin: 6px 0 2px; font-size: 14px; }
figcaption { font-size: 13px; color: var(--soft); line-height: 1.4; max-width: 440px; }
figcaption .legend { margin: 2px 0; }
svg.plot { display: block; max-width: 100%; height: auto; overflow: visible; }
.wide { overflow-x: auto; } .wide svg.plot { min-width: 900px; }
svg.plot text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; fill: var(--soft); }
svg.plot text.label, svg.plot text.name { fill: var(--ink); }
svg.plot text.name { font-size: 13px; }
svg.plot .mid { text-anchor: middle; } svg.plot .end { text-anchor: end; }
svg.plot .grid { stroke: var(--grid); stroke-width: 1; fill: none; }
svg.plot .axis { stroke: var(--rule); stroke-width: 1; fill: none; }
svg.plot .rule { stroke: var(--rule); stroke-width: 1.2; stroke-dasharray: 5 4; fill: none; }
svg.plot .rule.solid { stroke-dasharray: none; }
svg.plot .rule.faint { stroke-dasharray: 2 4; opacity: 0.7; }
svg.plot .lead { stroke: var(--rule); stroke-width: 0.8; fill: none; }
svg .line { stroke-width: 2; fill: none; stroke-linejoin: round; }
svg .full { stroke: var(--paper); stroke-width: 0.7; }
svg .dots { fill: none; }
svg .hollow { fill: none; stroke-width: 1.8; }
svg.plot .series:hover .line { stroke-width: 4; }
svg.plot .series:hover text { font-weight: 700; }
svg.plot a:hover path { stroke: var(--ink); stroke-width: 2; }
.keys { gap: 4px 18px; color: var(--ink); align-items: center; }
.keys span { display: inline-flex; align-items: center; gap: 6px; }
svg.sample { flex: none; }
.card .picture { height: 190px; }
.card h3 { margin: 0; line-height: 1.3; }
.card dl { margin-top: 2px; line-height: 1.35; }
.card code { font-size: 12px; } .card code span { white-space: nowrap; }
@media print {
  .scroll:has(> .matrix), .gallery, .plots { content-visibility: visible; }
  @page { size: A4 landscape; margin: 12mm; }
  nav.toc { display: none; } .wide svg.plot { min-width: 0; }
  .plots { grid-template-columns: repeat(2, 1fr); }
  h2, h3 { break-after: avoid; } tr { break-inside: avoid; }
  details:not([open]) { display: none; }
  .facts dd { font-size: 16px; } .facts dt, .facts dd small, dl.setup { font-size: 11px; }
  .matrix td, .matrix th { font-size: 8px; padding: 1px 3px; }
  .matrix th[scope=row], .matrix td.known { min-width: 0; }
  .matrix td.known, .matrix td small { font-size: 7px; }
  table.wrapped thead th { min-width: 0; }
}
"""

STYLE: Final = COMMON + _OWN + part("explorer.css")
"""Everything that goes between ``<style>`` and ``</style>``."""
