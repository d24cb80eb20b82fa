/** All approaches side by side, as a table. */

import { duration, el, grouped } from '../../dom.js';
import { VERDICTS } from './words.js';

const SIGNS = new Map([
  ['feasible', ['yes', '✓']],
  ['infeasible', ['no', '✗']],
]);

const heading = (text) => el(text === 'Time' ? 'th.n' : 'th', { scope: 'col' }, text);

function row({ approach, status, count, time_s: time, note }) {
  const [tone, mark] = SIGNS.get(status) ?? ['none', ''];
  const notes = [count != null ? `count ${grouped(count)}` : '', note ?? ''].filter(Boolean).join('; ');
  return el('tr',
    el('th', { scope: 'row' }, approach),
    el(`td.${tone}`, `${mark} ${status}`),
    el('td.n', duration(time)),
    el('td.soft', notes),
  );
}

const DISAGREE = {
  status: 'infeasible',
  tone: 'bad',
  title: 'The approaches disagree',
  text: 'this is a fault of the program; please keep the instance',
};

export const crosscheck = {
  overlay: ({ placement }) => placement && { placement },
  words({ rows, agree, verdict, rests_on: rests }) {
    const status = Object.hasOwn(VERDICTS, verdict) ? verdict : 'unknown';
    const { tone, title } = VERDICTS[status];
    const agreed = { status, tone, title: `All agree: ${title.toLowerCase()}`, text: rests && `this rests on: ${rests}` };
    return {
      ...(agree ? agreed : DISAGREE),
      brief: agree ? 'All agree' : 'Disagreement',
      by: `${rows.length} approaches`,
      evidence: VERDICTS[status].brief.toLowerCase(),
      body: [
        el('div.scroll', { tabindex: 0, role: 'region', 'aria-label': 'Every approach' },
          el('table.plain', { 'data-testid': 'crosscheck-table' },
            el('thead', el('tr', ['Approach', 'Answer', 'Time', 'Note'].map(heading))),
            el('tbody', rows.map(row)),
          ),
        ),
      ],
    };
  },
};
