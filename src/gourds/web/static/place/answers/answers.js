/** The answers of the Place view: solve, count, heat map, sample, explain, cross-check; with progress and cancel. */

import { Cancelled } from '../../api.js';
import { el } from '../../dom.js';
import { createCards } from './cards.js';
import { createOptions } from './options.js';
import { NOTHING, areSameBoards, documentOf } from '../model.js';
import { KINDS } from './results.js';
import { packCards, readCards } from '../state.js';
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
const IDLE = { status: 'idle', tone: 'none', title: 'No answer yet', text: 'Solve, or ask something else about this board.' };

export function createAnswers(place, app) {
  const options = createOptions(app);
  const solve = el('button.primary', { 'data-testid': 'solve-button', title: 'Solve (S)', onclick: () => run('solve') },
    'Solve',
  );
  const buttons = ACTIONS.map(([kind, label, title]) =>
    el('button', { 'data-testid': `${kind}-button`, title, onclick: () => run(kind) }, label),
  );
  const plain = el('button.small', { 'data-testid': 'plain-button', title: 'Only the board (Esc); answers stay as cards', onclick: () => clear() },
    'Board only',
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

  const root = el('div.panel',
    el('div.row.apart', el('h2', 'Answers'), options.toggle, plain),
    el('div.solve-row', options.solver, solve),
    options.panel,
    el('div.actions', buttons),
    output,
  );
  slot.append(banner(IDLE));
  cards.refresh();

  const question = (kind) => {
    const common = { document: documentOf(place.draft), time_limit: options.seconds };
    if (kind === 'solve') return { ...common, ...options.forSolve(), seed: options.seed };
    if (kind === 'sample') return { ...common, n: 1, seed: options.seed + sampleSeed++ };
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
    const time = el('span.soft.number', '');
    const stop = el('button.small', { 'data-testid': 'cancel-button', onclick: cancel }, 'Cancel');
    /** The button goes away; the focus, if it is there, does not. */
    const release = () => stop === document.activeElement && solve.focus({ preventScroll: true });
    slot.replaceChildren(
      el('div.work', { 'data-testid': 'working' }, el('div.row', text, time, stop), el('div.meter', el('i'))),
    );
    place.openSheet('answers');
    const started = performance.now();
    clearInterval(clock);
    clock = setInterval(() => {
      time.textContent = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    }, 100);
    const mine = app.api.job(kind, { ...question(kind), ...more.question }, (news) => {
      text.textContent = news;
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

  const wordsOf = ({ kind, result }) => ({ time: result.time_s, ...KINDS[kind].words(result, place, { run }) });

  const overlayOf = ({ kind, result }) => KINDS[kind].overlay(result);

  /** Show an answer in the panel, and on the board if it draws something; what is there stays otherwise. */
  function show(card) {
    place.history.shown = { onBoard: overlayOf(card) ? card : place.history.shown.onBoard, inPanel: card };
    place.restTool();
    restore();
  }

  /** Bring board and panel to what is shown with the present draft. */
  function restore() {
    const { onBoard, inPanel } = place.history.shown;
    place.lay((onBoard && overlayOf(onBoard)) ?? {});
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
        isOld && el('p.small', 'The board has changed since this answer.'),
        card.isForeign &&
          el('p.small.soft', { 'data-testid': 'foreign' }, 'This answer came with the state; ask again to check it.'),
        words.text?.length > LONG && el('p.small', words.text),
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
        sign: isCancelled ? 'minus' : undefined,
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

  /** All cards for the next load of the page, as far as there is room, and which of them are shown. */
  function getCards() {
    const { onBoard, inPanel } = place.history.shown;
    return packCards(cards.all(), [onBoard, inPanel]);
  }

  /** Cards of the last load of the page; whatever cannot be read is left out. */
  function setCards(kept) {
    clear();
    cards.clear();
    const made = readCards(kept, place.maxCells).map((card) => {
      try {
        card.summary = wordsOf(card);
        cards.add(card);
        return card;
      } catch {
        return null; // not what an answer looks like
      }
    });
    const at = (k) => (made[k] && areSameBoards(made[k].draft, place.draft) ? made[k] : null);
    const [onBoard, inPanel] = (Array.isArray(kept.shown) ? kept.shown : []).map(at);
    if (!onBoard && !inPanel) return;
    place.history.shown = { onBoard: onBoard ?? null, inPanel: inPanel ?? null };
    restore();
    if (!inPanel) showPanel(onBoard);
  }

  return {
    root,
    run,
    keep,
    cancel,
    retire,
    clear,
    getState,
    getCards,
    setCards,
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
