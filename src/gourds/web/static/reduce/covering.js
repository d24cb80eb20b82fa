/** Which covering each gadget of the board shows: that of a placement, or the one that an assignment asks for. */

import { coveringName } from './gadgets.js';
import { cubicValues } from './values.js';

/** Covers the gadgets as an assignment says; how many cannot be covered. */
export function coverByValues(board, answer, assignment) {
  const values = cubicValues(answer, assignment);
  let failing = 0;
  for (const gadget of board.gadgets) {
    const { template } = gadget;
    const isKnown = assignment !== null && gadget.variables.every((v) => typeof values[v - 1] === 'boolean');
    gadget.covering = isKnown ? coveringName(gadget, values) : null;
    if (!isKnown) board.setGadget(gadget.index, template.none, '');
    else if (gadget.covering === null) {
      failing += 1;
      board.setGadget(gadget.index, template.filler, 'failing');
    } else {
      const state = gadget.kind === 'variable' ? gadget.covering : 'holds';
      board.setGadget(gadget.index, template.full[gadget.covering], state);
    }
  }
  return failing;
}

/** Covers the gadgets with the gourds of a placement. */
export function coverByPlacement(board, placement) {
  board.split(placement).forEach((pairs, index) => {
    const gadget = board.gadgets[index];
    const kinds = pairs.map((pair) => pair.map(gadget.template.symbolAt).sort().join(''));
    if (gadget.kind === 'variable') gadget.covering = String(kinds.includes('xx'));
    else gadget.covering = ['0', '1', '2'].find((k) => kinds.includes(`${k}V`)) ?? null;
    board.setGadget(index, pairs, gadget.kind === 'variable' ? gadget.covering : 'holds');
  });
}
