/** What presses and drags on the board do, by tool: add or remove cells, paint them, lay gourds. */

import { cellKey } from '../board/hex.js';
import { MOST_CELLS, gourdOn, withCells, withGourd, withoutGourd } from './model.js';

/**
 * The handler for BoardView.onCell. `editor` has draft, tool, color, change(draft), preview(cells) and mark(cell).
 * A stroke is one step of the history.
 */
export function strokes(editor) {
  let stroke = null;
  let from = null;

  const choose = (cell) => {
    from = cell;
    editor.mark(cell);
  };

  const touch = (cell) => {
    const key = cellKey(...cell);
    const { cells } = stroke;
    const known = cells.get(key);
    if (stroke.kind === 'add' && !known && cells.size < MOST_CELLS) cells.set(key, [...cell, editor.color]);
    else if (stroke.kind === 'remove' && known) cells.delete(key);
    else if (stroke.kind === 'paint' && known && known[2] !== editor.color) cells.set(key, [...cell, editor.color]);
    else return;
    stroke.changed = true;
    editor.preview([...cells.values()]);
  };

  /** Gourds: a drag from cell to neighbor, or two presses; a press on a gourd takes it away. */
  const layGourd = ({ cell, type, known }) => {
    if (type === 'down') {
      if (!known) return false;
      if (from && cellKey(...from) !== cellKey(...cell)) {
        const next = withGourd(editor.draft, from, cell);
        if (next !== editor.draft) {
          choose(null);
          stroke = { isOver: true };
          editor.change(next);
          return true;
        }
      }
      stroke = { start: cell, again: from && cellKey(...from) === cellKey(...cell) };
      choose(cell);
      return true;
    }
    if (!stroke) return false;
    if (type === 'enter' && !stroke.isOver && known) {
      const next = withGourd(editor.draft, stroke.start, cell);
      if (next !== editor.draft) {
        stroke.isOver = true;
        choose(null);
        editor.change(next);
      }
    }
    if (type === 'up' || type === 'abort') {
      const { start, isOver, again } = stroke;
      stroke = null;
      if (isOver) return false;
      const gourd = gourdOn(editor.draft, start);
      if (gourd || again || type === 'abort') choose(null);
      if (gourd && type === 'up') editor.change(withoutGourd(editor.draft, gourd));
    }
    return false;
  };

  return (detail) => {
    const { cell, type, button, known } = detail;
    if (type === 'down' && (button > 0 || editor.isStart)) return false;
    if (editor.tool === 'gourds') return layGourd(detail);
    if (type === 'down') {
      if (from) choose(null);
      if (editor.tool === 'paint' && !known) return false;
      const kind = editor.tool === 'paint' ? 'paint' : known ? 'remove' : 'add';
      stroke = { kind, changed: false, cells: new Map(editor.draft.cells.map((old) => [cellKey(old[0], old[1]), old])) };
      touch(cell);
      return true;
    }
    if (!stroke) return false;
    if (type === 'enter') touch(cell);
    if (type === 'abort') {
      stroke = null;
      editor.preview(editor.draft.cells);
    }
    if (type === 'up') {
      const { cells, changed } = stroke;
      stroke = null;
      if (changed) editor.change(withCells(editor.draft, [...cells.values()]));
    }
    return false;
  };
}
