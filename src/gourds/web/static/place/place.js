/** The Place view: a board to draw on between two panels, and the one draft that all parts work on. */

import { BoardView } from '../board/view.js';
import { el } from '../dom.js';
import { createAnswers } from './answers/answers.js';
import { createBoardPanel, looksOf } from './board.js';
import { createBudgets } from './budgets.js';
import { createLegend } from './legend.js';
import { EMPTY_DRAFT, FIRST_COLORS, History, documentOf, draftOf, liesOnBoard } from './model.js';
import { packDraft, readAnswer, readDraft, readPlacement } from './state.js';
import { TOOLS, createTools } from './tools.js';

const WELCOME = 'drawn/nine-gourds';
const SHEETS = [
  ['board', 'Board'],
  ['budgets', 'Budgets'],
  ['answers', 'Answers'],
];

export async function createView(root, app) {
  const narrow = matchMedia('(max-width: 920px)');
  const stage = el('div.stage');
  const holder = el('div', { 'data-testid': 'board' });
  stage.append(holder);

  const place = {
    app,
    tool: 'draw',
    color: FIRST_COLORS[0],
    maxCells: 50_000,
    history: new History(EMPTY_DRAFT),
    placement: null,
    proof: null,
    blamed: [],
    get draft() {
      return place.history.now;
    },
    looks() {
      const { colors } = place.draft;
      const dark = app.theme.isDark();
      if (place.known?.colors !== colors || place.known.dark !== dark)
        place.known = { colors, dark, ...looksOf(colors, dark) };
      return place.known;
    },
    /** Show cells while they are drawn, before they are part of the draft; the board stays under the pointer. */
    showCells(cells) {
      const { names, letters } = place.looks();
      place.board.setBoard({ cells, colors: names, labels: letters, still: true });
    },
    /** Replace the draft; answers are about the old one unless told otherwise. */
    change(draft, { keepsAnswers = false } = {}) {
      place.history.push(draft, { keepsAnswers });
      refresh(keepsAnswers);
    },
    /** An empty board; a few colors stay. */
    clear() {
      const { colors } = place.draft;
      place.change({ ...EMPTY_DRAFT, colors: colors.length <= 9 ? colors : FIRST_COLORS });
      answers.clear();
      tools.choose('draw');
    },
    undo() {
      if (place.history.undo()) refresh();
    },
    redo() {
      if (place.history.redo()) refresh();
    },
    /** Put tools that change cells away: a stray press on an answer must not repaint it. */
    restTool() {
      tools.choose('pan');
    },
    chooseColor(color) {
      place.color = color;
      panel.refresh();
      tools.refresh();
      if (place.tool === 'erase' || place.tool === 'pan') tools.choose(place.draft.cells.length ? 'paint' : 'draw');
    },
    /** Lay an answer over the board, in place of what lay there: gourds, probabilities, weights, marks; or nothing. */
    lay({ placement = null, gourds = placement?.gourds ?? [], heat = null, weights = null, marks = null, blamed = [] } = {}) {
      Object.assign(place, { placement, blamed });
      place.board.setGourds(gourds.map((ends) => ({ ends })));
      place.board.setEmpty(placement?.empty ?? null);
      place.board.setHeat(heat?.edges ?? null, heat?.empties);
      place.board.setWeights(weights);
      place.board.setHighlight(marks, { fade: marks?.size > 0 });
      legend.show({ heat, weights });
      budgets.blame();
    },
    openSheet: (name) => openSheet(name, true),
    getState,
  };

  place.board = new BoardView(holder, {
    label: 'Board. Arrow keys move, Enter uses the tool.',
    isDark: () => app.theme.isDark(),
    padding: 34,
    // The legend of an answer stands below the board, on a phone otherwise the colors.
    inset: () => ({ top: 44, bottom: legend.root.offsetHeight || (narrow.matches ? 52 : 20) }),
  });
  const tools = createTools(place);
  const budgets = createBudgets(place, app);
  const answers = createAnswers(place, app);
  const panel = createBoardPanel(place, app);
  const legend = createLegend(place, () => tools);
  const hint = el('div.hint', { 'data-testid': 'hint', hidden: true });
  stage.append(tools.bar, tools.palette, tools.zoom, legend.root, hint);

  const sides = {
    board: panel.root,
    budgets: el('div.side-part', { 'data-testid': 'panel-budgets' }, budgets.root),
    answers: el('div.side-part', { 'data-testid': 'panel-answers' }, answers.root),
  };
  const right = el('div.side.right', sides.budgets, sides.answers);
  const tabs = SHEETS.map(([name, label]) =>
    el('button', { 'data-testid': `sheet-${name}`, 'aria-expanded': 'false', onclick: () => openSheet(name) }, label),
  );
  const sheet = el('div.sheet', el('div.sheet-tabs', tabs), panel.root, right);
  root.append(el('div.workbench.place', sheet, stage));

  let opened = null;
  /** On a phone: one part of the panels at a time, or none. */
  function openSheet(name, stays = false) {
    opened = opened === name && !stays ? null : name;
    SHEETS.forEach(([other], k) => tabs[k].setAttribute('aria-expanded', String(other === opened)));
    panel.root.classList.toggle('is-open', opened === 'board');
    right.classList.toggle('is-open', opened === 'budgets' || opened === 'answers');
    sides.budgets.classList.toggle('is-open', opened === 'budgets');
    sides.answers.classList.toggle('is-open', opened === 'answers');
  }

  function refresh(keepsAnswers = false) {
    if (!place.draft.colors.includes(place.color)) [place.color] = place.draft.colors;
    if (!keepsAnswers) {
      answers.cancel();
      place.proof = null;
      place.lay();
    }
    place.showCells(place.draft.cells);
    if (!keepsAnswers) answers.retire();
    panel.refresh();
    tools.refresh();
    budgets.refresh();
    hint.hidden = place.draft.cells.length > 0;
    hint.textContent = 'Press and drag to draw cells, or make a shape.';
  }

  function getState() {
    const { draft } = place;
    return {
      document: packDraft(draft),
      color: place.color,
      tool: place.tool,
      answer: answers.getState(),
      placement: place.placement,
    };
  }

  /** For the next load of this page: all cards, which no link has. */
  const getKept = () => ({ ...getState(), answer: null, kept: answers.getCards() });

  function setState(state, { isForeign = false } = {}) {
    const draft = readDraft(state?.document, place.maxCells);
    place.history.push(draft.colors.length ? draft : { ...draft, colors: FIRST_COLORS });
    place.color = state.color;
    refresh();
    place.board.fit();
    if (TOOLS.some(({ name }) => name === state.tool)) tools.choose(state.tool);
    if (state.kept && !isForeign) answers.setCards(state.kept);
    else answers.setState(readAnswer(draft, state.answer), isForeign);
    const placement = readPlacement(draft, state.placement);
    if (placement && !place.placement) place.lay({ placement });
  }

  /** Open an instance, or show a placement of the one that is open. */
  function load(document, name = '') {
    if (document.format === 'gourds-placement') {
      if (!liesOnBoard(place.draft, document)) {
        throw new Error('this placement is not one of the board that is shown; open the instance first');
      }
      answers.keep({ kind: 'opened', result: { placement: document }, draft: place.draft });
      return;
    }
    if (document.format !== 'gourds-instance') throw new Error(`the Place view cannot show ${document.format}`);
    if (document.cells.length > place.maxCells) throw new Error(`the board has more than ${place.maxCells} cells`);
    const draft = draftOf(document, name);
    place.change({ ...draft, colors: draft.colors.length ? draft.colors : FIRST_COLORS });
    answers.clear();
    place.board.fit();
    tools.choose(draft.cells.length ? 'pan' : 'draw');
  }

  function onKey(event) {
    if (root.hidden || event.target.closest('input, textarea, select, dialog, [role=menu]')) return;
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
      event.preventDefault();
      if (key === 'y' || event.shiftKey) place.redo();
      else place.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const tool = TOOLS.find((entry) => entry.key === key);
    if (tool) tools.choose(tool.name);
    else if (/^[1-9]$/.test(key) && place.draft.colors[key - 1]) place.chooseColor(place.draft.colors[key - 1]);
    else if (key === 's') answers.run('solve');
    else if (key === 'escape') {
      if (!answers.cancel()) answers.clear();
    }
  }
  document.addEventListener('keydown', onKey);
  app.theme.onChange((dark) => {
    refresh(true);
    legend.draw(dark);
  });
  // For tests: what is drawn and what is shown on it.
  place.document = () => documentOf(place.draft);
  root.place = place;

  tools.choose('draw');
  // On a low window the panels stand beside the board: one of them is open. Elsewhere they begin closed.
  openSheet('answers');
  if (!matchMedia('(max-height: 560px) and (orientation: landscape)').matches) openSheet('answers');
  app.api
    .hello()
    .then(({ limits }) => {
      place.maxCells = limits.board_cells;
    })
    .catch(() => {});
  refresh();
  if (!location.hash.includes('/') && !sessionStorage.getItem('gourds place')) {
    const { document: first } = await app.api.get(`/api/examples/${WELCOME}`).catch(() => ({}));
    if (first) {
      load(first, '');
      place.history = new History(place.draft);
      refresh();
    }
  }
  return { show: () => place.board.resize(), hide: () => answers.cancel(), getState, getKept, setState, load };
}
