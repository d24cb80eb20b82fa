/** A game: a puzzle, the position it began with, and the moves made since, which can be taken back and made again. */

import { Position } from '../board/moves.js';
import { endsAstray, hasColors } from './puzzles.js';

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
    /** The cells that were empty in turn; those after `at` were taken back. */
    this.path = [this.position.empty];
    this.at = 0;
    this.helped = 0;
  }

  get moves() { return this.at; }
  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at < this.path.length - 1; }

  motions() { return this.position.motions(); }
  motionsOf(gourd) { return this.position.motionsOf(gourd); }

  /** Makes a legal move. Moves that were taken back are forgotten, unless it is the first of them again. */
  make(motion) {
    if (this.path[this.at + 1] !== motion.left) this.path.length = this.at + 1;
    this.position.make(motion);
    this.at += 1;
    this.path[this.at] = motion.left;
  }

  /** Takes a move back; the motion that did it, or null. */
  undo() {
    if (!this.canUndo) return null;
    const motion = this.position.motionTo(this.path[this.at - 1]);
    this.position.make(motion);
    this.at -= 1;
    return motion;
  }

  /** Makes a move again that was taken back; the motion that did it, or null. */
  redo() {
    if (!this.canRedo) return null;
    const motion = this.position.motionTo(this.path[this.at + 1]);
    this.position.make(motion);
    this.at += 1;
    return motion;
  }

  /** The ends that are not where they should be; null where there is nothing to aim for. */
  astray() {
    if (this.mode === 'numbers' && !this.puzzle.target) return null;
    return endsAstray(this.puzzle, this.position.where, this.mode);
  }

  get isSolved() { return this.astray()?.length === 0; }
}
