/**
 * What a board looks like on a canvas. Everything is drawn in world units (a cell is 1 wide); the caller has set the
 * transform and tells how many pixels a unit has. Cells are gathered into one path per color, so that thousands of
 * them take a few milliseconds.
 */

import { DIRECTIONS, addHalfGourd, cellKey, center, hexagonCorners } from './hex.js';
import { tonesOf } from './scene.js';

const TILE = 0.955;
export const FONT = 'Roboto, "Helvetica Neue", Helvetica, Arial, "Noto Sans", sans-serif';
/** Pixels per cell below which cells have no gaps and gourds are bones; then the same for borders and for labels. */
export const COARSE = 12;
const BORDERS = 16;
export const LABELS = 27;
export const SMALL_LABELS = 36;

const corner = new Map();

/** The corners of a hexagon of a size, kept. */
export function corners(size) {
  if (!corner.has(size)) corner.set(size, hexagonCorners(size));
  return corner.get(size);
}

/** Add a hexagon around a point to a path. */
export function addHexagon(path, x, y, size) {
  const points = corners(size);
  path.moveTo(x + points[0][0], y + points[0][1]);
  for (let k = 1; k < 6; k++) path.lineTo(x + points[k][0], y + points[k][1]);
  path.closePath();
}

/** The values of a map by their keys, so that overlapping shades lie in the same order on every tile. */
const inOrder = (paths) => [...paths.keys()].sort().map((key) => paths.get(key));

/** The tiles of all cells, faded if asked. */
export function paintTiles(context, scene, scale, fade = 1) {
  const coarse = scale < COARSE;
  const paths = new Map();
  for (const [q, r, color] of scene.cells) {
    const tone = scene.looks.toneOf(color);
    let group = paths.get(tone.cell);
    if (!group) paths.set(tone.cell, (group = { tone, path: new Path2D() }));
    const [x, y] = center(q, r);
    addHexagon(group.path, x, y, coarse ? 1.01 : TILE);
  }
  context.save();
  context.globalAlpha = fade;
  context.lineWidth = Math.max(0.018, 0.8 / scale);
  for (const { tone, path } of inOrder(paths)) {
    context.fillStyle = tone.cell;
    context.fill(path);
    if (scale >= BORDERS) {
      context.strokeStyle = tone.border;
      context.stroke(path);
    }
  }
  context.restore();
}

/** The places next to the board, where cells could be drawn; seven of them if there is no board yet. */
export function paintGhosts(context, { cells, places }, style) {
  const path = new Path2D();
  const done = new Set();
  const add = (q, r) => {
    const key = cellKey(q, r);
    if (places.has(key) || done.has(key)) return;
    done.add(key);
    const [x, y] = center(q, r);
    addHexagon(path, x, y, TILE);
  };
  const around = (q, r) => DIRECTIONS.forEach(([dq, dr]) => add(q + dq, r + dr));
  for (const [q, r] of cells) around(q, r);
  if (!places.size) {
    add(0, 0);
    around(0, 0);
  }
  context.fillStyle = style.getPropertyValue('--ghost');
  context.fill(path);
}

const widths = new Map();

function labelSize(context, label, size) {
  const wanted = size * ({ 1: 0.39, 2: 0.33 }[label.length] ?? 0.3);
  if (!widths.has(label)) {
    context.font = `500 100px ${FONT}`;
    widths.set(label, context.measureText(label).width / 100);
  }
  return Math.min(wanted, (0.58 * size) / Math.max(widths.get(label), 1e-9));
}

/**
 * The letters of the colors: on cells, on the ends of gourds in the ink that suits the disc. With `small`, {halo, least,
 * below}, at the top of the cells or below, with a minimum size in pixels, and with a rim that sets them off from whatever is below.
 */
