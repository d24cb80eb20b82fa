/**
 * One campaign: how far it is, solver by solver, and its last runs. This page may run it, or `gourds bench run` may:
 * what is shown comes from its store. A page that closes ends its run; runs that have ended are kept, and Resume goes on.
 */

import { duration, el, grouped, icon, plural } from '../dom.js';
import { bar } from './drawing.js';

const EVERY = 1000;

/** The panel, hidden until there is something to watch. `onLook` hears how far a campaign is. */
export function createWatch(app, { onLook, onClose }) {
  const element = el('section.watch', { hidden: true, 'data-testid': 'watch', 'aria-label': 'A comparison' });
  const title = el('h2', { tabindex: -1 });
  const state = el('span.badge', { role: 'status', 'data-testid': 'watch-state' });
  const left = el('span.soft.number', { 'data-testid': 'watch-left' });
  const whole = el('div');
  const fault = el('p.fault', { role: 'alert', 'data-testid': 'watch-fault', hidden: true });
  const note = el('p.soft.small', { 'data-testid': 'watch-note', hidden: true });
  const table = el('div.scroll');
  const last = el('div.scroll');
  const canceller = el('button', { 'data-testid': 'cancel-campaign', onclick: () => job?.cancel() }, 'Cancel');
  const resumer = el('button.primary', { 'data-testid': 'resume-campaign', onclick: () => run(shown) }, 'Resume');
  const report = el('span');
  const closer = el('button.plain', { 'aria-label': 'Close', title: 'Close', onclick: () => close() }, icon('close'));
  let shown = null;
  let job = null;
  let running = null;
  let timer = null;
  let text = '';
  element.append(
    el('div.row.apart', title, state, closer),
    whole,
    el('div.row', canceller, resumer, report, left),
    note,
    fault,
    el('h3', 'Solvers'),
    table,
    el('h3', 'Last runs'),
    last,
  );

  /** Show a campaign. */
  async function show(name) {
    shown = name;
    accuse(null);
    element.hidden = false;
    await app.attempt(look);
    title.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest' });
  }

  function close() {
    element.hidden = true;
    shown = null;
    clearTimeout(timer);
    onClose();
  }

  /** Run what is missing of a campaign, and show how it goes. */
  async function run(name) {
    accuse(null);
    const mine = app.api.job('run_campaign', { name }, (news) => { text = news; });
    [job, running, text] = [mine, name, 'starting'];
    await show(name);
    try {
      const { finished, runs } = await mine.done;
      if (finished < runs) accuse('Its time on this page is up. Resume goes on.');
      app.toast(finished < runs ? 'The comparison has paused' : 'The comparison is finished', 'good');
    } catch (error) {
      if (error.name !== 'Cancelled') accuse(error.message);
    } finally {
      if (job === mine) [job, running] = [null, null];
      await app.attempt(look);
    }
  }

  function accuse(message) {
    fault.hidden = message === null;
    fault.textContent = message ?? '';
  }

  /** Look at the store, now and again until all runs have ended. */
  async function look() {
    clearTimeout(timer);
    const name = shown;
    if (name === null) return;
    const found = await app.api.get(`/api/campaigns/${encodeURIComponent(name)}/status`);
    if (name !== shown) return;
    draw(found);
    onLook(found);
    if (found.finished < found.runs) timer = setTimeout(() => app.attempt(look), EVERY);
  }

  function draw(found) {
    const isMine = running === found.name;
    const isDone = found.finished === found.runs;
    const failed = found.solvers.reduce((sum, row) => sum + row.failed, 0);
    title.textContent = found.title;
    state.className = `badge${isDone ? ' good' : ''}`;
    state.textContent = isDone ? 'finished' : isMine ? 'running' : 'not finished';
    const held = document.activeElement;
    canceller.hidden = !isMine || isDone;
    resumer.hidden = isMine || isDone;
    if (held?.hidden && element.contains(held)) [canceller, resumer, title].find((one) => !one.hidden).focus();
    note.hidden = isDone;
    note.textContent = isMine
      ? 'It runs while this page is open. If you close it, the runs that have ended are kept, and Resume goes on.'
      : 'It is not run by this page. The runs that have ended are kept.';
    resumer.textContent = found.finished ? 'Resume' : 'Run';
    const reported = found.finished ? found.name : '';
    if (reported !== report.dataset.name) { // a link that is replaced while it is pressed is never clicked
      report.dataset.name = reported;
      report.replaceChildren(reported && reportLink(reported, found.title));
    }
    left.textContent = [
      `${grouped(found.finished)} of ${plural(found.runs, 'run')} on ${plural(found.boards, 'board')}`,
      failed ? `${grouped(failed)} failed` : '',
      isMine && !isDone ? (/about .* left/.exec(text)?.[0] ?? text) : '',
    ]
      .filter(Boolean)
      .join(' · ');
    whole.replaceChildren(
      bar([['done', found.finished], ['rest', found.runs - found.finished]], `${found.finished} of ${found.runs} runs done`),
    );
    table.replaceChildren(solverTable(found.solvers));
    last.replaceChildren(lastTable(found.last));
    if (found.troubles.length) accuse(found.troubles.join(' '));
  }

  return { element, show, run, isRunning: (name) => running === name };
}

function solverTable(solvers) {
  return rowsOf(
    ['Solver', 'Runs', 'Done', 'Solved', 'No answer', 'Failed', 'Time'],
    solvers.map((row) => {
      const open = row.finished - row.solved - row.failed;
      const words = `${row.solved} solved, ${open} without an answer, ${row.failed} failed, ${row.runs - row.finished} to do`;
      const parts = [['solved', row.solved], ['open', open], ['failed', row.failed], ['rest', row.runs - row.finished]];
      return [
        row.label,
        bar(parts, words),
        `${grouped(row.finished)} of ${grouped(row.runs)}`,
        grouped(row.solved),
        grouped(open),
        grouped(row.failed),
        row.finished ? duration(row.seconds) : '–',
      ];
    }),
    'solvers',
  );
}

function lastTable(runs) {
  const word = ({ judgement, verdict, cause }) =>
    judgement === 'wrong' ? 'wrong answer' : verdict === 'unknown' ? cause : verdict;
  return rowsOf(
    ['Solver', 'Answer', 'Time', 'Board'],
    runs.map((run) => [run.solver, word(run), duration(run.seconds), run.board]),
    'last',
  );
}

/** A table whose first column names its rows. */
function rowsOf(heads, rows, name) {
  return el(`table.plain.${name}`, { 'data-testid': `watch-${name}` },
    el('thead', el('tr', heads.map((head) => el('th', { scope: 'col' }, head)))),
    el('tbody',
      rows.map(([first, ...others]) =>
        el('tr', el('th', { scope: 'row' }, first), others.map((cell) => el('td', cell))),
      ),
    ),
  );
}

/** A link to a report, which opens in a new tab. */
export function reportLink(name, title, text = 'Open report') {
  return el('a.button', {
    href: `/campaigns/${encodeURIComponent(name)}`,
    target: '_blank',
    rel: 'noopener',
    'data-testid': `report-${name}`,
    'aria-label': text === 'Open report' ? `Open the report of ${title}` : null,
  }, text);
}
