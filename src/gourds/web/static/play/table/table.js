/** The table: a game, its board and the target beside it; moves of people and of plans are made and shown here. */

import { Position, describeMotion } from '../../board/moves.js';
import { el } from '../../dom.js';
import { PlayBoard } from './board.js';
import { PlayInput } from './input.js';
import { Glider } from './motion.js';
import { Zoom } from './zoom.js';

export class Table {
  /** `hooks`: touched() when the user reaches for the board, moved(motion) after each move, solved(), note(text), and
   *  zoomed() after a change of size. Parts that nobody looks at may be missing. `isFixed`: the board does not zoom. */
  constructor({ boardBox, banner = el('div'), target = el('div'), targetBox = el('div') }, hooks, { isFixed = false } = {}) {
    this.part = { banner, target };
    this.hooks = { touched() {}, moved() {}, solved() {}, note() {}, zoomed() {}, ...hooks };
    this.game = null;
    this.wasSolved = false;
    this.marksAstray = false;
    this.board = new PlayBoard(boardBox);
    this.picture = new PlayBoard(targetBox, { isSmall: true });
    this.picture.svg.setAttribute('aria-label', 'The position to aim for');
    this.glider = new Glider(this.board);
    this.input = new PlayInput(this.board, {
      game: () => this.game,
      perform: (motion, from) => this.perform(motion, from),
      giveBack: (motion, part_) => this.#giveBack(motion, part_),
      refuse: (gourd) => this.#refuse(gourd),
      touched: () => this.hooks.touched(),
      pan: (dx, dy) => this.zoom?.panBy(dx, dy),
      say: (motions, aloud) => this.describe(motions, aloud),
    });
    this.zoom = isFixed ? null : new Zoom(boardBox, this.board, {
      changed: () => this.hooks.zoomed(),
      pinched: () => this.input.release(),
    });
  }

  /** Takes another game onto the table. */
  setGame(game) {
    this.glider.finish();
    this.input.abandon();
    this.input.forget();
    this.game = game;
  }

  /** Draws everything anew: another game, mode or theme. */
  redraw(dark) {
    const { game, board, picture, part, hasFocus } = this;
    this.glider.finish();
    board.setPuzzle(game.puzzle, game.mode, dark);
    board.svg.setAttribute('aria-label', `Board: ${game.puzzle.title}`);
    part.target.hidden = game.mode !== 'numbers' || !game.puzzle.target;
    if (!part.target.hidden) {
      picture.setPuzzle(game.puzzle, 'numbers', dark);
      picture.rest(new Position(game.puzzle.grid, game.puzzle.target));
    }
    this.lay(hasFocus);
    if (this.zoom?.isFitted) this.zoom.fit();
  }

  /** Shows the position of the game as it is. */
  lay(hadFocus = this.hasFocus) {
    const { game, board } = this;
    this.glider.finish();
    this.wasSolved = game.isSolved;
    this.part.banner.hidden = true;
    board.rest(game.position);
    this.showAstray();
    this.input.setHint(null);
    this.input.refresh();
    if (hadFocus) this.focus();
  }

  get hasFocus() { return this.board.svg.contains(document.activeElement); }

  /** Brings the keyboard to a gourd that can move: that one, or else the first. */
  focus(gourd = -1) {
    const group = this.board.gourds[gourd]?.group;
    const found = group?.hasAttribute('tabindex') ? group : this.board.svg.querySelector('[tabindex="0"]');
    found?.focus({ preventScroll: true });
  }

  /** Marks the ends that are not where they should be, if that is asked for; not those of a gourd that moves. */
  showAstray(but = -1) {
    const astray = this.marksAstray ? this.game.astray() ?? [] : [];
    this.board.setAstray(astray.filter((end) => end >> 1 !== but), this.game.position.where);
  }

  /** Makes a move; it is shown from that part of it on. `by` says who makes it, as in game.js. */
  perform(motion, from = 0, { duration = 240, by = this.input.hint?.left === motion.left ? 'h' : 'y' } = {}) {
    this.game.make(motion, by);
    this.#show(motion, from, duration);
  }

  undo() {
    this.input.abandon();
    const motion = this.game.undo();
    if (motion) this.#show(motion, 0, 200, 'taken back: ');
  }

  redo() {
    this.input.abandon();
    const motion = this.game.redo();
    if (motion) this.#show(motion, 0, 200);
  }

  #show(motion, from, duration, before = '') {
    const focused = this.hasFocus ? this.input.gourdOf(document.activeElement) : null;
    this.input.setHint(null);
    this.showAstray(motion.gourd);
    this.part.banner.hidden = true;
    this.hooks.note(before + this.describe([motion]));
    this.glider.run(motion, { from, duration, done: () => this.#settle(motion) });
    this.input.refresh();
    this.hooks.moved(motion);
    // To be drawn above the others the gourd was moved in the document, which takes the focus away; and a gourd that
    // had the focus may not be able to move any more.
    if (focused !== null) this.focus(this.input.movable.has(focused) ? focused : motion.gourd);
  }

  #settle(motion) {
    const { game, board } = this;
    board.rest(game.position, [motion.gourd]);
    this.showAstray();
    const { isSolved } = game;
    if (isSolved && !this.wasSolved) this.hooks.solved();
    this.wasSolved = isSolved;
  }

  /** A drag that does not count springs back. */
  #giveBack(motion, part) {
    this.glider.run(motion, {
      from: part, to: 0, duration: 200, done: () => this.board.rest(this.game.position, [motion.gourd]),
    });
  }

  #refuse(gourd) {
    const { group } = this.board.gourds[gourd];
    group.classList.remove('refused');
    void group.getBoundingClientRect();
    group.classList.add('refused');
    this.hooks.note(`${this.board.gourdName(gourd)} cannot move now: nothing leads it into the empty cell`);
  }

  /** A move, or the choice between two, in words; `aloud`: shown too. */
  describe(motions, aloud = false) {
    const name = this.board.gourdName(motions[0].gourd);
    const one = (motion) => describeMotion(this.game.puzzle.grid, motion, name, (gourd, s) => this.board.endName(gourd, s));
    if (motions.length === 1) {
      if (aloud) this.hooks.note(one(motions[0]));
      return one(motions[0]);
    }
    if (aloud) this.hooks.note(`${name} can pivot about either end: choose the end that swings, or drag it`);
    return `${name} can pivot about either end`;
  }
}
