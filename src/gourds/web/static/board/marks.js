/** What is laid over a board: marks on cells, and probabilities as a heat map. */

import { DIRECTIONS, cellKey, center } from './hex.js';
import { FONT, addHexagon, corners } from './paint.js';
import { ramp } from './palette.js';
import { inside } from './scene.js';

/** Marks by name: the variable with the color, and how much of it fills the cells. */
const MARKS = {
  reason: { color: '--bad', opacity: 0.07 },
  barrier: { color: '--warn', opacity: 0.1 },
};
const LINE = 0.09;

/** A bar for every edge, wider and more striking the more placements have a gourd there; rings for empty cells. */
export function paintHeat(context, heat, window, dark, style) {
  const shades = new Map();
  for (const { a, b, share } of heat.edges) {
    if (!inside(window, a[0], a[1])) continue;
    const step = Math.round(share * 40);
    let path = shades.get(step);
    if (!path) shades.set(step, (path = new Path2D()));
    path.moveTo(a[0], a[1]);
    path.lineTo(b[0], b[1]);
  }
  context.save();
  context.lineCap = 'round';
  for (const step of [...shades.keys()].sort((a, b) => a - b)) {
    context.strokeStyle = ramp(step / 40, dark);
    context.lineWidth = 0.05 + (0.25 * step) / 40;
    context.stroke(shades.get(step));
  }
  for (const { x, y, share } of heat.empties) {
    context.beginPath();
    context.arc(x, y, 0.17, 0, 7);
    context.fillStyle = style.getPropertyValue('--paper');
    context.fill();
    context.strokeStyle = ramp(share, dark);
    context.lineWidth = 0.045 + 0.08 * share;
    context.stroke();
  }
  context.restore();
}

/** A share for people: '37 %'; what is nearly nothing or nearly all is not rounded to it. */
export function percent(share) {
  if (share <= 0 || share >= 1) return share <= 0 ? '0 %' : '100 %';
  if (share < 0.001) return '< 0.1 %';
  if (share > 0.999) return '> 99.9 %';
  return `${(100 * share).toFixed(share < 0.1 || share > 0.9 ? 1 : 0)} %`;
}

/** The shares of one cell in numbers: of the gourds on it, beside its neighbors, and of its being empty. */
export function paintShares(context, heat, cell, { scale, density }, style) {
  const shares = heat.of.get(cellKey(...cell));
  if (!shares) return;
  const unit = scale * density;
  const size = Math.max(0.21 * unit, 11 * density);
  const before = context.getTransform();
  const [x, y] = center(...cell);
  const write = (text, px, py) => {
    const [left, top] = [px * unit + before.e, py * unit + before.f];
    context.strokeText(text, left, top);
    context.fillText(text, left, top);
  };
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.font = `600 ${size.toFixed(1)}px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 0.35 * size;
  context.strokeStyle = style.getPropertyValue('--paper').trim();
  context.fillStyle = style.getPropertyValue('--ink').trim();
  // Far enough from each other even if cells are small.
  const far = Math.max(0.95, (3 * size) / unit);
  for (const { to, share } of shares.edges) {
    if (share <= 0) continue;
    const [tx, ty] = center(...to);
    write(percent(share), x + far * (tx - x), y + far * (ty - y));
  }
  if (shares.empty > 0) write(percent(shares.empty), x, y);
  context.restore();
}

/** Marked cells: a tint, and a line around every region of one mark. */
export function paintMarks(context, marks, style, scale) {
  const groups = new Map();
  for (const [key, mark] of marks) {
    if (!groups.has(mark)) groups.set(mark, []);
    groups.get(mark).push(key);
  }
  const points = corners(1);
  context.save();
  context.lineCap = 'round';
  for (const [mark, keys] of groups) {
    const { color, opacity } = MARKS[mark];
    const members = new Set(keys);
    const fill = new Path2D();
    const sides = new Path2D();
    for (const key of keys) {
      const { x, y, q, r } = marks.place(key);
      addHexagon(fill, x, y, 1);
      DIRECTIONS.forEach(([dq, dr], k) => {
        if (members.has(cellKey(q + dq, r + dr))) return;
        const [from, to] = [points[k], points[(k + 1) % 6]];
        sides.moveTo(x + from[0], y + from[1]);
        sides.lineTo(x + to[0], y + to[1]);
      });
    }
    context.fillStyle = context.strokeStyle = style.getPropertyValue(color).trim();
    context.globalAlpha = opacity;
    context.fill(fill);
    context.globalAlpha = 1;
    context.lineWidth = Math.max(LINE, 1.6 / scale);
    context.stroke(sides);
  }
  context.restore();
}
