/** The Campaigns view: finished comparisons of solvers and their reports. */

import { el, grouped } from './dom.js';

export function createView(root, app) {
  const list = el('div.cards', { 'data-testid': 'campaigns' });
  const about = el('p.soft');
  root.append(el('div.page', {}, el('div.page-inner', {}, el('h1', {}, 'Campaigns'), about, list)));

  async function refresh() {
    const answer = await app.api.get('/api/campaigns');
    const campaigns = Array.isArray(answer) ? answer : (answer.campaigns ?? []);
    about.textContent = campaigns.length
      ? 'Comparisons of solvers, the latest first. A report opens in a new tab.'
      : '';
    list.replaceChildren(
      ...(campaigns.length
        ? campaigns.map(card)
        : [
            el(
              'div.stack',
              { 'data-testid': 'no-campaigns' },
              el('p', {}, 'There are no campaigns here yet.'),
              el(
                'p.soft',
                {},
                'A campaign runs solvers on many instances with limits and keeps what they say. Make one with ',
                el('code', {}, 'gourds bench run'),
                ' and start this page with ',
                el('code', {}, 'gourds serve --campaigns FOLDER'),
                '.',
              ),
            ),
          ]),
    );
  }

  function card({ name, title, runs, finished, modified }) {
    const when = modified == null ? null : new Date(typeof modified === 'number' ? modified * 1000 : modified);
    return el(
      'a.card',
      {
        href: `/campaigns/${encodeURIComponent(name)}`,
        target: '_blank',
        rel: 'noopener',
        'data-testid': `campaign-${name}`,
      },
      el('b', {}, title || name),
      el(
        'span.soft.number',
        {},
        [
          finished === runs || finished == null || finished === true
            ? `${grouped(runs)} runs`
            : finished === false
              ? `${grouped(runs)} runs so far`
              : `${grouped(finished)} of ${grouped(runs)} runs`,
          when && !Number.isNaN(when.valueOf())
            ? when.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
            : '',
        ]
          .filter(Boolean)
          .join(' · '),
      ),
      el('span.open', {}, 'Open report'),
    );
  }

  return { show: () => app.attempt(refresh), hide() {}, getState: () => null, setState() {}, load() {} };
}
