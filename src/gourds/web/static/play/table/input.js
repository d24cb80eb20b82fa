/**
 * Mouse and touch on the board of a game, and what is selected; keys are in keys.js.
 *
 * A gourd that can move in one way moves when it is clicked. One that can pivot shows a ghost of each end in the empty
 * cell, and the end that is chosen swings there. Dragged gourds follow the pointer along their true motion; of two
 * pivots the one that agrees with the direction of the drag. Anything else that is dragged by mouse pans the board;
 * by touch, that is the browser's own scrolling.
 */

import { center } from '../../board/hex.js';
import { PlayKeys } from './keys.js';

const STARTS = 0.1; // a drag begins when the pointer has moved by so much of a cell
const COUNTS = 0.36; // a drag that ends after such a part of the motion makes the move
const SLACK = 5; // pixels by which the pointer may move in a click

export class PlayInput {
  /** `game()` gives the game; `perform(motion, from)` makes a move, shown from that part on; `giveBack(motion, part)`
   *  shows how a drag that does not count springs back; `refuse(gourd)` says that it cannot move; `pan(dx, dy)`. */
  constructor(board, { game, perform, giveBack, refuse, touched, pan, say }) {
    Object.assign(this, { board, game, perform, giveBack, refuse, touched, pan, say });
    this.selected = null; // {gourd, motions, chosen}: a pivot that waits for the choice of an end
    this.drag = null;
    this.press = null; // {gourd, x, y, id, isPan}: on something that does not move
    this.hovered = null;
    this.focused = null;
    const { svg } = board;
    svg.addEventListener('pointerdown', (event) => this.#down(event));
    svg.addEventListener('pointermove', (event) => this.#move(event));
    svg.addEventListener('pointerup', (event) => this.#up(event));
    svg.addEventListener('pointercancel', () => this.release());
    svg.addEventListener('pointerleave', () => { if (!this.drag) this.#hover(null); });
    new PlayKeys(this);
    // A touch on a gourd that can move drags it; any other touch scrolls the page.
    svg.addEventListener('touchstart', (event) => {
      if (this.gourdOf(event.target) !== null && this.drag) event.preventDefault();
    }, { passive: false });
  }

  /** Another game comes: nothing of the old board is shown on the new one. */
  forget() {
    this.movable = new Map();
    this.hovered = this.focused = this.hint = null;
  }

  /** Marks the gourds that can move. */
  refresh() {
    const { board } = this;
    const game = this.game();
    const movable = new Map();
    for (const motion of game.motions()) {
      movable.set(motion.gourd, [...(movable.get(motion.gourd) ?? []), motion]);
    }
    // Only these can have changed: a large board has thousands of others.
    for (const g of new Set([...(this.movable?.keys() ?? []), ...movable.keys()])) {
      if (!board.gourds[g]) continue; // of a board that was shown before
      const { group } = board.gourds[g];
      const motions = movable.get(g);
      board.setMovable(g, Boolean(motions));
      if (motions) {
        group.setAttribute('tabindex', '0');
        group.setAttribute('role', 'button');
        group.setAttribute('aria-label', this.say(motions));
      } else if (group.hasAttribute('tabindex')) {
        for (const name of ['tabindex', 'role', 'aria-label']) group.removeAttribute(name);
      }
    }
    this.movable = movable;
    this.deselect();
  }

  select(gourd) {
    const motions = this.movable.get(gourd) ?? [];
    if (motions.length !== 2) return;
    this.selected = { gourd, motions, chosen: null };
    this.showSelected();
    this.say(motions, true);
  }

  deselect() {
    if (!this.board.gourds.length) return;
    this.selected = null;
    this.showSelected();
  }

  showSelected() {
    const { board, selected } = this;
    board.single('selected', selected?.gourd);
    board.setGhosts(selected?.motions ?? [], selected?.chosen ?? null);
    this.showArrows();
  }

  /** The arrows of the gourd that is selected, focused or under the pointer. */
  showArrows() {
    const { board, selected } = this;
    if (this.hint && !selected) { board.setArrows([this.hint], 'hint'); return; }
    let motions = [];
    if (selected) {
      motions = selected.chosen === null ? [] : selected.motions.filter((motion) => motion.lead === selected.chosen);
    } else if (!this.drag && !this.game().isSolved) {
      motions = this.movable?.get(this.hovered ?? this.focused ?? -1) ?? [];
    }
    board.setArrows(motions, 'preview');
  }

  setHint(motion) {
    this.board.single('hinted', motion?.gourd);
    this.hint = motion;
    this.showArrows();
  }

  /* -- pointer --------------------------------------------------------------------------------------------------- */

  gourdOf(target) {
    const group = target.closest?.('[data-gourd]');
    return group ? Number(group.dataset.gourd) : null;
  }

  #nearestEnd(gourd, [x, y]) {
    const { where } = this.game().position;
    const far = [0, 1].map((s) => {
      const [cx, cy] = center(...this.board.grid.cells[where[2 * gourd + s]]);
      return Math.hypot(cx - x, cy - y);
    });
    return far[0] <= far[1] ? 0 : 1;
  }

  #down(event) {
    if (event.button > 1 || this.drag || this.press) return;
    this.touched();
    if (event.button === 1) {
      this.#hold(event, null);
      return;
    }
    const ghost = event.target.closest?.('[data-ghost]');
    if (ghost) {
      event.preventDefault();
      this.choose(Number(ghost.dataset.ghost));
      return;
    }
    const gourd = this.gourdOf(event.target);
    const motions = this.movable.get(gourd);
    if (!motions) {
      this.deselect();
      this.#hold(event, gourd);
      return;
    }
    const point = this.board.pointAt(event);
    this.drag = { gourd, motions, point, end: this.#nearestEnd(gourd, point), motion: null, part: 0, id: event.pointerId };
    this.board.svg.setPointerCapture(event.pointerId);
  }

  /** A press that pans if it is dragged by mouse; on a gourd that cannot move, a click is refused. */
  #hold(event, gourd) {
    if (event.button === 1) event.preventDefault();
    this.press = { gourd, x: event.clientX, y: event.clientY, id: event.pointerId, isPan: false };
    if (event.pointerType !== 'touch') this.board.svg.setPointerCapture(event.pointerId);
  }

  #panned(event) {
    const { press } = this;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (event.pointerType === 'touch' || (!press.isPan && Math.hypot(dx, dy) < SLACK)) return;
    press.isPan = true;
    Object.assign(press, { x: event.clientX, y: event.clientY });
    this.pan(dx, dy);
  }

  #move(event) {
    const { drag, board } = this;
    if (this.press?.id === event.pointerId) {
      this.#panned(event);
      return;
    }
    if (!drag) {
      if (event.pointerType === 'mouse') this.#hover(this.gourdOf(event.target));
      return;
    }
    if (event.pointerId !== drag.id) return;
    const [x, y] = board.pointAt(event);
    const [dx, dy] = [x - drag.point[0], y - drag.point[1]];
    if (!drag.motion && Math.hypot(dx, dy) < STARTS) return;
    if (!drag.motion) {
      if (this.selected) this.deselect();
      board.setArrows([]);
      board.raise(drag.gourd);
      board.gourds[drag.gourd].group.classList.add('dragged');
    }
    const parts = drag.motions.map((motion) => this.#part(motion, drag.end, dx, dy));
    let best = parts.indexOf(Math.max(...parts));
    // Beyond the middle of a pivot the choice stands.
    if (drag.motion && drag.part > 0.5) best = drag.motions.indexOf(drag.motion);
    drag.motion = drag.motions[best];
    drag.part = Math.min(Math.max(parts[best], 0), 1);
    board.layMoving(drag.motion, drag.part);
  }

  /** How much of a motion the pointer asks for, when it holds that end. */
  #part(motion, end, dx, dy) {
    const { cells } = this.board.grid;
    const moved = motion.before[end] !== motion.after[end] ? end : motion.lead;
    const [fx, fy] = center(...cells[motion.before[moved]]);
    const [tx, ty] = center(...cells[motion.after[moved]]);
    return (dx * (tx - fx) + dy * (ty - fy)) / ((tx - fx) ** 2 + (ty - fy) ** 2);
  }

  #up(event) {
    const { drag, board, press } = this;
    if (press?.id === event.pointerId) {
      this.press = null;
      if (!press.isPan && press.gourd !== null) this.refuse(press.gourd);
      return;
    }
    if (!drag || event.pointerId !== drag.id) return;
    this.drag = null;
    board.gourds[drag.gourd].group.classList.remove('dragged');
    if (drag.motion) {
      if (drag.part >= COUNTS) this.perform(drag.motion, drag.part);
      else this.giveBack(drag.motion, drag.part);
    } else if (this.selected?.gourd === drag.gourd) {
      this.choose(drag.end);
    } else if (drag.motions.length === 1) {
      this.perform(drag.motions[0], 0);
    } else {
      this.select(drag.gourd);
    }
  }

  /** Lets go of whatever is held; a gourd springs back. */
  release() {
    const { drag, board } = this;
    this.drag = null;
    this.press = null;
    if (!drag) return;
    board.gourds[drag.gourd].group.classList.remove('dragged');
    if (drag.motion) this.giveBack(drag.motion, drag.part);
  }

  /** Stops whatever is under way, for moves that come from elsewhere. */
  abandon() {
    const { drag, board } = this;
    this.drag = null;
    if (!this.game()) return;
    if (drag) {
      board.gourds[drag.gourd].group.classList.remove('dragged');
      board.rest(this.game().position, [drag.gourd]);
    }
    this.deselect();
  }

  #hover(gourd) {
    if (this.hovered === gourd) return;
    this.hovered = gourd;
    this.showArrows();
  }

  /** Makes the pivot of the selected gourd in which that end swings. */
  choose(end) {
    const motion = this.selected?.motions.find((one) => one.lead === end);
    if (motion) this.perform(motion, 0);
  }
}
