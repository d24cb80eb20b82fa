/** The Reduce view: a formula, the board it becomes, what its gadgets mean, and how an assignment covers them. */

import { fileButtons } from '../files.js';
import { plural } from '../dom.js';
import { ReduceBoard, SIZES } from './board.js';
import { coverByPlacement, coverByValues } from './covering.js';
import { exportsOf } from './files.js';
import { EXAMPLES, failures, formulaText } from './formula.js';
import { Solving } from './solving.js';
import { ORDERS, buildReduceView, showClauses, showGadget, showVariables } from './view.js';

const PAUSE = 350; // milliseconds after the last key until the formula is sent

export function createView(root, app) {
  app.useStyle('reduce/reduce.css');
  return new ReduceView(root, app).face;
}

class ReduceView {
  constructor(root, app) {
    this.app = app;
    this.root = root;
    this.part = buildReduceView(root);
    this.answer = null; // what /api/reduce said of the formula
    this.assignment = null;
    this.failing = [];
    this.placement = null;
    this.seed = 1;
    this.visit = 0; // grows with every formula, so that answers for an old one are ignored
    this.pinned = null;
    this.hovered = null;
    this.solving = new Solving(this);
    this.board = new ReduceBoard(this.part.board, (index, isLasting) => this.pick(index, isLasting));
    this.part.files.replaceWith(
      fileButtons(app, {
        view: 'reduce',
        state: () => this.getState(),
        exports: () => (this.answer ? exportsOf(this.answer, this.placement) : []),
      }),
    );
    this.#listen();
    this.face = {
      show: () => this.show(),
      hide: () => this.solving.cancel(),
      getState: () => this.getState(),
      setState: (state) => this.setState(state),
      load: (document, name) => this.load(document, name),
      /** What is shown, for tests and other checks. */
      shown: () => ({
        visit: this.visit,
        answer: this.answer,
        assignment: this.assignment,
        failing: this.failing,
        placement: this.placement,
      }),
    };
  }

  show() {
    if (!this.visit) this.useExample('three');
  }

  /* -- the formula ------------------------------------------------------------------------------------------------- */

  useExample(key) {
    const example = EXAMPLES.find((one) => one.key === key);
    if (!example) return null;
    const text = typeof example.text === 'function' ? example.text(this.seed++) : example.text;
    return this.setText(text);
  }

  /** Puts a text into the field and makes its board; true iff it was made and is still wanted. */
  setText(text) {
    this.part.text.value = text;
    return this.make();
  }

  async load(document) {
    if (document.format === 'gourds-placement') return this.solving.read(document);
    if (document.format === 'gourds-formula') return this.setText(document.text);
    const formula = document.source?.formula;
    if (!formula) throw new Error('Reduce opens formulas, and instances that were made from one');
    if (ORDERS.some(([order]) => order === document.source.order)) this.part.order.value = document.source.order;
    return this.setText(formulaText(formula));
  }

  /** Has the server make the board of the formula in the field. */
  async make() {
    clearTimeout(this.typing);
    const visit = ++this.visit;
    this.solving.cancel();
    const { part } = this;
    const body = {
      formula: { format: 'gourds-formula', text: part.text.value },
      order: part.order.value,
      seed: 1,
    };
    try {
      const answer = await this.app.api.post('/api/reduce', body);
      if (visit !== this.visit) return false;
      part.fault.hidden = true;
      part.text.removeAttribute('aria-invalid');
      this.answer = answer;
      this.pinned = this.hovered = null;
      this.board.setBoard(answer, this.app.theme.isDark());
      part.board.scrollTop = 0;
      this.#showFacts();
      this.#showSizes();
      this.assign(null);
      return true;
    } catch (error) {
      if (visit !== this.visit) return false;
      part.fault.textContent = error.message.replace(/^formula\.?:? ?/, '');
      part.fault.hidden = false;
      part.text.setAttribute('aria-invalid', 'true');
      return false;
    }
  }

  get isChain() {
    return this.answer.steps.length > 0;
  }

