/** The state of the Place view as plain JSON, and back; what comes back is checked: it may come from a stranger. */

import { cellKey } from '../board/hex.js';
import { areSameBoards, documentOf, draftOf, isPlacementOf, liesOnBoard } from './model.js';

const FAR = 1_000_000;
const MOST_COLORS = 5_000;
const MOST_GOURDS = 100_000;
/** Letters of cards that are kept for the next load: browsers keep some five million for all views together. */
const MOST_LETTERS = 1_500_000;

/** What is drawn, as the part of a state that `readDraft` takes. */
export function packDraft(draft) {
  return { ...documentOf(draft), colors: draft.colors, gourds: draft.gourds };
}

const isName = (value) => typeof value === 'string' && value.length > 0 && value.length <= 200;
const isCoordinate = (value) => Number.isInteger(value) && Math.abs(value) <= FAR;
const isCell = (value) => Array.isArray(value) && value.length === 2 && value.every(isCoordinate);

function need(holds, what) {
  if (!holds) throw new Error(`it holds no board that can be read: ${what}`);
}

/** The draft of a state. Throws an error with the reason if it is not one. */
export function readDraft(document, mostCells) {
  const { cells, gourds = [], colors, name } = document ?? {};
  need(Array.isArray(cells), 'there are no cells');
  need(cells.length <= mostCells, `more than ${mostCells} cells`);
  const areCells = cells.every((cell) => Array.isArray(cell) && isCell(cell.slice(0, 2)) && isName(cell[2]));
  need(areCells, 'cells must have two numbers and a color');
  need(new Set(cells.map(([q, r]) => cellKey(q, r))).size === cells.length, 'a cell is there twice');
  const isBudget = (one) =>
    Array.isArray(one) && isName(one[0]) && isName(one[1]) && Number.isInteger(one[2]) && one[2] >= 0;
  need(Array.isArray(gourds) && gourds.every((one) => isBudget(one) && one[2] <= MOST_GOURDS), 'the budgets');
  need(name === undefined || typeof name === 'string', 'the name');
  const isGiven = colors !== undefined;
  need(!isGiven || (Array.isArray(colors) && colors.length <= MOST_COLORS && colors.every(isName)), 'the colors');
  const plain = cells.map(([q, r, color]) => [q, r, color]);
  const draft = draftOf({ cells: plain, gourds, name: name?.slice(0, 200), source: document.source });
  // All colors in use are listed, those given first.
  return { ...draft, colors: [...new Set([...(colors ?? []), ...draft.colors])] };
}

const arePairs = (gourds) =>
  Array.isArray(gourds) && gourds.every((ends) => Array.isArray(ends) && ends.length === 2 && ends.every(isCell));

/** The placement of a state, null unless it is one of the draft. */
export function readPlacement(draft, placement) {
  return arePairs(placement?.gourds) && isCell(placement.empty) && isPlacementOf(draft, placement) ? placement : null;
}

/** The answer of a state; null if it shows a placement that does not fit the draft. */
export function readAnswer(draft, answer) {
  if (typeof answer?.kind !== 'string' || typeof answer.result !== 'object' || !answer.result) return null;
  const { placement, placements = [] } = answer.result;
  if (!Array.isArray(placements)) return null;
  if (answer.kind === 'maximize') return arePairs(placement?.gourds) && liesOnBoard(draft, placement) ? answer : null;
  const shown = placement ? [placement, ...placements] : placements;
  return shown.every((one) => readPlacement(draft, one)) ? answer : null;
}

/** Cards, the newest first, as plain JSON: every board once, and the places of those that are shown. */
export function packCards(cards, shown) {
  const drafts = [];
  const kept = [];
  let room = MOST_LETTERS;
  for (const { kind, result, draft, isForeign } of cards) {
    const known = drafts.findIndex((other) => areSameBoards(other, draft));
    const card = { kind, result, board: known < 0 ? drafts.length : known, isForeign: isForeign === true };
    room -= JSON.stringify(known < 0 ? [card, packDraft(draft)] : card).length;
    if (room < 0) break;
    if (known < 0) drafts.push(draft);
    kept.push(card);
  }
  const at = (card) => (card && cards.indexOf(card) < kept.length ? kept.length - 1 - cards.indexOf(card) : null);
  return { boards: drafts.map(packDraft), cards: kept.reverse(), shown: shown.map(at) };
}

/** The cards that `packCards` packed, the oldest first; a hole for each that cannot be read. */
export function readCards({ boards, cards }, mostCells) {
  if (!Array.isArray(boards) || !Array.isArray(cards)) return [];
  const drafts = boards.map((board) => {
    try {
      return readDraft(board, mostCells);
    } catch {
      return null;
    }
  });
  return cards.map((card) => {
    const draft = drafts[card?.board] ?? null;
    const answer = draft && readAnswer(draft, card);
    return answer && { kind: answer.kind, result: answer.result, draft, isForeign: answer.isForeign === true };
  });
}
