/** The Reduce view: a formula, the board it becomes, what its gadgets mean, and how an assignment covers them. */

import { fileButtons } from '../files.js';
import { ReduceBoard, SIZES } from './board.js';
import { ChainPanel } from './chain.js';
import { coverByPlacement, coverByValues } from './covering.js';
import { exportsOf } from './files.js';
import { FormulaField } from './field.js';
import { EXAMPLES, completed, failures, formulaText } from './formula.js';
import { Solving } from './solving.js';
import { originOf, traceOf } from './trace.js';
import { ORDERS, buildReduceView, showClauses, showGadget, showStale, showVariables, wireSizes } from './view.js';

const PAUSE = 350; // milliseconds after the last key until the formula is sent

export const createView = (root, app) => new ReduceView(root, app);

class ReduceView {
  constructor(root, app) {
    this.app = app;
    this.root = root;
    this.field = new FormulaField((key) => this.useNotation(key));
    this.chain = new ChainPanel({
      onTrace: (variables) => this.board?.setTraced(variables),
      onGadget: (index) => this.#goToGadget(index),
    });
    this.part = buildReduceView(root, this.field, this.chain);
    this.answer = null; // what /api/reduce said of the formula
    this.isStale = false; // the field holds another formula, which cannot be read
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
        exports: () => (this.answer && !this.isStale ? exportsOf(this.answer, this.placement) : []),
      }),
    );
    this.#listen();
  }

  show() {
    if (!this.visit) this.useExample('three');
  }

  hide() {
    this.solving.cancel();
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
    this.field.value = text;
    return this.make();
  }

  /** Writes the formula in the other notation; back again it is the text that was typed. */
  async useNotation(key) {
    const { answer, field, assignment } = this;
    const text = answer?.texts[key];
    if (this.isStale || !text || this.notation === key) return;
    const before = { text: field.value, key: this.notation };
    const kept = this.kept;
    const wanted = kept?.key === key && kept.shown === field.value ? kept.text : text;
    this.kept = { ...before, shown: wanted };
    if (!(await this.setText(wanted)) || !assignment) return;
    if (assignment.length >= this.answer.formula.variables) this.assign(assignment.slice(0, this.answer.formula.variables));
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
    this.solving.say(null); // a verdict is about the formula that was there before
    this.root.classList.add('is-pending');
    const { part } = this;
    const body = {
      formula: { format: 'gourds-formula', text: part.text.value },
      order: part.order.value,
      seed: 1,
    };
    try {
      const answer = await this.app.api.post('/api/reduce', body);
      if (visit !== this.visit) return false;
      this.answer = answer;
      this.notation = answer.notation;
      this.#setFault(null);
      this.pinned = this.hovered = null;
      this.board.setBoard(answer, this.app.theme.isDark());
      part.board.scrollTop = 0;
      this.chain.setChain(answer);
      this.showSizes();
      this.assign(null);
      return true;
    } catch (error) {
      if (visit !== this.visit) return false;
      if (this.answer) this.assign(null);
      this.#setFault(error.message.replace(/^formula\.?:? ?/, ''));
      return false;
    } finally {
      if (visit === this.visit) this.root.classList.remove('is-pending');
    }
  }

  /** Says what is wrong with the formula; then nothing on the page is about it, and no verdict is shown. */
  #setFault(message) {
    this.isStale = message !== null;
    this.field.setFault(message);
    this.field.setNotation(this.notation, this.isStale ? null : this.answer.texts);
    showStale(this.part, this.root, this.isStale);
    this.chain.root.toggleAttribute('inert', this.isStale);
  }

  get isChain() {
    return this.answer.stages.length > 1;
  }

  /* -- the assignment ------------------------------------------------------------------------------------------------ */

  toggle(k) {
    if (!this.answer) return;
    const { formula } = this.answer;
    const values = this.assignment ? [...this.assignment] : new Array(formula.variables).fill(false);
    values[k] = !values[k];
    this.assign(completed(formula, values));
  }

  /** Shows an assignment: values, clauses that fail, coverings; if all clauses hold, the placement of the server. */
  assign(assignment, placement = null) {
    const { answer, part, solving } = this;
    const { formula } = answer;
    this.assignment = assignment;
    this.placement = placement;
    this.failing = assignment ? failures(formula, assignment) : [];
    this.root.dataset.failing = JSON.stringify(this.failing);
    showVariables(part, formula, assignment, { onToggle: (k) => this.toggle(k), onPoint: (k) => this.#pointAtVariable(k) });
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
    const index = k === null || this.isChain ? -1 : this.board.gadgets.findIndex(({ name }) => name === `clause ${k + 1}`);
    this.hovered = index < 0 ? null : index;
    this.#showInspector();
  }

  /** Marks the gadgets that stand for a variable of the formula; null: those that are followed through the chain. */
  #pointAtVariable(k) {
    const found = k === null ? this.chain.traced?.found : traceOf(this.answer.stages, 0, k + 1);
    this.board.setTraced(found?.at(-1).map(Math.abs) ?? null);
  }

  #goToGadget(index) {
    const gadget = this.board.gadgets[index];
    if (!gadget) return;
    this.board.reveal(index);
    gadget.group.focus();
  }

  #showInspector() {
    const index = this.hovered ?? this.pinned;
    const gadget = index === null ? null : this.board.gadgets[index];
    this.board.setActive(gadget ? index : null);
    const key = gadget ? `${this.visit} ${index} ${gadget.state} ${gadget.covering}` : '';
    if (key && key === this.inspected) return;
    this.inspected = key;
    const { stages, formula } = this.answer;
    const k = gadget?.kind === 'variable' ? Math.abs(originOf(stages, gadget.variables[0]) ?? 0) - 1 : -1;
    const text = `Make ${formula.names[k]} ${this.assignment?.[k] ? 'false' : 'true'}`;
    const toggle = k < 0 || k >= formula.named ? null : { text, action: () => this.toggle(k) };
    showGadget(this.part, this.board, gadget, { stages, current: gadget?.covering, toggle });
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

  #listen() {
    const { part, app, solving } = this;
    part.example.addEventListener('change', () => {
      this.useExample(part.example.value);
      part.example.value = '';
    });
    part.text.addEventListener('input', () => {
      clearTimeout(this.typing);
      solving.say(null);
      this.typing = setTimeout(() => this.make(), PAUSE);
    });
    part.order.addEventListener('change', () => this.make());
    part.solve.addEventListener('click', () => solving.solve());
    part.cancel.addEventListener('click', () => solving.cancel());
    part.clear.addEventListener('click', () => this.answer && this.assign(null));
    part.place.addEventListener('click', () =>
      app.attempt(() => this.answer && app.openDocument(this.answer.document, '', 'place')),
    );
    this.showSizes = wireSizes(part, this.root, this.board);
    app.theme.onChange((dark) => {
      if (!this.answer) return;
      this.board.draw(dark);
      this.inspected = null;
      this.#showInspector();
    });
  }
}
