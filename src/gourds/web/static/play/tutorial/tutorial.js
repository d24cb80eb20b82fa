/** The tutorial: a dialog with three tiny boards. The player makes each move; it can be skipped and seen again. */

import { dialog } from '../../dialog.js';
import { el } from '../../dom.js';
import { theme } from '../../theme.js';
import { Game } from '../game.js';
import { puzzleOfLevel } from '../levels/packs.js';
import { Table } from '../table/table.js';
import { LESSONS } from './lessons.js';

/** Shows the tutorial; `onEnd()` is called when it is closed, in whatever way. */
export function showTutorial({ onEnd = () => {} } = {}) {
  if (document.querySelector('[data-testid=tutorial]')) return;
  const text = el('p.tutorial-text', { 'data-testid': 'tutorial-text', role: 'status', 'aria-live': 'polite' });
  const steps = el('ol.tutorial-steps', LESSONS.map(({ kind }) => el('li', kind)));
  const boardBox = el('div.tutorial-board', { 'data-testid': 'tutorial-board' });
  const next = el('button.primary', { type: 'button', 'data-testid': 'tutorial-next', onclick: () => go(at + 1) }, 'Next');
  const skip = el('button', { type: 'button', 'data-testid': 'tutorial-skip', onclick: () => box.close() }, 'Skip');
  let at = 0;

  const box = dialog('How to play', [
    el('p.soft', 'Bring every end of every gourd onto a cell of its color. There are three kinds of moves.'),
    steps, text, boardBox, el('div.row.apart', skip, next),
  ], 'tutorial');
  const table = new Table({ boardBox }, {
    moved() {
      const { again } = LESSONS[at];
      if (!table.game.isSolved && again) text.textContent = again;
    },
    solved() {
      text.textContent = LESSONS[at].praise;
      steps.children[at].classList.add('is-done');
      next.disabled = false;
      next.focus({ preventScroll: true });
      if (at === LESSONS.length - 1) table.board.celebrate();
    },
  }, { isFixed: true });

  function go(lesson) {
    if (lesson >= LESSONS.length) {
      box.close();
      return;
    }
    at = lesson;
    [...steps.children].forEach((step, k) => {
      if (k === at) step.setAttribute('aria-current', 'step');
      else step.removeAttribute('aria-current');
    });
    const isLast = at === LESSONS.length - 1;
    next.textContent = isLast ? 'Play' : 'Next';
    next.disabled = true;
    text.textContent = LESSONS[at].text;
    const { puzzle, start } = puzzleOfLevel(LESSONS[at].level);
    table.setGame(new Game(puzzle, 'colors', start));
    table.redraw(theme.isDark());
    boardBox.dataset.lesson = LESSONS[at].kind;
    boardBox.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  }

  const stop = theme.onChange(() => table.redraw(theme.isDark()));
  box.classList.add('tutorial');
  box.addEventListener('close', () => {
    stop();
    onEnd();
  });
  go(0);
}
