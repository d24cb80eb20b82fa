/**
 * A puzzle in a file of its own: the board of Play with undo, redo and hints. Everything that it needs stands in the file;
 * the hints are the moves of the plan that was stored with it.
 */

import { cellsOfWalk } from '../board/moves.js';
import { el, icon, plural } from '../dom.js';
import { Game } from '../play/game.js';
import { puzzleOfConfiguration } from '../play/puzzles.js';
import { Table } from '../play/table/table.js';
import { theme } from '../theme.js';
import { Guide } from './guide.js';

const data = JSON.parse(document.getElementById('puzzle').textContent);

const part = {
  boardBox: el('div.play-board-box', { 'data-testid': 'play-board' }),
  banner: el('div.play-banner', { 'data-testid': 'play-banner', role: 'status', hidden: true }),
  status: el('p.play-status', { 'data-testid': 'play-status', role: 'status', 'aria-live': 'polite' }),
  moves: el('output.play-figure', { 'data-testid': 'move-counter' }, '0'),
  home: el('output.play-figure', { 'data-testid': 'play-home' }),
  par: el('span.alone-par', { 'data-testid': 'par' }),
};

const puzzle = puzzleOfConfiguration(data.start, data.title, data.instance);
const game = new Game(puzzle, 'colors', puzzle.start);
const path = data.walk === null ? null : cellsOfWalk(puzzle.grid, game.position.empty, data.walk);
const guide = path && new Guide(puzzle, puzzle.start, path);
const par = path ? path.length - 1 : 0;
const isProved = data.bound >= par;
let hints = 0;

const note = (text) => { part.status.textContent = text || '\u00a0'; };

const table = new Table(part, { moved: refresh, solved: win, note });

function refresh() {
  const ends = game.position.where.length;
  part.moves.textContent = String(game.moves);
  part.home.textContent = `${ends - game.astray().length}/${ends}`;
  buttons.undo.disabled = buttons.restart.disabled = !game.canUndo;
  buttons.redo.disabled = !game.canRedo;
  if (buttons.hint) buttons.hint.disabled = game.isSolved;
  part.boardBox.dataset.moves = String(game.moves);
  part.boardBox.dataset.solved = String(game.isSolved);
}

/** The number of moves to compare with, in words. */
function parWords() {
  if (isProved) return `shortest ${par}`;
  return data.bound > 0 ? `best known ${par}, at least ${data.bound}` : `best known ${par}`;
}

function win() {
  const helped = hints ? `, with ${plural(hints, 'hint')}` : '';
  part.banner.textContent = `Solved in ${plural(game.moves, 'move')}${helped}${path ? `; ${parWords()}` : ''}`;
  part.banner.hidden = false;
  note(part.banner.textContent);
  table.board.celebrate();
}

function hint() {
  if (game.isSolved) return;
  table.glider.finish();
  const found = guide.next(game);
  hints += 1;
  table.input.setHint(found.motion);
  note(found.isBack
    ? `Hint: go back to where the plan was left: ${table.describe([found.motion])}, or undo`
    : `Hint: ${table.describe([found.motion])}`);
}

function restart() {
  table.glider.finish();
  hints = 0;
  game.restart(game.start);
  table.lay();
  refresh();
  note('');
}

const actions = { undo: () => table.undo(), redo: () => table.redo(), hint, restart };
const words = {
  undo: ['Undo', 'undo', 'Take the last move back (u)'],
  redo: ['Redo', 'redo', 'Make it again (r)'],
  hint: ['Hint', 'hint', 'Show the next move of the plan (h)'],
  restart: ['Restart', 'restart', 'Back to the start'],
};
const buttons = Object.fromEntries(Object.entries(words).filter(([key]) => key !== 'hint' || guide).map(
  ([key, [text, name, title]]) => [key, el('button.play-button', {
    type: 'button', title, 'data-testid': `play-${key}`, onclick: actions[key],
  }, icon(name), el('span', text))],
));

document.addEventListener('keydown', (event) => {
  if (event.altKey) return;
  const isBack = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
  if ((event.ctrlKey || event.metaKey) && !isBack) return;
  const key = isBack ? (event.shiftKey ? 'redo' : 'undo') : { u: 'undo', r: 'redo', h: 'hint' }[event.key.toLowerCase()];
  if (!key || !buttons[key]) return;
  event.preventDefault();
  actions[key]();
});

const figure = (value, label) => el('div.play-stat', value, el('span', label));
document.body.append(el('main.alone',
  el('header.alone-top',
    el('h1', data.title),
    el('div.play-stats', figure(part.moves, 'moves'), figure(part.home, 'ends home'), path && part.par),
    el('button.plain', { type: 'button', 'aria-label': 'Light or dark', title: 'Light or dark', onclick: () => theme.toggle() },
      icon('theme'))),
  el('div.play-stage', part.boardBox, part.banner),
  part.status,
  el('div.play-buttons', { role: 'toolbar', 'aria-label': 'Game' }, Object.values(buttons)),
  el('details.alone-rules', { open: innerHeight > 700 }, el('summary', 'How to play'),
    el('p', 'Bring every end of every gourd onto a cell of its color.'),
    el('p', 'Gourds with a bright rim can move into the empty cell: click, tap or drag one. It ',
      el('b', 'slides'), ' in line, ', el('b', 'turns'), ' around a bend, or ', el('b', 'pivots'),
      ' if both its ends touch the empty cell; then choose the end that swings.'),
    el('p.play-keys', el('kbd', 'tab'), ' and arrows choose a gourd, ', el('kbd', 'enter'), ' moves it, ',
      el('kbd', 'u'), ' undo, ', el('kbd', 'r'), ' redo', guide && [', ', el('kbd', 'h'), ' hint'])),));
part.par.textContent = path ? parWords() : '';

table.setGame(game);
const redraw = () => {
  table.redraw(theme.isDark());
  refresh();
};
theme.onChange(redraw);
redraw();
table.zoom.start(game.position.empty);
note('');
