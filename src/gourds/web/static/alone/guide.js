/**
 * Hints from a stored plan. Where the game is in a position of the plan, the hint is the plan's next move; elsewhere it leads
 * back the way the player came, to the last position of the plan that was met. So hints always arrive.
 */

import { Position } from '../board/moves.js';

/** A position as it looks: equal gourds may change places, and so may the two ends of one color. */
function lookOf(puzzle, where) {
  return puzzle.endColors
    .map((pair, g) => pair.map((color, s) => `${where[2 * g + s]} ${JSON.stringify(color)}`).sort().join('-'))
    .sort().join(';');
}

export class Guide {
  /** `path`: the cells that are empty in turn, from the position `start`. */
  constructor(puzzle, start, path) {
    Object.assign(this, { puzzle, path });
    this.at = new Map(); // how a position of the plan looks, to the number of moves before it
    const position = new Position(puzzle.grid, start);
    path.forEach((cell, k) => {
      if (k) position.make(position.motionTo(cell));
      this.at.set(lookOf(puzzle, position.where), k);
    });
  }

  /** What to do now, {motion, isBack}. */
  next(game) {
    const k = this.at.get(lookOf(this.puzzle, game.position.where));
    if (k !== undefined) return { motion: game.position.motionTo(this.path[k + 1]), isBack: false };
    return { motion: game.position.motionTo(game.path[game.at - 1]), isBack: true };
  }
}
