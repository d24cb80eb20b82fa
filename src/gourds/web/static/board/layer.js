/**
 * The picture of a board view: what stays where it is, painted once in square tiles, and what moves above it. Panning
 * shows tiles elsewhere and paints those that come into sight, a few in each frame; zooming stretches them until the
 * fingers rest and others take their place; where a cell changes, its tile is painted anew. So no frame takes long, however large the
 * board is.
 */

import { center, cellKey } from './hex.js';
import { paintHeat, paintMarks, paintShares } from './marks.js';
import * as paint from './paint.js';
import { part, tonesOf, within } from './scene.js';
import { paintWeights } from './weights.js';

/** The side of a tile in pixels of the page. */
const SIDE = 320;
/** Milliseconds per frame for painting tiles that come into view; at least one tile is painted. */
const BUDGET = 6;
/** Milliseconds in the first frame of a new picture: enough to show most boards at once. */
const FIRST_BUDGET = 40;
/** The number of tiles that are kept, if it is more than twice the number needed at once. */
const KEPT = 140;
/** Around a changed cell: its neighbors, and the places next to the board among them, may change too. */
const REACH = 1.65;

export class BoardLayer {
  constructor(view) {
    this.view = view;
    this.tiles = new Map();
    this.old = new Map(); // tiles of another scale, shown until those of this one are painted
    this.oldScale = 0;
    this.spare = []; // canvases to paint on again: making one takes longer than painting it
    this.clear();
  }

  /** Everything must be painted anew. */
  clear() {
    this.dropOld();
    this.spare.push(...this.tiles.values());
    this.tiles = new Map();
    this.scale = 0;
  }

  /** Everything is as it was, but must be painted in the scale that is seen now. */
  sharpen() {
    if (this.scale === this.view.scale || !this.tiles.size) return;
    // Older tiles that are still shown are all there; those that were to take their place may not be.
    if (this.old.size) this.spare.push(...this.tiles.values());
    else [this.old, this.oldScale] = [this.tiles, this.scale];
    this.tiles = new Map();
    this.scale = 0;
  }

  dropOld() {
    this.spare.push(...this.old.values());
    this.old = new Map();
  }

  /** Whether tiles are painted in the scale that is seen. */
  isSharp() {
    return this.tiles.size > 0 && this.scale === this.view.scale;
  }

