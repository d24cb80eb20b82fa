/**
 * A board on a canvas: cells, colors, gourds, the empty cell, heat, marks; pan, zoom, and a cursor for the keyboard.
 *
 * The still parts are painted once, in tiles; panning moves the tiles and zooming stretches them until the fingers
 * rest. So a frame costs about the same for seven cells and for fifty thousand.
 * Which cell is under the pointer is computed, not looked up among elements.
 *
 * const view = new BoardView(container, { label: 'Board' });
 * view.setBoard({ cells: [[0, 0, 'red'], [1, 0, 'blue'], [0, 1, 'red']] });
 * view.setGourds([{ ends: [[0, 0], [1, 0]] }]);
 * view.setEmpty([0, 1]);
 * view.onCell(({ cell, type, button, event, known }) => { if (type === 'down') { …; return true; } });
 *
 * A handler that returns true for 'down' claims the gesture: the cells that the pointer then crosses come as 'enter',
 * its end as 'up'. Otherwise dragging pans, and a press without dragging comes as 'click'.
 * `container` should have a size of its own. Options: label, describe(cell) → text for the live region,
 * colors (names in the order that settles their shades), isDark(), ghosts (bool: show places next to the board),
 * labels (bool, default true), plain (bool: no colors), maxScale.
 */

import { ROW, boundsOf, cellAt, cellKey, center, keyCell } from './hex.js';
import { plainTone, shortLabels, toneMap } from './palette.js';
import { saveBlob } from './dom.js';
import { watchInput } from './board-input.js';
import { BoardLayer } from './board-layer.js';

const MIN_SCALE = 1.2;

const FEW = 12;

