/**
 * How answers are shown: in the panel as words and tables, on the board as gourds, bars and marks. A kind of answer is
 * {overlay(result), words(result, place, { run })}: what lies over the board (see place.js), if anything, and the words
 * {status, tone, title, text, brief, evidence, body}.
 */

import { duration, el, grouped, icon, plural } from '../../dom.js';
import { documentOf, isPlacementOf } from '../model.js';
import { crosscheck } from './crosscheck.js';
import { explain, sumsBody, weightsOf } from './sums.js';
import { VERDICTS, checked, details } from './words.js';

/** A way to the puzzle: the gourds somewhere else on the board, to be brought to this placement. */
function playButton(place, placement) {
  const { app, draft } = place;
  return el('button.small', {
    'data-testid': 'play-button',
    title: 'Shuffle the gourds and bring them back in the Play view',
    onclick: () => app.attempt(() => app.openDocument(documentOf(draft), draft.name, 'play', { placement })),
  }, 'Play it');
}

/** What a "no" rests on, in words. */
function certificateText(certificate) {
  if (!certificate) return null;
  const { kind, checkable, by } = certificate;
  return `${String(kind).replaceAll(/[_-]/g, ' ')}${checkable === false ? ', cannot be checked' : ''}${by ? `, by ${by}` : ''}`;
}

function figures(stats) {
  const shown = (value) => {
    if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
    return Number.isInteger(value) ? grouped(value) : value.toPrecision(4);
  };
  const rows = Object.entries(stats ?? {}).map(([name, value]) => [name.replaceAll('_', ' '), shown(value)]);
  return rows.length > 0 && el('details', el('summary', 'Figures'), details(rows, 'stats'));
}

/** What to do if there is no answer in time. */
const ADVICE =
  'Give it more time under Options, choose another approach, or try another seed: luck matters where a placement is rare.';

const solve = {
  overlay: ({ placement, sums }) => (placement ? { placement } : sums && { weights: weightsOf(sums) }),
  words(result, place, { run }) {
    const { status, placement, certificate, verified, error_bound: bound } = result;
    const isProof = certificate && verified;
    let evidence = status === 'unknown' ? 'at the limit' : verified === false ? 'check failed' : 'not checked';
    if (verified) evidence = placement ? 'verified' : 'proof verified';
    let check = verified === false ? 'the check failed' : null;
    if (verified) check = checked(placement ? 'every gourd verified without a solver' : 'certificate verified');
    return {
      status,
      ...VERDICTS[Object.hasOwn(VERDICTS, status) ? status : 'unknown'],
      text: result.reason,
      by: result.solver,
      evidence,
      body: [
        details([
          ['approach', result.solver],
          ['time', duration(result.time_s)],
          ['check', placement || isProof || verified === false ? check : null],
          ['certificate', certificateText(certificate)],
          ['error at most', bound ? bound.toExponential(1) : null],
        ]),
        placement && el('div.row', playButton(place, placement)),
        status === 'unknown' && el('p.small', { 'data-testid': 'advice' }, ADVICE),
        result.sums && sumsBody(result.sums, place),
        status === 'infeasible' &&
          el('div.row',
            el('button.small', { 'data-testid': 'explain-link', onclick: () => run('explain') }, 'Explain why'),
          ),
        figures(result.stats),
      ],
    };
  },
};

const count = {
  overlay: () => null,
  words(result) {
    const number = String(result.count);
    return {
      status: 'counted',
      tone: number === '0' ? 'bad' : 'good',
      title: `${number.length > 24 ? `a number of ${number.length} digits` : grouped(number)} ${number === '1' ? 'placement, the only one' : 'placements'}`,
      brief: number.length > 9 ? `${number.length} digits` : grouped(number),
      by: result.solver,
      evidence: 'exact count',
      body: [
        el('div.count', { 'data-testid': 'count' }, grouped(number)),
        details([
          ['approach', result.solver],
          ['time', duration(result.time_s)],
        ]),
      ],
    };
  },
};

const probabilities = {
  overlay: ({ edges, empties }) => ({ heat: { edges, empties } }),
  words(result) {
    const sure = result.edges.filter(([, , share]) => share >= 1).length;
    const never = result.edges.filter(([, , share]) => share <= 0).length;
    return {
      status: 'heat',
      tone: 'good',
      title: 'Where gourds lie',
      text: 'Point at a cell, or move there with the arrow keys, to see its numbers.',
      brief: 'Heat map',
      evidence: 'exact',
      body: [
        details([
          ['placements', result.count != null ? grouped(result.count) : null],
          ['in all', plural(sure, 'edge')],
          ['in none', plural(never, 'edge')],
          ['time', duration(result.time_s)],
        ]),
      ],
    };
  },
};

const sample = {
  overlay: ({ placements: [placement] }) => ({ placement }),
  words: (result, place, { run }) => ({
    status: 'feasible',
    tone: 'good',
    title: 'Drawn uniformly among all',
    text: result.count != null ? `${grouped(result.count)} placements` : null,
    brief: 'A sample',
    evidence: 'uniform',
    body: [
      details([['time', duration(result.time_s)]]),
      el('div.row',
        el('button.small', { 'data-testid': 'sample-another', onclick: () => run('sample') },
          icon('dice'),
          'Sample another',
        ),
        playButton(place, result.placements[0]),
      ),
    ],
  }),
};

/** As many gourds as fit; asked by itself when an approach has reached its limit. */
const maximize = {
  overlay: ({ placement: { gourds } }) => ({ gourds }),
  words(result) {
    const { placed, upper_bound: most, wanted, optimal } = result;
    const isAll = placed === wanted;
    const open = `at least ${grouped(placed)}, at most ${grouped(most)} of ${grouped(wanted)}`;
    return {
      status: isAll ? 'feasible' : 'partial',
      tone: isAll ? 'good' : 'warn',
      title: optimal ? `${grouped(placed)} of ${grouped(wanted)} gourds fit${isAll ? '' : ', no more'}` : `${grouped(placed)} of ${grouped(wanted)} gourds fit`,
      text: optimal ? null : `It is known that ${open} gourds fit.`,
      brief: `${grouped(placed)} of ${grouped(wanted)} fit`,
      evidence: optimal ? 'proved' : `bound ${grouped(most)}`,
      body: [
        details([
          ['drawn', `the best partial placement found: ${plural(placed, 'gourd')}`],
          ['bound', `no more than ${plural(most, 'gourd')}`],
          ['missing', isAll ? null : plural(wanted - placed, 'gourd')],
          ['time', duration(result.time_s)],
        ]),
        !optimal && el('p.small', { 'data-testid': 'advice' }, ADVICE),
        most < wanted && el('p.small', 'The bound is below what the budgets ask for: there is no placement. Explain says why.'),
      ],
    };
  },
};

/** A placement from a file. */
const opened = {
  overlay: ({ placement }) => ({ placement }),
  words({ placement }, place) {
    const fits = isPlacementOf(place.draft, placement);
    return {
      status: fits ? 'feasible' : 'partial',
      tone: fits ? 'good' : 'warn',
      title: 'A placement from a file',
      text: fits ? 'every gourd verified without a solver' : 'It covers the board with other gourds than the budgets say.',
      brief: 'From a file',
      evidence: fits ? 'verified' : 'other gourds',
      body: [fits && el('div.row', playButton(place, placement))],
    };
  },
};

/** All kinds of answers. */
export const KINDS = { opened, solve, count, probabilities, sample, explain, maximize, crosscheck };
