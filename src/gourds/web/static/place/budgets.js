/** Budgets of the Place view, with the counting laws beside them while they are edited. */

import { el, grouped, icon, plural } from '../dom.js';
import { chip, replaceKeepingFocus } from './board.js';
import { budgetMatrix, budgetList, pairName } from './budget-editor.js';
import { countingLaws, withBudget } from './model.js';

/** Up to this many colors, budgets are shown in a matrix; beyond, in a list of the pairs that occur. */
const MATRIX = 6;
const SHOWN = 60;
const MANY = 12;

export function createBudgets(place, app) {
  const editor = el('div', { 'data-testid': 'budgets' });
  const headline = el('div.verdict-line', { 'data-testid': 'law-headline', role: 'status' });
  const table = el('div.law-table', { 'data-testid': 'law-list' });
  const notes = el('div.stack', { 'data-testid': 'law-notes' });
  const facts = el('div.facts', { 'data-testid': 'facts' });
  let seed = 0;
  let pending = 0;
  let edits = false;
  const fill = el('button', {
    'data-testid': 'fill-button',
    title: 'Cover the board at random and count the gourds',
    onclick: () =>
      app.attempt(async () => {
        seed += 1;
        const { cells } = place.draft;
        const { gourds } = await app.api.post('/api/fill', { cells, seed });
        if (place.draft.cells === cells) place.change({ ...place.draft, source: undefined, gourds });
      }),
  }, icon('dice'), 'Fill from a random placement');
  const clear = el('button.small', {
    'data-testid': 'clear-budgets',
    onclick: () => place.change({ ...place.draft, source: undefined, gourds: [] }),
  }, 'All to 0');
  const root = el('div.panel',
    el('div.row.apart', el('h2', 'Budgets'), clear),
    headline,
    editor,
    fill,
    el('div.laws', table, notes),
    facts,
  );
  place.showAllBudgets = () => {
    place.showsAllBudgets = true;
    refresh();
  };
  const isMatrix = () => place.draft.colors.length <= MATRIX;

  const edit = (a, b, count) => {
    edits = true;
    place.change(withBudget(place.draft, a, b, Math.max(0, Math.min(100_000, Math.floor(count) || 0))));
    edits = false;
  };

  function refresh() {
    const laws = countingLaws(place.draft);
    // While the user types, the fields stay as they are; the laws beside them are live.
    if (!edits || !editor.contains(document.activeElement)) {
      replaceKeepingFocus(editor, [isMatrix() ? budgetMatrix(place, edit) : budgetList(place, edit)]);
    }
    blame();
    showLaws(laws);
    clear.disabled = !place.draft.gourds.length;
    fill.disabled = !laws.isOdd;
    askServer();
  }

  function blame() {
    const blamed = new Set((place.blamed ?? []).map(([a, b]) => pairName(a, b)));
    for (const input of editor.querySelectorAll('input'))
      input.classList.toggle('is-blamed', blamed.has(input.dataset.pair));
  }

  function showLaws(laws) {
    const { size, isOdd, missing, fits, emptyColor, perColor } = laws;
    let tone = 'warn';
    let text;
    if (!size) text = 'Draw some cells to begin.';
    else if (!isOdd)
      text = `${plural(size, 'cell')}, an even number: gourds cover two cells each and one stays empty. Add or erase a cell.`;
    else if (fits) {
      tone = 'good';
      text = `The counts fit: one ${emptyColor} cell stays empty.`;
    } else if (missing > 0) text = `${plural(missing, 'gourd')} missing.`;
    else if (missing < 0) text = `${plural(-missing, 'gourd')} too many.`;
    else text = 'As many gourds as needed, but the colors do not fit.';
    headline.className = `verdict-line ${size ? tone : 'soft'}`;
    headline.replaceChildren(...(size ? [icon(tone === 'good' ? 'check' : 'help')] : []), el('span', text));
    if (isMatrix()) {
      table.hidden = true;
      editor.querySelector('tfoot')?.replaceChildren(...lawRows(place, laws));
      return;
    }
    table.hidden = !perColor.length;
    // Of many colors only those that say something.
    const rows = perColor.length > MANY ? perColor.filter(({ balance }) => balance !== 0).slice(0, SHOWN) : perColor;
    const others = perColor.length - rows.length;
    table.replaceChildren(
      ...['', 'cells', 'ends', ''].map((head, k) => el(`span.head${k === 1 || k === 2 ? '.n' : ''}`, head)),
      ...rows.flatMap(({ color, cells, ends, balance }) => [
        chip(place, color),
        el('span.n', grouped(cells)),
        el('span.n', grouped(ends)),
        balanceText(color, balance, laws),
      ]),
      ...(others > 0
        ? [
            el('span.rest.soft',
              `${rows.length ? 'and ' : ''}${plural(others, `${rows.length ? 'other ' : ''}color`)}${rows.length < SHOWN ? ' that fit' : ''}`,
            ),
          ]
        : []),
    );
  }

  /** What only the server knows: whether the board is proper, and whether the laws refute the instance. */
  function askServer() {
    clearTimeout(pending);
    const { draft } = place;
    if (!draft.cells.length) {
      facts.replaceChildren();
      notes.replaceChildren();
      return;
    }
    pending = setTimeout(async () => {
      try {
        const { facts: found } = await app.api.post('/api/facts', { cells: draft.cells, gourds: draft.gourds });
        if (place.draft === draft) showFacts(found);
      } catch (error) {
        if (place.draft === draft) notes.replaceChildren(line('bad', error.message));
      }
    }, 250);
  }

  function showFacts(found) {
    const fits = countingLaws(place.draft).fits;
    const implied = place.draft.gourds.filter(([a, b]) => a === b).length;
    notes.replaceChildren(
      ...[
        fits && found.infeasible_by_counting && line('bad', `No placement: ${found.infeasible_by_counting}.`),
        fits &&
          implied > 0 &&
          el('p.soft.small',
            `${plural(implied, 'budget')} of equal colors (dashed) ${implied === 1 ? 'follows' : 'follow'} from the others.`,
          ),
      ].filter(Boolean),
    );
    facts.replaceChildren(
      el('span.badge', plural(place.draft.cells.length, 'cell')),
      el('span.badge', plural(found.edges, 'edge')),
      found.proper
        ? el('span.badge.good', { title: 'the gourds can be brought from any position to any other' }, 'proper')
        : el('span.badge.warn', { title: found.improper_because.join('; ') }, 'not proper'),
    );
  }

  return { root, refresh, blame };
}

