/** What stands beside the board while an answer is shown on it: a legend, and the values of the cell under the pointer. */

import { el } from '../dom.js';
import { cellKey } from '../board/hex.js';
import { percent } from '../board/marks.js';
import { ramp } from '../board/palette.js';
import { signed } from '../board/weights.js';
import { chip } from './board.js';

const [WIDE, HIGH] = [360, 28];
/** More kinds of gourds than this are only in the panel. */
const KINDS = 6;

/** `tools` gives the tools of the stage, which the legend takes the place of on phones. */
export function createLegend(place, tools) {
  const bar = el('canvas', { width: WIDE, height: HIGH });
  const scale = el('div',
    bar,
    el('div.ticks', ['0', '¼', '½', '¾', '1'].map((text) => el('span', text))),
    el('div', 'share of all placements'),
  );
  const weights = el('div.weights', { 'data-testid': 'weights-legend' });
  const reading = el('output.reading', { 'data-testid': 'reading' });
  const root = el('div.float.legend', { hidden: true, 'data-testid': 'heat-legend' }, scale, weights, reading);

  /** Shown with probabilities or weights, hidden with neither. */
  function show({ heat, weights: numbers }) {
    const isShown = Boolean(heat || numbers);
    if (!isShown && root.hidden) return;
    scale.hidden = !heat;
    weights.hidden = !numbers;
    if (heat) draw(place.app.theme.isDark());
    if (numbers) tellWeights(numbers);
    root.hidden = !isShown;
    tools().palette.hidden = isShown;
    read(null);
    if (place.board.isFitted) place.board.fit();
  }

  function draw(dark) {
    const context = bar.getContext('2d');
    context.clearRect(0, 0, WIDE, HIGH);
    for (let x = 0; x < WIDE; x += 2) {
      const share = x / WIDE;
      context.fillStyle = ramp(share, dark);
      context.fillRect(x, 22 - 20 * share - 2, 3, 4 + 22 * share);
    }
  }

  /** What is known about a cell, in words. */
  function wordsOf(cell) {
    const { board } = place;
    const key = cellKey(...cell);
    const shares = board.heat?.of.get(key);
    if (shares) {
      const likely = shares.edges.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
      const parts = likely.map(({ to, share }) => `with ${to.join(', ')}: ${percent(share)}`);
      if (shares.empty > 0) parts.unshift(`empty: ${percent(shares.empty)}`);
      return parts.join('; ');
    }
    if (!board.weights || !board.scene.places.has(key)) return '';
    const verb = board.weights.cells_ask ? 'asks for' : 'offers';
    const sets = board.weights.sets.filter(({ cells }) => cells.some((one) => cellKey(...one) === key));
    const inside = sets.map(({ value }) => `, in an odd set with ${signed(value)}`).join('');
    return `${verb} ${signed(board.weights.cells.get(key) ?? 0)}${inside}`;
  }

  /** Show the values of a cell; null for none. */
  function read(cell) {
    place.board.setProbe(cell);
    const words = cell ? wordsOf(cell) : '';
    reading.textContent = words ? `${cell.join(', ')} — ${words}` : 'Point at a cell, or tap it.';
    return words;
  }

  place.board.onCell(({ cell, type, event }) => {
    if (root.hidden) return false;
    if (type === 'hover' && (cell || event.pointerType === 'mouse')) read(cell);
    else if (type === 'click') read(cell);
    else if (type === 'cursor') {
      const words = read(cell);
      if (words) place.board.announce(`${cell.join(', ')}: ${words}`);
    }
    return false;
  });

  /** What the numbers are, and those of the kinds of gourds. */
  function tellWeights({ cells_ask: cellsAsk, kinds, empty, sets }) {
    const line = (mark, text) => el('div.row', mark, text);
    weights.replaceChildren(
      ...[
        line(el('b', '1'), `what a cell ${cellsAsk ? 'asks for' : 'offers'}`),
        sets.length > 0 &&
          line(el('b.disc', '2'), `what an odd set ${cellsAsk ? 'gives' : 'offers'} to a gourd inside`),
        ...kinds.slice(0, KINDS).map(({ gourd: [a, b], each }) =>
          line(el('span.pair', chip(place, a), chip(place, b)), `${cellsAsk ? 'gives at most' : 'asks for'} ${signed(each)}`),
        ),
        kinds.length > KINDS && el('div', `and ${kinds.length - KINDS} kinds more`),
        empty !== 0 && line(el('b', '○'), `the empty cell ${cellsAsk ? 'gives at most' : 'asks for'} ${signed(empty)}`),
      ].filter(Boolean),
    );
  }

  return { root, draw, show };
}
