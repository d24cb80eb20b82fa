/** The tools on the stage of the Place view, and what they do to the cells under the pointer. */

import { el, icon } from '../dom.js';
import { cellKey } from '../board/hex.js';
import { strokes } from '../board/strokes.js';
import { chip, replaceKeepingFocus } from './board.js';
import { areaOf } from './model.js';

export const TOOLS = [
  { name: 'draw', word: 'Draw', label: 'Draw cells', key: 'd', hint: 'Draw cells: press and drag' },
  { name: 'erase', word: 'Erase', label: 'Erase cells', key: 'e', hint: 'Erase cells: press and drag' },
  { name: 'paint', word: 'Paint', label: 'Paint cells', key: 'p', hint: 'Paint cells: press and drag' },
  { name: 'fill', word: 'Fill', label: 'Fill an area', key: 'f', hint: 'Fill: press on an area of one color' },
  { name: 'pan', word: 'Look', label: 'Look and move', key: 'h', hint: 'Look around: drag to move the board' },
];

/** The bar of tools; `place` is the view's core (see place.js). */
export function createTools(place) {
  const buttons = new Map();
  const choose = (name) => {
    place.tool = name;
    for (const [other, button] of buttons) button.setAttribute('aria-pressed', String(other === name));
    place.board.container.classList.remove(...TOOLS.map((tool) => `tool-${tool.name}`));
    place.board.container.classList.add(`tool-${name}`);
  };
  const toolButtons = TOOLS.map(({ name, word, label, key }) => {
    const button = el('button', {
      'data-testid': `tool-${name}`,
      'aria-label': label,
      'aria-pressed': 'false',
      title: `${label} (${key.toUpperCase()})`,
      onclick: () => choose(name),
    }, icon(name), el('span', word));
    buttons.set(name, button);
    return button;
  });
  const action = (testid, label, picture, onclick, kind = '', word = null) =>
    el(`button${kind}`, { 'data-testid': testid, 'aria-label': label, title: label, onclick }, icon(picture), word && el('span', word));
  const undo = action('undo-button', 'Undo (Ctrl Z)', 'undo', () => place.undo(), '', 'Undo');
  const redo = action('redo-button', 'Redo (Ctrl Shift Z)', 'redo', () => place.redo(), '', 'Redo');
  const bar = el('div.float.tools', { role: 'toolbar', 'aria-label': 'Tools' }, toolButtons, el('hr'), undo, redo);
  const zoom = el('div.float.zoom', { role: 'toolbar', 'aria-label': 'Zoom' },
    action('zoom-out', 'Zoom out (−)', 'minus', () => place.board.zoomBy(0.8), '.fine'),
    action('zoom-in', 'Zoom in (+)', 'plus', () => place.board.zoomBy(1.25), '.fine'),
    action('zoom-fit', 'All in sight (0)', 'fit', () => place.board.fit()),
  );

  const palette = el('div.float.palette', { role: 'toolbar', 'aria-label': 'Colors' });
  place.board.onCell(toolStrokes(place));
  return {
    bar,
    zoom,
    palette,
    choose,
    refresh() {
      replaceKeepingFocus(
        palette,
        place.draft.colors.slice(0, 24).map((color) =>
          el('button', {
            'aria-label': color,
            'aria-pressed': String(color === place.color),
            'data-testid': `pick-${color}`,
            onclick: () => place.chooseColor(color),
          }, chip(place, color)),
        ),
      );
      // They stay able to have the focus: whoever undoes the last step goes on from there.
      undo.setAttribute('aria-disabled', String(!place.history.past.length));
      redo.setAttribute('aria-disabled', String(!place.history.future.length));
    },
  };
}

/** Give an area of one color the chosen color; false if there is none. */
function fill(place, cell) {
  const area = areaOf(place.draft.cells, cell);
  if (!area.length) return false;
  const keys = new Set(area.map((member) => cellKey(...member)));
  place.change({
    ...place.draft,
    source: undefined,
    cells: place.draft.cells.map((old) => (keys.has(cellKey(old[0], old[1])) ? [old[0], old[1], place.color] : old)),
  });
  return true;
}

/** What presses and drags do, by tool. */
function toolStrokes(place) {
  const stroke = strokes({
    kindOf: () => ({ draw: 'add', erase: 'remove', paint: 'paint' })[place.tool] ?? null,
    cells: () => place.draft.cells,
    color: () => place.color,
    most: () => place.maxCells,
    show: (cells) => place.showCells(cells),
    change: (cells) => place.change({ ...place.draft, source: undefined, cells }),
  });
  return (detail) => {
    const { cell, type, button, event } = detail;
    if (type === 'down' && button > 0) return false;
    if (type === 'down' && place.tool === 'fill') return fill(place, cell) || event.type === 'keydown';
    return stroke(detail);
  };
}
