/** How answers are shown: in the panel as words and tables, on the board as gourds, bars and marks. */

import { duration, el, grouped, icon, plural } from '../dom.js';
import { cellKey } from '../board/hex.js';
import { chip } from './board.js';
import { documentOf } from './model.js';

const VERDICTS = {
  feasible: { tone: 'good', sign: 'check', title: 'There is a placement' },
  infeasible: { tone: 'bad', sign: 'cross', title: 'There is no placement' },
  unknown: { tone: 'warn', sign: 'help', title: 'Not decided' },
};

function banner(status, title, text) {
  const { tone, sign, title: usual } = VERDICTS[Object.hasOwn(VERDICTS, status) ? status : 'unknown'];
  return el(
    `div.banner.${tone}`,
    { 'data-testid': 'status', 'data-status': status, role: 'status' },
    icon(sign),
    el('span', {}, el('b', {}, title ?? usual), text && el('small', {}, text)),
  );
}

/** Pairs of words as a list; what is empty is left out. */
function details(rows, testid = 'answer-details') {
  return el(
    'dl.details',
    { 'data-testid': testid },
    rows
      .filter(([, value]) => value != null && value !== '' && value !== false)
      .map(([term, value]) => [el('dt', {}, term), el('dd', {}, value)]),
  );
}

const checked = (text) => el('span.good', { 'data-testid': 'checked' }, `✓ ${text}`);

/** A way to the puzzle: the gourds somewhere else on the board, to be brought to this placement. */
function playButton(place) {
  const { app, draft, placement } = place;
  return el(
    'button.small',
    {
      'data-testid': 'play-button',
      title: 'Shuffle the gourds and bring them back in the Play view',
      onclick: () => app.attempt(() => app.openDocument(documentOf(draft), draft.name, 'play', { placement })),
    },
    'Play it',
  );
}

/** What a "no" rests on, in words. */
function certificateText(certificate) {
  if (!certificate) return null;
  const { kind, checkable, by } = certificate;
  return `${String(kind).replaceAll(/[_-]/g, ' ')}${checkable === false ? ', cannot be checked' : ''}${by ? `, by ${by}` : ''}`;
}

export function showVerdict(result, place, { run }) {
  const { status, placement, certificate, verified } = result;
  if (placement) place.showPlacement(placement);
  place.proof = result.certificate_file ?? null;
  const bound = result.error_bound;
  const stats = Object.entries(result.stats ?? {});
  const parts = [
    banner(status, null, result.reason),
    details([
      ['approach', result.solver],
      ['time', duration(result.time_s)],
      [
        'check',
        placement && verified
          ? checked('every gourd verified without a solver')
          : certificate && verified
            ? checked('certificate verified')
            : verified === false
              ? 'the check failed'
              : null,
      ],
      ['certificate', certificateText(certificate)],
      ['error at most', bound ? bound.toExponential(1) : null],
    ]),
  ];
  if (placement) parts.push(el('div.row', {}, playButton(place)));
  if (status === 'infeasible') {
    parts.push(
      el(
        'div.row',
        {},
        el('button.small', { 'data-testid': 'explain-link', onclick: () => run('explain') }, 'Explain why'),
      ),
    );
  }
  if (stats.length) {
    parts.push(
      el(
        'details',
        {},
        el('summary', {}, 'Figures'),
        details(
          stats.map(([name, value]) => [
            name.replaceAll('_', ' '),
            typeof value === 'number'
              ? Number.isInteger(value)
                ? grouped(value)
                : value.toPrecision(4)
              : JSON.stringify(value),
          ]),
          'stats',
        ),
      ),
    );
  }
  return parts;
}

export function showCount(result) {
  const none = String(result.count) === '0';
  return [
    el(
      'div',
      { 'data-testid': 'status', 'data-status': 'counted' },
      el('div.count', { 'data-testid': 'count' }, grouped(result.count)),
      el(
        'div.soft',
        {},
        none ? 'placements: there is none' : String(result.count) === '1' ? 'placement, the only one' : 'placements',
      ),
    ),
    details([
      ['approach', result.solver],
      ['time', duration(result.time_s)],
    ]),
  ];
}

