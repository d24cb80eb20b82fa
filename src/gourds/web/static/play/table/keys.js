/**
 * Keys on the board of a game: tab and the arrow keys go through the gourds that can move, enter moves, and in a pivot
 * the arrow keys choose between the two ends.
 */

import { center } from '../../board/hex.js';
import { restingPose } from '../../board/moves.js';

export class PlayKeys {
  /** `input` is the PlayInput of the board: what is selected, and how to move. */
  constructor(input) {
    this.input = input;
    // Browsers let the focus stop at a picture that listens for it, so its box listens.
    const box = input.board.svg.parentNode;
    box.addEventListener('keydown', (event) => this.#key(event));
    box.addEventListener('focusin', (event) => this.#focus(event));
    box.addEventListener('focusout', () => {
      input.focused = null;
      input.showArrows();
    });
  }

  #focus(event) {
    // A focus that comes with a press of the pointer or with a new game shows nothing.
    this.input.focused = event.target.matches(':focus-visible') ? this.input.gourdOf(event.target) : null;
    this.input.showArrows();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const gourd = this.input.gourdOf(event.target);
    const { selected } = this.input;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (selected && (event.key in arrows || event.key === '1' || event.key === '2' || event.key === 'Tab')) {
      event.preventDefault();
      this.input.touched();
      this.#consider(event.key === 'Tab' ? null : arrows[event.key] ?? Number(event.key) - 1);
    } else if (event.key in arrows) {
      event.preventDefault();
      this.#walk(gourd, arrows[event.key]);
    } else if ((event.key === 'Enter' || event.key === ' ') && gourd !== null) {
      event.preventDefault();
      event.stopPropagation();
      this.input.touched();
      if (event.repeat) return;
      const motions = this.input.movable.get(gourd) ?? [];
      if (selected) this.input.choose(selected.chosen ?? selected.motions[0].lead);
      else if (motions.length === 1) this.input.perform(motions[0], 0);
      else if (motions.length === 2) {
        this.input.select(gourd);
        this.#consider(0);
      }
    } else if (event.key === 'Escape' && selected) {
      event.preventDefault();
      this.input.deselect();
    }
  }

  /** Considers the end that lies that way, the first or second one, or (null) the other one. */
  #consider(which) {
    const { selected } = this.input;
    const { motions } = selected;
    let k;
    if (which === null) k = motions[0].lead === selected.chosen ? 1 : 0;
    else if (typeof which === 'number') k = which;
    else {
      const [a, b] = motions.map((motion) => center(...this.input.board.grid.cells[motion.before[motion.lead]]));
      const way = (a[0] - b[0]) * which[0] + (a[1] - b[1]) * which[1];
      if (Math.abs(way) < 1e-9) k = motions[0].lead === selected.chosen ? 1 : 0;
      else k = way > 0 ? 0 : 1;
    }
    selected.chosen = motions[k].lead;
    this.input.showSelected();
    this.input.say([motions[k]], true);
  }

  /** Moves the focus to the gourd that can move and lies that way; around the empty cell if none does. */
  #walk(gourd, [dx, dy]) {
    const { where } = this.input.game().position;
    const middle = (g) => restingPose(this.input.board.grid, [where[2 * g], where[2 * g + 1]]);
    const list = [...this.input.movable.keys()];
    if (!list.length) return;
    let next = list[0];
    if (gourd !== null) {
      const from = middle(gourd);
      const others = list.filter((g) => g !== gourd).map((g) => {
        const to = middle(g);
        const far = Math.hypot(to.x - from.x, to.y - from.y);
        const ahead = ((to.x - from.x) * dx + (to.y - from.y) * dy) / far;
        return { g, cost: ahead > 0.3 ? far / ahead : Infinity };
      });
      const nearest = others.filter((one) => one.cost < Infinity).sort((a, b) => a.cost - b.cost)[0];
      if (!nearest) return;
      next = nearest.g;
    }
    this.input.board.gourds[next].group.focus();
  }
}
