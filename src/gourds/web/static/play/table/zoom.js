/**
 * How large the board of a game is, and which part of it is seen. The box around the board scrolls, so panning is the
 * browser's own work; zooming changes the size of the picture, one point of it staying where it is.
 */

import { W } from './board.js';

const LEAST = 4; // pixels per cell
const MOST = 150;
const USUAL_MOST = 132; // a board that fits is not shown larger than this
const PLAYABLE = 17; // where cells are smaller than this, a game begins closer to the empty cell
const CLOSER = 30;
const LETTER = 11;
const EDGE = 60; // pixels around a cell that is brought into sight

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

export class Zoom {
  /** `changed()` is called when the size changes; `pinched()` when a second finger comes. */
  constructor(box, board, { changed, pinched }) {
    Object.assign(this, { box, board, changed, pinched });
    this.cell = 0;
    this.isFitted = true;
    this.pinch = null;
    this.waiting = null; // the cell around which a game begins as soon as the box has a size
    new ResizeObserver(() => {
      if (this.waiting !== null) this.start(this.waiting);
      else if (this.isFitted) this.fit();
    }).observe(box);
    box.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel']) {
      box.addEventListener(name, (event) => this.#touch(event), { passive: false });
    }
  }

  /** The largest size at which all of the board is seen. */
  get whole() {
    const { box, board } = this;
    if (!board.cellsWide || !box.offsetWidth) return 0;
    const size = Math.min(box.offsetWidth / board.cellsWide, box.offsetHeight / board.cellsHigh);
    return clamp(size, LEAST, USUAL_MOST);
  }

  /** All of the board in sight. */
  fit() {
    this.isFitted = true;
    this.#apply(this.whole);
  }

  /** A new game: all in sight, or where that is too small to play, what is around a cell. */
  start(cell) {
    this.waiting = this.whole ? null : cell;
    this.fit();
    if (this.whole && this.cell && this.cell < PLAYABLE) {
      this.zoomBy(CLOSER / this.cell);
      this.reveal(cell, true);
    }
  }

  /** Zooms by a factor; a point of the window stays where it is, the middle of the box if none is given. */
  zoomBy(factor, clientX, clientY) {
    const { box } = this;
    if (!this.cell) return;
    const frame = box.getBoundingClientRect();
    const x = clientX ?? frame.left + frame.width / 2;
    const y = clientY ?? frame.top + frame.height / 2;
    const before = this.board.svg.getBoundingClientRect();
    const [across, down] = [(x - before.left) / before.width, (y - before.top) / before.height];
    this.isFitted = false;
    this.#apply(clamp(this.cell * factor, Math.min(this.whole, LEAST * 2), MOST));
    const after = this.board.svg.getBoundingClientRect();
    this.panBy(x - (after.left + across * after.width), y - (after.top + down * after.height));
  }

  /** Moves the board by pixels. */
  panBy(dx, dy) {
    this.box.scrollLeft -= dx;
    this.box.scrollTop -= dy;
  }

  /** Brings a cell into sight, into the middle if asked. */
  reveal(cell, toMiddle = false) {
    const frame = this.box.getBoundingClientRect();
    if (!frame.width) return;
    const [x, y] = this.board.clientOf(cell);
    const way = (at, low, high) => {
      if (toMiddle) return at - (low + high) / 2;
      const edge = Math.min(EDGE, (high - low) / 3);
      return Math.min(at - low - edge, 0) + Math.max(at - high + edge, 0);
    };
    const [left, top] = [way(x, frame.left, frame.right), way(y, frame.top, frame.bottom)];
    if (!left && !top) return;
    const isStill = toMiddle || matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.box.scrollBy({ left, top, behavior: isStill ? 'instant' : 'smooth' });
  }

  #apply(cell) {
    if (!cell) return;
    this.cell = cell;
    const { svg, cellsWide, cellsHigh } = this.board;
    svg.style.width = `${Math.floor(cell * cellsWide)}px`;
    svg.style.height = `${Math.floor(cell * cellsHigh)}px`;
    // The letters of cells are small, but not smaller than can be read.
    svg.style.setProperty('--letter', `${clamp((LETTER * W) / cell, 7.2, 8.6)}px`);
    this.box.classList.toggle('is-zoomed', cell > this.whole + 0.01);
    this.changed();
  }

  /** Where the page itself does not scroll, the wheel zooms; with the control key, as pinching a touchpad, always. */
  #wheel(event) {
    if (event.shiftKey || !(event.ctrlKey || matchMedia('(min-width: 861px)').matches)) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? this.box.clientHeight : 1;
    const turn = clamp(event.deltaY * unit, -240, 240);
    this.zoomBy(Math.exp(-turn * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX, event.clientY);
  }

  /** Two fingers zoom and pan. */
  #touch(event) {
    if (event.touches.length !== 2) {
      this.pinch = null;
      return;
    }
    event.preventDefault();
    const [a, b] = event.touches;
    const now = {
      x: (a.clientX + b.clientX) / 2,
      y: (a.clientY + b.clientY) / 2,
      wide: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1,
    };
    if (!this.pinch) this.pinched();
    else {
      this.panBy(now.x - this.pinch.x, now.y - this.pinch.y);
      this.zoomBy(now.wide / this.pinch.wide, now.x, now.y);
    }
    this.pinch = now;
  }
}
