/**
 * What a board view shows, ready to be painted: cells and gourds as they were given, with their shades; probabilities,
 * marks. A board may have fifty thousand cells, so nothing is kept of a cell or a gourd that painting can find out.
 */

import { ROW, cellKey, center, keyCell } from './hex.js';
import { plainTone, shortLabels, toneMap } from './palette.js';

/** Up to this many changed cells are painted one by one. */
const FEW = 12;

/** The names of all colors of cells, those given first; the shades and the letter of a color. */
export function looksOf(cells, colors, labels, dark) {
  const used = new Set(cells.map((cell) => cell[2]).filter((name) => name != null));
  const names = colors ? [...new Set([...colors, ...used])] : [...used].sort();
  const given = labels?.length === names.length ? labels : shortLabels(names);
  const letters = new Map(names.map((name, k) => [name, given[k]]));
  const tones = toneMap(names, dark);
  const plain = plainTone(dark);
  return { names, letterOf: (color) => letters.get(color), toneOf: (color) => tones.get(color) ?? plain };
}

/** Cells [q, r, color] with their looks, and all of them by key. */
export function sceneOf(cells, looks, gourds = []) {
  return { cells, looks, places: new Map(cells.map((cell) => [cellKey(cell[0], cell[1]), cell])), gourds };
}

/** Whether a point is near enough to a window {x0, y0, x1, y1} to be seen. */
export const inside = (window, x, y) =>
  x > window.x0 - 2 && x < window.x1 + 2 && y > window.y0 - 2 && y < window.y1 + 2;

/** The scene with those cells and gourds alone that are near enough to a window to be seen. */
export function within(scene, window) {
  const isNear = (cell) => inside(window, cell[0] + cell[1] / 2, cell[1] * ROW);
  return { ...scene, cells: scene.cells.filter(isNear), gourds: scene.gourds.filter(({ ends }) => isNear(ends[0])) };
}

/** The scene with those cells alone that pass a test. */
export function part(scene, test) {
  return { ...scene, cells: scene.cells.filter(test) };
}

/** The shades of the ends of a gourd {ends, colors?}: of its own colors, or else of those of its cells. */
export function tonesOf({ ends, colors }, { looks, places }) {
  return ends.map(([q, r], k) => looks.toneOf(colors ? colors[k] : places.get(cellKey(q, r))?.[2]));
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

/** The cells that came, went or changed their look between two scenes, null if they are more than a few. */
export function differences(before, after) {
  const found = [];
  if (Math.abs(before.places.size - after.places.size) > FEW) return null;
  const areAlike = (a, b) =>
    before.looks.toneOf(a).cell === after.looks.toneOf(b).cell && before.looks.letterOf(a) === after.looks.letterOf(b);
  for (const [key, cell] of after.places) {
    const old = before.places.get(key);
    if (old && areAlike(old[2], cell[2])) continue;
    found.push(cell);
    if (found.length > FEW) return null;
  }
  for (const [key, cell] of before.places) if (!after.places.has(key)) found.push(cell);
  return found.length > FEW ? null : found;
}
