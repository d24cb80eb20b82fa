/**
 * A board on a canvas: cells, colors, gourds, the empty cell, heat, marks; pan, zoom, and a cursor for the keyboard.
 *
 * The still parts are painted once, in tiles; panning moves the tiles and zooming stretches them until the fingers
 * rest. So a frame costs about the same for seven cells and for fifty thousand.
 * Which cell is under the pointer is computed, not looked up among elements.
 *
 * const view = new BoardView(container, { label: 'Board', isDark: () => false, padding: 20 });
 * view.setBoard({ cells: [[0, 0, 'red'], [1, 0, 'blue'], [0, 1, 'red']] });
 * view.setGourds([{ ends: [[0, 0], [1, 0]] }]);
 * view.setEmpty([0, 1]);
 * view.onCell(({ cell, type, button, event, known }) => { if (type === 'down') { …; return true; } });
 *
 * A handler that returns true for 'down' claims the gesture: the cells that the pointer then crosses come as 'enter',
 * its end as 'up'. Otherwise dragging pans, and a press without dragging comes as 'click'.
 * `container` should have a size of its own. Options: label, isDark(), padding and inset() (room to leave around the
 * board, and more of it above and below).
 */

import { boundsOf, cellAt, cellKey, center } from './hex.js';
import { watchInput } from './input.js';
import { BoardLayer } from './layer.js';
import { differences, heatOf, looksOf, marksOf, sceneOf } from './scene.js';
import { setsOf } from './weights.js';

const MIN_SCALE = 1.2;
const MAX_SCALE = 120;
const FIT_SCALE = 64;
const SMALLEST = 4; // where cells would be smaller than this, a board is not fitted as a whole

export class BoardView {
  constructor(container, options) {
    this.options = options;
    this.container = container;
    container.classList.add('board-view');
    this.canvas = document.createElement('canvas');
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-label', options.label);
    this.live = document.createElement('div');
    this.live.className = 'visually-hidden';
    this.live.setAttribute('aria-live', 'polite');
    container.append(this.canvas, this.live);
    this.context = this.canvas.getContext('2d');
    this.layer = new BoardLayer(this);
    this.scene = sceneOf([], looksOf([], [], [], this.isDark));
    this.empty = null;
    this.heat = null;
    this.weights = null;
    this.probe = null;
    this.marks = null;
    this.hover = null;
    this.cursor = null;
    this.width = 0;
    this.height = 0;
    this.scale = 40;
    this.x = 0;
    this.y = 0;
    this.handlers = [];
    this.isFitted = true;
    this.stop = watchInput(this);
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(container);
    this.retint = () => this.refreshTones();
    document.addEventListener('themechange', this.retint);
    this.watchDensity();
    this.resize();
  }

  /** Let go of everything; the container is empty afterwards. */
  destroy() {
    this.stop();
    this.sizes.disconnect();
    document.removeEventListener('themechange', this.retint);
    this.finest?.removeEventListener('change', this.rescale);
    cancelAnimationFrame(this.frame);
    this.canvas.remove();
    this.live.remove();
  }

  get isDark() {
    return this.options.isDark();
  }

  /* What is shown */

  /**
   * The cells [q, r, color], which stay as they are; `colors` fixes the order of names that settles the shades, `labels`
   * the letters. The first cells come in sight, unless the view is to be `still`.
   */
  setBoard({ cells, colors, labels, still = false }) {
    const before = this.scene;
    this.scene = sceneOf(cells, looksOf(cells, colors, labels, this.isDark), before.gourds);
    if (before.cells.length === 0 && cells.length && !still) this.fit();
    const changed = this.layer.isSharp() ? differences(before, this.scene) : null;
    if (!changed) this.invalidate();
    else this.layer.patch(changed);
    this.redraw();
  }

  /** Gourds {ends: [[q, r], [q, r]], colors?: [a, b]}; without colors the ends have those of their cells. */
  setGourds(gourds) {
    if (!gourds.length && !this.scene.gourds.length) return;
    this.scene.gourds = gourds;
    this.invalidate();
  }

  setEmpty(cell) {
    if (!cell && !this.empty) return;
    this.empty = cell ? [...cell] : null;
    this.invalidate();
  }

