/** The list of boards to shuffle: those made here, bundled instances, and whatever else was opened. */

import { PAPER_PUZZLE } from '../puzzles.js';

/** The entry for a puzzle that is not of the list. */
export const OWN = 'own';
const MOST_CELLS = 500;

/** Shows which puzzle is played; one that is not listed gets an entry of its own. */
export function nameChoice(select, key, title) {
  const isListed = key !== OWN && [...select.options].some((option) => option.value === key);
  select.querySelector(`option[value="${OWN}"]`)?.remove();
  if (!isListed) select.add(new Option(title.length > 40 ? `${title.slice(0, 39)}…` : title, OWN));
  select.value = isListed ? key : OWN;
}

/** Adds the bundled instances that can be played. */
export async function offerExamples(select, api) {
  try {
    const { examples } = await api.hello();
    const fit = examples.filter(({ name, cells, verdict }) => verdict === 'feasible' && cells > 3 && cells <= MOST_CELLS
      && name !== PAPER_PUZZLE);
    const group = Object.assign(document.createElement('optgroup'), { label: 'Bundled instances' });
    group.append(...fit.map(({ name, cells }) => new Option(`${name} (${cells} cells)`, name)));
    if (fit.length) select.append(group);
  } catch { /* the list of boards will do */ }
}
