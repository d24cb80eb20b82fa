/** Boards from shapes with their parameters, colored at once. */

import { el, field } from '../dom.js';
import { makeRandom } from '../board/chance.js';

const COLORINGS = [
  ['random', 'random'],
  ['one', 'chosen one'],
  ['bands', 'in bands'],
];

/** The part of the panel that makes boards. */
export function createShapes(place, app) {
  const shape = el('select', {
    'data-testid': 'shape-select',
    'aria-label': 'Shape',
    onchange: () => showParameters(),
  });
  const parameters = el('div.grid-2');
  const seed = el('input', { type: 'number', min: 0, step: 1, value: 1, 'data-testid': 'shape-seed' });
  const coloring = el('select', { 'data-testid': 'shape-coloring' },
    COLORINGS.map(([value, text]) => el('option', { value }, text)),
  );
  let all = [];
  let asked = 0;
  const inputs = new Map();
  const showParameters = () => {
    inputs.clear();
    const chosen = all.find((entry) => entry.name === shape.value);
    parameters.replaceChildren(
      ...(chosen?.parameters ?? []).map((entry) => {
        const input = el('input', {
          type: 'number',
          step: 1,
          min: entry.min,
          value: entry.default,
          'data-testid': `shape-${entry.name}`,
          onkeydown: (event) => {
            if (event.key === 'Enter') make();
          },
        });
        inputs.set(entry.name, input);
        return field(entry.name, input, entry.help);
      }),
    );
  };
  const make = () =>
    app.attempt(async () => {
      const values = Object.fromEntries([...inputs].map(([name, input]) => [name, Number(input.value)]));
      const number = Math.max(0, Math.floor(Number(seed.value) || 0));
      const mine = ++asked;
      const { cells } = await app.api.post('/api/shape', { shape: shape.value, parameters: values, seed: number });
      if (mine !== asked) return; // another one was asked for meanwhile
      const next = makeRandom(number);
      const { colors } = place.draft;
      const [top, bottom] = cells.reduce(([low, high], [, r]) => [Math.min(low, r), Math.max(high, r)], [Infinity, -Infinity]);
      const high = bottom - top + 1;
      const pick = {
        one: () => place.color,
        random: () => colors[Math.floor(next() * colors.length)],
        bands: (r) => colors[Math.floor(((r - top) * colors.length) / high)],
      }[coloring.value];
      place.change({ name: '', colors, gourds: [], cells: cells.map(([q, r]) => [q, r, pick(r)]) });
      place.board.fit();
    });
  app.api
    .hello()
    .then(({ shapes }) => {
      all = shapes;
      shape.replaceChildren(...shapes.map(({ name }) => el('option', { value: name }, name.replaceAll(/[_-]/g, ' '))));
      showParameters();
    })
    .catch((error) => app.toast(error.message, 'bad'));
  return el('div.panel',
    el('h2', 'Shapes'),
    field('Shape', shape),
    parameters,
    el('div.grid-2', field('Colors', coloring), field('Seed', seed)),
    el('button', { 'data-testid': 'shape-make', onclick: make }, 'Make the board'),
  );
}