function line(tone, text) {
  return el(`div.verdict-line.${tone}`, icon('help'), el('span', text));
}

/** Cells, ends and what that means, below the columns of the matrix. */
function lawRows(place, { perColor, fits }) {
  const found = new Map(perColor.map((row) => [row.color, row]));
  const row = (title, cell) =>
    el('tr',
      el('th', { scope: 'row' }, title),
      place.draft.colors.map((color) => cell(found.get(color) ?? { color, cells: 0, ends: 0, balance: 0 })),
    );
  const verdict = ({ color, balance }) => {
    if (balance === 0) return el('td.ok', { title: `${color}: cells and ends agree` }, '✓');
    if (fits) return el('td.ok', { title: `one ${color} cell stays empty`, 'data-testid': 'empty-color' }, 'empty');
    return el('td.off', { title: balanceWords(balance) }, balance > 0 ? `+${balance}` : `−${-balance}`);
  };
  return [
    row('cells', ({ cells }) => el('td', grouped(cells))),
    row('ends', ({ ends }) => el('td', grouped(ends))),
    row('left', verdict),
  ];
}

const balanceWords = (balance) =>
  balance > 0 ? `${plural(balance, 'end')} short` : `${plural(-balance, 'end')} too many`;

function balanceText(color, balance, { fits }) {
  if (balance === 0) return el('span.ok', '✓');
  if (fits) return el('span.ok', 'one stays empty');
  return el('span.off', balanceWords(balance));
}
