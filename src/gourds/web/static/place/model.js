/**
 * What is drawn in the Place view: a draft of an instance, whose numbers need not fit yet, and its history.
 *
 * A draft is never changed, only replaced:
 * {name, cells: [[q, r, color], …], colors: [name, …], gourds: [[a, b, count], …], source?}.
 */

import { DIRECTIONS, areNeighbors, cellKey } from '../board/hex.js';

export const FIRST_COLORS = ['red', 'green', 'blue'];
export const MORE_COLORS = ['yellow', 'purple', 'orange', 'cyan', 'pink', 'brown', 'teal', 'black', 'white', 'gray'];
const DEPTH = 300;
/** Which answer the board shows, and which one the panel. */
export const NOTHING = { onBoard: null, inPanel: null };

export const EMPTY_DRAFT = { name: '', cells: [], colors: FIRST_COLORS, gourds: [], source: undefined };

/** Colors in the order in which people expect them: numbers as numbers. */
const collator = new Intl.Collator('en', { numeric: true });

/** A draft from an instance document; known colors come first. */
export function draftOf(document, name = '') {
  const colors = [
    ...new Set([...document.cells.map((cell) => cell[2]), ...(document.gourds ?? []).flatMap(([a, b]) => [a, b])]),
  ].sort(collator.compare);
  return {
    name: document.name ?? name,
    cells: document.cells,
    colors: document.colors ?? colors,
    gourds: mergeBudgets(document.gourds ?? []),
    source: document.source,
  };
}

/** The instance document of a draft. */
export function documentOf(draft) {
  const gourds = draft.gourds.filter(([, , count]) => count > 0);
  const document = { format: 'gourds-instance', version: 1, cells: draft.cells, gourds };
  if (draft.name) document.name = draft.name;
  if (draft.source) document.source = draft.source;
  return document;
}

/** Budgets with every pair once, in the order of their colors. */
export function mergeBudgets(gourds) {
  const found = new Map();
  for (const [a, b, count] of gourds) {
    const pair = collator.compare(a, b) <= 0 ? [a, b] : [b, a];
    const key = JSON.stringify(pair);
    found.set(key, [...pair, (found.get(key)?.[2] ?? 0) + count]);
  }
  return [...found.values()].sort(
    (one, other) => collator.compare(one[0], other[0]) || collator.compare(one[1], other[1]),
  );
}

/** The budget of a pair of colors. */
export function budgetOf(draft, a, b) {
  return draft.gourds.find(([x, y]) => (x === a && y === b) || (x === b && y === a))?.[2] ?? 0;
}

/** The draft with another budget of a pair. */
export function withBudget(draft, a, b, count) {
  const rest = draft.gourds.filter(([x, y]) => !((x === a && y === b) || (x === b && y === a)));
  return { ...draft, source: undefined, gourds: count > 0 ? mergeBudgets([...rest, [a, b, count]]) : rest };
}

/**
 * The counting laws on a draft: every cell but one is covered by an end of its color, so cells and ends agree in every
 * color but one, which has one cell more; budgets of equal colors follow from the others.
 */
export function countingLaws(draft) {
  const rows = new Map(draft.colors.map((color) => [color, { color, cells: 0, ends: 0 }]));
  const row = (color) => rows.get(color) ?? rows.set(color, { color, cells: 0, ends: 0 }).get(color);
  for (const [, , color] of draft.cells) row(color).cells += 1;
  let gourds = 0;
  for (const [a, b, count] of draft.gourds) {
    row(a).ends += count;
    row(b).ends += count;
    gourds += count;
  }
  const perColor = [...rows.values()]
    .filter(({ cells, ends }) => cells || ends)
    .map((entry) => ({ ...entry, balance: entry.cells - entry.ends }));
  const size = draft.cells.length;
  const wanted = Math.floor((size - 1) / 2);
  const off = perColor.filter(({ balance }) => balance !== 0);
  const fits = size % 2 === 1 && off.length === 1 && off[0].balance === 1;
  return {
    perColor,
    size,
    isOdd: size % 2 === 1,
    missing: size ? wanted - gourds : 0,
    fits,
    emptyColor: fits ? off[0].color : null,
  };
}

/** True iff the gourds of a placement lie on neighboring cells of a draft, no cell covered twice. */
export function liesOnBoard(draft, { gourds }) {
  const open = new Set(draft.cells.map(([q, r]) => cellKey(q, r)));
  return gourds.every((ends) => areNeighbors(...ends) && ends.every((cell) => open.delete(cellKey(...cell))));
}

/** True iff a placement is one of the draft: one cell stays empty, and the ends meet the budgets. */
export function isPlacementOf(draft, placement) {
  if (!liesOnBoard(draft, placement) || 2 * placement.gourds.length + 1 !== draft.cells.length) return false;
  const colors = new Map(draft.cells.map(([q, r, color]) => [cellKey(q, r), color]));
  const used = placement.gourds.map(([a, b]) => [colors.get(cellKey(...a)), colors.get(cellKey(...b)), 1]);
  const wanted = draft.gourds.filter(([, , count]) => count > 0);
  return JSON.stringify(mergeBudgets(used)) === JSON.stringify(mergeBudgets(wanted));
}

/** The cells of the same color that hang together with one. */
export function areaOf(cells, [q, r]) {
  const colors = new Map(cells.map(([a, b, color]) => [cellKey(a, b), color]));
  const wanted = colors.get(cellKey(q, r));
  if (wanted === undefined) return [];
  const found = new Map([[cellKey(q, r), [q, r]]]);
  const todo = [[q, r]];
  while (todo.length) {
    const [a, b] = todo.pop();
    for (const [da, db] of DIRECTIONS) {
      const key = cellKey(a + da, b + db);
      if (colors.get(key) !== wanted || found.has(key)) continue;
      found.set(key, [a + da, b + db]);
      todo.push([a + da, b + db]);
    }
  }
  return [...found.values()];
}

/** True iff two drafts have the same cells, colors and budgets, so that answers about one are about the other. */
export function areSameBoards(one, other) {
  if (one.cells === other.cells && one.gourds === other.gourds) return true;
  if (one.cells.length !== other.cells.length) return false;
  const text = (draft) => JSON.stringify([draft.cells, draft.gourds.filter(([, , count]) => count > 0)]);
  return text(one) === text(other);
}

/** What was, what is, and what was undone: drafts, and which answers were shown with them. */
export class History {
  constructor(draft) {
    this.past = [];
    this.now = draft;
    this.shown = NOTHING;
    this.future = [];
  }

  /** Another draft; nothing is shown with it, or the same as before. */
  push(draft, { keepsAnswers = false } = {}) {
    if (draft === this.now) return;
    this.past.push([this.now, this.shown]);
    if (this.past.length > DEPTH) this.past.shift();
    this.now = draft;
    if (!keepsAnswers) this.shown = NOTHING;
    this.future = [];
  }

  undo() {
    return this.step(this.past, this.future);
  }

  redo() {
    return this.step(this.future, this.past);
  }

  step(from, to) {
    if (!from.length) return false;
    to.push([this.now, this.shown]);
    [this.now, this.shown] = from.pop();
    return true;
  }
}
