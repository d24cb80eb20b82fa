/**
 * The picture of a board view: what stays where it is, painted once in square tiles, and what moves above it. Panning
 * shows tiles elsewhere and paints those that come into sight, a few in each frame; zooming stretches them until the
 * fingers rest; a cell that changes is patched. So no frame takes long, however large the board is.
 */

import { center, cellKey } from './hex.js';
import { paintHeat, paintMarks } from './board-marks.js';
import * as paint from './board-paint.js';

/** The side of a tile in pixels of the page. */
const SIDE = 320;
/** Tiles that come into sight are painted for so many milliseconds in a frame, at least one of them. */
const BUDGET = 6;
/** So many tiles are kept, or twice as many as are wanted at once. */
const KEPT = 140;
/** Around a changed cell: its neighbors, and the places next to the board among them, may change too. */
const REACH = 1.65;

export class BoardLayer {
  constructor(view) {
    this.view = view;
    this.clear();
  }

  /** Everything must be painted anew. */
  clear() {
    this.tiles = new Map();
    this.scale = 0;
  }

  /** Whether tiles are painted in the scale that is seen. */
  isSharp() {
    return this.tiles.size > 0 && this.scale === this.view.scale;
  }

  /** Draw a frame: the tiles where they belong now, and what moves. */
  show(context) {
    const { view } = this;
    const unit = view.scale * view.density;
    const isNew = this.tiles.size === 0;
    if (isNew) {
      this.scale = view.scale;
      this.side = Math.round(SIDE * view.density);
    }
    const stretch = view.scale / this.scale;
    const side = this.side * stretch;
    const left = Math.round(view.x * unit);
    const top = Math.round(view.y * unit);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, view.canvas.width, view.canvas.height);
    context.imageSmoothingEnabled = stretch !== 1;
    const seen = this.tilesIn(left, top, side, 0);
    // At first all that is seen is painted at once; later a few tiles in a frame, and then those around.
    const isWaiting = this.paintMissing(seen, isNew ? Infinity : BUDGET);
    for (const [i, j] of seen) {
      const tile = this.tiles.get(`${i} ${j}`);
      if (tile) context.drawImage(tile, i * side - left, j * side - top, side, side);
    }
    if (isWaiting || this.paintMissing(this.tilesIn(left, top, side, 1), isNew ? 0 : 1)) view.redraw();
    context.setTransform(unit, 0, 0, unit, -left, -top);
    this.paintMoving(context, getComputedStyle(view.container));
  }

  /** The tiles in sight, and so many rings around them. */
  tilesIn(left, top, side, ring) {
    const { width, height } = this.view.canvas;
    const found = [];
    for (let j = Math.floor(top / side) - ring; j <= Math.floor((top + height - 1) / side) + ring; j++) {
      for (let i = Math.floor(left / side) - ring; i <= Math.floor((left + width - 1) / side) + ring; i++) {
        found.push([i, j]);
      }
    }
    return found;
  }

  /** Paint what is missing among tiles, as long as the time lasts; whether something is left to do. */
  paintMissing(wanted, budget) {
    if (this.scale !== this.view.scale) return false;
    const start = performance.now();
    this.most = Math.max(KEPT, 2 * wanted.length);
    for (const [i, j] of wanted) {
      if (this.tiles.has(`${i} ${j}`)) continue;
      if (budget === 0) return true;
      this.paintTile(i, j);
      if (performance.now() - start > budget) budget = 0;
    }
    return false;
  }

  paintTile(i, j) {
    const start = performance.now();
    const { view, side } = this;
    const far = this.tiles.size >= this.most ? this.tiles.keys().next().value : null;
    const canvas = (far !== null && this.tiles.get(far)) || document.createElement('canvas');
    if (far !== null) this.tiles.delete(far);
    canvas.width = side;
    canvas.height = side;
    const unit = this.scale * view.density;
    const context = canvas.getContext('2d');
    context.setTransform(unit, 0, 0, unit, -i * side, -j * side);
    const [x, y, wide] = [(i * side) / unit, (j * side) / unit, side / unit];
    this.paintStill(context, { x0: x, y0: y, x1: x + wide, y1: y + wide });
    this.tiles.set(`${i} ${j}`, canvas);
    view.note('layer', performance.now() - start);
  }

  /** Paint the tiles anew around one cell. */
  patch({ x, y }) {
    const unit = this.scale * this.view.density;
    const wide = this.side / unit;
    const first = (value) => Math.floor((value - REACH) / wide);
    const last = (value) => Math.floor((value + REACH) / wide);
    for (let j = first(y); j <= last(y); j++) {
      for (let i = first(x); i <= last(x); i++) {
        const context = this.tiles.get(`${i} ${j}`)?.getContext('2d');
        if (!context) continue;
        context.save();
        context.beginPath();
        context.rect(x - REACH, y - REACH, 2 * REACH, 2 * REACH);
        context.clip();
        context.clearRect(x - REACH, y - REACH, 2 * REACH, 2 * REACH);
        this.paintStill(context, { x0: x - REACH, y0: y - REACH, x1: x + REACH, y1: y + REACH });
        context.restore();
      }
    }
  }

  /** Everything that stays where it is, within a window of the plane. */
  paintStill(context, seen) {
    const { view } = this;
    const { scale, scene, options } = view;
    const style = getComputedStyle(view.container);
    if (options.ghosts && scale >= paint.COARSE) paint.paintGhosts(context, scene, view.places, seen, style);
    paint.paintTiles(context, scene, seen, scale, view.heat ? 0.55 : view.fades ? 0.4 : 1);
    if (view.fades) {
      const lit = { cells: scene.cells.filter(({ key }) => view.marks.has(key)) };
      paint.paintTiles(context, lit, seen, scale);
    }
    if (view.heat) {
      paintHeat(context, view.heat, seen, view.isDark, style);
      if (options.labels && scale >= paint.SMALL_LABELS) paint.paintLabels(context, scene, seen, new Map(), true);
      return;
    }
    if (scene.gourds.length) paint.paintGourds(context, scene, seen, scale, style);
    if (view.empty) paint.paintEmpty(context, ...center(...view.empty), scale, style);
    if (options.labels && scale >= paint.LABELS) {
      paint.paintLabels(context, scene, seen, labelInks(view, style));
    }
    if (scale >= paint.BADGES) {
      for (const { a, b, label, pose } of scene.gourds) {
        if (label != null && !pose) paint.paintBadge(context, a, b, String(label), style);
      }
    }
  }

  /** What may be elsewhere in the next frame: gourds on their way, marks, the cursor. */
  paintMoving(context, style) {
    const { view } = this;
    for (const { pose, fillA, fillB, label } of view.scene.gourds) {
      if (!pose) continue;
      const [a, b] = pose;
      paint.paintGourd(context, a, b, fillA, fillB, style.getPropertyValue('--outline'));
      if (label != null) paint.paintBadge(context, a, b, String(label), style);
    }
    if (view.marks) paintMarks(context, view.marks, style, view.scale);
    view.options.paintOver?.(context, style, view);
    const rings = [[view.hover, '--soft', 0.035]];
    if (document.activeElement === view.canvas) rings.push([view.cursor, '--accent', 0.07]);
    for (const [cell, color, width] of rings) {
      if (cell)
        paint.paintRing(context, center(...cell), style.getPropertyValue(color), Math.max(width, 1.5 / view.scale));
    }
  }
}

/** Letters on ends and on the empty cell have an ink of their own. */
function labelInks(view, style) {
  const inks = new Map();
  for (const { ends, inkA, inkB } of view.scene.gourds) {
    inks.set(cellKey(...ends[0]), inkA).set(cellKey(...ends[1]), inkB);
  }
  if (view.empty) inks.set(cellKey(...view.empty), style.getPropertyValue('--ink').trim());
  return inks;
}
