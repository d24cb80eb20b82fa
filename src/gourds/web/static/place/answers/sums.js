/** Why there is no placement: cells and budgets that are marked, or weights on the board with their sums worked out. */

import { duration, el, grouped, plural } from '../../dom.js';
import { cellKey } from '../../board/hex.js';
import { signed } from '../../board/weights.js';
import { chip } from '../board.js';
import { VERDICTS, checked, details } from './words.js';

/** The weights of a proof, as the board takes them. */
export const weightsOf = (sums) => ({
  ...sums,
  cells: new Map(sums.cells.map(([q, r, value]) => [cellKey(q, r), value])),
});

const number = (value) => (value < 0 ? `−${grouped(-value)}` : grouped(value));

/** Rows {what, each, count} of the cells: those with the same weight together, the largest first. */
function cellRows(sums) {
  const found = new Map();
  for (const [, , value] of sums.cells) found.set(value, (found.get(value) ?? 0) + 1);
  const verb = sums.cells_ask ? 'ask for' : 'offer';
  return [...found]
    .sort(([a], [b]) => b - a)
    .map(([each, count]) => ({ what: `cells that ${verb} ${signed(each)}`, each, count }));
}

/** Rows of the kinds of gourds and of the empty cell. */
function gourdRows(sums, place) {
  const rows = sums.kinds.map(({ gourd: [a, b], each, count }) => ({
    what: el('span.row', el('span.pair', chip(place, a), chip(place, b)), `${a}–${b} gourds`),
    each,
    count,
  }));
  if (sums.empty) rows.push({ what: 'the empty cell', each: sums.empty, count: 1 });
  return rows;
}

/** Rows of the odd sets: those with the same weight and size together. */
function setRows(sums) {
  const found = new Map();
  for (const { value, cells } of sums.sets) {
    const name = `${value} ${cells.length}`;
    const row = found.get(name) ?? { each: value, room: (cells.length - 1) / 2, size: cells.length, sets: 0 };
    row.sets += 1;
    found.set(name, row);
  }
  return [...found.values()].map(({ each, room, size, sets }) => ({
    what: `gourds that fit inside ${sets === 1 ? 'the' : grouped(sets)} ${size === 3 ? 'triangle' : `set of ${size} cells`}${sets === 1 ? '' : 's'}`,
    each,
    count: room * sets,
  }));
}

const MANY = 14;

/** Lines of a sum: how many, what each of them is worth, and the product. */
function lines(rows, title, total, testid) {
  const shown = rows.slice(0, MANY);
  const rest = rows.slice(MANY).reduce((sum, { each, count }) => sum + each * count, 0);
  return el('tbody',
    el('tr', el('th.group', { scope: 'rowgroup', colspan: 4 }, title)),
    shown.map(({ what, each, count }) =>
      el('tr',
        el('th', { scope: 'row' }, what),
        el('td.n', grouped(count)),
        el('td.n', `× ${number(each)}`),
        el('td.n', `= ${number(each * count)}`),
      ),
    ),
    rows.length > MANY &&
      el('tr', el('th', { scope: 'row', colspan: 3 }, `${rows.length - MANY} kinds more`), el('td.n', `= ${number(rest)}`)),
    el('tr.total', el('th', { scope: 'row', colspan: 3 }, 'together'), el('td.n', { 'data-testid': testid }, number(total))),
  );
}

/** The sum worked out: what is asked for, what is there at most, and that it is less. */
export function sumsBody(sums, place) {
  const { cells_ask: cellsAsk, asked, offered, closing } = sums;
  const [cells, gourds, sets] = [cellRows(sums), gourdRows(sums, place), setRows(sums)];
  const asking = cellsAsk ? 'What the cells ask for' : 'What the gourds ask for';
  const giving = cellsAsk ? 'What gourds can give at most' : 'What is there for them at most';
  return el('div.stack', { 'data-testid': 'sums' },
    el('p.small', sums.rule),
    el('div.scroll', { tabindex: 0, role: 'region', 'aria-label': 'The sum' },
      el('table.plain.sums',
        el('thead.visually-hidden', el('tr', ['of what', 'how many', 'each', 'sum'].map((head) => el('th', { scope: 'col' }, head)))),
        lines(cellsAsk ? cells : gourds, asking, asked, 'sums-asked'),
        lines(cellsAsk ? [...gourds, ...sets] : [...cells, ...sets], giving, offered, 'sums-offered'),
      ),
    ),
    el('p', { 'data-testid': 'sums-words' },
      el('b', `Every placement pays at least ${number(asked)}, but only ${number(offered)} is there.`),
      ' So there is none.',
    ),
    closing > 0 && el('p.small.soft', `${plural(closing, 'step')} before this one closed edges that no placement uses.`),
  );
}

const NOTHING = {
  status: 'feasible',
  tone: 'good',
  title: 'Nothing to explain',
  text: 'there is a placement',
  brief: 'No reason needed',
  evidence: 'there is a placement',
  body: [],
};

const statusOf = (result) =>
  result.status ?? (result.cells?.length || result.budgets?.length ? 'infeasible' : 'unknown');

export const explain = {
  overlay(result) {
    if (statusOf(result) !== 'infeasible') return null;
    const blamed = (result.budgets ?? []).map(({ gourd }) => gourd);
    if (result.sums) return { blamed, weights: weightsOf(result.sums) };
    // Cells come with their region; those of a barrier are below zero.
    const marks = (result.cells ?? []).map(([q, r, region]) => [cellKey(q, r), region < 0 ? 'barrier' : 'reason']);
    return { blamed, marks: new Map(marks) };
  },
  words(result, place) {
    const status = statusOf(result);
    if (status === 'feasible') return NOTHING;
    const demands = result.budgets ?? [];
    const named = demands.map(({ gourd: [a, b], at, count }) =>
      el('span.row', el('span.pair', chip(place, a), chip(place, b)), `at ${at} ${grouped(count)}`),
    );
    const marked = result.cells?.length ?? 0;
    const verdict = VERDICTS[Object.hasOwn(VERDICTS, status) ? status : 'unknown'];
    const minimal = result.minimal ? 'yes: without any one of these, the others can be met' : 'not shown';
    return {
      status,
      ...verdict,
      title: status === 'infeasible' ? 'Why there is no placement' : verdict.title,
      brief: status === 'infeasible' ? 'A reason' : 'No reason yet',
      text: result.text ?? result.reason,
      by: result.kind,
      evidence: result.checked ? 'verified' : 'not checked',
      body: [
        result.sums && sumsBody(result.sums, place),
        details([
          ['cells', marked ? `${plural(marked, 'cell')}, ${result.sums ? 'with their numbers' : 'marked'} on the board` : null],
          ['budgets', demands.length && !result.sums ? el('span.stack', named) : null],
          ['check', result.checked ? checked('the reason was verified') : null],
          ['minimal', result.minimal == null ? null : minimal],
          ['time', duration(result.time_s)],
        ]),
      ],
    };
  },
};
