/** The answers of the Place view: solve, count, heat map, sample, explain, cross-check; with progress and cancel. */

import { Cancelled } from '../api.js';
import { el } from '../dom.js';
import { createCards } from './cards.js';
import { NOTHING, areSameBoards, documentOf } from './model.js';
import { KINDS } from './results.js';
import { banner } from './words.js';

const ACTIONS = [
  ['count', 'Count', 'The exact number of placements'],
  ['probabilities', 'Heat map', 'In what share of all placements each edge carries a gourd'],
  ['sample', 'Sample', 'A placement drawn uniformly among all; press again for another'],
  ['explain', 'Explain', 'Why there is no placement: budgets and cells that cannot go together'],
  ['maximize', 'How many fit', 'As many gourds as fit at once, and how many there can be at most'],
  ['crosscheck', 'Cross-check', 'Every approach that can take it, side by side'],
];
/** Seconds to say how many gourds fit, after an approach has reached its limit. */
const AFTERWARDS = 10;
/** Letters of a text that the banner shows in full. */
const LONG = 80;
const IDLE = { status: 'idle', tone: 'none', sign: 'help', title: 'No answer yet', text: 'Solve, or ask something else about this board.' };

export function createAnswers(place, app) {
  const solver = el('select', { 'data-testid': 'solver-select', 'aria-label': 'Approach' });
  const limit = el('input', { type: 'number', min: 1, max: 3600, step: 1, value: 60, 'data-testid': 'time-limit' });
  const seed = el('input', { type: 'number', min: 0, step: 1, value: 0, 'data-testid': 'solve-seed' });
  const presolve = el('input', { type: 'checkbox', checked: true, 'data-testid': 'presolve' });
  const proof = el('input', { type: 'checkbox', 'data-testid': 'proof' });
  const solve = el(
    'button.primary',
    { 'data-testid': 'solve-button', title: 'Solve (S)', onclick: () => run('solve') },
    'Solve',
  );
  const buttons = ACTIONS.map(([kind, label, title]) =>
    el('button', { 'data-testid': `${kind}-button`, title, onclick: () => run(kind) }, label),
  );
  const plain = el(
    'button.small',
    { 'data-testid': 'plain-button', title: 'Only the board (Esc); answers stay as cards', onclick: () => clear() },
    'Board only',
  );
  const options = el(
    'div.stack.options',
    { hidden: true, id: 'solve-options' },
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
  );
  const toggle = el(
    'button.small',
    {
      'aria-expanded': 'false',
      'aria-controls': 'solve-options',
      'data-testid': 'options-button',
      onclick: () => {
        options.hidden = !options.hidden;
        toggle.setAttribute('aria-expanded', String(!options.hidden));
      },
    },
    'Options',
  );
  // What is going on or was said last has a place of its own, so that nothing else moves.
  const slot = el('div.answer-slot');
  const body = el('div.stack');
  const cards = createCards(place, (card) => open(card));
  const output = el('div.stack', { 'data-testid': 'answer' }, slot, cards.root, body);
  let job = null;
  let clock = 0;
  let sampleSeed = 0;
  let panelCard = null; // whose words are in the panel

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
            name === 'auto' ? 'auto: picks an approach for you' : `${name}: ${summary}`,
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
    el('div.row.apart', {}, el('h2', {}, 'Answers'), toggle, plain),
    el('div.solve-row', {}, solver, solve),
    options,
    el('div.actions', {}, buttons),
    output,
  );
  slot.append(banner(IDLE));
  cards.refresh();

  const question = (kind) => {
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

  async function run(kind, more = {}) {
    if (!place.draft.cells.length) {
      app.toast('Draw a board first.');
      return;
    }
    if (job) return;
    const { draft } = place;
    const text = el('span.text', { 'data-testid': 'progress' }, 'Starting…');
    const time = el('span.soft.number', {}, '');
    const stop = el('button.small', { 'data-testid': 'cancel-button', onclick: cancel }, 'Cancel');
    /** The button goes away; the focus, if it is there, does not. */
    const release = () => stop === document.activeElement && solve.focus({ preventScroll: true });
    slot.replaceChildren(
      el('div.work', { 'data-testid': 'working' }, el('div.row', {}, text, time, stop), el('div.meter', {}, el('i'))),
    );
    place.openSheet('answers');
    const started = performance.now();
    clearInterval(clock);
    clock = setInterval(() => {
      time.textContent = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    }, 100);
    const mine = app.api.job(kind, { ...question(kind), ...more.question }, {
      onProgress: (news) => {
        if (news.text) text.textContent = news.text;
      },
    });
    job = mine;
    setBusy(true);
    let next = null;
    try {
      const result = await mine.done;
      release();
      keep({ kind, result, draft });
      if (kind === 'solve' && result.status === 'unknown' && areSameBoards(draft, place.draft)) next = 'maximize';
    } catch (error) {
      release();
      showFailure(error);
    }
    finish();
    if (next) void run(next, { question: { time_limit: AFTERWARDS } });
  }

  /** A new answer: a card, and shown if the board is still the same. */
  function keep(card) {
    card.summary = wordsOf(card);
    cards.add(card);
    if (areSameBoards(card.draft, place.draft)) show(card);
    else showPanel(card);
  }

  const wordsOf = ({ kind, result }) => KINDS[kind].words(result, place, { run });

  /** Show an answer in the panel, and on the board if it draws something; what is there stays otherwise. */
  function show(card) {
    const draws = KINDS[card.kind].draws(card.result);
    place.history.shown = { onBoard: draws ? card : place.history.shown.onBoard, inPanel: card };
    place.restTool();
    restore();
  }

  /** Bring board and panel to what is shown with the present draft. */
  function restore() {
    const { onBoard, inPanel } = place.history.shown;
    place.clearOverlays();
    if (onBoard) KINDS[onBoard.kind].draw(onBoard.result, place);
    place.proof = (inPanel ?? onBoard)?.result.certificate_file ?? null;
    if (inPanel) showPanel(inPanel);
    cards.refresh();
  }

  function showPanel(card) {
    const words = wordsOf(card);
    const isOld = !areSameBoards(card.draft, place.draft);
    output.classList.toggle('is-stale', isOld);
    slot.replaceChildren(banner(words));
    body.replaceChildren(
      ...[
        isOld && el('p.small', {}, 'The board has changed since this answer.'),
        card.isForeign &&
          el('p.small.soft', { 'data-testid': 'foreign' }, 'This answer came with the state; ask again to check it.'),
        words.text?.length > LONG && el('p.small', {}, words.text),
        ...words.body,
      ].filter(Boolean),
    );
    panelCard = card;
    cards.refresh();
  }

  /** A press on a card: its answer, after its board if that is another one; undo leads back. */
  function open(card) {
    cancel();
    if (!areSameBoards(card.draft, place.draft)) {
      place.change(card.draft);
      place.board.fit();
    }
    show(card);
  }

  function showFailure(error) {
    const isCancelled = error instanceof Cancelled;
    output.classList.remove('is-stale');
    slot.replaceChildren(
      banner({
        status: isCancelled ? 'cancelled' : 'failed',
        tone: isCancelled ? 'warn' : 'bad',
        sign: isCancelled ? 'minus' : 'cross',
        title: isCancelled ? 'Cancelled' : 'No answer',
        text: isCancelled ? null : error.message,
      }),
    );
    body.replaceChildren();
    panelCard = null;
    place.history.shown = { ...place.history.shown, inPanel: null };
    cards.refresh();
  }

  /** Buttons that cannot be used just now keep the focus. */
  function setBusy(busy) {
    root.classList.toggle('is-busy', busy);
    for (const button of [solve, ...buttons]) button.setAttribute('aria-disabled', String(busy));
  }

  function finish() {
    job = null;
    clearInterval(clock);
    setBusy(false);
  }

  function cancel() {
    if (!job) return false;
    job.cancel();
    return true;
  }

  /** The draft is another one: show what was shown with it; an answer that is not about it stays, marked. */
  function retire() {
    restore();
    if (!place.history.shown.inPanel && panelCard) showPanel(panelCard);
  }

  /** The board alone; cards stay. */
  function clear() {
    place.history.shown = NOTHING;
    panelCard = null;
    restore();
    output.classList.remove('is-stale');
    slot.replaceChildren(banner(IDLE));
    body.replaceChildren();
  }

  function getState() {
    const { onBoard, inPanel } = place.history.shown;
    const card = onBoard ?? inPanel;
    if (!card) return null;
    const { kind, result, isForeign } = card;
    const answer = { kind, result, ...(isForeign ? { isForeign } : {}) };
    return JSON.stringify(answer).length < 400_000 ? answer : null;
  }

  return {
    root,
    run,
    keep,
    cancel,
    retire,
    clear,
    getState,
    /** Show an answer again; one that came from someone else is marked as such. */
    setState: (kept, isForeign = false) => {
      clear();
      if (!isForeign) cards.clear();
      if (!kept || !Object.hasOwn(KINDS, kept.kind)) return;
      const card = { kind: kept.kind, result: kept.result, draft: place.draft, isForeign: isForeign || kept.isForeign === true };
      try {
        keep(card);
      } catch {
        clear(); // not what an answer looks like
        cards.remove(card);
      }
    },
  };
}
