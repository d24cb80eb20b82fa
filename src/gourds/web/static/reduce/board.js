/**
 * The board of a reduction: a band of gadgets four rows high, folded like a line of text into what room there is. Every
 * gadget is a group with a label, a path of hexagons for each color, and a path of discs for the gourds on each color:
 * a few elements for dozens of cells, so that boards of thousands of cells stay smooth.
 */

import { ROW, boundsOf, center, hexagonCorners } from '../board/hex.js';
import { svgElement } from '../dom.js';
import { toneMap } from '../board/palette.js';
import { shapeOf, templateOf } from './gadgets.js';

/** The widths of cells that one can choose, in pixels. */
export const SIZES = [9, 11, 14, 17, 21, 26, 32];
const LABEL = 25; // pixels above each band
const round = (value) => Math.round(value * 100) / 100;

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
  setBoard({ document: instance, gadgets }, dark) {
    this.instance = instance;
    this.colorAt = new Map(instance.cells.map(([q, r, color]) => [`${q},${r}`, color]));
    const colorAt = (q, r) => this.colorAt.get(`${q},${r}`);
    this.templates = {};
    this.gadgets = gadgets.map((gadget, index) => {
      const shape = shapeOf(gadget, colorAt);
      const template = this.templates[gadget.kind] ??= templateOf(gadget.kind, shape);
      return { ...gadget, index, column: shape.column, template, state: '', pairs: [] };
    });
    this.ownerOfColumn = new Map();
    for (const gadget of this.gadgets) {
      for (let q = 0; q < gadget.template.width; q++) this.ownerOfColumn.set(gadget.column + q, gadget);
    }
    const owned = new Set(this.ownerOfColumn.keys());
    this.spare = instance.cells.filter(([q]) => !owned.has(q));
    if (!this.isZoomed) this.cell = this.#fittingCell();
    this.draw(dark);
  }

  draw(dark) {
    this.dark = dark;
    const names = [...new Set(this.instance.cells.map((cell) => cell[2]))];
    this.tone = toneMap(names, dark);
    this.svg.replaceChildren();
    this.frames = svgElement('g', { class: 'gadget-frames' });
    for (const gadget of this.gadgets) this.#drawGadget(gadget);
    this.spareGroup = svgElement('g', { class: 'reduce-spare' }, this.svg);
    for (const [q, r, color] of this.spare) {
      svgElement('path', { d: hexagons([{ q: q - this.spare[0][0], r }], this.cell), fill: this.tone.get(color).cell, stroke: this.tone.get(color).border }, this.spareGroup);
    }
    this.svg.append(this.frames);
    this.width = 0;
    this.#arrange();
    for (const gadget of this.gadgets) this.#drawGourds(gadget);
  }

  /** The color that a symbol stands for in a gadget. */
  colorOf(gadget, symbol) {
    if (symbol === 'V' || symbol === 'F') return symbol;
    return `x${gadget.variables[symbol === 'x' ? 0 : Number(symbol)]}`;
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
    for (const symbol of new Set(template.cells.map((cell) => cell.symbol))) {
      const tone = this.tone.get(this.colorOf(gadget, symbol));
      const cells = template.cells.filter((cell) => cell.symbol === symbol);
      svgElement('path', { class: 'gadget-cells', d: hexagons(cells, this.cell), fill: tone.cell, stroke: tone.border }, group);
    }
    gadget.gourds = svgElement('g', { class: 'gadget-gourds' }, group);
    gadget.label = svgElement('text', { class: 'gadget-label', x: round(left + 2), y: round(-edge - 7) }, group);
    this.#name(gadget);
  }

  #name(gadget) {
    const { label, group, kind, name } = gadget;
    const own = kind === 'variable' ? name : `${name}: ${gadget.clause.map((v) => `x${v}`).join(' ')}`;
    group.dataset.state = gadget.state;
    const marks = { failing: ' ✗', true: ' = true', false: ' = false', holds: ' ✓' };
    label.replaceChildren();
    label.append(own);
    svgElement('tspan', { class: 'gadget-mark' }, label).textContent = marks[gadget.state] ?? '';
    const what = kind === 'variable' ? `Variable gadget ${name}` : `Clause gadget ${name}: exactly one of ${gadget.clause.map((v) => `x${v}`).join(', ')}`;
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
    if (!gadget.pairs.length) return;
    const { symbolAt } = gadget.template;
    const isFiller = ([cell]) => symbolAt(cell) === 'F';
    // The filler covers itself: it is shown, but not loudly.
    const filler = svgElement('g', { class: 'is-filler' }, gadget.gourds);
    drawPairs(filler, gadget.pairs.filter(isFiller), this.cell, () => this.tone.get('F').disc);
    drawPairs(gadget.gourds, gadget.pairs.filter((pair) => !isFiller(pair)), this.cell,
      (cell) => this.tone.get(this.colorOf(gadget, symbolAt(cell))).disc);
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

  reveal(index) {
    this.gadgets[index]?.group.scrollIntoView({ block: 'nearest' });
  }

  /** The largest of the sizes at which the whole board can be seen; not smaller than can be read. */
  #fittingCell() {
    const { clientHeight } = this.container;
    const clientWidth = this.#room;
    const columns = this.gadgets.reduce((sum, { template }) => sum + template.width, 0);
    const fits = (cell) => {
      const bands = Math.ceil(columns / Math.max(clientWidth / cell - 12, 12));
      return bands * (LABEL + 3.76 * cell + 6) < clientHeight;
    };
    return [...SIZES].reverse().find((cell) => cell >= 14 && cell <= 26 && fits(cell)) ?? (clientWidth < 600 ? 14 : 17);
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

  /** Folds the band. */
  #arrange() {
    if (!this.gadgets.length) return;
    const width = this.#room;
    if (width <= 0 || width === this.width) return;
    this.width = width;
    const { cell } = this;
    const height = this.gadgets[0].template.height;
    const slant = (height - 1) / 2;
    const band = LABEL + ((height - 1) * ROW + 1.16) * cell + 6;
    const room = Math.max(width / cell - slant - 0.3, 12);
    let [x, row, widest] = [0, 0, 0];
    const place = (columns, ...elements) => {
      if (x > 0 && x + columns > room) [x, row] = [0, row + 1];
      const at = `translate(${round((x + 0.6) * cell)} ${round(row * band + LABEL + 0.58 * cell)})`;
      for (const element of elements) element.setAttribute('transform', at);
      x += columns;
      widest = Math.max(widest, x);
    };
    for (const { group, frame, template } of this.gadgets) place(template.width, group, frame);
    if (this.spare.length) place(1, this.spareGroup);
    this.svg.setAttribute('width', round((widest + slant + 0.3) * cell));
    this.svg.setAttribute('height', round((row + 1) * band + 4));
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

