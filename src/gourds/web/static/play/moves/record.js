/** The list of moves: a scrubber, steps back and forth, every move to jump to, and the lines that were left. */

import { el, plural } from '../../dom.js';

/** So many moves around the present one are listed; a plan for a large board has many thousands. */
const AROUND = 40;
const BY = { y: '', h: ', after a hint', p: ', by the plan' };

export class Record {
  /** `part` has the elements; `jump(k)` goes to a position of the line, `switchTo(k)` to another line. */
  constructor(part, { jump, switchTo }) {
    this.part = part;
    this.frame = 0;
    part.scrub.addEventListener('input', () => jump(Number(part.scrub.value)));
    part.first.addEventListener('click', () => jump(0));
    part.last.addEventListener('click', () => jump(Infinity));
    part.moveList.addEventListener('click', (event) => {
      const chip = event.target.closest('[data-move]');
      if (chip) jump(Number(chip.dataset.move));
    });
    part.lines.addEventListener('click', (event) => {
      const line = event.target.closest('[data-line]');
      if (line) switchTo(Number(line.dataset.line));
    });
  }

  /** Shows the moves of a game, at the next frame; the board knows the names and tones of gourds. */
  show(game, board) {
    const { part } = this;
    part.scrub.max = String(Math.max(1, game.line.length - 1));
    part.scrub.value = String(game.at);
    part.scrub.disabled = game.line.length < 2;
    part.scrub.setAttribute('aria-valuetext', `after ${game.at} of ${plural(game.line.length - 1, 'move')}`);
    part.first.disabled = !game.canUndo;
    part.last.disabled = !game.canRedo;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.#list(game, board));
  }

  #list(game, board) {
    const { part } = this;
    const [from, to] = [Math.max(0, game.at - AROUND), Math.min(game.line.length - 1, game.at + AROUND)];
    const hadFocus = part.moveList.contains(document.activeElement);
    const chips = [];
    for (let k = from; k <= to; k++) chips.push(k ? this.#chip(game, board, k) : this.#start(game));
    part.moveList.replaceChildren(
      from > 0 ? el('span.soft', '…') : '', ...chips, to < game.line.length - 1 ? el('span.soft', '…') : '');
    const now = part.moveList.querySelector('[aria-current]');
    if (hadFocus) now?.focus({ preventScroll: true });
    if (now) part.moveList.scrollTop = now.offsetTop - part.moveList.clientHeight / 2;
    const told = game.line.some(({ by }) => by === 'p' || by === 'h');
    part.moveKey.hidden = !told;
    part.lines.replaceChildren(...game.others.map((line, k) => {
      const fork = game.forkOf(line);
      const text = `Other line: ${plural(line.length - 1, 'move')}, from ${fork ? `move ${fork}` : 'the start'}`;
      return el('button.link', { type: 'button', 'data-line': k, 'data-testid': `play-line-${k}` }, text);
    }));
  }

  #start(game) {
    return el('button.play-move', { type: 'button', 'data-move': 0, 'aria-current': game.at === 0 ? 'step' : null }, 'start');
  }

  #chip(game, board, k) {
    const { gourd, kind, by } = game.line[k];
    const name = `Move ${k}: ${kind} of ${board.gourdName(gourd)}${BY[by]}`;
    const chip = el(`button.play-move.by-${by}`, {
      type: 'button', 'data-move': k, 'data-testid': `move-${k}`, title: name, 'aria-label': name,
      'aria-current': k === game.at ? 'step' : null,
    }, el('span.soft', String(k)));
    if (game.mode === 'colors') {
      chip.append(...board.look[gourd].map(({ disc }) => {
        const dot = el('i');
        dot.style.backgroundColor = disc;
        return dot;
      }));
    } else chip.append(el('b', String(game.puzzle.ids[gourd])));
    chip.append(kind);
    return chip;
  }
}
