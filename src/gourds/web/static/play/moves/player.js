/** Hints, and plans that play themselves on a table; the plans come from the level, or else from the server. */

import { el } from '../../dom.js';
import { showPlaying } from '../view.js';
import { Plans } from './plans.js';

const HINT_SECONDS = 3;
const SOLVE_SECONDS = 10;

export class Player {
  /** `par` may know a plan from the start; plans that are found here are told to it. */
  constructor(part, api, table, par, note) {
    Object.assign(this, { part, table, par, note });
    this.plans = new Plans(api);
    this.isPlaying = false;
  }

  get game() { return this.table.game; }

  async hint() {
    this.pause();
    if (this.game.isSolved) { this.note('it is solved'); return; }
    if (this.plans.next === null && !this.#adopt() && !await this.#ask(HINT_SECONDS)) return;
    const motion = this.game.position.motionTo(this.plans.next);
    if (!motion) return;
    if (this.table.input.hint?.left !== motion.left) this.game.hints += 1;
    this.table.input.setHint(motion);
    const { left } = this.plans;
    this.note(`hint: ${this.table.describe([motion])} (${left} move${left === 1 ? '' : 's'} to go)`);
  }

  async solve() {
    this.pause();
    if (this.game.isSolved) { this.note('it is solved'); return; }
    this.plans.plan = null;
    if ((this.par.isProved && this.#adopt()) || await this.#ask(SOLVE_SECONDS)) this.play();
  }

  /** Takes up the plan that is known from the start, if the game is still on it. */
  #adopt() {
    const { path, isProved, bound } = this.par;
    const { line, at } = this.game;
    if (!path || at + 1 >= path.length || !line.slice(0, at + 1).every(({ left }, k) => left === path[k])) return false;
    this.plans.plan = { path, k: at, shortest: isProved, bound };
    this.show();
    return true;
  }

  /** Plays a plan that is known: the cells that are empty in turn. */
  follow(path) {
    this.stop();
    this.plans.plan = { path, k: 0, shortest: false, bound: 0 };
    this.play();
  }

  /** Asks the server for a plan and shows how that goes; true iff there is one now. */
  async #ask(seconds) {
    const { part, game } = this;
    const before = game.position.where.join();
    const ask = (this.asked = (this.asked ?? 0) + 1);
    const news = el('span', 'Looking for a plan…');
    this.showWork(news, () => this.plans.cancel());
    part.boardBox.dataset.asking = 'true';
    try {
      await this.plans.ask(game, seconds, (text) => {
        news.textContent = `Looking for a plan: ${text}`;
      });
      if (game === this.game && before === game.position.where.join()) {
        if (!game.at) this.par.take(this.plans.plan);
        return true;
      }
      this.plans.plan = null;
      if (game === this.game) this.note('the game went on meanwhile: ask again');
    } catch (error) {
      if (error.name !== 'Cancelled') this.note(error.message);
    } finally {
      // The user may have asked again meanwhile.
      if (ask === this.asked) {
        delete part.boardBox.dataset.asking;
        this.showWork(null);
      }
    }
    return false;
  }

  /** Shows that something takes long, and how to cancel it; with null, the plan again. */
  showWork(news, cancel) {
    const { part } = this;
    part.cancel.hidden = part.meter.hidden = !news;
    part.cancel.onclick = cancel;
    if (!news) {
      this.show();
      return;
    }
    part.plan.hidden = false;
    part.player.hidden = true;
    part.planText.replaceChildren(news);
  }

  /** Shows the plan and how far it is made. */
  show() {
    const { part, plans } = this;
    if (!part.cancel.hidden) return; // something else is under way
    const { plan } = plans;
    part.plan.hidden = !plan;
    if (!plan) return;
    part.player.hidden = false;
    part.planText.textContent = `Plan of ${plans.describe()}`;
    part.planCount.textContent = `${plan.k} of ${plans.total}`;
    part.planBar.max = Math.max(1, plans.total);
    part.planBar.value = plan.k;
    part.toggle.disabled = part.step.disabled = plans.next === null;
    showPlaying(part.toggle, this.isPlaying);
  }

  play() {
    this.isPlaying = true;
    this.show();
    this.#advance();
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    clearTimeout(this.timer);
    this.show();
  }

  /** Ends all that is under way, for another position. */
  stop() {
    this.pause();
    this.plans.cancel();
    this.plans.plan = null;
    this.show();
  }

  /** Moves per second: from one in two seconds to thirty-two. */
  get speed() { return 0.5 * 2 ** Number(this.part.speed.value); }

  #advance() {
    if (!this.isPlaying) return;
    if (!this.step()) { this.pause(); return; }
    this.timer = setTimeout(() => this.#advance(), 1000 / this.speed);
  }

  /** Makes the next move of the plan; false if there is none. */
  step() {
    const left = this.plans.next;
    const motion = left === null ? null : this.game.position.motionTo(left);
    if (!motion) return false;
    this.table.input.abandon();
    this.table.perform(motion, 0, { duration: Math.min(420, 800 / this.speed), by: 'p' });
    return true;
  }

  /** Notes a move on the table, of whomever. */
  moved(motion) {
    this.plans.follow(motion.left);
    this.show();
  }
}