export function paintLabels(context, scene, inks, small = null) {
  context.save();
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  const groups = new Map();
  for (const [q, r, color] of scene.cells) {
    const { ink = scene.looks.toneOf(color).onCell, label = scene.looks.letterOf(color) } = inks.get(cellKey(q, r)) ?? {};
    if (!label) continue;
    const name = `${ink} ${label}`;
    let group = groups.get(name);
    if (!group) groups.set(name, (group = { ink, label, places: [] }));
    group.places.push(center(q, r));
  }
  // Text in tiny world units is badly hinted: draw it in pixels.
  const before = context.getTransform();
  context.setTransform(1, 0, 0, 1, 0, 0);
  const unit = before.a;
  if (small) {
    context.strokeStyle = small.halo;
    context.lineWidth = 0.28 * small.least;
    context.lineJoin = 'round';
  }
  for (const { ink, label, places } of groups.values()) {
    const size = small ? Math.max(0.2 * unit, small.least) : labelSize(context, label, unit);
    const low = size * 0.355 + (small ? (small.below ? 0.36 : -0.345) * unit : 0);
    context.font = `500 ${size.toFixed(2)}px ${FONT}`;
    context.fillStyle = ink;
    for (const [x, y] of places) {
      const [px, py] = [x * unit + before.e, y * before.d + before.f + low];
      if (small) context.strokeText(label, px, py);
      context.fillText(label, px, py);
    }
  }
  context.restore();
}

/** All gourds: halves gathered by color, or bones where cells are small. */
export function paintGourds(context, scene, scale, style) {
  const outline = style.getPropertyValue('--outline');
  if (scale < COARSE) {
    const bones = new Path2D();
    for (const { ends } of scene.gourds) {
      const [a, b] = [center(ends[0][0], ends[0][1]), center(ends[1][0], ends[1][1])];
      bones.moveTo(a[0], a[1]);
      bones.lineTo(b[0], b[1]);
    }
    context.save();
    context.lineCap = 'round';
    context.lineWidth = 0.36;
    context.globalAlpha = 0.72;
    context.strokeStyle = style.getPropertyValue('--bone');
    context.stroke(bones);
    context.restore();
    return;
  }
  const paths = new Map();
  for (const gourd of scene.gourds) {
    const [a, b] = gourd.ends.map(([q, r]) => center(q, r));
    const ux = b[0] - a[0];
    const uy = b[1] - a[1];
    const [toneA, toneB] = tonesOf(gourd, scene);
    for (const [point, sign, fill] of [
      [a, 1, toneA.disc],
      [b, -1, toneB.disc],
    ]) {
      let path = paths.get(fill);
      if (!path) paths.set(fill, (path = { fill, path: new Path2D() }));
      addHalfGourd(path.path, point[0], point[1], sign * ux, sign * uy);
    }
  }
  context.lineWidth = 0.045;
  context.strokeStyle = outline;
  for (const { fill, path } of inOrder(paths)) {
    context.fillStyle = fill;
    context.fill(path);
    context.stroke(path);
  }
}

/** A dashed ring around nothing; among tiny cells a large ring that is found at a glance. */
export function paintEmpty(context, x, y, scale, style) {
  context.save();
  context.beginPath();
  if (scale < COARSE) {
    const radius = Math.max(0.6, 9 / scale);
    context.arc(x, y, radius, 0, 7);
    context.strokeStyle = style.getPropertyValue('--paper');
    context.lineWidth = 6 / scale;
    context.stroke();
    context.strokeStyle = style.getPropertyValue('--ink');
    context.lineWidth = 3 / scale;
  } else {
    context.arc(x, y, 0.34, 0, 7);
    context.fillStyle = style.getPropertyValue('--paper');
    context.globalAlpha = 0.82;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = style.getPropertyValue('--ink');
    context.lineWidth = 0.04;
    context.setLineDash([0.089, 0.089]);
  }
  context.stroke();
  context.restore();
}

/** A line around a cell: the cursor. */
export function paintRing(context, [x, y], color, width) {
  const path = new Path2D();
  addHexagon(path, x, y, 0.93);
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke(path);
}
