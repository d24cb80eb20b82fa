/** The weights of a linear proof on a board: a number on each cell that has one, odd sets outlined, with their numbers. */

import { DIRECTIONS, cellKey, center } from './hex.js';
import { FONT, LABELS, corners, paintLabels } from './paint.js';
import { inside, part } from './scene.js';

/** Pixels per cell below which a dot stands for the number: full above zero, a ring below. */
const NUMBERS = 20;
const LINE = 0.075;
const DISC = 0.21;

/** A number with a true minus sign. */
export const signed = (value) => (value < 0 ? `−${-value}` : String(value));

/** Odd sets with their outline, and where their number stands: where cells of the set meet. */
export function setsOf(sets) {
  const taken = new Set();
  return sets.map(({ value, cells }) => {
    const members = new Set(cells.map((cell) => cellKey(...cell)));
    const outline = [];
    const points = corners(0.99);
    for (const [q, r] of cells) {
      const [x, y] = center(q, r);
      DIRECTIONS.forEach(([dq, dr], k) => {
        if (members.has(cellKey(q + dq, r + dr))) return;
        const [from, to] = [points[k], points[(k + 1) % 6]];
        outline.push([x + from[0], y + from[1], x + to[0], y + to[1]]);
      });
    }
    const spots = meetings(cells, members);
    const spot = spots.find((one) => !taken.has(nameOf(one))) ?? spots[0];
    taken.add(nameOf(spot));
    return { value, cells, outline, spot };
  });
}

const nameOf = ([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`;
const mean = (points) => [0, 1].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);

/** Points where three cells of a set meet, or two, the most central first; the middle if there are none. */
function meetings(cells, members) {
  const middle = mean(cells.map((cell) => center(...cell)));
  const found = [];
  for (const count of [3, 2]) {
    const some = [];
    for (const [q, r] of cells) {
      DIRECTIONS.forEach(([dq, dr], k) => {
        const [eq, er] = DIRECTIONS[(k + 1) % 6];
        const group = [[q, r], [q + dq, r + dr], [q + eq, r + er]].slice(0, count);
        if (group.every((cell) => members.has(cellKey(...cell)))) some.push(mean(group.map((cell) => center(...cell))));
      });
    }
    some.sort((a, b) => Math.hypot(a[0] - middle[0], a[1] - middle[1]) - Math.hypot(b[0] - middle[0], b[1] - middle[1]));
    found.push(...some);
  }
  return found.length ? found : [middle];
}

/** Numbers on cells, below the letters of their colors; outlines and numbers of odd sets. */
export function paintWeights(context, weights, scene, seen, scale, style) {
  const weighted = scene.cells.filter(([q, r]) => weights.cells.has(cellKey(q, r)));
  const before = context.getTransform();
  const unit = before.a;
  const ink = style.getPropertyValue('--ink').trim();
  const paper = style.getPropertyValue('--paper').trim();
  // Where the number of a set stands at the upper corner of a cell, its letter is below its number.
  const spots = new Set(weights.sets.map(({ spot }) => nameOf(spot)));
  const isTurned = ([q, r]) => {
    const [x, y] = center(q, r);
    return spots.has(nameOf([x, y - 1 / Math.sqrt(3)]));
  };
  if (scale >= LABELS) {
    const small = { halo: paper, least: 0.2 * unit };
    paintLabels(context, part(scene, (cell) => !isTurned(cell)), new Map(), small);
    paintLabels(context, part(scene, isTurned), new Map(), { ...small, below: true });
  }
  if (scale < NUMBERS) paintDots(context, weighted, weights.cells, ink, paper);
  context.save();
  context.lineCap = 'round';
  context.strokeStyle = ink;
  context.lineWidth = Math.max(LINE, 1.5 / scale);
  for (const { outline } of weights.sets) {
    context.beginPath();
    for (const [x0, y0, x1, y1] of outline) {
      if (!inside(seen, x0, y0)) continue;
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
    }
    context.stroke();
  }
  context.restore();
  if (scale < NUMBERS) return;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.textAlign = 'center';
  const write = (text, x, y, size, color) => {
    context.font = `700 ${size.toFixed(1)}px ${FONT}`;
    context.fillStyle = color;
    context.fillText(text, x * unit + before.e, y * unit + before.f + 0.355 * size);
  };
  const low = scale >= LABELS ? 0.08 : 0;
  for (const cell of weighted) {
    const [q, r, color] = cell;
    const [x, y] = center(q, r);
    const text = signed(weights.cells.get(cellKey(q, r)));
    const size = (unit * 0.42) / Math.max(1, (text.length - 1) * 0.62);
    write(text, x, y + (isTurned(cell) ? -0.02 : low), size, scene.looks.toneOf(color).onCell);
  }
  for (const { value, spot } of weights.sets) {
    if (!inside(seen, ...spot)) continue;
    context.beginPath();
    context.arc(spot[0] * unit + before.e, spot[1] * unit + before.f, DISC * unit, 0, 7);
    context.fillStyle = ink;
    context.fill();
    context.strokeStyle = paper;
    context.lineWidth = Math.max(1, 0.03 * unit);
    context.stroke();
    const text = signed(value);
    write(text, ...spot, (unit * 0.28) / Math.max(1, (text.length - 1) * 0.62), paper);
  }
  context.restore();
}

/** Where there is no room for numbers: a dot for each, larger the larger it is. */
function paintDots(context, cells, weights, ink, paper) {
  const most = Math.max(1, ...cells.map(([q, r]) => Math.abs(weights.get(cellKey(q, r)))));
  context.save();
  context.lineWidth = 0.1;
  for (const [q, r] of cells) {
    const [x, y] = center(q, r);
    const value = weights.get(cellKey(q, r));
    context.beginPath();
    context.arc(x, y, 0.16 + 0.2 * Math.sqrt(Math.abs(value) / most), 0, 7);
    context.fillStyle = value > 0 ? ink : paper;
    context.strokeStyle = ink;
    context.fill();
    context.stroke();
  }
  context.restore();
}
