/**
 * The board of a reduction: a band of gadgets four rows high, folded like a line of text into what room there is. Every
 * gadget is a group with a label, a path of hexagons for each color, and a path of discs for the gourds on each color:
 * a few elements for dozens of cells, so that boards of thousands of cells stay smooth.
 */

import { ROW } from '../board/hex.js';
import { svgElement } from '../dom.js';
import { toneMap } from '../board/palette.js';
import { defineHatch, drawCells, drawLetters, drawPairs, inkLetters, round } from './cells.js';
import { fittingSize, fold } from './folding.js';
import { shapeOf, templateOf } from './gadgets.js';

/** The widths of cells that one can choose, in pixels. */
export const SIZES = [9, 11, 14, 18, 22, 27, 33, 40];
const LABEL = 25; // pixels above each band
const READABLE = 18;

export class ReduceBoard {
  /** `onPick(index | null, isLasting)`: a gadget is under the pointer or focused, or was clicked. */
  constructor(container, onPick) {
    this.container = container;
    this.onPick = onPick;
    this.svg = svgElement('svg', { class: 'reduce-board', role: 'group', 'aria-label': 'The board, gadget by gadget', 'data-testid': 'reduce-board' }, container);
    this.gadgets = [];
    this.cell = 17;
    const pick = (isLasting) => (event) => {
      if (event.type === 'pointerover' && event.pointerType !== 'mouse') return;
      const group = event.target.closest?.('[data-gadget]');
      onPick(group ? Number(group.dataset.gadget) : null, isLasting);
    };
    this.svg.addEventListener('pointerover', pick(false));
    this.svg.addEventListener('pointerleave', () => onPick(null, false));
    this.svg.addEventListener('click', pick(true));
    // Browsers let the focus stop at a picture that listens for it, so its box listens.
    container.addEventListener('focusin', pick(true));
    container.addEventListener('keydown', (event) => this.#key(event));
    new ResizeObserver(() => this.#arrange()).observe(container);
  }

  /** Shows another board: what /api/reduce answered. */
  setBoard({ document: instance, gadgets, coverings, cubic }, dark) {
    this.instance = instance;
    this.names = cubic.names;
    this.colorAt = new Map(instance.cells.map(([q, r, color]) => [`${q},${r}`, color]));
    const colorAt = (q, r) => this.colorAt.get(`${q},${r}`);
    this.templates = {};
    this.gadgets = gadgets.map((gadget, index) => {
      const shape = shapeOf(gadget, colorAt);
      const template = this.templates[gadget.kind] ??= templateOf(gadget.kind, shape, coverings[gadget.kind]);
      return { ...gadget, index, column: shape.column, template, state: '', pairs: [] };
    });
    this.ownerOfColumn = new Map();
    for (const gadget of this.gadgets) {
      for (let q = 0; q < gadget.template.width; q++) this.ownerOfColumn.set(gadget.column + q, gadget);
    }
    const owned = new Set(this.ownerOfColumn.keys());
    this.spare = instance.cells.filter(([q]) => !owned.has(q));
    this.traced = new Set();
    if (!this.isZoomed) this.cell = this.#fittingCell();
    this.draw(dark);
  }

  draw(dark) {
    this.dark = dark;
    const names = [...new Set(this.instance.cells.map((cell) => cell[2]))];
    this.tone = toneMap(names, dark);
    const focused = this.svg.contains(document.activeElement) ? document.activeElement.dataset.gadget : null;
    this.svg.replaceChildren();
    defineHatch(this.svg, this.cell);
    this.frames = svgElement('g', { class: 'gadget-frames' });
    for (const gadget of this.gadgets) this.#drawGadget(gadget);
    this.spareGroup = svgElement('g', { class: 'reduce-spare' }, this.svg);
    for (const [q, r, color] of this.spare) {
      const cells = [{ q: q - this.spare[0][0], r }];
      drawCells(this.spareGroup, cells, this.cell, this.tone.get(color), color === 'V');
      drawLetters(this.spareGroup, cells, this.cell, color, this.tone.get(color), color);
    }
    this.svg.append(this.frames);
    this.width = 0;
    this.#arrange();
    for (const gadget of this.gadgets) this.#drawGourds(gadget);
    this.#markTraced();
    if (focused !== null) this.gadgets[focused]?.group.focus();
  }

  /** The color that a symbol stands for in a gadget. */
  colorOf(gadget, symbol) {
    if (symbol === 'V' || symbol === 'F') return symbol;
    return `x${gadget.variables[symbol === 'x' ? 0 : Number(symbol)]}`;
  }

  /** What stands in the cells of a symbol: V, F, or the name of a variable. */
  letterOf(gadget, symbol) {
    if (symbol === 'V' || symbol === 'F') return symbol;
    return this.names[gadget.variables[symbol === 'x' ? 0 : Number(symbol)] - 1];
  }

  #drawGadget(gadget) {
    const { template } = gadget;
    const group = svgElement('g', { class: `gadget ${gadget.kind}`, 'data-gadget': gadget.index, tabindex: gadget.index ? '-1' : '0', role: 'button' }, this.svg);
    gadget.group = group;
    const height = (template.height - 1) * ROW * this.cell;
    const [w, s] = [template.width * this.cell, ((template.height - 1) / 2) * this.cell];
    const edge = this.cell * 0.56;
    const left = -this.cell / 2;
    gadget.frame = svgElement('path', {
      class: 'gadget-frame',
      d: `M${round(left)} ${round(-edge)}h${round(w)}L${round(left + w + s)} ${round(height + edge)}h${round(-w)}z`,
    }, this.frames);
    gadget.frame.classList.toggle('is-failing', gadget.state === 'failing');
    for (const [symbol, cells] of template.cellsOf) {
      drawCells(group, cells, this.cell, this.tone.get(this.colorOf(gadget, symbol)), symbol === 'V');
    }
    gadget.gourds = svgElement('g', { class: 'gadget-gourds' }, group);
    gadget.letters = [...template.cellsOf].map(([symbol, cells]) => [symbol, drawLetters(group, cells, this.cell,
      this.letterOf(gadget, symbol), this.tone.get(this.colorOf(gadget, symbol)), symbol)]);
    gadget.label = svgElement('text', { class: 'gadget-label', x: round(left + 2), y: round(-edge - 7) }, group);
    this.#name(gadget);
  }

  #name(gadget) {
    const { label, group, kind, name } = gadget;
    const names = gadget.clause.map((v) => this.names[v - 1]);
    const own = kind === 'variable' ? name : `${name}: ${names.join(' ')}`;
    group.dataset.state = gadget.state;
    const marks = { failing: ' ✗', true: ' = true', false: ' = false', holds: ' ✓' };
    label.replaceChildren();
    label.append(own);
    svgElement('tspan', { class: 'gadget-mark' }, label).textContent = marks[gadget.state] ?? '';
    const what = kind === 'variable' ? `Gadget of variable ${name}` : `Gadget of ${name}: exactly one of ${names.join(', ')}`;
    const states = { failing: 'fails', true: 'covered as true', false: 'covered as false', holds: 'holds' };
    group.setAttribute('aria-label', `${what}; ${states[gadget.state] ?? 'not covered'}`);
  }

