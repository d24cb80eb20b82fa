/** The answers of the Place view: solve, count, heat map, sample, explain, cross-check; with progress and cancel. */

import { Cancelled } from '../api.js';
import { el, icon } from '../dom.js';
import { showCount, showCrosscheck, showExplanation, showHeat, showSample, showVerdict } from './results.js';
import { documentOf } from './model.js';

const ACTIONS = [
  { kind: 'count', label: 'Count', title: 'The exact number of placements', show: showCount },
  {
    kind: 'probabilities',
    label: 'Heat map',
    title: 'In what share of all placements each edge carries a gourd',
    show: showHeat,
  },
  {
    kind: 'sample',
    label: 'Sample',
    title: 'A placement drawn uniformly among all; press again for another',
    show: showSample,
  },
  {
    kind: 'explain',
    label: 'Explain',
    title: 'Why there is no placement: budgets and cells that cannot go together',
    show: showExplanation,
  },
  {
    kind: 'crosscheck',
    label: 'Cross-check',
    title: 'Every approach that can take it, side by side',
    show: showCrosscheck,
  },
];

export function createAnswers(place, app) {
  const solver = el('select', { 'data-testid': 'solver-select' });
  const limit = el('input', { type: 'number', min: 1, max: 3600, step: 1, value: 60, 'data-testid': 'time-limit' });
  const seed = el('input', { type: 'number', min: 0, step: 1, value: 0, 'data-testid': 'solve-seed' });
  const presolve = el('input', { type: 'checkbox', checked: true, 'data-testid': 'presolve' });
  const proof = el('input', { type: 'checkbox', 'data-testid': 'proof' });
  const solve = el(
    'button.primary',
    { 'data-testid': 'solve-button', title: 'Solve (S)', onclick: () => run('solve') },
    'Solve',
  );
  const buttons = ACTIONS.map(({ kind, label, title }) =>
    el(
      'button',
      {
        'data-testid': `${kind}-button`,
        title,
        onclick: () => run(kind),
      },
      label,
    ),
  );
  const plain = el(
    'button',
    { 'data-testid': 'plain-button', title: 'Only the board (Esc)', onclick: () => clear() },
    'Board only',
  );
  const work = el('div');
  const output = el('div.stack', { 'data-testid': 'answer' });
  let job = null;
  let clock = 0;
  let sampleSeed = 0;
  let answer = null;

  app.api
    .hello()
    .then(({ solvers, limits }) => {
      const longest = limits?.job_seconds;
      if (longest) {
        limit.max = longest;
        limit.value = Math.min(60, longest);
      }
      const sorted = [...solvers].sort(
        (a, b) => (b.name === 'auto') - (a.name === 'auto') || a.name.localeCompare(b.name),
      );
      solver.replaceChildren(
        ...sorted.flatMap(({ name, summary, variants }) => [
          el(
            'option',
            { value: name, title: summary },
            name === 'auto' ? 'auto: picks for you' : `${name}: ${summary}`,
          ),
          ...(variants ?? []).map((variant) =>
            el('option', { value: `${name}:${variant}` }, `\u2003${name}:${variant}`),
          ),
        ]),
      );
    })
    .catch(() => {});

  const root = el(
    'div.panel',
    {},
    el('h2', {}, 'Answers'),
    el('div.solve-row', {}, el('label.field', {}, el('span', {}, 'Approach'), solver), solve),
    el(
      'details',
      {},
      el('summary', {}, 'Options'),
      el(
        'div.stack',
        {},
        el(
          'div.grid-2',
          {},
          el('label.field', {}, el('span', {}, 'Time limit (s)'), limit),
          el('label.field', {}, el('span', {}, 'Seed'), seed),
        ),
        el(
          'label.check',
          { title: 'Split the board first; sat, cpsat and ilp can also be given the whole board' },
          presolve,
          'Split the board first',
        ),
        el(
          'label.check',
          { title: 'A certificate that can be checked without the solver, where the approach can give one' },
          proof,
          'Prove a “no”',
        ),
      ),
    ),
    el('div.actions', {}, buttons, plain),
    work,
    output,
  );

  const body = (kind) => {
    const common = { document: documentOf(place.draft), time_limit: Number(limit.value) || 60 };
    const number = Math.max(0, Math.floor(Number(seed.value) || 0));
    if (kind === 'solve')
      return {
        ...common,
        solver: solver.value || 'auto',
        seed: number,
        no_presolve: !presolve.checked,
        proof: proof.checked,
      };
    if (kind === 'sample') return { ...common, n: 1, seed: number + sampleSeed++ };
    return common;
  };

  async function run(kind) {
    if (!place.draft.cells.length) {
      app.toast('Draw a board first.');
      return;
    }
    cancel();
    const { draft } = place;
    const text = el('span.text', { 'data-testid': 'progress' }, 'Starting…');
    const time = el('span.soft.number', {}, '');
    work.replaceChildren(
      el(
        'div.work',
        { 'data-testid': 'working' },
        el(
          'div.row',
          {},
          text,
          time,
          el('button.small', { 'data-testid': 'cancel-button', onclick: cancel }, 'Cancel'),
        ),
        el('div.meter', {}, el('i')),
      ),
    );
    place.openSheet('answers');
    const started = performance.now();
    clearInterval(clock);
    clock = setInterval(() => {
      time.textContent = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    }, 100);
    const mine = app.api.job(kind, body(kind), {
      onProgress: (news) => {
        if (news.text) text.textContent = news.text;
      },
    });
    job = mine;
    setBusy(true);
    try {
      const result = await mine.done;
      if (job === mine) show(kind, result, draft);
    } catch (error) {
      if (job === mine) showFailure(error);
    } finally {
      if (job === mine) finish();
    }
  }

  function show(kind, result, draft) {
    place.clearOverlays();
    const entry = ACTIONS.find((action) => action.kind === kind);
    answer = { kind, result };
    output.classList.remove('is-stale');
    output.replaceChildren(...[(entry?.show ?? showVerdict)(result, place, { run })].flat());
    // Another name or one more color leaves the answer as it is.
    if (place.draft.cells !== draft.cells || place.draft.gourds !== draft.gourds) retire();
    revealOutput();
  }

  /** The panel scrolls so that the answer is seen. */
  function revealOutput() {
    const side = root.closest('.side');
    if (!side) return;
    const frame = side.getBoundingClientRect();
    const found = output.getBoundingClientRect();
    const hidden = found.bottom + 12 - frame.bottom;
    if (hidden > 0) side.scrollBy({ top: Math.min(hidden, found.top - 12 - frame.top), behavior: 'smooth' });
  }

  function showFailure(error) {
    const cancelled = error instanceof Cancelled;
    answer = null;
    output.classList.remove('is-stale');
    output.replaceChildren(
      el(
        `div.banner.${cancelled ? 'warn' : 'bad'}`,
        { 'data-testid': 'status', 'data-status': cancelled ? 'cancelled' : 'failed' },
        icon(cancelled ? 'minus' : 'cross'),
        el(
          'span',
          {},
          el('b', {}, cancelled ? 'Cancelled' : 'No answer'),
          !cancelled && el('small', {}, error.message),
        ),
      ),
    );
    revealOutput();
  }

  function setBusy(busy) {
    root.classList.toggle('is-busy', busy);
    for (const button of [solve, ...buttons]) button.disabled = busy;
  }

  function finish() {
    job = null;
    clearInterval(clock);
    work.replaceChildren();
    setBusy(false);
  }

  function cancel() {
    if (!job) return false;
    job.cancel();
    return true;
  }

  /** The board has changed: the answer is no longer about it. */
  function retire() {
    if (!output.children.length) return;
    answer = null;
    if (output.classList.contains('is-stale')) return;
    output.classList.add('is-stale');
    output.prepend(el('p.small', {}, 'The board has changed since this answer.'));
  }

  function clear() {
    place.clearOverlays();
    output.replaceChildren();
    output.classList.remove('is-stale');
    answer = null;
  }

  return {
    root,
    run,
    cancel,
    retire,
    clear,
    isBusy: () => job !== null,
    getState: () => (answer && JSON.stringify(answer).length < 400_000 ? answer : null),
    /** Show an answer again; one that came from someone else is marked as such. */
    setState: (kept, isForeign = false) => {
      clear();
      if (!kept) return;
      try {
        show(kept.kind, kept.result, place.draft);
      } catch {
        clear(); // not what an answer looks like
        return;
      }
      if (!isForeign && kept.isForeign !== true) return;
      answer.isForeign = true;
      const text = 'This answer came with the state; ask again to check it.';
      output.prepend(el('p.small.soft', { 'data-testid': 'foreign' }, text));
    },
  };
}
