/** What is known of a puzzle while it is made: is the board proper, how many solutions, how hard; told at once. */

import { SIGNS, el, grouped, icon, plural } from '../dom.js';
import { Position, cellsOfWalk } from '../board/moves.js';
import { configurationDocument } from '../play/puzzles.js';
import { gourdsNeeded } from './model.js';

const FACTS_DELAY = 120; // milliseconds after the last change
const JUDGE_DELAY = 400;

export class Verdict {
  constructor(app) {
    this.app = app;
    this.lines = Object.fromEntries(
      ['board', 'gourds', 'solutions', 'moves'].map((key) => [
        key,
        el('li.verdict-line', { 'data-testid': `edit-says-${key}` }),
      ]),
    );
    this.root = el('ul.edit-verdict', { 'aria-live': 'polite', 'data-testid': 'edit-verdict' }, Object.values(this.lines));
    this.known = null;
  }

  /** Look at another draft; `made` is its puzzle, null as long as there is none. */
  look(draft, made) {
    const { name, ...rest } = draft;
    const subject = JSON.stringify(rest);
    if (subject === this.subject) return; // only the name is another
    this.subject = subject;
    this.cancel();
    this.known = null;
    this.#say('gourds', ...gourdsLine(draft));
    const waits = draft.cells.length ? 'after all gourds are laid' : '';
    this.#say('solutions', 'open', made ? 'Counting solutions …' : `Solutions: ${waits || '–'}`);
    this.#say('moves', 'open', made ? 'Looking for the shortest way …' : `Difficulty: ${waits || '–'}`);
    if (!draft.cells.length) this.#say('board', 'open', 'Draw a board: at least three cells.');
    else {
      if (!this.lines.board.firstChild) this.#say('board', 'open', 'Looking at the board …');
      this.timers = [setTimeout(() => this.#facts(draft), FACTS_DELAY)];
    }
    if (made) this.timers.push(setTimeout(() => this.#judge(draft, made), JUDGE_DELAY));
  }

  cancel() {
    (this.timers ?? []).forEach(clearTimeout);
    this.timers = [];
    this.job?.cancel();
    this.job = null;
    this.visit = (this.visit ?? 0) + 1;
  }

  async #facts(draft) {
    const { visit } = this;
    try {
      const { facts } = await this.app.api.post('/api/facts', { cells: draft.cells, gourds: [] });
      if (visit === this.visit) this.#say('board', ...boardLine(facts));
    } catch (error) {
      if (visit === this.visit) this.#say('board', 'warn', error.message);
    }
  }

  async #judge(draft, { puzzle, start }) {
    const { visit } = this;
    const goal = puzzle.document
      ? { document: puzzle.document }
      : { target: configurationDocument(puzzle, puzzle.target, true) };
    this.job = this.app.api.job('judge', { ...goal, start: configurationDocument(puzzle, start, true), time_limit: 60 });
    try {
      const answer = await this.job.done;
      if (visit !== this.visit) return;
      this.#say('solutions', ...solutionsLine(answer, draft.mode));
      this.#say('moves', ...movesLine(answer));
      const { empty } = new Position(puzzle.grid, start);
      const path = answer.plan && cellsOfWalk(puzzle.grid, empty, answer.plan.walk);
      this.known = { par: answer.shortest ? answer.moves : null, path };
    } catch (error) {
      if (visit !== this.visit || error.name === 'Cancelled') return;
      this.#say('solutions', 'warn', 'Solutions: not known');
      this.#say('moves', 'warn', error.message);
    }
  }

  #say(key, kind, text, more = '') {
    const line = this.lines[key];
    line.className = `verdict-line ${kind}`;
    line.dataset.kind = kind;
    line.replaceChildren(icon(SIGNS[kind]), el('div', el('span', text), more && el('small', more)));
  }
}

function boardLine(facts) {
  if (!facts.connected) return ['bad', 'The board falls apart.', 'Join its parts, so that gourds can get everywhere.'];
  if (facts.cells < 3) return ['open', 'Draw a board: at least three cells.'];
  if (facts.cells % 2 === 0) return ['bad', `${facts.cells} cells are an even number.`, 'Add or remove one: one cell stays empty.'];
  if (facts.proper) return ['good', 'The board is proper.', 'Every position can be reached from every other.'];
  return ['warn', `Not a proper board: ${facts.improper_because.join('; ')}.`, 'Some positions may be out of reach; the start is not.'];
}

function gourdsLine(draft) {
  const needed = gourdsNeeded(draft);
  const laid = draft.gourds.length;
  if (!draft.cells.length) return ['open', 'Gourds: –'];
  if (laid === needed && draft.cells.length % 2) return ['good', `${plural(laid, 'gourd')}, all laid.`];
  return ['open', `${laid} of ${plural(needed, 'gourd')} laid.`, laid < needed ? 'Drag from cell to cell, or let the rest be laid.' : ''];
}

function solutionsLine({ solutions, why }, mode) {
  if (mode === 'numbers') return ['good', 'One solution: every gourd in its place.'];
  if (solutions === null) return ['warn', 'Too many solutions to count here.', why ?? ''];
  if (solutions === '1') return ['good', 'Exactly one solution.', 'There is only one way to lay the gourds on their colors.'];
  return ['good', `${grouped(solutions)} solutions.`, 'Any of them wins.'];
}

function movesLine({ status, moves, shortest, lower_bound: bound, grade, reason }) {
  if (status === 'impossible') return ['bad', 'It cannot be won.', reason ?? ''];
  if (status !== 'found') return ['warn', 'No plan was found in a few seconds.', reason ?? ''];
  const word = grade[0].toUpperCase() + grade.slice(1);
  if (shortest) return ['good', `${word}: ${plural(moves, 'move')}.`, 'No way is shorter: that is proved.'];
  return ['warn', `${word}: at most ${plural(moves, 'move')}.`, bound > 1 ? `At least ${bound}; the shortest plan is not known.` : ''];
}