  /** Lays gourds on a gadget, as pairs of relative cells, with a state: '', 'true', 'false', 'holds', 'failing'. */
  setGadget(index, pairs, state) {
    const gadget = this.gadgets[index];
    if (gadget.pairs === pairs && gadget.state === state) return;
    gadget.pairs = pairs;
    gadget.state = state;
    gadget.frame.classList.toggle('is-failing', state === 'failing');
    this.#name(gadget);
    this.#drawGourds(gadget);
  }

  #drawGourds(gadget) {
    gadget.gourds.replaceChildren();
    const { symbolAt } = gadget.template;
    const covered = new Set(gadget.pairs.flat().map(symbolAt));
    const isFiller = ([cell]) => symbolAt(cell) === 'F';
    // The filler covers itself: it is shown, but not loudly.
    if (covered.size) {
      const filler = svgElement('g', { class: 'is-filler' }, gadget.gourds);
      drawPairs(filler, gadget.pairs.filter(isFiller), this.cell, () => this.tone.get('F').disc);
      drawPairs(gadget.gourds, gadget.pairs.filter((pair) => !isFiller(pair)), this.cell,
        (cell) => this.tone.get(this.colorOf(gadget, symbolAt(cell))).disc, (cell) => symbolAt(cell) === 'V');
    }
    // A gourd repeats the letters of its cells, in an ink that can be read on it.
    for (const [symbol, letters] of gadget.letters) {
      inkLetters(letters, this.tone.get(this.colorOf(gadget, symbol)), symbol !== 'F' && covered.has(symbol));
    }
  }

  /** The gourds of a placement by gadget, as pairs of relative cells. */
  split(placement) {
    const found = this.gadgets.map(() => []);
    for (const [[q, r], [s, t]] of placement.gourds) {
      const gadget = this.ownerOfColumn.get(q);
      if (gadget) found[gadget.index].push([{ q: q - gadget.column, r }, { q: s - gadget.column, r: t }]);
    }
    return found;
  }

  /** Marks the gadget that is looked at and those that share a variable with it. */
  setActive(index) {
    const active = index === null ? null : this.gadgets[index];
    const related = new Set(active?.variables ?? []);
    for (const gadget of this.gadgets) {
      gadget.frame.classList.toggle('is-active', gadget === active);
      const isOther = active && gadget !== active && gadget.kind !== active.kind;
      gadget.frame.classList.toggle('is-related', Boolean(isOther && gadget.variables.some((v) => related.has(v))));
    }
  }

  /** Marks the gadgets of variables that are followed through the chain. */
  setTraced(variables) {
    this.traced = new Set(variables ?? []);
    this.#markTraced();
  }

  #markTraced() {
    for (const { frame, group, kind, variables } of this.gadgets) {
      const isTraced = kind === 'variable' && this.traced.has(variables[0]);
      frame.classList.toggle('is-traced', isTraced);
      group.toggleAttribute('data-traced', isTraced);
    }
  }

  reveal(index) {
    this.gadgets[index]?.group.scrollIntoView({ block: 'nearest' });
  }

  /** Cells so large that the rows fill the width. */
  #fittingCell() {
    if (!this.gadgets.length) return READABLE;
    const { height } = this.#shape;
    // Where the page scrolls instead of the board, the screen is the measure.
    const isPage = getComputedStyle(this.container).overflowY === 'visible';
    return fittingSize(this.#widths, {
      width: this.#room,
      height: isPage ? 0.6 * innerHeight : this.container.clientHeight - 24,
      slant: (height - 1) / 2 + 0.3,
      rowHeight: (cell) => this.#band(cell),
      readable: READABLE,
      largest: SIZES.at(-1),
    });
  }

  get #shape() {
    return this.gadgets[0].template;
  }

  get #widths() {
    return [...this.gadgets.map(({ template }) => template.width), ...(this.spare.length ? [1] : [])];
  }

  #band(cell) {
    return LABEL + ((this.#shape.height - 1) * ROW + 1.16) * cell + 6;
  }

  /** The width that the band may have. */
  get #room() {
    const { paddingLeft, paddingRight } = getComputedStyle(this.container);
    return this.container.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  }

  setCell(size) {
    this.isZoomed = true;
    this.cell = size;
    if (this.instance) this.draw(this.dark);
  }

  /** Back to cells that fill the width. */
  fit() {
    this.isZoomed = false;
    if (!this.instance) return;
    this.cell = this.#fittingCell();
    this.draw(this.dark);
  }

  /** Folds the band. */
  #arrange() {
    if (!this.gadgets.length) return;
    const width = this.#room;
    if (width <= 0 || width === this.width) return;
    this.width = width;
    if (!this.isZoomed && this.fitted && Math.abs(this.fitted - width) > 1) {
      this.fitted = width;
      this.cell = this.#fittingCell();
      this.draw(this.dark);
      return;
    }
    this.fitted = width;
    const { cell } = this;
    const slant = (this.#shape.height - 1) / 2;
    const band = this.#band(cell);
    const { places, rows, widest } = fold(this.#widths, Math.max(width / cell - slant - 0.25, ...this.#widths));
    places.forEach(({ x, row }, k) => {
      const at = `translate(${round((x + 0.6) * cell)} ${round(row * band + LABEL + 0.58 * cell)})`;
      const gadget = this.gadgets[k];
      for (const element of gadget ? [gadget.group, gadget.frame] : [this.spareGroup]) element.setAttribute('transform', at);
    });
    this.svg.setAttribute('width', round((widest + slant + 0.3) * cell));
    this.svg.setAttribute('height', round(rows * band + 4));
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    const group = event.target.closest?.('[data-gadget]');
    if (!step || !group) return;
    event.preventDefault();
    const next = this.gadgets[Number(group.dataset.gadget) + step];
    if (!next) return;
    group.setAttribute('tabindex', '-1');
    next.group.setAttribute('tabindex', '0');
    next.group.focus();
  }
}
