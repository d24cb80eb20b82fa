/** The fields where budgets are edited: a matrix for a few colors, a list of the pairs that occur for many. */

import { el, icon, plural } from '../dom.js';
import { chip } from './board.js';
import { budgetOf } from './model.js';

/** How many pairs are listed at first. */
const SHOWN = 60;

/** The name of the field of a pair. */
export const pairName = (a, b) => `budget-${[a, b].sort().join('-')}`;

function numberField(place, a, b, edit) {
  const count = budgetOf(place.draft, a, b);
  const input = el('input', {
    type: 'number',
    min: 0,
    step: 1,
    value: count,
    inputmode: 'numeric',
    'data-testid': pairName(a, b),
    'data-pair': pairName(a, b),
    'aria-label': `Gourds ${a} and ${b}`,
    title: a === b ? `${a}–${b}: follows from the other budgets` : `${a}–${b}`,
    onfocus: () => input.select(),
    oninput: () => {
      input.classList.toggle('is-zero', !Number(input.value));
      edit(a, b, Number(input.value));
    },
  });
  input.classList.toggle('is-implied', a === b);
  input.classList.toggle('is-zero', !count);
  return input;
}

/** All pairs of a few colors: the upper triangle. */
export function budgetMatrix(place, edit) {
  const { colors } = place.draft;
  return el('table.matrix', { 'aria-label': 'Gourds by their two colors' },
    el('thead', el('tr', el('td'), colors.map((color) => el('th', { scope: 'col' }, chip(place, color))))),
    el('tbody',
      colors.map((a, k) =>
        el('tr',
          el('th', { scope: 'row' }, chip(place, a)),
          colors.map((b, j) => el('td', j >= k ? numberField(place, a, b, edit) : null)),
        ),
      ),
    ),
    el('tfoot', { 'data-testid': 'law-table' }),
  );
}

/** The pairs that occur, and a way to add one. */
export function budgetList(place, edit) {
  const rows = place.draft.gourds.slice(0, place.showsAllBudgets ? Infinity : SHOWN).map(([a, b, count]) => {
    const input = numberField(place, a, b, edit);
    const step = (by) => {
      input.value = Math.max(0, Number(input.value) + by);
      edit(a, b, Number(input.value));
    };
    return el('div.budget-row',
      el('span.row',
        el('span.pair', chip(place, a), chip(place, b)),
        el('span.soft.small', a === b ? a : `${a} – ${b}`),
      ),
      el('span.stepper', { 'data-count': count },
        el('button', { 'aria-label': 'One less', onclick: () => step(-1) }, '−'),
        input,
        el('button', { 'aria-label': 'One more', onclick: () => step(1) }, '+'),
      ),
    );
  });
  const left = place.draft.gourds.length - rows.length;
  const options = () => place.draft.colors.map((color) => el('option', { value: color }, color));
  const first = el('select', { 'aria-label': 'First color', 'data-testid': 'pair-first' }, options());
  const second = el('select', { 'aria-label': 'Second color', 'data-testid': 'pair-second' }, options());
  return el('div.stack',
    el('div.budget-list', rows),
    left > 0 &&
      el('button.link', { 'data-testid': 'all-budgets', onclick: () => place.showAllBudgets() },
        `Show ${plural(left, 'more pair')}`,
      ),
    el('div.row.tight',
      first,
      second,
      el('button', {
        'data-testid': 'pair-add',
        'aria-label': 'Add a gourd of these colors',
        onclick: () => edit(first.value, second.value, budgetOf(place.draft, first.value, second.value) + 1),
      }, icon('plus')),
    ),
  );
}
