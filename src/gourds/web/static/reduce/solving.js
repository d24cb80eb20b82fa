/** The answers to a formula: solved by way of its board, or placed from an assignment; told in a banner. */

import { SIGNS, duration, el, icon, plural } from '../dom.js';

const SOLVE_SECONDS = 60;
const NAMED = 12; // how many true variables are named

export class Solving {
  /** `view` is the Reduce view: its formula, and where assignments and placements go. */
  constructor(view) {
    this.view = view;
    this.job = null;
  }

  cancel() {
    this.job?.cancel();
  }

  /** Solves the board and reads the assignment from the placement. */
  async solve() {
    const { view } = this;
    const { part, answer } = view;
    if (!answer) return;
    this.cancel();
    part.work.hidden = false;
    part.answer.hidden = true;
    part.solve.disabled = true;
    const { document } = answer;
    try {
      const body = { document, solver: 'auto', time_limit: SOLVE_SECONDS };
      const result = await this.#run('solve', body, 'Solving the board…');
      if (view.answer !== answer) return;
      if (result.status !== 'feasible') {
        view.assign(null);
        this.#refuse(result);
        return;
      }
      const read = await this.#run('extract', { document, placement: result.placement }, 'Reading the assignment…');
      if (view.answer !== answer) return;
      view.assign(read.assignment, result.placement);
      this.#tell(read, `a placement that ${result.solver} found in ${duration(result.time_s)}`);
    } catch (error) {
      if (error.name !== 'Cancelled') this.say('warn', 'Not solved', error.message);
    } finally {
      this.job = null;
      part.work.hidden = true;
      part.solve.disabled = false;
    }
  }

  async #run(kind, body, text) {
    const { workText } = this.view.part;
    workText.textContent = text;
    this.job = this.view.app.api.job(kind, body, (news) => {
      workText.textContent = news;
    });
    return this.job.done;
  }

  /** Reads the assignment from a placement in a file. */
  async read(placement) {
    const { view } = this;
    const { answer } = view;
    if (!answer) throw new Error('a placement needs its formula: open that first');
    const read = await view.app.api.job('extract', { document: answer.document, placement }).done;
    if (view.answer !== answer) return;
    view.assign(read.assignment, placement);
    this.#tell(read, 'the placement in the file');
  }

  /** All clauses hold: the placement that belongs to the assignment, made and checked by the server. */
  async place() {
    const { view } = this;
    const { answer, assignment } = view;
    await view.app.attempt(async () => {
      const body = { document: answer.document, assignment };
      const { placement } = await view.app.api.post('/api/place-assignment', body);
      if (view.answer !== answer || view.assignment !== assignment || !placement) return;
      view.showPlacement(placement);
      const text = `${plural(placement.gourds.length, 'gourd')} cover the board; the placement is checked.`;
      this.say('good', 'All clauses hold', text);
    });
  }

  #tell({ assignment, satisfied }, from) {
    const { names, named } = this.view.answer.formula;
    const trues = names.slice(0, named).filter((_, k) => assignment[k]);
    const listed = `${trues.slice(0, NAMED).join(', ')}${trues.length > NAMED ? ', …' : ''}`;
    const which = trues.length ? `True: ${listed}.` : 'No variable is true.';
    const title = satisfied ? 'Satisfiable' : 'The assignment fails';
    this.say(satisfied ? 'good' : 'bad', title, `${which} Read from ${from}.`);
  }

  #refuse({ status, verified, certificate, reason }) {
    if (status !== 'infeasible') {
      this.say('warn', 'Unknown', reason ?? 'no answer in time');
      return;
    }
    const rest = verified ? 'its certificate is checked' : certificate ? `certificate: ${certificate.kind}` : reason;
    this.say('bad', 'Unsatisfiable', `The board has no placement${rest ? `; ${rest}` : ''}.`);
  }

  /** The clauses that fail, and how many gadgets of the board cannot be covered. */
  tellFailing(clauses, gadgets) {
    const listed = clauses.slice(0, 6).map((k) => k + 1).join(', ');
    const title = clauses.length === 1 ? `Clause ${listed} fails` : `${clauses.length} clauses fail`;
    const which = clauses.length > 1 ? `Clauses ${listed}${clauses.length > 6 ? ', …' : ''}. ` : '';
    this.say('bad', title, `${which}${plural(gadgets, 'gadget')} of the board cannot be covered, marked in red.`);
  }

  /** Shows a banner; none if `kind` is null. */
  say(kind, title = '', text = '') {
    const { answer } = this.view.part;
    answer.hidden = !kind;
    if (!kind) return;
    answer.className = `banner ${kind}`;
    answer.replaceChildren(icon(SIGNS[kind]), el('div', el('b', title), el('small', text)));
  }
}
