/**
 * The cells and gourds of gadgets. V, F and variables differ without their colors too: V is hatched, F is plain, and
 * every cell that is large enough has its letter or the name of its variable, which the gourd on it repeats.
 */

import { boundsOf, center, hexagonCorners } from '../board/hex.js';
import { svgElement } from '../dom.js';

const SMALLEST_LETTER = 7; // pixels
export const round = (value) => Math.round(value * 100) / 100;

/** The hatching of V, once for the page. */
export function defineHatch(svg, size) {
  const step = round(Math.max(size / 4, 3.6));
  const pattern = svgElement('pattern', {
    id: 'reduce-hatch', patternUnits: 'userSpaceOnUse', width: step, height: step, patternTransform: 'rotate(45)',
  }, svgElement('defs', {}, svg));
  svgElement('path', { class: 'hatch', d: `M${round(step / 2)} 0v${step}` }, pattern);
}

/** Hexagons as one path. */
export function hexagons(cells, size) {
  const corners = hexagonCorners(size);
  return cells.map(({ q, r }) => {
    const [x, y] = center(q, r);
    return `M${corners.map(([a, b]) => `${round(x * size + a)} ${round(y * size + b)}`).join('L')}z`;
  }).join('');
}

/** The cells of one color. */
export function drawCells(parent, cells, size, tone, isHatched) {
  const d = hexagons(cells, size);
  svgElement('path', { class: 'gadget-cells', d, fill: tone.cell, stroke: tone.border }, parent);
  if (isHatched) svgElement('path', { class: 'gadget-hatch', d, fill: 'url(#reduce-hatch)' }, parent);
}

/** The same letters in the middle of cells: the element, in the ink for cells; null if there is no room for them. */
export function drawLetters(parent, cells, size, letters, tone, className = '') {
  const font = Math.min(0.5 * size, (0.8 * size) / (0.58 * letters.length));
  if (font < SMALLEST_LETTER) return null;
  const text = svgElement('text', { class: `cell-letters ${className}`, 'font-size': round(font), fill: tone.onCell, 'aria-hidden': 'true' }, parent);
  for (const { q, r } of cells) {
    const [x, y] = center(q, r);
    svgElement('tspan', { x: round(x * size), y: round(y * size + 0.36 * font) }, text).textContent = letters;
  }
  return text;
}

/** Gives letters an ink that can be read on cells, or on gourds, whose rims they overlap. */
export function inkLetters(text, tone, isOnGourd) {
  if (!text || text.hasAttribute('stroke') === isOnGourd) return;
  text.setAttribute('fill', isOnGourd ? tone.onDisc : tone.onCell);
  if (isOnGourd) text.setAttribute('stroke', tone.disc);
  else text.removeAttribute('stroke');
}

/** Gourds as bones: a neck for each pair, discs in the colors of the cells; `isHatched(cell)` where V is. */
export function drawPairs(parent, pairs, size, colorOf, isHatched = () => false) {
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
  line([...discs.values()].join(''), 'bone-rim', 0.8);
  for (const [color, d] of discs) line(d, 'bone-disc', 0.68, color);
  const hatched = pairs.flat().filter(isHatched);
  if (hatched.length) line(hatched.map((end) => `M${at(end)}h0`).join(''), 'bone-disc', 0.68, 'url(#reduce-hatch)');
}

/** A small picture of a gadget under one of its coverings, without the filler around it. */
export function coveringPicture(board, gadget, name, size = 15) {
  const inner = gadget.template.cells.filter(({ symbol }) => symbol !== 'F');
  const { x, y, width, height } = boundsOf(inner.map(({ q, r }) => [q, r]));
  const svg = svgElement('svg', {
    class: 'covering-picture', role: 'img', 'aria-label': `the covering ${name}`,
    viewBox: [x * size - 1, y * size - 1, width * size + 2, height * size + 2].map(round).join(' '),
  });
  const symbols = new Set(inner.map((cell) => cell.symbol));
  const cellsOf = (symbol) => inner.filter((cell) => cell.symbol === symbol);
  const toneOf = (symbol) => board.tone.get(board.colorOf(gadget, symbol));
  for (const symbol of symbols) drawCells(svg, cellsOf(symbol), size, toneOf(symbol), symbol === 'V');
  const pairs = gadget.template.coverings[name];
  drawPairs(svg, pairs, size, (cell) => toneOf(cell.symbol).disc, ({ symbol }) => symbol === 'V');
  for (const symbol of symbols) {
    const text = drawLetters(svg, cellsOf(symbol), size, board.letterOf(gadget, symbol), toneOf(symbol));
    inkLetters(text, toneOf(symbol), true);
  }
  return svg;
}
