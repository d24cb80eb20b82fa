/** What the Play view says around its board: the title, the aim, figures, the clock, and which buttons can be pressed. */

import { hasColors } from './puzzles.js';
import { showGoingOn } from './view.js';

const AIMS = {
  colors: 'Bring every end of every gourd onto a cell of its color: gourds slide, turn and pivot into the empty cell.',
  numbers: 'Bring every gourd to its place in the small picture; a ring marks one of its two ends.',
};

/** Changes a text only where it differs: the layout of a large board is dear. */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows a game and the level that it belongs to, if any. */
export function showGame(part, table, level) {
  const { game } = table;
  const astray = game.astray();
  const ends = game.position.where.length;
  say(part.moves, String(game.moves));
  say(part.home, astray ? `${ends - astray.length}/${ends}` : '–');
  say(part.goal, AIMS[game.mode]);
  say(part.title, level ? `${level.pack.title} ${level.number + 1}: ${level.level.title}` : game.puzzle.title);
  const stuck = [[part.undo, !game.canUndo], [part.restart, !game.canUndo && !game.canRedo], [part.redo, !game.canRedo]];
  for (const [button, isStuck] of stuck) {
    // A button that cannot be pressed any more does not keep the focus.
    if (isStuck && button === document.activeElement) table.focus();
    button.disabled = isStuck;
  }
  for (const [mode, button] of Object.entries(part.modes)) {
    button.setAttribute('aria-pressed', String(game.mode === mode));
    button.disabled = mode === 'colors' ? !hasColors(game.puzzle) : !game.puzzle.target;
  }
  showGoingOn(part.shuffle, Boolean(level));
  part.boardBox.dataset.moves = String(game.moves);
  part.boardBox.dataset.solved = String(astray?.length === 0);
}

/** Shows the fewest moves, as far as they are known. */
export function showPar(part, par) {
  say(part.par, par.text());
  part.par.title = par.proof;
}

export function showClock(part, seconds) {
  const whole = Math.floor(seconds);
  say(part.clock, `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`);
}