export function showHeat(result, place) {
  const empties = result.empties ?? [];
  place.showHeat(result.edges, empties);
  const sure = result.edges.filter(([, , share]) => share >= 1).length;
  const never = result.edges.filter(([, , share]) => share <= 0).length;
  return [
    el('div', { 'data-testid': 'status', 'data-status': 'heat' }, el('b', {}, 'Where gourds lie in all placements')),
    details([
      ['placements', result.count != null ? grouped(result.count) : null],
      ['in all', plural(sure, 'edge')],
      ['in none', plural(never, 'edge')],
      ['approach', result.solver],
      ['time', duration(result.time_s)],
    ]),
  ];
}

export function showSample(result, place, { run }) {
  const [placement] = result.placements;
  place.showPlacement(placement);
  return [
    banner(
      'feasible',
      'Drawn uniformly among all',
      result.count != null ? `${grouped(result.count)} placements` : null,
    ),
    details([['time', duration(result.time_s)]]),
    el(
      'div.row',
      {},
      el(
        'button.small',
        { 'data-testid': 'sample-another', onclick: () => run('sample') },
        icon('dice'),
        'Sample another',
      ),
      playButton(place),
    ),
  ];
}

export function showExplanation(result, place) {
  const status = result.status ?? (result.cells?.length || result.budgets?.length ? 'infeasible' : 'unknown');
  if (status === 'feasible') return [banner('feasible', 'Nothing to explain', 'there is a placement')];
  // Cells come with their region; those of a barrier are below zero.
  const marks = new Map(
    (result.cells ?? []).map(([q, r, region]) => [cellKey(q, r), region < 0 ? 'barrier' : 'reason']),
  );
  const demands = result.budgets ?? [];
  place.showReason(
    marks,
    demands.map(({ gourd }) => gourd),
  );
  return [
    banner(status, status === 'infeasible' ? 'Why there is no placement' : null, result.text ?? result.reason),
    details([
      ['cells', marks.size ? `${plural(marks.size, 'cell')}, marked on the board` : null],
      [
        'budgets',
        demands.length
          ? el(
              'span.stack',
              {},
              demands.map(({ gourd: [a, b], at, count }) =>
                el('span.row', {}, el('span.pair', {}, chip(place, a), chip(place, b)), `at ${at} ${grouped(count)}`),
              ),
            )
          : null,
      ],
      ['check', result.checked ? checked('the reason was verified') : null],
      [
        'minimal',
        result.minimal == null
          ? null
          : result.minimal
            ? 'yes: without any one of these, the others can be met'
            : 'not shown',
      ],
      ['time', duration(result.time_s)],
    ]),
  ];
}

export function showCrosscheck(result, place) {
  if (result.placement) place.showPlacement(result.placement);
  const { rows, agree, verdict, rests_on: rests } = result;
  const status = Object.hasOwn(VERDICTS, verdict) ? verdict : 'unknown';
  const sign = new Map([
    ['feasible', ['yes', '✓']],
    ['infeasible', ['no', '✗']],
  ]);
  return [
    agree
      ? banner(status, `All agree: ${VERDICTS[status].title.toLowerCase()}`, rests && `this rests on: ${rests}`)
      : banner('infeasible', 'The approaches disagree', 'this is a fault of the program; please keep the instance'),
    el(
      'div.scroll',
      {},
      el(
        'table.plain',
        { 'data-testid': 'crosscheck-table' },
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            ['Approach', 'Answer', 'Time', 'Note'].map((head) => el(head === 'Time' ? 'th.n' : 'th', {}, head)),
          ),
        ),
        el(
          'tbody',
          {},
          rows.map(({ approach, status: said, count, time_s: time, note }) => {
            const [tone, mark] = sign.get(said) ?? ['none', ''];
            return el(
              'tr',
              {},
              el('td', {}, approach),
              el(`td.${tone}`, {}, `${mark} ${said}`),
              el('td.n', {}, duration(time)),
              el(
                'td.soft',
                {},
                [count != null ? `count ${grouped(count)}` : '', note ?? ''].filter(Boolean).join('; '),
              ),
            );
          }),
        ),
      ),
    ),
  ];
}