/** The cells that came, went or changed their look, null if they are more than a few. */
function differences(before, after) {
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

export class BoardView {
  constructor(container, options = {}) {
    this.options = { labels: true, maxScale: 120, ...options };
    this.container = container;
    container.classList.add('board-view');
    this.canvas = document.createElement('canvas');
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-label', this.options.label ?? 'Board');
    this.live = document.createElement('div');
    this.live.className = 'visually-hidden';
    this.live.setAttribute('aria-live', 'polite');
    container.append(this.canvas, this.live);
    this.context = this.canvas.getContext('2d');
    this.layer = new BoardLayer(this);
    this.scene = { cells: [], gourds: [] };
    this.places = new Map();
    this.empty = null;
    this.heat = null;
    this.marks = null;
    this.hover = null;
    this.cursor = null;
    this.width = 0;
    this.height = 0;
    this.scale = 40;
    this.x = 0;
    this.y = 0;
    this.handlers = [];
    this.times = { draw: [], interval: [], layer: [] };
    this.isFitted = true;
    this.stop = watchInput(this);
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(container);
    this.media = matchMedia('(prefers-color-scheme: dark)');
    this.retint = () => this.refreshTones();
    this.media.addEventListener('change', this.retint);
    document.addEventListener('themechange', this.retint);
    this.resize();
  }

  /** Let go of everything; the container is empty afterwards. */
  destroy() {
    this.stop();
    this.sizes.disconnect();
    this.media.removeEventListener('change', this.retint);
    document.removeEventListener('themechange', this.retint);
    cancelAnimationFrame(this.frame);
    this.canvas.remove();
    this.live.remove();
  }

  get isDark() {
    return this.options.isDark ? this.options.isDark() : getComputedStyle(this.container).colorScheme.trim() === 'dark';
  }

  /* What is shown */

  /** The cells [q, r, color]; `colors` fixes the order of names that settles the shades, `labels` the letters. */
  setBoard({ cells, colors = this.options.colors, labels }) {
    this.names = colors ?? [...new Set(cells.map((cell) => cell[2]).filter((name) => name != null))].sort();
    const listed = new Set(this.names);
    const missing = new Set(cells.map((cell) => cell[2]).filter((name) => name != null && !listed.has(name)));
    if (missing.size) this.names = [...this.names, ...missing];
    const letters = labels ?? shortLabels(this.names);
    this.letters = new Map(this.names.map((name, k) => [name, letters[k]]));
    this.tones = toneMap(this.names, this.isDark);
    const plain = plainTone(this.isDark);
    this.scene.cells = cells.map(([q, r, color]) => ({
      q,
      r,
      color,
      key: cellKey(q, r),
      x: q + r / 2,
      y: r * ROW,
      tone: this.tones.get(color) ?? plain,
      label: color == null ? '' : this.letters.get(color),
    }));
    const before = this.places;
    this.places = new Map(this.scene.cells.map((cell) => [cell.key, cell]));
    if (this.gourds?.length) this.setGourds(this.gourds);
    if (before.size === 0 && cells.length && this.options.fitsFirst !== false) this.fit();
    const changed = this.layer.isSharp() ? differences(before, this.places) : null;
    if (!changed) this.invalidate();
    else for (const cell of changed) this.layer.patch(cell);
    this.redraw();
  }

  /** Gourds {ends: [[q, r], [q, r]], colors?, label?}; without colors the ends have those of their cells. */
  setGourds(gourds) {
    if (!gourds?.length && !this.gourds?.length) return;
    this.gourds = gourds ?? [];
    const plain = plainTone(this.isDark);
    this.scene.gourds = this.gourds.map(({ ends, colors, label }) => {
      const tone = [0, 1].map((k) => {
        const name = colors ? colors[k] : this.places.get(cellKey(...ends[k]))?.color;
        return this.tones?.get(name) ?? plain;
      });
      return {
        a: center(...ends[0]),
        b: center(...ends[1]),
        ends,
        label,
        pose: null,
        fillA: tone[0].disc,
        fillB: tone[1].disc,
        inkA: tone[0].onDisc,
        inkB: tone[1].onDisc,
      };
    });
    this.invalidate();
  }

  /** Move one gourd freely: fractional cells for both ends, null to put it back to its cells. */
  setPose(index, cellA, cellB) {
    const gourd = this.scene.gourds[index];
    if (!gourd) return;
    const still = gourd.pose === null;
    gourd.pose = cellA ? [center(...cellA), center(...cellB)] : null;
    if (still !== (gourd.pose === null)) this.invalidate();
    else this.redraw();
  }

  setEmpty(cell) {
    if (!cell && !this.empty) return;
    this.empty = cell ? [...cell] : null;
    this.invalidate();
  }

  /** Probabilities: [[a, b, p], …] for edges and, after them, [[cell, p], …] for the empty cell. */
  setHeat(edges, empties = []) {
    if (!edges && !this.heat) return;
    this.heat = edges && {
      edges: edges
        .filter(([, , share]) => share > 0)
        .map(([a, b, share]) => ({ a: center(...a), b: center(...b), share }))
        .sort((one, other) => one.share - other.share),
      empties: empties
        .filter(([, share]) => share > 0)
        .map(([cell, share]) => ({ x: center(...cell)[0], y: center(...cell)[1], share })),
    };
    this.invalidate();
  }

  /** Marks by cell key (see MARKS of board-marks.js, or {stroke, fill, opacity, width, dash}); others fade if asked. */
  setHighlight(marks, { fade = false } = {}) {
    this.marks = marks && marks.size ? new Map(marks) : null;
    if (this.marks) {
      this.marks.place = (key) => {
        const [q, r] = keyCell(key);
        const [x, y] = center(q, r);
        return { q, r, x, y };
      };
    }
    const fades = fade && this.marks !== null;
    if (fades || this.fades) this.invalidate();
    this.fades = fades;
    this.redraw();
  }

  /** Say something to people who listen instead of looking. */
  announce(text) {
    this.live.textContent = text;
  }

  /** Be told of presses, crossings and hovering; a result of true claims the gesture. Returns how to stop. */
  onCell(handler) {
    this.handlers.push(handler);
    return () => {
      this.handlers = this.handlers.filter((other) => other !== handler);
    };
  }

  tell(detail) {
    const { cell } = detail;
    const known = cell ? this.places.has(cellKey(...cell)) : false;
    return this.handlers.map((handler) => handler({ ...detail, known })).some((result) => result === true);
  }

  /** The color of a cell: its name, null if it has none, undefined if it is not on the board. */
  colorAt(cell) {
    const found = this.places.get(cellKey(...cell));
    return found && (found.color ?? null);
  }

  /* Where one looks */

  /** The whole board in sight; long boards from their beginning, so that cells stay large enough to see. */
  fit({ padding = this.options.padding ?? 28 } = {}) {
    const bounds = boundsOf(this.scene.cells.map(({ q, r }) => [q, r]));
    this.isFitted = true;
    if (!bounds || !this.width) return;
    const inset = this.options.inset?.() ?? { top: 0, right: 0, bottom: 0, left: 0 };
    const wide = Math.max(this.width - inset.left - inset.right - 2 * padding, 40);
    const high = Math.max(this.height - inset.top - inset.bottom - 2 * padding, 40);
    const whole = Math.min(wide / bounds.width, high / bounds.height);
    const least = Math.min(14, high / bounds.height, wide / bounds.width > 14 ? Infinity : 14);
    this.scale = Math.min(Math.max(whole, least, MIN_SCALE), this.options.fitScale ?? 64);
    const fits = bounds.width * this.scale <= wide + 1;
    this.x = fits
      ? bounds.x + bounds.width / 2 - (this.width / 2 + (inset.left - inset.right) / 2) / this.scale
      : bounds.x - (inset.left + padding) / this.scale;
    this.y = bounds.y + bounds.height / 2 - (this.height / 2 + (inset.top - inset.bottom) / 2) / this.scale;
    this.invalidate();
  }

  /** Move what is seen by pixels. */
  panBy(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.isFitted = false;
    this.redraw();
  }

  /** Zoom by a factor, a point of the canvas staying where it is. */
  zoomBy(factor, px = this.width / 2, py = this.height / 2) {
    const scale = Math.min(Math.max(this.scale * factor, MIN_SCALE), this.options.maxScale);
    this.x += px / this.scale - px / scale;
    this.y += py / this.scale - py / scale;
    this.scale = scale;
    this.isFitted = false;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.invalidate(), 90);
    this.redraw();
  }

  /** The cell at a point of the canvas, and the point where a cell is. */
  cellAtPoint(px, py) {
    return cellAt(this.x + px / this.scale, this.y + py / this.scale);
  }

  pointOfCell(cell) {
    const [x, y] = center(...cell);
    return [(x - this.x) * this.scale, (y - this.y) * this.scale];
  }

  /** Put the keyboard's cursor on a cell, in sight. */
  moveCursor(cell) {
    this.cursor = cell;
    if (cell) {
      const [px, py] = this.pointOfCell(cell);
      const edge = Math.min(60, this.width / 4);
      const dx = Math.max(edge - px, 0) + Math.min(this.width - edge - px, 0);
      const dy = Math.max(edge - py, 0) + Math.min(this.height - edge - py, 0);
      if (dx || dy) this.panBy(dx, dy);
      const color = this.colorAt(cell);
      this.announce(
        this.options.describe?.(cell) ??
          `${cell[0]}, ${cell[1]}: ${color === undefined ? 'not on the board' : (color ?? 'no color')}`,
      );
    }
    this.redraw();
  }

  setHover(cell) {
    const same = cell && this.hover && cell[0] === this.hover[0] && cell[1] === this.hover[1];
    if (same || (!cell && !this.hover)) return false;
    this.hover = cell;
    this.redraw();
    return true;
  }

  /* Drawing */

  resize() {
    const { clientWidth: width, clientHeight: height } = this.container;
    if (!width || !height || (width === this.width && height === this.height)) return;
    this.density = Math.min(window.devicePixelRatio || 1, 2.5);
    if (this.width) {
      this.x += (this.width - width) / 2 / this.scale;
      this.y += (this.height - height) / 2 / this.scale;
    }
    this.width = width;
    this.height = height;
    this.canvas.width = Math.round(width * this.density);
    this.canvas.height = Math.round(height * this.density);
    if (this.isFitted) this.fit();
    this.invalidate();
    this.draw();
  }

  refreshTones() {
    if (!this.scene.cells.length && !this.gourds) return this.invalidate();
    const cells = this.scene.cells.map(({ q, r, color }) => [q, r, color]);
    return this.setBoard({ cells, colors: this.names, labels: this.names?.map((name) => this.letters.get(name)) });
  }

  /** The still layer must be painted anew. */
  invalidate() {
    this.layer.clear();
    this.redraw();
  }

  /** Draw at the next frame. */
  redraw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      if (this.last && now - this.last < 250) this.note('interval', now - this.last);
      this.last = now;
      this.draw();
    });
  }

  /** Times in milliseconds: of drawing, between frames, and of painting tiles of what is still; emptied by reading. */
  frameTimes() {
    const times = this.times;
    this.times = { draw: [], interval: [], layer: [] };
    this.last = 0;
    return times;
  }

  note(kind, time) {
    const list = this.times[kind];
    list.push(time);
    if (list.length > 5000) list.splice(0, 1000);
  }

  /** Save what is seen, on paper, as a picture. */
  savePicture(name) {
    this.draw();
    const sheet = document.createElement('canvas');
    sheet.width = this.canvas.width;
    sheet.height = this.canvas.height;
    const context = sheet.getContext('2d');
    context.fillStyle = getComputedStyle(this.container).getPropertyValue('--paper');
    context.fillRect(0, 0, sheet.width, sheet.height);
    context.drawImage(this.canvas, 0, 0);
    sheet.toBlob((blob) => saveBlob(blob, name));
  }

  draw() {
    if (!this.width) return;
    const start = performance.now();
    this.layer.show(this.context);
    this.note('draw', performance.now() - start);
  }
}
