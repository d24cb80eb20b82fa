/**
 * Par: the fewest moves from the start of a game, as far as they are known. A level has a proved par and its plan; for
 * other boards the server looks for a plan in the background, for a few seconds.
 */

import { Plans } from '../moves/plans.js';

const SECONDS = 3;
const PATIENCE = 700; // milliseconds before the server is asked: people shuffle several times in a row
const MOST_CELLS = 400;

export class Par {
  /** `changed()` is called when more is known; `wants()` says whether the server may be asked. */
  constructor(api, { changed, wants }) {
    Object.assign(this, { changed, wants });
    this.plans = new Plans(api);
    this.#forget();
  }

  #forget() {
    clearTimeout(this.timer);
    this.plans.cancel();
    Object.assign(this, { game: null, key: '', moves: null, bound: 0, isProved: false, path: null, proof: '', isLooking: false });
  }

  /** Begins with a game; `known` is {par, proof, path} of a level. Nothing is done if the start is the same as before. */
  seek(game, known = null) {
    const key = `${game.mode} ${game.start}`;
    if (game === this.game && key === this.key && (!known || this.isProved)) return;
    this.#forget();
    Object.assign(this, { game, key });
    if (known) {
      Object.assign(this, { moves: known.par, bound: known.par, isProved: true, path: known.path, proof: known.proof ?? '' });
    } else if (!game.isSolved && game.astray() !== null && game.puzzle.grid.size <= MOST_CELLS && this.wants()) {
      this.isLooking = true;
      this.timer = setTimeout(() => this.#ask(key), PATIENCE);
    }
    this.changed();
  }

  async #ask(key) {
    const { game } = this;
    try {
      const { puzzle, mode } = game;
      const plan = await this.plans.ask({ puzzle, mode, position: game.positionAtStart() }, SECONDS);
      if (key === this.key) this.take(plan);
    } catch {
      /* nothing was found, or the game is another one: what is known stays */
    }
    if (game === this.game && key === this.key) {
      this.isLooking = false;
      this.changed();
    }
  }

  /** Takes a plan from the start of the game, if it is better than what is known. */
  take({ path, shortest, bound }) {
    const moves = path.length - 1;
    this.bound = Math.max(this.bound, bound, shortest ? moves : 0);
    if (this.moves === null || moves < this.moves || shortest) Object.assign(this, { moves, path });
    this.isProved = this.moves <= this.bound;
    this.changed();
  }

  /** Stops asking; what was found stays. */
  pause() {
    clearTimeout(this.timer);
    this.plans.cancel();
    if (this.moves === null) this.key = '';
    this.isLooking = false;
  }

  /** Par in words, for the eye. */
  text() {
    if (this.moves !== null && this.isProved) return `shortest ${this.moves} (proved)`;
    if (this.moves !== null) return this.bound > 1 ? `best known ${this.moves}, at least ${this.bound}` : `best known ${this.moves}`;
    return this.isLooking ? 'looking for the shortest…' : 'shortest not known';
  }

  /** Par beside the number of moves made. */
  beside() {
    if (this.moves === null) return '';
    return this.isProved ? `shortest ${this.moves}` : `best known ${this.moves}`;
  }
}