  /** Probabilities: [[a, b, p], …] for edges and, after them, [[cell, p], …] for the empty cell. */
  setHeat(edges, empties = []) {
    if (!edges && !this.heat) return;
    this.heat = edges && heatOf(edges, empties);
    this.invalidate();
  }

  /** The weights of a proof, `null` for none: {cells: Map by key, sets: [{value, cells: [[q, r], …]}, …]}. */
  setWeights(weights) {
    if (!weights && !this.weights) return;
    this.weights = weights && { ...weights, sets: setsOf(weights.sets) };
    this.invalidate();
  }

  /** The cell whose values are shown in numbers, if there are any. */
  setProbe(cell) {
    this.probe = cell;
    if (this.heat) this.redraw();
  }

  /** Marks by cell key (see MARKS of marks.js); others fade if asked. */
  setHighlight(marks, { fade = false } = {}) {
    this.marks = marks?.size ? marksOf(marks) : null;
    const fades = fade && this.marks !== null;
    if (fades || this.fades) this.invalidate();
    this.fades = fades;
    this.redraw();
  }

  /** Say something to people who listen instead of looking. */
  announce(text) {
    this.live.textContent = text;
  }

  /** Be told of presses, crossings and hovering; a result of true claims the gesture. */
  onCell(handler) {
    this.handlers.push(handler);
  }

  tell(detail) {
    const { cell } = detail;
    const known = cell ? this.scene.places.has(cellKey(...cell)) : false;
    return this.handlers.map((handler) => handler({ ...detail, known })).some((result) => result === true);
  }

  /** The color of a cell: its name, null if it has none, undefined if it is not on the board. */
  colorAt(cell) {
    const found = this.scene.places.get(cellKey(...cell));
    return found && (found[2] ?? null);
  }

  /* Where one looks */

  /** The whole board in sight; very long ones from their beginning, so that cells stay large enough to see. */
  fit() {
    const bounds = boundsOf(this.scene.cells);
    this.isFitted = true;
    if (!bounds || !this.width) return;
    const { padding } = this.options;
    const inset = this.options.inset?.() ?? { top: 0, bottom: 0 };
    const wide = Math.max(this.width - 2 * padding, 40);
    const high = Math.max(this.height - inset.top - inset.bottom - 2 * padding, 40);
    const whole = Math.min(wide / bounds.width, high / bounds.height);
    const least = whole < SMALLEST ? Math.min(14, high / bounds.height) : whole;
    this.scale = Math.min(Math.max(least, MIN_SCALE), FIT_SCALE);
    const fits = bounds.width * this.scale <= wide + 1;
    this.x = fits ? bounds.x + bounds.width / 2 - this.width / 2 / this.scale : bounds.x - padding / this.scale;
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
    const scale = Math.min(Math.max(this.scale * factor, MIN_SCALE), MAX_SCALE);
    this.x += px / this.scale - px / scale;
    this.y += py / this.scale - py / scale;
    this.scale = scale;
    this.isFitted = false;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.layer.sharpen();
      this.redraw();
    }, 90);
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
      this.announce(`${cell[0]}, ${cell[1]}: ${color === undefined ? 'not on the board' : (color ?? 'no color')}`);
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
    const density = Math.min(window.devicePixelRatio || 1, 2.5);
    const isSame = width === this.width && height === this.height && density === this.density;
    if (!width || !height || isSame) return;
    this.density = density;
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

  /** Be told if the window comes to another screen or the page is zoomed: the pixels are others then. */
  watchDensity() {
    this.finest = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    this.rescale = () => {
      this.resize();
      this.watchDensity();
    };
    this.finest.addEventListener('change', this.rescale, { once: true });
  }

  refreshTones() {
    const { cells, looks } = this.scene;
    this.setBoard({ cells, colors: looks.names, labels: looks.names.map(looks.letterOf) });
    this.invalidate();
  }

  /** The still layer must be painted anew. */
  invalidate() {
    this.layer.clear();
    this.redraw();
  }

  /** Draw at the next frame. */
  redraw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  draw(isWhole = false) {
    if (this.width) this.layer.show(this.context, isWhole);
  }
}
