/**
 * Axial cells of a hexagonal grid and the plane, as in the project's pictures: hexagons stand on a corner, a cell is
 * one unit wide, and the center of (q, r) is (q + r/2, r·√3/2).
 */

import { DIRECTIONS, ROW, center } from './moves.js';

export { DIRECTIONS, ROW, center };

/** Radius of a gourd's discs, half the width of its waist, and the radius of the arcs between, for cells of width 1. */
export const DISC = 0.37;
export const NECK = 0.125;
export const BEND = (0.25 + NECK ** 2 - DISC ** 2) / (2 * (DISC - NECK));

/** Whole numbers as natural ones, and back: 0, -1, 1, -2, 2, … are 0, 1, 2, 3, 4, … */
const fold = (whole) => (whole < 0 ? -2 * whole - 1 : 2 * whole);
const unfold = (natural) => (natural % 2 ? -(natural + 1) / 2 : natural / 2);

/**
 * A number that names a cell: good as a key of maps and sets. Cells within 16,000 steps of the origin have numbers below
 * 2³⁰, which browsers keep in maps as they are; a larger number is an object of its own.
 */
export function cellKey(q, r) {
  const a = fold(q);
  const b = fold(r);
  return a < b ? b * b + a : a * a + a + b;
}

/** The cell that a key names. */
export function keyCell(key) {
  const most = Math.floor(Math.sqrt(key));
  const rest = key - most * most;
  return rest < most ? [unfold(rest), unfold(most)] : [unfold(most), unfold(rest - most)];
}

/** The cell whose hexagon holds a point of the plane. */
export function cellAt(x, y) {
  const r = y / ROW;
  return roundCell(x - r / 2, r);
}

/** The cell nearest to fractional axial coordinates. */
export function roundCell(q, r) {
  const s = -q - r;
  let a = Math.round(q);
  let b = Math.round(r);
  const c = Math.round(s);
  const da = Math.abs(a - q);
  const db = Math.abs(b - r);
  const dc = Math.abs(c - s);
  if (da > db && da > dc) a = -b - c;
  else if (db > dc) b = -a - c;
  return [a + 0, b + 0];
}

/** The number of steps from one cell to another. */
function distance(a, b) {
  const q = a[0] - b[0];
  const r = a[1] - b[1];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

export function areNeighbors(a, b) {
  return distance(a, b) === 1;
}

/** All cells on the line from one cell to another, both included: a quick stroke of the pointer leaves no gaps. */
export function lineOfCells(a, b) {
  const steps = distance(a, b);
  const found = [];
  for (let k = 0; k <= steps; k++) {
    const t = steps ? k / steps : 0;
    found.push(roundCell(a[0] + (b[0] - a[0]) * t + 1e-6, a[1] + (b[1] - a[1]) * t - 2e-6));
  }
  return found;
}

/** The neighbor that an arrow key leads to; up and down zigzag, so that the column stays. */
export function stepByKey([q, r], key) {
  const right = r % 2 === 0 ? 1 : 0;
  return {
    ArrowLeft: [q - 1, r],
    ArrowRight: [q + 1, r],
    ArrowUp: [q + right, r - 1],
    ArrowDown: [q + right - 1, r + 1],
  }[key] ?? null;
}

/** The corners of a hexagon around the origin, clockwise from the upper right one; side k faces direction k. */
export function hexagonCorners(size = 1) {
  const a = size / 2;
  const b = size / (2 * Math.sqrt(3));
  return [
    [a, -b],
    [a, b],
    [0, 2 * b],
    [-a, b],
    [-a, -b],
    [0, -2 * b],
  ];
}

/** The smallest rectangle of the plane around cells: {x, y, width, height}; null without cells. */
export function boundsOf(cells) {
  if (!cells.length) return null;
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [q, r] of cells) {
    const x = q + r / 2;
    const y = r * ROW;
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
  }
  const tall = 1 / Math.sqrt(3);
  return { x: x0 - 0.5, y: y0 - tall, width: x1 - x0 + 1, height: y1 - y0 + 2 * tall };
}

/** Add one disc and half a neck to a path: around (x, y) in the direction of the unit vector (ux, uy). */
export function addHalfGourd(path, x, y, ux, uy, cell = 1) {
  const turn = Math.atan2(uy, ux);
  const high = NECK + BEND;
  // From the disc's center, the arc's center lies at (0.5, ±high); the arc touches the disc on the way there.
  const open = Math.atan2(high, 0.5);
  const bend = Math.atan2(-high, -0.5);
  const at = (along, aside) => [x + cell * (along * ux - aside * uy), y + cell * (along * uy + aside * ux)];
  const [ax, ay] = at(0.5, -high);
  const [bx, by] = at(0.5, high);
  path.moveTo(...at(0.504, -NECK));
  path.arc(ax, ay, BEND * cell, turn + Math.PI / 2, turn - bend, false);
  path.arc(x, y, DISC * cell, turn - open, turn + open, true);
  path.arc(bx, by, BEND * cell, turn + bend, turn - Math.PI / 2, false);
  path.lineTo(...at(0.504, NECK));
}
