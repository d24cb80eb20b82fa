/** The Reduce view: a formula, the board it becomes, what its gadgets mean, and how an assignment covers them. */

import { fileButtons } from './files.js';
import { icon, el, plural } from './dom.js';
import { ReduceBoard, SIZES } from './reduce-board.js';
import { exportsOf } from './reduce-files.js';
import { EXAMPLES, failures, formulaText } from './reduce-formula.js';
import { coveringName } from './reduce-gadgets.js';
import { ORDERS, buildReduceView, showClauses, showGadget, showVariables } from './reduce-view.js';

const PAUSE = 350; // milliseconds after the last key until the formula is sent
const SOLVE_SECONDS = 60;

export function createView(root, app) {
  app.useStyle('reduce.css');
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
    this.visit = 0;
    this.pinned = null;
    this.board = new ReduceBoard(this.part.board, (index, isLasting) => this.pick(index, isLasting));
    this.part.files.replaceWith(fileButtons(app, { view: 'reduce', state: () => this.getState(), exports: () => (this.answer ? exportsOf(this.answer, this.placement) : []) }));
    this.#listen();
    this.face = {
      show: () => this.show(),
      hide: () => this.job?.cancel(),
      getState: () => this.getState(),
      setState: (state) => this.setState(state),
      load: (document, name) => this.load(document, name),
      /** What is shown, for whoever wants to check it. */
      shown: () => ({ visit: this.visit, answer: this.answer, assignment: this.assignment, failing: this.failing, placement: this.placement }),
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

  async setText(text) {
    this.part.text.value = text;
    await this.make();
  }

  async load(document) {
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
    this.job?.cancel();
    const { part } = this;
    try {
      const answer = await this.app.api.post('/api/reduce', {
        formula: { format: 'gourds-formula', text: part.text.value }, order: part.order.value, seed: 1,
      });
      if (visit !== this.visit) return;
      part.fault.hidden = true;
      part.text.removeAttribute('aria-invalid');
      this.answer = answer;
      this.placement = null;
      this.pinned = null;
      this.assignment = null;
      this.board.setBoard(answer, this.app.theme.isDark());
      part.board.scrollTop = 0;
      this.#showFacts();
      this.apply();
    } catch (error) {
      if (visit !== this.visit) return;
      part.fault.textContent = error.message.replace(/^formula\.?:? ?/, '');
      part.fault.hidden = false;
      part.text.setAttribute('aria-invalid', 'true');
    }
  }

  get isChain() { return this.answer.steps.length > 0; }

  #showFacts() {
    const { answer, part } = this;
    const { formula, cubic, document } = answer;
    const size = (one) => `${plural(one.variables, 'variable')}, ${plural(one.clause_count, 'clause')}`;
    const way = this.isChain ? ` → ${answer.steps.length === 1 ? '' : `${answer.steps.length} steps → `}cubic: ${size(cubic)}` : '';
    part.facts.textContent = `${formula.kind === 'cnf' ? 'CNF' : '1-in-3'}: ${size(formula)}${way} → ${plural(document.cells.length, 'cell')}, ${plural(cubic.variables + 2, 'color')}`;
  }

  /* -- the assignment ------------------------------------------------------------------------------------------------ */

  toggle(k) {
    if (!this.answer) return;
    const { variables } = this.answer.formula;
    this.assignment = this.assignment ? [...this.assignment] : new Array(variables).fill(false);
    this.assignment[k] = !this.assignment[k];
    this.placement = null;
    this.apply();
  }

  /** The values of the cubic formula's variables, null where they are not known. */
  #cubicValues() {
    const { answer, assignment } = this;
    if (!assignment) return [];
    if (!this.isChain) return assignment;
    const values = new Array(answer.cubic.variables).fill(null);
    answer.images.forEach((image, k) => {
      if (image) values[answer.gadgets[image.gadget].variables[0] - 1] = assignment[k] === image.sign > 0;
    });
    return values;
  }

  /** Shows the assignment: values, clauses that fail, coverings; if all clauses hold, the placement of the server. */
  apply() {
    const { answer, assignment, part } = this;
    const { formula } = answer;
    this.failing = assignment ? failures(formula, assignment) : [];
    this.root.dataset.failing = JSON.stringify(this.failing);
    showVariables(part, formula.variables, assignment, (k) => this.toggle(k));
    showClauses(part, formula, assignment, this.failing, (k) => this.#pointAtClause(k));
    part.clear.disabled = !assignment;
    if (this.placement) this.#cover(this.placement);
    else this.#coverByValues();
    this.#showInspector();
    if (!assignment) this.say(null);
    else if (this.failing.length) {
      const listed = this.failing.slice(0, 6).map((k) => k + 1).join(', ');
      const some = this.failing.length === 1 ? `Clause ${listed} fails` : `${this.failing.length} clauses fail`;
      this.say('bad', some, this.failing.length > 1 ? `${listed}${this.failing.length > 6 ? ', …' : ''}` : '');
    } else if (!this.placement) this.#place();
  }

  #coverByValues() {
    const values = this.#cubicValues();
    for (const gadget of this.board.gadgets) {
      const { template } = gadget;
      const name = coveringName(gadget, values);
      const isKnown = this.assignment && gadget.variables.every((v) => typeof values[v - 1] === 'boolean');
      if (!isKnown) this.board.setGadget(gadget.index, template.none, '');
      else if (name === null) this.board.setGadget(gadget.index, template.filler, 'failing');
      else this.board.setGadget(gadget.index, template.full[name], gadget.kind === 'variable' ? name : 'holds');
      gadget.covering = isKnown ? name : null;
    }
  }

  #cover(placement) {
    this.board.split(placement).forEach((pairs, index) => {
      const gadget = this.board.gadgets[index];
      const kinds = pairs.map((pair) => pair.map(gadget.template.symbolAt).sort().join(''));
      if (gadget.kind === 'variable') gadget.covering = String(kinds.includes('xx'));
      else gadget.covering = ['0', '1', '2'].find((k) => kinds.includes(`${k}V`)) ?? null;
      this.board.setGadget(index, pairs, gadget.kind === 'variable' ? gadget.covering : 'holds');
    });
  }

  /** All clauses hold: the placement that belongs to the assignment, made and checked by the server. */
  async #place() {
    const { answer, assignment } = this;
    await this.app.attempt(async () => {
      const { placement } = await this.app.api.post('/api/place-assignment', { document: answer.document, assignment });
      if (this.answer !== answer || this.assignment !== assignment || !placement) return;
      this.placement = placement;
      this.#cover(placement);
      this.#showInspector();
      this.say('good', 'All clauses hold', `${plural(placement.gourds.length, 'gourd')} cover the board; the placement is checked.`);
    });
  }

  async solve() {
    const { part, answer } = this;
    if (!answer) return;
    this.job?.cancel();
    part.work.hidden = false;
    part.answer.hidden = true;
    part.solve.disabled = true;
    part.workText.textContent = 'Solving the board…';
    const { document } = answer;
    try {
      this.job = this.app.api.job('solve', { document, solver: 'auto', time_limit: SOLVE_SECONDS }, {
        onProgress: ({ text }) => { if (text) part.workText.textContent = text; },
      });
      const result = await this.job.done;
      if (this.answer !== answer) return;
      if (result.status !== 'feasible') { this.#refuse(result); return; }
      part.workText.textContent = 'Reading the assignment…';
      this.job = this.app.api.job('extract', { document, placement: result.placement });
      const { assignment, satisfied } = await this.job.done;
      if (this.answer !== answer) return;
      this.assignment = assignment;
      this.placement = result.placement;
      this.apply();
      const trues = assignment.flatMap((value, k) => (value ? [`x${k + 1}`] : []));
      const which = trues.length ? `True: ${trues.slice(0, 12).join(', ')}${trues.length > 12 ? ', …' : ''}.` : 'No variable is true.';
      this.say(satisfied ? 'good' : 'bad', satisfied ? 'Satisfiable' : 'The assignment fails',
        `${which} Read from a placement that ${result.solver} found in ${result.time_s.toFixed(2)} s.`);
    } catch (error) {
      if (error.name !== 'Cancelled') this.say('warn', 'Not solved', error.message);
    } finally {
      this.job = null;
      part.work.hidden = true;
      part.solve.disabled = false;
    }
  }

  #refuse(result) {
    this.assignment = null;
    this.placement = null;
    this.apply();
    if (result.status === 'infeasible') {
      const rest = result.verified ? 'its certificate is checked' : result.certificate ? `certificate: ${result.certificate.kind}` : result.reason ?? '';
      this.say('bad', 'Unsatisfiable', `The board has no placement${rest ? `; ${rest}` : ''}.`);
    } else {
      this.say('warn', 'Unknown', result.reason ?? 'no answer in time');
    }
  }

  say(kind, title, text = '') {
    const { answer } = this.part;
    answer.hidden = !kind;
    if (!kind) return;
    answer.className = `banner ${kind}`;
    answer.replaceChildren(icon(kind === 'good' ? 'check' : kind === 'bad' ? 'cross' : 'help'), el('div', {}, el('b', {}, title), el('small', {}, text)));
  }

  /* -- gadgets --------------------------------------------------------------------------------------------------------- */

  pick(index, isLasting) {
    if (isLasting) this.pinned = index;
    this.hovered = isLasting ? null : index;
    this.#showInspector();
  }

  #pointAtClause(k) {
    this.hovered = k === null || this.isChain ? null : this.board.gadgets.findIndex(({ name }) => name === `c${k + 1}`);
    this.#showInspector();
  }

  #showInspector() {
    const index = this.hovered ?? this.pinned;
    const gadget = index === null || index === undefined ? null : this.board.gadgets[index];
    this.board.setActive(gadget ? index : null);
    const key = gadget ? `${this.visit} ${index} ${gadget.state} ${gadget.covering}` : '';
    if (key && key === this.inspected) return;
    this.inspected = key;
    const k = gadget?.kind === 'variable' ? Math.abs(this.isChain ? gadget.originals?.[0] ?? 0 : gadget.variables[0]) - 1 : -1;
    const toggle = k < 0 ? null : { text: `Make x${k + 1} ${this.assignment?.[k] ? 'false' : 'true'}`, action: () => this.toggle(k) };
    showGadget(this.part, this.board, gadget, { isChain: this.answer && this.isChain, current: gadget?.covering, toggle });
  }

  /* -- state, files, controls ---------------------------------------------------------------------------------------- */

  getState() {
    const { part } = this;
    return { text: part.text.value, order: part.order.value, assignment: this.assignment, size: this.board.isZoomed ? this.board.cell : null };
  }

  async setState(state) {
    if (typeof state?.text !== 'string') return;
    this.part.order.value = state.order ?? 'variables-first';
    if (SIZES.includes(state.size)) Object.assign(this.board, { cell: state.size, isZoomed: true });
    await this.setText(state.text);
    if (Array.isArray(state.assignment) && state.assignment.length === this.answer?.formula.variables) {
      this.assignment = state.assignment;
      this.apply();
    }
  }

  #zoom(step) {
    const at = SIZES.indexOf(this.board.cell) + step;
    if (SIZES[at]) this.board.setCell(SIZES[at]);
    this.part.smaller.disabled = at <= 0;
    this.part.larger.disabled = at >= SIZES.length - 1;
  }

  #listen() {
    const { part, app } = this;
    part.example.addEventListener('change', () => {
      this.useExample(part.example.value);
      part.example.value = '';
    });
    part.text.addEventListener('input', () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.make(), PAUSE);
    });
    part.order.addEventListener('change', () => this.make());
    part.solve.addEventListener('click', () => this.solve());
    part.cancel.addEventListener('click', () => this.job?.cancel());
    part.clear.addEventListener('click', () => {
      this.assignment = this.placement = null;
      this.apply();
    });
    part.place.addEventListener('click', () => app.attempt(() => this.answer && app.openDocument(this.answer.document, '', 'place')));
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
