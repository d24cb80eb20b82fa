/**
 * Pointer, wheel and keyboard of a board view: one finger or the left button works on cells if a handler claims the
 * gesture and pans otherwise; two fingers, the other buttons and a held space key pan and zoom; arrows move a cursor.
 */

import { center, lineOfCells, stepByKey } from './hex.js';

const DRAG = 5;

/** Listen on the view's canvas; returns how to stop. */
export function watchInput(view) {
  const { canvas } = view;
  const ears = new AbortController();
  const on = (name, handler, options = {}) =>
    canvas.addEventListener(name, handler, { signal: ears.signal, ...options });
  const pointers = new Map();
  let gesture = null;
  let spaceHeld = false;

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const spread = () => {
    const [[ax, ay], [bx, by]] = [...pointers.values()];
    return { x: (ax + bx) / 2, y: (ay + by) / 2, wide: Math.hypot(ax - bx, ay - by) || 1 };
  };

  on('pointerdown', (event) => {
    const point = place(event);
    pointers.set(event.pointerId, point);
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    view.cursor = null;
    if (pointers.size === 2) {
      if (gesture?.kind === 'cells') view.tell({ cell: gesture.last, type: 'abort', button: gesture.button, event });
      gesture = { kind: 'pinch', ...spread() };
      return;
    }
    if (pointers.size > 2) return;
    const cell = view.cellAtPoint(...point);
    const frees = event.button === 1 || spaceHeld || event.button === 2;
    const claimed = !frees && view.tell({ cell, type: 'down', button: event.button, event });
    gesture = {
      kind: claimed ? 'cells' : 'pan',
      start: point,
      at: point,
      last: cell,
      button: event.button,
      moved: false,
    };
    if (!claimed) canvas.classList.add('is-panning');
  });

  on('pointermove', (event) => {
    const point = place(event);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, point);
    if (!gesture) {
      const cell = view.cellAtPoint(...point);
      if (view.setHover(cell)) view.tell({ cell, type: 'hover', button: -1, event });
      return;
    }
    if (gesture.kind === 'pinch') {
      if (pointers.size < 2) return;
      const now = spread();
      view.panBy(now.x - gesture.x, now.y - gesture.y);
      view.zoomBy(now.wide / gesture.wide, now.x, now.y);
      gesture = { kind: 'pinch', ...now };
    } else if (gesture.kind === 'pan') {
      if (!gesture.moved && Math.hypot(point[0] - gesture.start[0], point[1] - gesture.start[1]) < DRAG) return;
      gesture.moved = true;
      view.panBy(point[0] - gesture.at[0], point[1] - gesture.at[1]);
      gesture.at = point;
    } else {
      const cell = view.cellAtPoint(...point);
      view.setHover(event.pointerType === 'touch' ? null : cell);
      for (const next of lineOfCells(gesture.last, cell).slice(1)) {
        view.tell({ cell: next, type: 'enter', button: gesture.button, event });
      }
      gesture.last = cell;
      view.tell({ cell, type: 'move', button: gesture.button, event, point });
    }
  });

  const finish = (event) => {
    pointers.delete(event.pointerId);
    if (!gesture) return;
    if (gesture.kind === 'pinch') {
      if (pointers.size === 0) gesture = null;
      return;
    }
    const { kind, last, button, moved } = gesture;
    gesture = null;
    canvas.classList.remove('is-panning');
    if (kind === 'cells')
      view.tell({ cell: last, type: event.type === 'pointercancel' ? 'abort' : 'up', button, event });
    else if (!moved && event.type === 'pointerup') view.tell({ cell: last, type: 'click', button, event });
  };
  on('pointerup', finish);
  on('pointercancel', finish);
  on('pointerleave', (event) => {
    if (view.setHover(null)) view.tell({ cell: null, type: 'hover', button: -1, event });
  });
  on('contextmenu', (event) => event.preventDefault());

  on(
    'wheel',
    (event) => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? view.height : 1;
      if (event.shiftKey) {
        view.panBy(-(event.deltaX || event.deltaY) * unit, 0);
        return;
      }
      const speed = event.ctrlKey ? 0.01 : 0.0016;
      view.zoomBy(Math.exp(-Math.max(-240, Math.min(240, event.deltaY * unit)) * speed), ...place(event));
    },
    { passive: false },
  );

  on('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = view.cursor ?? nearestToMiddle(view);
    const to = stepByKey(from, event.key);
    if (to && event.shiftKey) {
      const [dx, dy] = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
      view.panBy(dx, dy);
    } else if (to) {
      view.moveCursor(view.cursor ? to : from);
      view.tell({ cell: view.cursor, type: 'cursor', button: -1, event });
    } else if (event.key === 'Enter' || event.key === ' ') {
      // Space works on the cursor's cell; without a cursor it lets the pointer pan.
      if (event.key === ' ' && !view.cursor) spaceHeld = true;
      else if (!event.repeat) {
        const cell = view.cursor ?? from;
        if (!view.cursor) view.moveCursor(from);
        if (view.tell({ cell, type: 'down', button: 0, event })) view.tell({ cell, type: 'up', button: 0, event });
        else view.tell({ cell, type: 'click', button: 0, event });
        view.moveCursor(cell);
      }
    } else if (event.key === '+' || event.key === '=') view.zoomBy(1.25);
    else if (event.key === '-' || event.key === '_') view.zoomBy(0.8);
    else if (event.key === '0') view.fit();
    else return;
    event.preventDefault();
  });
  on('keyup', (event) => {
    if (event.key === ' ') spaceHeld = false;
  });
  on('blur', () => {
    spaceHeld = false;
    view.redraw();
  });
  on('focus', () => view.redraw());
  return () => ears.abort();
}

/** The cell of the board nearest to the middle of what is seen, where the cursor begins. */
function nearestToMiddle(view) {
  const x = view.x + view.width / 2 / view.scale;
  const y = view.y + view.height / 2 / view.scale;
  let best = null;
  let least = Infinity;
  for (const cell of view.scene.cells) {
    const [cx, cy] = center(cell[0], cell[1]);
    const far = (cx - x) ** 2 + (cy - y) ** 2;
    if (far < least) [least, best] = [far, cell];
  }
  return best ? best.slice(0, 2) : view.cellAtPoint(view.width / 2, view.height / 2);
}
