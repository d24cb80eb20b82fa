"""How reports begin, and their style sheet: light and dark, on paper, and for people who do not tell colors apart.

Nothing is said by color alone: every mark is a character, every share has its number. Times are shaded by lightness.
"""

from __future__ import annotations

from typing import Final

HEAD: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
"""
"""How every report begins: no scripts, nothing from elsewhere."""

STYLE: Final = """
:root {
  color-scheme: light dark;
  --paper: #ffffff; --sheet: #f6f8fa; --ink: #1f2328; --soft: #59636e; --line: #d4dae0; --accent: #0b62b8;
  --good: #0a6e4f; --good-sheet: #e6f5ef; --bad: #b42318; --bad-sheet: #fdecea; --warn: #8a5a00; --warn-sheet: #fff4dc;
  --t1: #f1f6fb; --t2: #dceaf7; --t3: #b9d6ee; --t4: #8bbbe0; --t5: #5b9bd0; --on-t5: #07243c;
  --tier1: #0b4f86; --tier2: #2f86c5; --tier3: #7fb9e0; --tier4: #e0a458; --tier5: #b9bfc6;
  --on-dark: #ffffff; --on-light: #10202e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --sheet: #1c2127; --ink: #e8ebee; --soft: #9aa5b1; --line: #353d46; --accent: #7cb8f2;
    --good: #5fd0a4; --good-sheet: #12291f; --bad: #ff9a8d; --bad-sheet: #381814; --warn: #f0bd62;
    --warn-sheet: #33260c;
    --t1: #1b232c; --t2: #1d2f41; --t3: #20425f; --t4: #245a85; --t5: #2b78b4; --on-t5: #ffffff;
    --tier1: #8cc4f3; --tier2: #4a95d2; --tier3: #2c6495; --tier4: #c98f3e; --tier5: #5f6872;
    --on-dark: #0b1a28; --on-light: #f2f6fa;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { max-width: 1440px; margin: 0 auto; padding: 32px 24px 64px; }
a { color: var(--accent); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 4px; letter-spacing: -0.01em; }
h2 { font-size: 19px; margin: 44px 0 4px; letter-spacing: -0.005em; }
h3 { font-size: 15px; margin: 0; overflow-wrap: anywhere; }
p { margin: 4px 0 12px; }
.soft { color: var(--soft); }
.lead { max-width: 78ch; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 13px; }
pre { background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px;
  overflow-x: auto; }
.banner {
  display: flex; gap: 14px; align-items: center; margin: 20px 0 18px; padding: 14px 18px; border-radius: 10px;
  border: 1px solid; font-size: 17px; font-weight: 600;
}
.banner .sign { font-size: 24px; line-height: 1; }
.banner small { display: block; font-size: 14px; font-weight: 400; color: var(--ink); }
.banner.good { background: var(--good-sheet); border-color: var(--good); color: var(--good); }
.banner.bad { background: var(--bad-sheet); border-color: var(--bad); color: var(--bad); }
.banner.warn { background: var(--warn-sheet); border-color: var(--warn); color: var(--warn); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 10px; margin: 0; }
.facts div { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 10px 14px; }
.facts dt { color: var(--soft); font-size: 13px; }
.facts dd { margin: 0; font-size: 22px; font-weight: 650; line-height: 1.25; font-variant-numeric: tabular-nums; }
.facts dd small { display: block; font-size: 13px; font-weight: 400; color: var(--soft); }
.bars { display: grid; grid-template-columns: max-content 1fr; gap: 6px 14px; align-items: center; margin: 8px 0 12px; }
.bar { display: flex; height: 30px; border-radius: 7px; overflow: hidden; gap: 2px; }
.bar span { display: flex; align-items: center; justify-content: center; font-size: 13px; font-weight: 600;
  min-width: 3px; }
.tier1 { background: var(--tier1); color: var(--on-dark); }
.tier2 { background: var(--tier2); color: var(--on-dark); }
.tier3 { background: var(--tier3); color: var(--on-light); }
.tier4 {
  color: var(--on-light);
  background: repeating-linear-gradient(45deg, var(--tier4) 0 6px,
    color-mix(in srgb, var(--tier4), var(--paper) 25%) 6px 12px);
}
.tier5 {
  color: var(--on-light);
  background: repeating-linear-gradient(-45deg, var(--tier5) 0 3px,
    color-mix(in srgb, var(--tier5), var(--paper) 35%) 3px 6px);
}
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; font-size: 13px; color: var(--soft); margin: 0 0 8px; }
.legend i { display: inline-block; width: 13px; height: 13px; border-radius: 3px; margin-right: 6px;
  vertical-align: -2px; }
