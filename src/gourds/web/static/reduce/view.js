/** The elements of the Reduce view: the formula and its clauses beside the board, and what a gadget means below it. */

import { el, icon } from '../dom.js';
import { SIZES } from './board.js';
import { clauseParts, EXAMPLES, literalName } from './formula.js';
import { coveringPicture } from './cells.js';
import { originOf } from './trace.js';

export const ORDERS = [
  ['variables-first', 'variables first'], ['clauses-first', 'clauses first'], ['alternating', 'alternating'], ['shuffled', 'shuffled'],
];

/** `field` is the formula's, `chain` the panel of the chain. */
export function buildReduceView(root, field, chain) {
  const part = { field, text: field.text };
  part.example = el('select', { 'data-testid': 'reduce-example', 'aria-label': 'Example' },
    el('option', { value: '' }, 'Examples…'), EXAMPLES.map(({ key, title }) => el('option', { value: key }, title)));
  part.order = el('select', { 'data-testid': 'reduce-order', 'aria-label': 'Order of the gadgets' },
    ORDERS.map(([value, text]) => el('option', { value }, text)));
  part.stale = el('p.reduce-stale', { 'data-testid': 'reduce-stale', hidden: true }, 'The board of the last formula that could be read:');
  part.solve = el('button.primary', { type: 'button', 'data-testid': 'reduce-solve' }, 'Solve');
  part.clear = el('button', { type: 'button', 'data-testid': 'reduce-clear' }, 'Clear');
  part.cancel = el('button.small', { type: 'button', 'data-testid': 'reduce-cancel' }, 'Cancel');
  part.workText = el('span.text', 'Solving…');
  part.work = el('div.work', { hidden: true }, el('div.row', part.workText, part.cancel), el('div.meter', el('i')));
  part.answer = el('div.banner', { 'data-testid': 'reduce-answer', role: 'status', 'aria-live': 'polite', hidden: true });
  part.variables = el('div.reduce-variables', { 'data-testid': 'reduce-variables', role: 'group', 'aria-label': 'Variables' });
  part.clauses = el('ol.reduce-clauses', { 'data-testid': 'reduce-clauses', 'aria-label': 'Clauses' });
  part.files = el('div');
  part.place = el('button.link', { type: 'button', 'data-testid': 'reduce-place' }, 'Open the board in Solve');
  part.board = el('div.reduce-scroll');
  part.inspector = el('section.reduce-inspector', { 'data-testid': 'reduce-inspector', 'aria-live': 'polite', 'aria-label': 'Gadget' });
  part.smaller = el('button', { type: 'button', 'aria-label': 'Smaller', title: 'Smaller (−)', 'data-testid': 'reduce-smaller' }, icon('minus'));
  part.larger = el('button', { type: 'button', 'aria-label': 'Larger', title: 'Larger (+)', 'data-testid': 'reduce-larger' }, icon('plus'));
  part.fit = el('button', { type: 'button', 'aria-label': 'Fit to width', title: 'Fit to width (0)', 'data-testid': 'reduce-fit' }, icon('fit'));

  root.classList.add('reduce');
  root.append(
    el('aside.side.left.reduce-side',
      el('section.panel',
        el('div.row.apart', el('h2', 'Formula'), el('div.reduce-example', part.example)),
        field.notation, field.box, field.fault),
      el('section.panel',
        el('div.reduce-actions', part.solve, part.clear),
        part.work, part.answer,
        el('h2', 'Variables'),
        part.variables),
      el('section.panel', el('h2', 'Clauses'), part.clauses),
      chain.root,
      el('section.panel', el('label.reduce-order', el('span.soft', 'Order of gadgets'), part.order), part.place, part.files)),
    el('div.reduce-stage', part.stale, part.board, el('div.float.reduce-zoom', part.smaller, part.larger, part.fit), part.inspector));
  return part;
}

/** Dims all that belongs to the last formula that could be read, while the one in the field cannot be. */
export function showStale(part, root, isStale) {
  root.classList.toggle('is-old', isStale);
  part.stale.hidden = !isStale;
  part.solve.disabled = part.place.disabled = isStale;
  for (const element of [part.variables, part.clauses, part.board, part.inspector]) element.toggleAttribute('inert', isStale);
}

/** A button for each variable that says its value. */
export function showVariables(part, { named: count, names }, assignment, { onToggle, onPoint }) {
  const buttons = part.variables.children;
  if (buttons.length !== count) {
    part.variables.replaceChildren(...Array.from({ length: count }, (_, k) => el('button.small.reduce-variable', {
      type: 'button', 'data-testid': `variable-${k + 1}`, onclick: () => onToggle(k),
      onpointerenter: () => onPoint(k), onpointerleave: () => onPoint(null), onfocus: () => onPoint(k), onblur: () => onPoint(null),
    })));
  }
  for (let k = 0; k < count; k++) {
    const value = assignment ? assignment[k] : null;
    const button = buttons[k];
    const text = names[k];
    if (button.dataset.value === String(value) && button.dataset.name === text) continue;
    button.dataset.name = text;
    button.dataset.value = String(value);
    button.setAttribute('aria-pressed', String(value === true));
    button.replaceChildren(el('b', text), el('span', value === null ? '?' : value ? 'true' : 'false'));
    button.title = `${text}: click to make it ${value ? 'false' : 'true'}`;
  }
}