  #showFacts() {
    const { formula, cubic, document, steps } = this.answer;
    const size = (one) => `${plural(one.variables, 'variable')}, ${plural(one.clause_count, 'clause')}`;
    const way = [`${formula.kind === 'cnf' ? 'CNF' : '1-in-3'}: ${size(formula)}`];
    if (steps.length > 1) way.push(`${steps.length} steps`);
    if (this.isChain) way.push(`cubic 1-in-3: ${size(cubic)}`);
    way.push(`${plural(document.cells.length, 'cell')}, ${plural(cubic.variables + 2, 'color')}`);
    this.part.facts.textContent = way.join(' → ');
  }

  /* -- the assignment ------------------------------------------------------------------------------------------------ */

  toggle(k) {
    if (!this.answer) return;
    const values = this.assignment ? [...this.assignment] : new Array(this.answer.formula.variables).fill(false);
    values[k] = !values[k];
    this.assign(values);
  }

  /** Shows an assignment: values, clauses that fail, coverings; if all clauses hold, the placement of the server. */
  assign(assignment, placement = null) {
    const { answer, part, solving } = this;
    const { formula } = answer;
    this.assignment = assignment;
    this.placement = placement;
    this.failing = assignment ? failures(formula, assignment) : [];
    this.root.dataset.failing = JSON.stringify(this.failing);
    showVariables(part, formula.variables, assignment, (k) => this.toggle(k));
    showClauses(part, formula, assignment, this.failing, (k) => this.#pointAtClause(k));
    part.clear.disabled = !assignment;
    if (placement) {
      this.showPlacement(placement);
      return;
    }
    const failing = coverByValues(this.board, answer, assignment);
    this.#showInspector();
    if (!assignment) solving.say(null);
    else if (this.failing.length) solving.tellFailing(this.failing, failing);
    else solving.place();
  }

  showPlacement(placement) {
    this.placement = placement;
    coverByPlacement(this.board, placement);
    this.#showInspector();
  }

  /* -- gadgets --------------------------------------------------------------------------------------------------------- */

  pick(index, isLasting) {
    if (!this.answer) return;
    if (isLasting) this.pinned = index;
    this.hovered = isLasting ? null : index;
    this.#showInspector();
  }

  #pointAtClause(k) {
    const index = k === null || this.isChain ? -1 : this.board.gadgets.findIndex(({ name }) => name === `c${k + 1}`);
    this.hovered = index < 0 ? null : index;
    this.#showInspector();
  }

  #showInspector() {
    const index = this.hovered ?? this.pinned;
    const gadget = index === null ? null : this.board.gadgets[index];
    this.board.setActive(gadget ? index : null);
    const key = gadget ? `${this.visit} ${index} ${gadget.state} ${gadget.covering}` : '';
    if (key && key === this.inspected) return;
    this.inspected = key;
    const variable = this.isChain ? (gadget?.originals?.[0] ?? 0) : gadget?.variables[0];
    const k = gadget?.kind === 'variable' ? Math.abs(variable) - 1 : -1;
    const text = `Make x${k + 1} ${this.assignment?.[k] ? 'false' : 'true'}`;
    const toggle = k < 0 ? null : { text, action: () => this.toggle(k) };
    showGadget(this.part, this.board, gadget, { isChain: this.isChain, current: gadget?.covering, toggle });
  }

  /* -- state, files, controls ---------------------------------------------------------------------------------------- */

  getState() {
    const { part } = this;
    const size = this.board.isZoomed ? this.board.cell : null;
    return { text: part.text.value, order: part.order.value, assignment: this.assignment, size };
  }

  async setState(state) {
    if (typeof state?.text !== 'string') throw new Error('there is no formula in it');
    if (ORDERS.some(([order]) => order === state.order)) this.part.order.value = state.order;
    if (SIZES.includes(state.size)) Object.assign(this.board, { cell: state.size, isZoomed: true });
    if (!(await this.setText(state.text))) return;
    const { assignment } = state;
    const isWhole = Array.isArray(assignment) && assignment.length === this.answer.formula.variables;
    if (isWhole && assignment.every((value) => typeof value === 'boolean')) this.assign(assignment);
  }

  #zoom(step) {
    const size = SIZES[SIZES.indexOf(this.board.cell) + step];
    if (size) this.board.setCell(size);
    this.#showSizes();
  }

  #showSizes() {
    const at = SIZES.indexOf(this.board.cell);
    this.part.smaller.disabled = at === 0;
    this.part.larger.disabled = at === SIZES.length - 1;
  }

  #listen() {
    const { part, app, solving } = this;
    part.example.addEventListener('change', () => {
      this.useExample(part.example.value);
      part.example.value = '';
    });
    part.text.addEventListener('input', () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.make(), PAUSE);
    });
    part.order.addEventListener('change', () => this.make());
    part.solve.addEventListener('click', () => solving.solve());
    part.cancel.addEventListener('click', () => solving.cancel());
    part.clear.addEventListener('click', () => this.answer && this.assign(null));
    part.place.addEventListener('click', () =>
      app.attempt(() => this.answer && app.openDocument(this.answer.document, '', 'place')),
    );
    part.smaller.addEventListener('click', () => this.#zoom(-1));
    part.larger.addEventListener('click', () => this.#zoom(1));
    this.root.addEventListener('keydown', (event) => {
      if (event.target.closest('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '+' || event.key === '=') this.#zoom(1);
      if (event.key === '-') this.#zoom(-1);
    });
    app.theme.onChange((dark) => {
      if (!this.answer) return;
      this.board.draw(dark);
      this.inspected = null;
      this.#showInspector();
    });
  }
}
