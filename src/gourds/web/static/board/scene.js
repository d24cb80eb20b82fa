/** What a board view shows, ready to be painted: cells with their shades, gourds, probabilities, marks. */

import { ROW, cellKey, center, keyCell } from './hex.js';
import { plainTone, shortLabels, toneMap } from './palette.js';

/** Up to this many changed cells are painted one by one. */
const FEW = 12;

/** The names of all colors of cells, those given first; their shades and letters. */
export function looksOf(cells, colors, labels, dark) {
  const used = new Set(cells.map((cell) => cell[2]).filter((name) => name != null));
  const names = colors ? [...new Set([...colors, ...used])] : [...used].sort();
  const letters = labels?.length === names.length ? labels : shortLabels(names);
  return { names, letters: new Map(names.map((name, k) => [name, letters[k]])), tones: toneMap(names, dark) };
}

/** Cells [q, r, color] with what is painted of them. */
export function cellsOf(cells, { letters, tones }, dark) {
  const plain = plainTone(dark);
  return cells.map(([q, r, color]) => ({
    q,
    r,
    color,
    key: cellKey(q, r),
    x: q + r / 2,
    y: r * ROW,
    tone: tones.get(color) ?? plain,
    label: color == null ? '' : letters.get(color),
  }));
}

/** Gourds {ends, colors?, labels?} in colors of their own or else in those of their cells; `places` has the cells by key. */
export function gourdsOf(gourds, places, dark, looks) {
  const plain = plainTone(dark);
  return gourds.map(({ ends, colors, labels }) => {
    const [first, second] = ends.map(
      (cell, k) => (colors ? looks?.tones.get(colors[k]) : places.get(cellKey(...cell))?.tone) ?? plain,
    );
    return {
      a: center(...ends[0]),
      b: center(...ends[1]),
      ends,
      fillA: first.disc,
      fillB: second.disc,
      inkA: first.onDisc,
      inkB: second.onDisc,
      labels: labels ?? colors?.map((color) => looks?.letters.get(color)) ?? [],
    };
  });
}

/** Probabilities: [[a, b, p], …] for edges and [[cell, p], …] for the empty cell, the likely above the others; `of` a cell. */
export function heatOf(edges, empties) {
  const of = new Map();
  const at = (cell) => {
    const key = cellKey(...cell);
    if (!of.has(key)) of.set(key, { edges: [], empty: 0 });
    return of.get(key);
  };
  for (const [a, b, share] of edges) {
    at(a).edges.push({ to: b, share });
    at(b).edges.push({ to: a, share });
  }
  for (const [cell, share] of empties) at(cell).empty = share;
  return {
    of,
    edges: edges
      .filter(([, , share]) => share > 0)
      .map(([a, b, share]) => ({ a: center(...a), b: center(...b), share }))
      .sort((one, other) => one.share - other.share),
    empties: empties
      .filter(([, share]) => share > 0)
      .map(([cell, share]) => ({ x: center(...cell)[0], y: center(...cell)[1], share })),
  };
}

/** Marks by cell key, able to say where a key is. */
export function marksOf(marks) {
  const found = new Map(marks);
  found.place = (key) => {
    const [q, r] = keyCell(key);
    const [x, y] = center(q, r);
    return { q, r, x, y };
  };
  return found;
}

/** The cells that came, went or changed their look between two maps by key, null if they are more than a few. */
export function differences(before, after) {
  const found = [];
  if (Math.abs(before.size - after.size) > FEW) return null;
  for (const [key, cell] of after) {
    const old = before.get(key);
    if (old && old.tone.cell === cell.tone.cell && old.label === cell.label) continue;
    found.push(cell);
    if (found.length > FEW) return null;
  }
  for (const [key, cell] of before) if (!after.has(key)) found.push(cell);
  return found.length > FEW ? null : found;
}