  /** Draw a frame: the tiles where they belong now, and what moves; `isWhole`: no tile is left for later. */
  show(context, isWhole = false) {
    const { view } = this;
    const unit = view.scale * view.density;
    const isNew = this.tiles.size === 0;
    if (isNew) {
      this.scale = view.scale;
      this.side = Math.round(SIDE * view.density);
    }
    const side = (this.side * view.scale) / this.scale;
    const left = Math.round(view.x * unit);
    const top = Math.round(view.y * unit);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, view.canvas.width, view.canvas.height);
    const seen = this.tilesIn(left, top, side, 0);
    // A few tiles in each frame, those in the middle first, and then those around what is seen.
    const isWaiting = this.paintMissing(seen, isWhole ? Infinity : isNew && !this.old.size ? FIRST_BUDGET : BUDGET);
    if (this.isSharp() && !isWaiting) this.dropOld();
    else this.drawTiles(context, this.old, (this.side * view.scale) / this.oldScale, left, top);
    this.drawTiles(context, this.tiles, side, left, top);
    if (isWaiting || this.paintMissing(this.tilesIn(left, top, side, 1), isNew ? 0 : 1)) view.redraw();
    context.setTransform(unit, 0, 0, unit, -left, -top);
    this.paintMoving(context, getComputedStyle(view.container));
  }

  drawTiles(context, tiles, side, left, top) {
    if (!tiles.size) return;
    context.imageSmoothingEnabled = side !== this.side;
    for (const [i, j] of this.tilesIn(left, top, side, 0)) {
      const tile = tiles.get(`${i} ${j}`);
      if (!tile) continue;
      // On whole pixels also while they are stretched, or seams would show.
      const [x, y] = [Math.round(i * side - left), Math.round(j * side - top)];
      const [wide, high] = [Math.round((i + 1) * side - left) - x, Math.round((j + 1) * side - top) - y];
      if (tiles === this.tiles && this.old.size) context.clearRect(x, y, wide, high);
      context.drawImage(tile, x, y, wide, high);
    }
  }

  /** The visible tiles and a number of rings around them, from the middle outwards. */
  tilesIn(left, top, side, ring) {
    const { width, height } = this.view.canvas;
    const found = [];
    for (let j = Math.floor(top / side) - ring; j <= Math.floor((top + height - 1) / side) + ring; j++) {
      for (let i = Math.floor(left / side) - ring; i <= Math.floor((left + width - 1) / side) + ring; i++) {
        found.push([i, j]);
      }
    }
    const [x, y] = [(left + width / 2) / side - 0.5, (top + height / 2) / side - 0.5];
    const far = ([i, j]) => (i - x) ** 2 + (j - y) ** 2;
    return found.sort((one, other) => far(one) - far(other));
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
    const { view, side } = this;
    if (this.tiles.size >= this.most) {
      const [name, oldest] = this.tiles.entries().next().value;
      this.tiles.delete(name);
      this.spare.push(oldest);
    }
    const canvas = this.spare.pop() ?? document.createElement('canvas');
    if (canvas.width !== side || canvas.height !== side) {
      canvas.width = side;
      canvas.height = side;
    }
    const unit = this.scale * view.density;
    const context = canvas.getContext('2d');
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, side, side);
    context.setTransform(unit, 0, 0, unit, -i * side, -j * side);
    const [x, y, wide] = [(i * side) / unit, (j * side) / unit, side / unit];
    this.paintStill(context, { x0: x, y0: y, x1: x + wide, y1: y + wide });
    this.tiles.set(`${i} ${j}`, canvas);
  }

  /**
   * Paint the tiles anew on which cells have changed. Whole tiles: the rim of a smaller window would stay as a hairline,
   * since edges are smoothed otherwise there.
   */
  patch(cells) {
    const wide = this.side / (this.scale * this.view.density);
    const changed = new Map();
    for (const [q, r] of cells) {
      const [x, y] = center(q, r);
      for (let j = Math.floor((y - REACH) / wide); j <= Math.floor((y + REACH) / wide); j++) {
        for (let i = Math.floor((x - REACH) / wide); i <= Math.floor((x + REACH) / wide); i++) {
          changed.set(`${i} ${j}`, [i, j]);
        }
      }
    }
    for (const [name, place] of changed) {
      const tile = this.tiles.get(name);
      if (!tile) continue;
      this.tiles.delete(name);
      this.spare.push(tile);
      this.paintTile(...place);
    }
  }

  /** Everything that stays where it is, within a window of the plane. */
  paintStill(context, seen) {
    const { view } = this;
    const { scale } = view;
    const scene = within(view.scene, seen);
    const style = getComputedStyle(view.container);
    if (scale >= paint.COARSE) paint.paintGhosts(context, scene, style);
    paint.paintTiles(context, scene, scale, view.heat ? 0.55 : view.fades || view.weights ? 0.4 : 1);
    if (view.fades || view.weights) {
      const isLit = (key) => view.marks?.has(key) || view.weights?.cells.has(key);
      paint.paintTiles(context, part(scene, ([q, r]) => isLit(cellKey(q, r))), scale);
    }
    if (view.heat) {
      paintHeat(context, view.heat, seen, view.isDark, style);
      const small = { halo: style.getPropertyValue('--paper').trim(), least: 11 * view.density };
      if (scale >= paint.SMALL_LABELS) paint.paintLabels(context, scene, new Map(), small);
      return;
    }
    if (view.weights) {
      paintWeights(context, view.weights, scene, seen, scale, style);
      return;
    }
    // Letters of cells lie below gourds; those on ends and on the empty cell above.
    const inks = scale >= paint.LABELS ? labelInks(scene, view.empty, style) : new Map();
    const isCovered = ([q, r]) => inks.has(cellKey(q, r));
    if (scale >= paint.LABELS) {
      paint.paintLabels(context, part(scene, (cell) => !isCovered(cell)), inks);
    }
    if (scene.gourds.length) paint.paintGourds(context, scene, scale, style);
    if (view.empty) paint.paintEmpty(context, ...center(...view.empty), scale, style);
    if (inks.size) {
      paint.paintLabels(context, part(scene, isCovered), inks);
    }
  }

  /** What may be elsewhere in the next frame: marks, the cursor. */
  paintMoving(context, style) {
    const { view } = this;
    if (view.marks) paintMarks(context, view.marks, style, view.scale);
    if (view.heat && view.probe) paintShares(context, view.heat, view.probe, view, style);
    const rings = [[view.hover, '--soft', 0.035]];
    if (document.activeElement === view.canvas) rings.push([view.cursor, '--accent', 0.07]);
    for (const [cell, color, width] of rings) {
      if (cell)
        paint.paintRing(context, center(...cell), style.getPropertyValue(color), Math.max(width, 1.5 / view.scale));
    }
  }
}

/** Letters on ends and on the empty cell have an ink of their own, and on gourds with colors their own letter. */
function labelInks(scene, empty, style) {
  const inks = new Map();
  for (const gourd of scene.gourds) {
    const labels = gourd.labels ?? gourd.colors?.map((color) => scene.looks.letterOf(color)) ?? [];
    tonesOf(gourd, scene).forEach(({ onDisc: ink }, k) => inks.set(cellKey(...gourd.ends[k]), { ink, label: labels[k] }));
  }
  if (empty) inks.set(cellKey(...empty), { ink: style.getPropertyValue('--ink').trim() });
  return inks;
}
