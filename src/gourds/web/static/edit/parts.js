/** The elements of the editor of puzzles: the board with its tools, and beside it what is known and what can be done. */

import { el, icon } from '../dom.js';

const TOOLS = [
  ['cells', 'Cells', 'draw'],
  ['paint', 'Colors', 'paint'],
  ['gourds', 'Gourds', 'link'],
];
/** Boards to begin with. */
const SHAPES = [
  ['Flower, 7 cells', { shape: 'hexagon', radius: 1 }],
  ['Diamond, 9 cells', { shape: 'parallelogram', width: 3, height: 3 }],
  ['Hat, 9 cells', { shape: 'trapezoid', base: 4, height: 3 }],
  ['Ribbon, 11 cells', { shape: 'strip', size: 11 }],
  ['Wall, 15 cells', { shape: 'brick', width: 5, height: 3 }],
  ['Honeycomb, 19 cells', { shape: 'hexagon', radius: 2 }],
  ['Random, 13 cells', { shape: 'random-proper', size: 13 }],
];
const DEPTHS = [
  [4, 'a few moves'],
  [12, 'some moves'],
  [30, 'many moves'],
  [0, 'thoroughly'],
];

const pressable = (testid, ...content) =>
  el('button', { type: 'button', 'data-testid': testid, 'aria-pressed': 'false' }, ...content);

export function buildEditor(colors, verdict) {
  const part = {};
  const button = (key, text, picture = null, kind = '') => {
    part[key] = el(`button${kind}`, { type: 'button', 'data-testid': `edit-${key}` }, picture && icon(picture), text);
    return part[key];
  };
  const small = (key, label, picture) => {
    part[key] = el('button', { type: 'button', 'data-testid': `edit-${key}`, 'aria-label': label, title: label }, icon(picture));
    return part[key];
  };
  part.tools = Object.fromEntries(
    TOOLS.map(([key, text, picture]) => [key, pressable(`edit-tool-${key}`, icon(picture), el('span', text))]),
  );
  part.colors = Object.fromEntries(
    colors.map((color) => {
      const swatch = pressable(`edit-color-${color}`);
      swatch.setAttribute('aria-label', color);
      swatch.title = color;
      return [color, swatch];
    }),
  );
  part.modes = { colors: pressable('edit-mode-colors', 'Colors'), numbers: pressable('edit-mode-numbers', 'Numbers') };
  part.solution = pressable('edit-show-solution', 'Solution');
  part.start = pressable('edit-show-start', 'Start');
  part.holder = el('div', { 'data-testid': 'edit-board' });
  part.hint = el('p.edit-hint');
  part.problem = el('p.edit-problem', { role: 'alert', 'data-testid': 'edit-problem', hidden: true });
  part.name = el('input', { type: 'text', 'data-testid': 'edit-name', placeholder: 'My puzzle', maxlength: 60, 'aria-label': 'Name of the puzzle' });
  part.shape = el('select', { 'data-testid': 'edit-shape', 'aria-label': 'Begin with a board' },
    el('option', { value: '' }, 'Begin with a board …'),
    SHAPES.map(([title, values]) => el('option', { value: JSON.stringify(values) }, title)),
  );
  part.depth = el('select', { 'data-testid': 'edit-depth', 'aria-label': 'How far the start is shuffled' },
    DEPTHS.map(([moves, text]) => el('option', { value: moves }, text)),
  );
  const group = (label, ...members) =>
    el('div', el('span.edit-caption', label), el('div.segments', { role: 'group', 'aria-label': label }, ...members));
  part.root = el('div.edit',
    el('div.edit-stage',
      part.holder,
      el('div.float.edit-tools', { role: 'toolbar', 'aria-label': 'Tools' },
        Object.values(part.tools),
        el('hr'),
        small('undo', 'Undo (Ctrl Z)', 'undo'),
        small('redo', 'Redo (Ctrl Shift Z)', 'redo'),
      ),
      el('div.float.edit-colors', { role: 'toolbar', 'aria-label': 'Colors' }, Object.values(part.colors)),
    ),
    el('div.edit-side',
      part.hint,
      el('div.edit-row', part.shape, button('clear', 'Clear')),
      el('div.edit-row', button('fill', 'Lay the rest of the gourds', 'dice')),
      part.problem,
      verdict,
      el('div.edit-row',
        group('Show', part.solution, part.start),
        group('Win by', part.modes.colors, part.modes.numbers),
      ),
      el('div.edit-row', el('label.edit-depth', el('span.edit-caption', 'Shuffle'), part.depth), button('shuffle', 'Again', 'dice')),
      el('div.edit-row', part.name),
      el('div.edit-row.edit-done', button('share', 'Share', 'link'), button('play', 'Play it', 'check', '.primary')),
    ),
  );
  return part;
}
