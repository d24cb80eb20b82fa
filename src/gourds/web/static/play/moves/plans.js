/**
 * Plans from the server: asked for, followed move by move, and kept as long as the game stays on them.
 *
 * A plan is { path, k, shortest, bound }: the cells that are empty in turn, the place in it where the game is.
 */

import { cellsOfWalk } from '../../board/moves.js';
import { configurationDocument } from '../puzzles.js';

export class Plans {
  constructor(api) {
    this.api = api;
    this.plan = null;
    this.job = null;
  }

  /** Asks for a plan from the position of a game. Throws an error with the reason if there is none. */
  async ask(game, seconds, onProgress) {
    this.cancel();
    const { puzzle, position, mode } = game;
    const isColored = mode === 'colors';
    const start = configurationDocument(puzzle, position.where, isColored);
    const body = isColored
      ? { document: puzzle.document, start, time_limit: seconds }
      : { start, target: configurationDocument(puzzle, puzzle.target, false), algorithm: 'best', seed: 0, time_limit: seconds };
    const job = this.api.job(isColored ? 'play_out' : 'plan', body, onProgress);
    this.job = job;
    try {
      const answer = await job.done;
      if (!answer.plan) throw new Error(reasonOf(answer));
      const path = cellsOfWalk(puzzle.grid, position.empty, answer.plan.walk);
      this.plan = { path, k: 0, shortest: Boolean(answer.shortest), bound: answer.lower_bound ?? 0 };
      return this.plan;
    } finally {
      if (this.job === job) this.job = null;
    }
  }

  cancel() {
    this.job?.cancel();
    this.job = null;
  }

  /** Notes that a cell became empty; the plan is dropped where the game leaves it. */
  follow(left) {
    const { plan } = this;
    if (!plan) return;
    if (plan.path[plan.k + 1] === left) plan.k += 1;
    else if (plan.k > 0 && plan.path[plan.k - 1] === left) plan.k -= 1;
    else this.plan = null;
  }

  /** The cell that the plan makes empty next, or null. */
  get next() { return this.plan && this.plan.k + 1 < this.plan.path.length ? this.plan.path[this.plan.k + 1] : null; }
  get left() { return this.plan ? this.plan.path.length - 1 - this.plan.k : 0; }
  get total() { return this.plan ? this.plan.path.length - 1 : 0; }

  /** The plan in words. */
  describe() {
    const { plan, total } = this;
    const moves = `${total} move${total === 1 ? '' : 's'}`;
    if (plan.shortest) return `${moves}: no plan is shorter, proven`;
    return plan.bound > 0 ? `${moves}; at least ${plan.bound} are needed` : moves;
  }
}

function reasonOf(answer) {
  const words = { infeasible: 'There is no placement of these gourds', impossible: 'There is no way to the target', unknown: 'No plan was found in time' };
  return `${words[answer.status] ?? 'No plan was found'}${answer.reason ? `: ${answer.reason}` : ''}`;
}

/** The walk of a plan file, moves in full, from a position; throws where a move is not legal. */
export function pathOfMoves(position, ids, moves) {
  const trial = position.clone();
  const path = [trial.empty];
  moves.forEach(({ gourd, to }, k) => {
    const g = ids.indexOf(gourd);
    const cells = to.map((cell) => trial.grid.index(cell));
    const motion = trial.motionsOf(g).find(({ after }) => after[0] === cells[0] && after[1] === cells[1]);
    if (!motion) throw new Error(`move ${k + 1} of the plan is not possible from this position`);
    trial.make(motion);
    path.push(trial.empty);
  });
  return path;
}
