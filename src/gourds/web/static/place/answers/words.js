/** The words that all answers share: verdicts, banners, lists of details. */

import { SIGNS, el, icon } from '../../dom.js';

export const VERDICTS = {
  feasible: { tone: 'good', title: 'There is a placement', brief: 'Placement' },
  infeasible: { tone: 'bad', title: 'There is no placement', brief: 'No placement' },
  unknown: { tone: 'warn', title: 'Not decided', brief: 'Not decided' },
};

/** A line in large letters, with a smaller one below it. */
export function banner({ status, tone, sign = SIGNS[tone], title, text }) {
  return el(`div.banner.${tone}`, { 'data-testid': status === 'idle' ? 'idle' : 'status', 'data-status': status, role: 'status', title: text },
    icon(sign),
    el('span', el('b', title), text && el('small', text)),
  );
}

/** Pairs of words as a list; what is empty is left out. */
export function details(rows, testid = 'answer-details') {
  return el('dl.details', { 'data-testid': testid },
    rows
      .filter(([, value]) => value != null && value !== '' && value !== false)
      .map(([term, value]) => [el('dt', term), el('dd', value)]),
  );
}

export const checked = (text) => el('span.good', { 'data-testid': 'checked' }, `✓ ${text}`);