/** The clauses with the values of their literals; those that fail are marked. */
export function showClauses(part, formula, assignment, failing, onPick) {
  const failed = new Set(failing);
  part.clauses.tabIndex = formula.clauses.length > 8 ? 0 : -1; // a list that scrolls can be scrolled with keys
  part.clauses.replaceChildren(...formula.clauses.map((_, k) => {
    const { literals, between, end } = clauseParts(formula, k);
    const words = literals.flatMap((literal, j) => {
      const value = assignment ? assignment[Math.abs(literal) - 1] === literal > 0 : null;
      return [j ? between : null, el(`span.literal${value === null ? '' : value ? '.is-true' : '.is-false'}`, literalName(literal, formula.names))];
    });
    const state = !assignment ? '' : failed.has(k) ? 'fails' : 'holds';
    const many = literals.filter((literal) => assignment && assignment[Math.abs(literal) - 1] === literal > 0).length;
    const why = state !== 'fails' ? '' : many ? `${many} are true` : 'none is true';
    return el(`li${state ? `.${state}` : ''}`, { 'data-testid': `clause-${k + 1}`, 'data-state': state, onpointerenter: () => onPick(k), onpointerleave: () => onPick(null) },
      el('span', words.length ? words : '(empty)', end), el('span.why', why || (state === 'holds' ? '✓' : '')));
  }));
}

/** What a gadget stands for, and its coverings, the one that is shown marked. */
export function showGadget(part, board, gadget, { stages, current, toggle }) {
  part.inspector.classList.toggle('is-empty', !gadget);
  if (!gadget) {
    const how = matchMedia('(hover: none)').matches ? 'Tap a gadget' : 'Point at a gadget, or go there with the tab and arrow keys,';
    part.inspector.replaceChildren(el('p.soft', board.gadgets.length ? `${how} to see what it stands for.` : ''));
    return;
  }
  const isVariable = gadget.kind === 'variable';
  const isChain = stages.length > 1;
  const names = gadget.variables.map((v) => board.names[v - 1]);
  const partners = board.gadgets.filter((other) => other.kind !== gadget.kind && other.variables.some((v) => gadget.variables.includes(v)));
  const origin = isChain && isVariable ? originOf(stages, gadget.variables[0]) : null;
  const isFailing = gadget.state === 'failing';
  const text = isFailing ? '' : isVariable
    ? `A ring of twelve cells has two coverings. It stands in ${partners.map(({ name }) => name).join(', ')}.`
    : 'One variable goes with V twice: it is the true one of the three.';
  const from = !isChain ? '' : isVariable
    ? origin ? `It stands for ${literalName(origin, stages[0].names).replace('¬', 'not ')} of your formula.` : 'It was added on the way from your formula to a cubic one.'
    : 'A clause of the cubic formula that yours was turned into.';
  const meaning = isVariable ? { true: 'true', false: 'false' } : Object.fromEntries(names.map((name, k) => [k, `${name} is true`]));
  part.inspector.replaceChildren(
    el('div.inspector-text',
      el('h3', { 'data-testid': 'gadget-title' }, isVariable ? `Variable ${names[0]}` : `${gadget.name.replace('c', 'C')}: ${names.join(' + ')} = 1`),
      el('p', [text, from].filter(Boolean).join(' ')),
      isFailing ? el('p.bad-text', { 'data-testid': 'gadget-fails' }, 'No covering fits these values: it fails.') : null,
      toggle ? el('button.small', { type: 'button', 'data-testid': 'gadget-toggle', onclick: toggle.action }, toggle.text) : null),
    el('div.inspector-coverings', Object.entries(meaning).map(([name, label]) => el(`figure${current === name ? '.is-current' : ''}`, { 'data-testid': `covering-${name}` },
      coveringPicture(board, gadget, name), el('figcaption', label)))));
}

/** The sizes of cells, by buttons and keys; a function that shows which buttons have something to do. */
export function wireSizes(part, root, board) {
  const show = () => {
    part.smaller.setAttribute('aria-disabled', String(board.cell <= SIZES[0] + 0.5));
    part.larger.setAttribute('aria-disabled', String(board.cell >= SIZES.at(-1) - 0.5));
  };
  const zoom = (step) => {
    const size = step > 0 ? SIZES.find((one) => one > board.cell + 0.5) : SIZES.findLast((one) => one < board.cell - 0.5);
    if (size) board.setCell(size);
    show();
  };
  const fit = () => {
    board.fit();
    show();
  };
  part.smaller.addEventListener('click', () => zoom(-1));
  part.larger.addEventListener('click', () => zoom(1));
  part.fit.addEventListener('click', fit);
  root.addEventListener('keydown', (event) => {
    if (event.target.closest('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoom(1);
    if (event.key === '-') zoom(-1);
    if (event.key === '0') fit();
  });
  return show;
}
