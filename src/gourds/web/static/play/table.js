/** The table: a game, its board and the target beside it; moves of people and of plans are made and shown here. */

import { Position, describeMotion } from '../board/moves.js';
import { PlayBoard } from './board.js';
import { PlayInput } from './input.js';
import { Glider } from './motion.js';

export class Table {
  /** `hooks`: touched() when the user reaches for the board, moved(motion) after each move, solved(), note(text), and
   *  panned(dx, dy) when the board itself is dragged. */
  constructor(part, hooks) {
    this.part = part;
    this.hooks = hooks;
    this.game = null;
    this.wasSolved = false;
    this.board = new PlayBoard(part.boardBox);
    this.picture = new PlayBoard(part.targetBox, { isSmall: true });
    this.picture.svg.setAttribute('aria-label', 'The position to aim for');
    this.glider = new Glider(this.board);
    this.input = new PlayInput(this.board, {
      game: () => this.game,
      perform: (motion, from) => this.perform(motion, from),
      giveBack: (motion, part_) => this.#giveBack(motion, part_),
      refuse: (gourd) => this.#refuse(gourd),
      touched: hooks.touched,
      pan: hooks.panned,
      say: (motions, aloud) => this.describe(motions, aloud),
    });
  }

  /** Takes another game onto the table. */
  setGame(game) {
    this.glider.finish();
    this.input.abandon();
    this.game = game;
  }

  /** Draws everything anew: another game, mode or theme. */
  redraw(dark) {
    const { game, board, picture, part } = this;
    this.glider.finish();
    board.setPuzzle(game.puzzle, game.mode, dark);
    board.svg.setAttribute('aria-label', `Board: ${game.puzzle.title}`);
    part.target.hidden = game.mode !== 'numbers' || !game.puzzle.target;
    if (!part.target.hidden) {
      picture.setPuzzle(game.puzzle, 'numbers', dark);
      picture.rest(game.puzzle.target);
      picture.setEmpty(new Position(game.puzzle.grid, game.puzzle.target).empty);
    }
    this.lay();
  }

  /** Shows the position of the game as it is. */
  lay() {
    const { game, board } = this;
    this.glider.finish();
    this.wasSolved = game.isSolved;
    this.part.banner.hidden = true;
    board.rest(game.position.where);
    board.setEmpty(game.position.empty);
    this.input.setHint(null);
    this.input.refresh();
  }

  /** Makes a move; it is shown from that part of it on. */
  perform(motion, from = 0, duration = 240) {
    this.game.make(motion);
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
    const focused = this.board.svg.contains(document.activeElement) ? document.activeElement : null;
    this.input.setHint(null);
    this.part.banner.hidden = true;
    this.hooks.note(before + this.describe([motion]));
    this.glider.run(motion, { from, duration, done: () => this.#settle(motion) });
    this.input.refresh();
    this.hooks.moved(motion);
    // To be drawn above the others the gourd was moved in the document, which takes the focus away.
    focused?.focus({ preventScroll: true });
  }

  #settle(motion) {
    const { game, board } = this;
    board.rest(game.position.where, [motion.gourd]);
    board.setEmpty(game.position.empty);
    const { isSolved } = game;
    if (isSolved && !this.wasSolved) this.hooks.solved();
    this.wasSolved = isSolved;
  }

  /** A drag that does not count springs back. */
  #giveBack(motion, part) {
    this.glider.run(motion, {
      from: part, to: 0, duration: 200,
      done: () => {
        this.board.rest(this.game.position.where, [motion.gourd]);
        this.board.setEmpty(this.game.position.empty);
      },
    });
  }

  #refuse(gourd) {
    const { group } = this.board.gourds[gourd];
    group.classList.remove('refused');
    void group.getBoundingClientRect();
    group.classList.add('refused');
    this.hooks.note(`gourd ${this.game.puzzle.ids[gourd]} cannot move now: nothing leads it into the empty cell`);
  }

  /** A move, or the choice between two, in words; `aloud`: shown too. */
  describe(motions, aloud = false) {
    const { puzzle } = this.game;
    const id = puzzle.ids[motions[0].gourd];
    const one = (motion) => describeMotion(puzzle.grid, motion, id, (gourd, s) => this.board.endName(gourd, s));
    if (motions.length === 1) {
      if (aloud) this.hooks.note(one(motions[0]));
      return one(motions[0]);
    }
    if (aloud) this.hooks.note(`gourd ${id} can pivot about either end: choose the end that swings, or drag it`);
    return `gourd ${id} can pivot about either end`;
  }
}
