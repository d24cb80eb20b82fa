/**
 * The Compare view: campaigns, that is, solvers run on many boards within limits, and their reports.
 *
 * form.js    what to compare
 * watch.js   one campaign: how far it is, cancel and resume
 * drawing.js boards as small pictures, shares as bars
 */

import { el, grouped, plural } from '../dom.js';
import { bar } from './drawing.js';
import { createForm } from './form.js';
import { createWatch, reportLink } from './watch.js';

export function createView(root, app) {
  let known = [];
  const watch = createWatch(app, { onLook, onClose: () => adder.focus() });
  const form = createForm(app, { onMade: start });
  const adder = el('button.primary', { 'data-testid': 'new-campaign', onclick: () => form.toggle(), 'aria-expanded': 'false' },
    'New comparison',
  );
  form.opener = adder;
  const note = el('p.soft.small', { 'data-testid': 'campaigns-note', hidden: true });
  const list = el('div.cards', { 'data-testid': 'campaigns' });
  const about =
    'Which approach is fastest, and which gives up? Run several of them on many boards with a time limit; the report ' +
    'shows every run.';
  root.append(
    el('div.page',
      el('div.page-inner',
        el('div.row.apart', el('h1', 'Compare solvers'), adder),
        el('p.soft', about),
        form.element,
        watch.element,
        list,
        note,
      ),
    ),
  );

  async function start(name) {
    form.toggle(false);
    await refresh();
    await resume(name);
  }

  async function resume(name) {
    const running = watch.run(name);
    redraw(name);
    await running;
    redraw(name);
  }

  /** One card anew; the focus stays on it, and so do its buttons while they say the same: one may be pressed just now. */
  function redraw(name) {
    const row = known.find((one) => one.name === name);
    const old = list.querySelector(`[data-testid="campaign-${CSS.escape(name)}"]`);
    if (!row || !old) return;
    const isHeld = old.contains(document.activeElement);
    const next = card(row);
    const [tools, fresh] = [old, next].map((one) => one.querySelector('.card-tools'));
    if (tools.textContent === fresh.textContent) {
      [...old.children].filter((part) => part !== tools).forEach((part) => part.remove());
      const parts = [...next.children];
      tools.before(...parts.slice(0, parts.indexOf(fresh)));
      tools.after(...parts.slice(parts.indexOf(fresh) + 1));
      return;
    }
    old.replaceWith(next);
    if (isHeld) next.querySelector('button').focus({ preventScroll: true });
  }

  function showList() {
    list.replaceChildren(...(known.length ? [el('h2', 'Comparisons'), ...known.map(card)] : [example()]));
  }

  async function refresh() {
    const { campaigns, is_temporary: isTemporary } = await app.api.get('/api/campaigns');
    note.hidden = !isTemporary;
    note.replaceChildren(
      'Comparisons are kept until the server ends. ',
      el('code', 'gourds serve --campaigns FOLDER'),
      ' keeps them in a folder.',
    );
    known = campaigns;
    showList();
  }

  /** A campaign that is watched goes on: its card does too. */
  function onLook({ name, finished }) {
    const row = known.find((one) => one.name === name);
    if (!row || (row.finished === finished && row.isRunning === watch.isRunning(name))) return;
    if (row.finished !== finished) Object.assign(row, { finished, modified: Date.now() / 1000 });
    redraw(name);
  }

  function card(row) {
    const { name, title, runs, finished, modified } = row;
    row.isRunning = watch.isRunning(name);
    const when = new Date(modified * 1000).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
    const isDone = finished === runs;
    return el('article.card', { 'data-testid': `campaign-${name}` },
      el('b', title || name),
      el('span.soft.number', `${isDone ? plural(runs, 'run') : `${grouped(finished)} of ${plural(runs, 'run')}`} · ${when}`),
      el('span.card-tools',
        !isDone &&
          !row.isRunning &&
          el('button.primary', { 'data-testid': `resume-${name}`, onclick: () => resume(name), 'aria-label': `Resume ${title || name}` }, 'Resume'),
        el('button', { 'data-testid': `details-${name}`, onclick: () => watch.show(name), 'aria-label': `Details of ${title || name}` }, 'Details'),
        reportLink(name, title || name),
      ),
      isDone ? null : bar([['done', finished], ['rest', runs - finished]], `${finished} of ${runs} runs done`),
    );
  }

  /** What is there before anything was run: an example. */
  function example() {
    return el('article.example', { 'data-testid': 'no-campaigns' },
      el('div.stack',
        el('h2', 'See what comes out'),
        el('p',
          'The example compares five approaches on 22 boards, 220 runs. Its report has every run, the times as curves, and a ' +
            'table that says which differences are more than noise.',
        ),
        el('p.soft', 'Then press New comparison and run one of your own: the first takes less than a minute.'),
        el('div.row', reportLink('example', 'the example', 'Open the example report')),
      ),
      curves(),
    );
  }

  return { show: () => app.attempt(refresh), hide() {}, getState: () => null, setState() {}, load() {} };
}

/** A sketch of what a report shows. */
function curves() {
  const picture = el('div.curves', { 'aria-hidden': 'true' });
  picture.append(el('img', { src: '/static/campaigns/curves.svg', alt: '', width: 220, height: 140 }));
  return picture;
}