.legend b { color: var(--ink); font-weight: 600; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 13.5px;
  font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--soft); white-space: nowrap; }
th, td { padding: 5px 9px; border-bottom: 1px solid var(--line); vertical-align: middle; }
tr:last-child td, tr:last-child th { border-bottom: 0; }
thead th { background: var(--sheet); border-bottom: 1px solid var(--line); }
td.n, th.n { text-align: right; white-space: nowrap; }
.matrix td, .matrix th { padding: 3px 7px; font-size: 12.5px; }
.matrix td { text-align: right; white-space: nowrap; }
.matrix th[scope=row] {
  position: sticky; left: 0; background: var(--paper); font-weight: 500; max-width: 230px; overflow: hidden;
  text-overflow: ellipsis;
}
.matrix thead th:first-child { position: sticky; left: 0; z-index: 1; }
.matrix td.verdict, .matrix td.rests { text-align: left; }
.matrix td.rests { color: var(--soft); }
.matrix .sign { display: inline-block; margin-right: 4px; }
.t1 { background: var(--t1); } .t2 { background: var(--t2); } .t3 { background: var(--t3); }
.t4 { background: var(--t4); color: var(--on-light); } .t5 { background: var(--t5); color: var(--on-t5); }
.none { color: var(--soft); }
.limit { color: var(--warn); background: var(--warn-sheet); }
.wrong { background: var(--bad); color: var(--paper); font-weight: 700; }
.yes { color: var(--good); font-weight: 600; } .no { color: var(--warn); font-weight: 600; }
.unknown { color: var(--soft); } .error { color: var(--bad); font-weight: 600; }
.meter { width: 180px; min-width: 110px; }
.meter i { display: block; height: 10px; margin-top: 6px; border-radius: 3px; background: var(--tier2);
  min-width: 1px; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(270px, 1fr)); gap: 16px; margin-top: 14px; }
.card {
  border: 1px solid var(--line); border-radius: 12px; padding: 12px 14px; display: flex; flex-direction: column;
  gap: 6px;  background: var(--paper); min-width: 0; break-inside: avoid;
}
.card:target { border-color: var(--accent); box-shadow: 0 0 0 2px var(--accent); }
.card.wide { grid-column: 1 / -1; }
.card .picture { display: flex; align-items: center; justify-content: center; height: 210px; margin: 2px 0 4px; }
.card.wide .picture { height: auto; max-height: 420px; }
.card .picture .none { font-size: 13px; text-align: center; }
svg.board { display: block; max-width: 100%; max-height: 100%; width: auto; height: auto; }
.card dl { display: grid; grid-template-columns: max-content 1fr; gap: 1px 12px; margin: 0; font-size: 13.5px; }
.card dt { color: var(--soft); } .card dd { margin: 0; overflow-wrap: anywhere; }
details { font-size: 13px; } summary { cursor: pointer; color: var(--accent); }
details table { font-size: 12.5px; margin-top: 6px; } details th, details td { padding: 3px 6px; }
details .scroll { border-radius: 8px; }
.disagreement { border: 2px solid var(--bad); border-radius: 12px; padding: 16px 20px; margin-top: 14px; }
.disagreement .sides { display: grid; grid-template-columns: minmax(240px, 1fr) minmax(0, 2fr); gap: 28px; }
.disagreement svg.board { width: min(100%, 360px); max-height: 420px; }
.disagreement pre { max-height: 460px; overflow: auto; }
ul { margin: 6px 0 12px; padding-left: 20px; }
footer { margin-top: 48px; padding-top: 14px; border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; }
footer dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0; }
footer dd { margin: 0; }
@media (max-width: 640px) {
  main { padding: 20px 14px 48px; }
  .matrix th[scope=row] { max-width: 150px; }
  .disagreement .sides { grid-template-columns: 1fr; }
}
@media print {
  :root { color-scheme: light; }
  body { font-size: 11px; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { max-width: none; padding: 0; }
  .scroll { overflow: visible; }
  table { font-size: 9.5px; } th, td { padding: 2px 5px; }
  .gallery { grid-template-columns: repeat(3, 1fr); gap: 8px; }
  .card .picture { height: 150px; }
  .matrix th[scope=row], .matrix thead th:first-child { position: static; }
  a { color: inherit; }
}
"""
