/**
 * A game: a puzzle, the position it began with, and the line of moves made since, which can be walked up and down.
 *
 * A line is a list of {left, gourd, kind, by}: the cell that became empty, what moved, and who moved it: 'y' the player
 * ("you"), 'h' the player after a hint, 'p' a plan. Its first entry stands for the start. A move that differs from the
 * line begins a new one; the old one is kept in `others`.
 */

import { shuffled } from '../board/chance.js';
import { Position } from '../board/moves.js';
import { endsAstray, hasColors } from './puzzles.js';

/** So many lines that were left are kept, the latest. */
export const MOST_LINES = 8;

export class Game {
  constructor(puzzle, mode, start) {
    this.puzzle = puzzle;
    this.mode = mode === 'colors' && !hasColors(puzzle) ? 'numbers' : mode;
    this.restart(start);
  }

  /** Begins anew with the cell under each end. */
  restart(where) {
    this.start = Array.from(where);
    this.position = new Position(this.puzzle.grid, where);
    this.line = [{ left: this.position.empty }];
    this.at = 0;
    this.others = [];
    this.hints = 0;
    this.hadHints = false; // in an earlier try from the same start
    this.isWatched = false; // a plan has made moves, in this try or in an earlier one; taken back or not
  }

  get moves() { return this.at; }
  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at < this.line.length - 1; }
  /** The cells that are empty in turn on the line. */
  get path() { return this.line.map(({ left }) => left); }

  /** The position that the game began with. */
  positionAtStart() { return new Position(this.puzzle.grid, this.start); }

  motions() { return this.position.motions(); }

  /** Makes a legal move. Where it leaves the line, what followed is kept as another line. */
  make(motion, by = 'y') {
    if (this.line[this.at + 1]?.left !== motion.left) {
      if (this.canRedo) this.others = [...this.others, [...this.line]].slice(-MOST_LINES);
      this.line.length = this.at + 1;
    }
    this.position.make(motion);
    this.at += 1;
    if (by === 'p') this.isWatched = true;
    this.line[this.at] = { left: motion.left, gourd: motion.gourd, kind: motion.kind, by };
  }

  /** Takes a move back; the motion that did it, or null. */
  undo() { return this.canUndo ? this.#step(-1) : null; }

  /** Makes a move again that was taken back; the motion that did it, or null. */
  redo() { return this.canRedo ? this.#step(1) : null; }

  #step(way) {
    const motion = this.position.motionTo(this.line[this.at + way].left);
    this.position.make(motion);
    this.at += way;
    return motion;
  }

  /** Goes to the position after so many moves of the line. */
  goTo(moves) {
    const aim = Math.min(Math.max(moves, 0), this.line.length - 1);
    while (this.at !== aim) this.#step(aim > this.at ? 1 : -1);
  }

  /** Where another line leaves this one: the number of moves that they share. */
  forkOf(other) {
    let k = 0;
    while (k + 1 < Math.min(other.length, this.line.length) && other[k + 1].left === this.line[k + 1].left) k += 1;
    return k;
  }

  /** Goes to the end of another line; this one is kept in its place, unless it is a part of that one. */
  switchTo(which) {
    const other = this.others[which];
    const fork = this.forkOf(other);
    if (this.at > fork) this.goTo(fork);
    if (fork === this.line.length - 1) this.others.splice(which, 1);
    else this.others[which] = this.line;
    this.line = other;
    this.goTo(other.length - 1);
  }

  /** Who made the moves up to here: {moves, plan, hinted}. */
  get makers() {
    const made = this.line.slice(1, this.at + 1);
    const count = (who) => made.filter(({ by }) => by === who).length;
    return { moves: this.at, plan: count('p'), hinted: count('h') };
  }

  /** The ends that are not where they should be; null where there is nothing to aim for. */
  astray() {
    if (this.mode === 'numbers' && !this.puzzle.target) return null;
    return endsAstray(this.puzzle, this.position.where, this.mode);
  }

  get isSolved() { return this.astray()?.length === 0; }
}

/** Where so many random moves from home lead; the same seed does the same. If that is solved by chance, some moves more. */
export function unsolvedStart(puzzle, mode, home, moves, seed) {
  const from = new Position(puzzle.grid, home);
  let found = from;
  for (let more = 0; more < 50; more++) {
    found = shuffled(from, moves + more, seed);
    if (endsAstray(puzzle, found.where, mode).length) break;
  }
  return found.where;
}
