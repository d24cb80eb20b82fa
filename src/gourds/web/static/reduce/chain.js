/** The chain of formulas from the one that was typed to the board: each step opens, each variable shows its images. */

import { el, plural } from '../dom.js';
import { clauseParts, literalName } from './formula.js';
import { traceOf } from './trace.js';

const TITLES = { CNF: 'CNF', '3-CNF': '3-CNF', '1-in-3': '1-in-3', monotone: 'Monotone 1-in-3', cubic: 'Cubic 1-in-3' };
const STEPS = {
  '3-CNF': 'Clauses of more than three literals are cut into clauses of three, linked by added variables.',
  '1-in-3': 'Exactly one literal of every clause is true now. Added variables take up the slack of each clause.',
  monotone: 'A variable with literals of both signs gets a second variable for its negative. No literal is negative any more.',
  cubic: 'Three copies of the formula, and copies of variables, tied together so that each stands in exactly three clauses.',
};
const SOURCE = 'Your formula. Click a variable to see what stands for it, down to its gadgets.';
const FEW_VARIABLES = 18;
const FEW_CLAUSES = 8;

export class ChainPanel {
  /** `onTrace(variables | null)`: variables of the cubic formula to mark on the board; `onGadget(index)`: show a gadget. */
  constructor({ onTrace, onGadget }) {
    this.onTrace = onTrace;
    this.onGadget = onGadget;
    this.list = el('ol.reduce-chain', { 'data-testid': 'chain' });
    this.trace = el('div.reduce-trace', { 'data-testid': 'trace', 'aria-live': 'polite', hidden: true });
    this.root = el('section.panel', el('h2', 'From formula to board'), this.list, this.trace);
  }

  /** Shows the chain of another formula: what /api/reduce answered. */
  setChain(answer) {
    this.answer = answer;
    this.traced = null;
    const open = new Set([...this.list.querySelectorAll('details[open]')].map(({ dataset }) => dataset.stage));
    const { stages, document: instance, gadgets } = answer;
    this.list.replaceChildren(...stages.map((stage, k) => this.#stage(stage, k, open.has(String(k)))), el('li', el('p.stage-board',
      el('b', 'Board'), ` ${plural(instance.cells.length, 'cell')}, ${plural(gadgets.length, 'gadget')}, ${plural(stages.at(-1).variables + 2, 'color')}`)));
    this.#showTrace();
  }

  #stage(stage, k, isOpen) {
    const size = `${plural(stage.variables, 'variable')}, ${plural(stage.clause_count, 'clause')}`;
    const body = el('div.stage-body');
    const details = el('details', { 'data-stage': k, 'data-testid': `stage-${k}` },
      el('summary', el('b', TITLES[stage.title]), ` ${size}`), body);
    // Long formulas are written down only when somebody opens them.
    details.addEventListener('toggle', () => details.open && !body.firstChild && this.#fill(body, stage, k));
    if (isOpen) {
      details.open = true;
      this.#fill(body, stage, k);
    }
    return el('li', details);
  }

  #fill(body, stage, k) {
    const chip = (v) => el('button.stage-variable', {
      type: 'button', 'data-stage': k, 'data-variable': v, 'aria-pressed': 'false', onclick: () => this.follow(k, v),
    }, stage.names[v - 1]);
    const variables = el('div.stage-variables', { role: 'group', 'aria-label': 'Variables' });
    const clauses = el('ol.stage-clauses', { tabindex: '0', 'aria-label': 'Clauses', 'data-testid': `stage-${k}-clauses` });
    const line = (_, j) => el('li', clauseText(stage, j));
    body.replaceChildren(el('p.soft', k ? STEPS[stage.title] : SOURCE), variables, clauses);
    fold(variables, Array.from({ length: stage.variables }, (_, j) => j + 1), chip, FEW_VARIABLES, 'variables', () => this.#markChips());
    fold(clauses, stage.clauses, line, FEW_CLAUSES, 'clauses');
    this.#markChips();
  }

  /** Follows a variable of a stage through the chain; again: no longer. */
  follow(k, v) {
    const isSame = this.traced && this.traced.k === k && this.traced.v === v;
    this.traced = isSame ? null : { k, v, found: traceOf(this.answer.stages, k, v) };
    this.#showTrace();
  }

  #showTrace() {
    const { traced, trace } = this;
    this.#markChips();
    trace.hidden = !traced;
    this.onTrace(traced ? traced.found.at(-1).map(Math.abs) : null);
    if (!traced) return;
    const { stages, gadgets } = this.answer;
    const name = stages[traced.k].names[traced.v - 1];
    const words = (k) => traced.found[k].map((literal) => literalName(literal, stages[k].names)).join(', ') || (k < traced.k ? 'was added after this' : 'needs no value');
    const gadgetOf = (v) => gadgets.findIndex(({ kind, variables }) => kind === 'variable' && variables[0] === v);
    const buttons = traced.found.at(-1).map(Math.abs).map((v) => el('button.link', {
      type: 'button', 'data-testid': `trace-gadget-${v}`, onclick: () => this.onGadget(gadgetOf(v)),
    }, stages.at(-1).names[v - 1]));
    trace.replaceChildren(
      el('h3', `Where ${name} goes`),
      el('table.plain',
        el('caption.visually-hidden', `What stands for ${name} in each formula`),
        el('thead', el('tr', el('th', { scope: 'col' }, 'Formula'), el('th', { scope: 'col' }, 'Stands there as'))),
        el('tbody', stages.map((stage, k) => el('tr', { 'data-testid': `trace-${k}` },
          el('th', { scope: 'row' }, TITLES[stage.title]), el('td', words(k)))),
          el('tr', { 'data-testid': 'trace-board' }, el('th', { scope: 'row' }, 'Board'), el('td', buttons.length ? ['gadgets ', buttons.flatMap((button, j) => (j ? [', ', button] : [button]))] : 'no gadget')))));
  }

  #markChips() {
    for (const chip of this.list.querySelectorAll('.stage-variable')) {
      const { stage, variable } = chip.dataset;
      const found = this.traced?.found[stage] ?? [];
      const isChosen = this.traced && String(this.traced.k) === stage && String(this.traced.v) === variable;
      chip.setAttribute('aria-pressed', String(Boolean(isChosen)));
      chip.classList.toggle('is-traced', found.some((literal) => Math.abs(literal) === Number(variable)));
    }
  }
}

/** A few of the items, and a button for the rest. */
function fold(parent, items, make, few, what, onMore = () => {}) {
  const isLong = items.length > few + 3;
  parent.replaceChildren(...(isLong ? items.slice(0, few) : items).map(make));
  if (!isLong) return;
  const tag = parent.tagName === 'OL' ? 'li.stage-more' : 'span.stage-more';
  const more = el(tag, el('button.link', {
    type: 'button', onclick: () => {
      more.replaceWith(...items.slice(few).map((item, k) => make(item, few + k)));
      // The focus goes on to what has just appeared.
      const next = parent.children[few];
      if (next.tagName === 'LI') next.tabIndex = -1;
      next.focus();
      onMore();
    },
  }, `all ${items.length} ${what}`));
  parent.append(more);
}

function clauseText(stage, k) {
  const { literals, between, end } = clauseParts(stage, k);
  return literals.length ? `${literals.map((literal) => literalName(literal, stage.names)).join(between)}${end}` : 'false';
}