/** Hexagons as one path. */
function hexagons(cells, size) {
  const corners = hexagonCorners(size);
  return cells.map(({ q, r }) => {
    const [x, y] = center(q, r);
    return `M${corners.map(([a, b]) => `${round(x * size + a)} ${round(y * size + b)}`).join('L')}z`;
  }).join('');
}

/** Gourds as bones: a neck for each pair, discs in the colors of the cells. */
function drawPairs(parent, pairs, size, colorOf) {
  const at = ({ q, r }) => center(q, r).map((value) => round(value * size)).join(' ');
  const discs = new Map();
  let necks = '';
  for (const [a, b] of pairs) {
    necks += `M${at(a)}L${at(b)}`;
    for (const end of [a, b]) {
      const color = colorOf(end);
      discs.set(color, `${discs.get(color) ?? ''}M${at(end)}h0`);
    }
  }
  const line = (d, className, width, stroke) => {
    const path = svgElement('path', { class: className, d, 'stroke-width': round(width * size) }, parent);
    if (stroke) path.setAttribute('stroke', stroke);
  };
  line(necks, 'bone-neck', 0.3);
  line([...discs.values()].join(''), 'bone-rim', 0.74);
  for (const [color, d] of discs) line(d, 'bone-disc', 0.6, color);
}

/** A small picture of a gadget under one of its coverings, without the filler around it. */
export function coveringPicture(board, gadget, name, size = 13) {
  const inner = gadget.template.cells.filter(({ symbol }) => symbol !== 'F');
  const { x, y, width, height } = boundsOf(inner.map(({ q, r }) => [q, r]));
  const svg = svgElement('svg', {
    class: 'covering-picture', role: 'img',
    viewBox: [x * size - 1, y * size - 1, width * size + 2, height * size + 2].map(round).join(' '),
  });
  for (const symbol of new Set(inner.map((cell) => cell.symbol))) {
    const tone = board.tone.get(board.colorOf(gadget, symbol));
    const d = hexagons(inner.filter((cell) => cell.symbol === symbol), size);
    svgElement('path', { class: 'gadget-cells', d, fill: tone.cell, stroke: tone.border }, svg);
  }
  const pairs = gadget.template.coverings[name];
  if (pairs) drawPairs(svg, pairs, size, (cell) => board.tone.get(board.colorOf(gadget, cell.symbol)).disc);
  return svg;
}
