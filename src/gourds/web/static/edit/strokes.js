/** What presses and drags on the board do, by tool: add or remove cells, paint them, lay gourds. */

import { cellKey } from '../board/hex.js';
import { strokes } from '../board/strokes.js';
import { MOST_CELLS, gourdOn, withCells, withGourd, withoutGourd } from './model.js';

/**
 * The handler for BoardView.onCell. `editor` has draft, tool, color, change(draft), preview(cells) and mark(cell).
 * A stroke is one step of the history.
 */
export function editorStrokes(editor) {
  let laying = null;
  let from = null;

  const choose = (cell) => {
    from = cell;
    editor.mark(cell);
  };

  /** Gourds: a drag from cell to neighbor, or two presses; a press on a gourd takes it away. */
  const layGourd = ({ cell, type, known }) => {
    if (type === 'down') {
      if (!known) return false;
      if (from && cellKey(...from) !== cellKey(...cell)) {
        const next = withGourd(editor.draft, from, cell);
        if (next !== editor.draft) {
          choose(null);
          laying = { isOver: true };
          editor.change(next);
          return true;
        }
      }
      laying = { start: cell, again: from && cellKey(...from) === cellKey(...cell) };
      choose(cell);
      return true;
    }
    if (!laying) return false;
    if (type === 'enter' && !laying.isOver && known) {
      const next = withGourd(editor.draft, laying.start, cell);
      if (next !== editor.draft) {
        laying.isOver = true;
        choose(null);
        editor.change(next);
      }
    }
    if (type === 'up' || type === 'abort') {
      const { start, isOver, again } = laying;
      laying = null;
      if (isOver) return false;
      const gourd = gourdOn(editor.draft, start);
      if (gourd || again || type === 'abort') choose(null);
      if (gourd && type === 'up') editor.change(withoutGourd(editor.draft, gourd));
    }
    return false;
  };

  const stroke = strokes({
    kindOf: ({ known }) => {
      if (editor.tool === 'paint') return known ? 'paint' : null;
      return known ? 'remove' : 'add';
    },
    cells: () => editor.draft.cells,
    color: () => editor.color,
    most: () => MOST_CELLS,
    show: (cells) => editor.preview(cells),
    change: (cells) => editor.change(withCells(editor.draft, cells)),
  });

  return (detail) => {
    const { type, button } = detail;
    if (type === 'down' && (button > 0 || editor.isStart)) return false;
    if (editor.tool === 'gourds') return layGourd(detail);
    if (type === 'down' && from) choose(null);
    return stroke(detail);
  };
}
