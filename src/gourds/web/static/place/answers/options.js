/** Which approach is asked, and within what: the list of approaches, time limit, seed, presolve, proof. */

import { el, field } from '../../dom.js';

const SECONDS = 60;

export function createOptions(app) {
  const solver = el('select', { 'data-testid': 'solver-select', 'aria-label': 'Approach' });
  const limit = el('input', { type: 'number', min: 1, max: 3600, step: 1, value: SECONDS, 'data-testid': 'time-limit' });
  const seed = el('input', { type: 'number', min: 0, step: 1, value: 0, 'data-testid': 'solve-seed' });
  const presolve = el('input', { type: 'checkbox', checked: true, 'data-testid': 'presolve' });
  const proof = el('input', { type: 'checkbox', 'data-testid': 'proof' });
  const panel = el('div.stack.options', { hidden: true, id: 'solve-options' },
    el('div.grid-2',
      field('Time limit (s)', limit),
      field('Seed', seed),
    ),
    el('label.check', { title: 'Split the board first; sat, cpsat and ilp can also be given the whole board' },
      presolve,
      'Split the board first',
    ),
    el('label.check', { title: 'A certificate that can be checked without the solver, where the approach can give one' },
      proof,
      'Prove a “no”',
    ),
  );
  const toggle = el('button.small', {
    'aria-expanded': 'false',
    'aria-controls': 'solve-options',
    'data-testid': 'options-button',
    onclick: () => {
      panel.hidden = !panel.hidden;
      toggle.setAttribute('aria-expanded', String(!panel.hidden));
    },
  }, 'Options');

  app.api
    .hello()
    .then(({ solvers, limits }) => {
      limit.max = limits.job_seconds;
      limit.value = Math.min(SECONDS, limits.job_seconds);
      solver.replaceChildren(...offers(solvers));
    })
    .catch(() => {});

  return {
    solver,
    panel,
    toggle,
    get seconds() {
      return Number(limit.value) || SECONDS;
    },
    get seed() {
      return Math.max(0, Math.floor(Number(seed.value) || 0));
    },
    /** What only Solve asks for. */
    forSolve: () => ({ solver: solver.value || 'auto', no_presolve: !presolve.checked, proof: proof.checked }),
  };
}

/** The entries of the list: "auto" first, variants below their approach. */
function offers(solvers) {
  const sorted = [...solvers].sort((a, b) => (b.name === 'auto') - (a.name === 'auto') || a.name.localeCompare(b.name));
  return sorted.flatMap(({ name, summary, variants }) => [
    el('option', { value: name, title: summary }, name === 'auto' ? 'auto: picks for you' : `${name}: ${summary}`),
    ...(variants ?? []).map((variant) => el('option', { value: `${name}:${variant}` }, `\u2003${name}:${variant}`)),
  ]);
}
