/** Strokes: presses and drags that add, remove or paint cells. A stroke is one step of the history. */

import { cellKey } from './hex.js';

/** The cells after a stroke has touched one of them; false if nothing changes. */
function apply(kind, cells, cell, { color, most }) {
  const key = cellKey(...cell);
  const known = cells.get(key);
  if (kind === 'remove') return cells.delete(key);
  if (known ? kind === 'add' || known[2] === color : kind === 'paint' || cells.size >= most) return false;
  cells.set(key, [...cell, color]);
  return true;
}

/**
 * A handler for BoardView.onCell. `target` has kindOf(detail), which says what a press begins: 'add', 'remove', 'paint',
 * 'put' (add or paint) or null; cells(), color(), most(), show(cells) while the stroke goes on, and change(cells) when it has ended.
 */
export function strokes(target) {
  let stroke = null;
  const touch = (cell) => {
    if (!apply(stroke.kind, stroke.cells, cell, { color: target.color(), most: target.most() })) return;
    stroke.changed = true;
    // Many cells may be crossed between two frames: show them together.
    stroke.frame ??= requestAnimationFrame(() => {
      if (!stroke) return;
      stroke.frame = null;
      target.show([...stroke.cells.values()]);
    });
  };
  return (detail) => {
    const { cell, type } = detail;
    if (type === 'down') {
      const kind = target.kindOf(detail);
      if (!kind) return false;
      stroke = { kind, changed: false, cells: new Map(target.cells().map((old) => [cellKey(old[0], old[1]), old])) };
      touch(cell);
      return true;
    }
    if (!stroke) return false;
    if (type === 'enter') touch(cell);
    if (type === 'abort') {
      stroke = null;
      target.show(target.cells());
    }
    if (type === 'up') {
      const { cells, changed } = stroke;
      stroke = null;
      if (changed) target.change([...cells.values()]);
    }
    return false;
  };
}
