/**
 * Gadgets and their coverings. All gadgets of a kind are copies, so coverings are looked for once, on symbols: `x` for the
 * variable of a variable gadget, 0, 1, 2 for those of a clause, V and F for the fillers.
 *
 * The coverings that mean something (Theorem 1): of a variable, x with x and V with V is true, x with V is false; of a
 * clause, the one variable that is true goes with V twice, the others not at all.
 */

import { DIRECTIONS } from '../board/hex.js';

const nameOf = (q, r) => `${q},${r}`;

/** The shape of a gadget: cells relative to its first column with their symbols. */
export function shapeOf(gadget, colorAt) {
  const column = Math.min(...gadget.cells.map(([q]) => q));
  const symbols = new Map([['V', 'V'], ['F', 'F']]);
  gadget.variables.forEach((variable, k) => symbols.set(`x${variable}`, gadget.kind === 'variable' ? 'x' : String(k)));
  const cells = gadget.cells.map(([q, r]) => ({ q: q - column, r, symbol: symbols.get(colorAt(q, r)) ?? 'F' }));
  return { column, cells, width: Math.max(...cells.map(({ q }) => q)) + 1, height: Math.max(...cells.map(({ r }) => r)) + 1 };
}

const pairName = (a, b) => (a <= b ? a + b : b + a);

/** What the covering of each name uses outside of the filler. */
function wanted(kind) {
  if (kind === 'variable') return { true: { xx: 3, VV: 3 }, false: { Vx: 6 } };
  const found = {};
  for (const k of ['0', '1', '2']) {
    const others = ['0', '1', '2'].filter((other) => other !== k);
    found[k] = { [pairName(k, 'V')]: 2, VV: 5, '01': 1, '02': 1, 12: 1 };
    for (const other of others) found[k][other + other] = 1;
  }
  return found;
}

/** A covering of the cells that are not filler with exactly that many gourds of each kind, as pairs of cells; or null. */
function findCovering(cells, budgets) {
  const inner = cells.filter(({ symbol }) => symbol !== 'F');
  const at = new Map(inner.map((cell) => [nameOf(cell.q, cell.r), cell]));
  const left = { ...budgets };
  const covered = new Set();
  const chosen = [];
  const search = (k) => {
    while (k < inner.length && covered.has(inner[k])) k += 1;
    if (k === inner.length) return true;
    const cell = inner[k];
    for (const [dq, dr] of DIRECTIONS) {
      const other = at.get(nameOf(cell.q + dq, cell.r + dr));
      if (!other || covered.has(other)) continue;
      const kind = pairName(cell.symbol, other.symbol);
      if (!left[kind]) continue;
      left[kind] -= 1;
      covered.add(cell).add(other);
      chosen.push([cell, other]);
      if (search(k + 1)) return true;
      chosen.pop();
      covered.delete(cell);
      covered.delete(other);
      left[kind] += 1;
    }
    return false;
  };
  return search(0) ? chosen : null;
}

/** Horizontal gourds on the filler. */
function fillerPairs(cells) {
  const rows = new Map();
  for (const cell of cells) if (cell.symbol === 'F') rows.set(cell.r, [...(rows.get(cell.r) ?? []), cell]);
  const found = [];
  for (const row of rows.values()) {
    row.sort((a, b) => a.q - b.q);
    for (let k = 0; k + 1 < row.length; k++) if (row[k + 1].q === row[k].q + 1) found.push([row[k], row[++k]]);
  }
  return found;
}

/** A kind of gadget: its shape; its coverings as pairs of cells, by themselves and (`full`) with the filler covered too. */
export function templateOf(kind, shape) {
  const coverings = {};
  for (const [name, budgets] of Object.entries(wanted(kind))) coverings[name] = findCovering(shape.cells, budgets);
  const symbols = new Map(shape.cells.map(({ q, r, symbol }) => [nameOf(q, r), symbol]));
  const filler = fillerPairs(shape.cells);
  const full = Object.fromEntries(Object.entries(coverings).map(([name, pairs]) => [name, [...(pairs ?? []), ...filler]]));
  const cellsOf = new Map();
  for (const cell of shape.cells) cellsOf.set(cell.symbol, [...(cellsOf.get(cell.symbol) ?? []), cell]);
  return { kind, ...shape, cellsOf, coverings, filler, full, none: [], symbolAt: ({ q, r }) => symbols.get(nameOf(q, r)) ?? 'F' };
}

/** The name of the covering that an assignment of the cubic formula gives a gadget; null if a clause fails. */
export function coveringName(gadget, assignment) {
  if (gadget.kind === 'variable') {
    const value = assignment[gadget.variables[0] - 1];
    return value === undefined || value === null ? null : String(value);
  }
  const values = gadget.clause.map((variable) => assignment[variable - 1]);
  if (values.some((value) => value === undefined || value === null)) return null;
  const chosen = values.flatMap((value, k) => (value ? [k] : []));
  return chosen.length === 1 ? String(chosen[0]) : null;
}
