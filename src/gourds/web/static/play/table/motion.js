/** One motion at a time, drawn frame by frame; where people ask for less motion, at once. */

const ease = (part) => part * part * (3 - 2 * part);
const still = matchMedia('(prefers-reduced-motion: reduce)');

export class Glider {
  constructor(board) {
    this.board = board;
    this.current = null;
  }

  /** Shows a motion from one part of it to another, then calls `done`. A motion that is still shown ends at once. */
  run(motion, { from = 0, to = 1, duration = 240, done = () => {} } = {}) {
    this.finish();
    const time = duration * Math.abs(to - from);
    this.board.raise(motion.gourd);
    if (still.matches || time < 25) {
      this.board.layMoving(motion, to);
      done();
      return;
    }
    this.current = { motion, to, done };
    const begun = performance.now();
    const frame = (now) => {
      if (this.current?.motion !== motion) return;
      const part = Math.min(Math.max((now - begun) / time, 0), 1);
      this.board.layMoving(motion, from + (to - from) * (from > 0 ? part : ease(part)));
      if (part < 1) requestAnimationFrame(frame);
      else this.finish();
    };
    requestAnimationFrame(frame);
  }

  /** Ends the motion that is shown, if any. */
  finish() {
    const { current } = this;
    if (!current) return;
    this.current = null;
    this.board.layMoving(current.motion, current.to);
    current.done();
  }
}
