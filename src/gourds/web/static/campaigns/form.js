/** What to compare: boards of families, solvers, limits. The server says at once what it comes to, or what is wrong. */

import { duration, el, field as labeled, grouped, icon, plural } from '../dom.js';
import { thumbnail } from './drawing.js';

const PAUSE = 350;

/** Good comparisons to begin with. */
const PRESETS = [
  {
    title: 'Small boards',
    solvers: ['auto', 'sat', 'cpsat', 'decompose'],
    boards: [{ family: 'hexagon', seeds: '1..2', parameters: { radius: '2..4', colors: '4', coloring: 'near-miss' } }],
  },
  {
    title: 'Boards of formulas',
    solvers: ['auto', 'sat', 'cpsat'],
    boards: [{ family: 'gadgets', seeds: '1..3', parameters: { variables: '3,6' } }],
  },
  {
    title: 'Traps',
    solvers: ['auto', 'sat', 'cpsat', 'polytope'],
    boards: [
      { family: 'parity', seeds: '0', parameters: { regions: '3', width: '4', height: '4' } },
      { family: 'ring-sum', seeds: '1', parameters: { rings: '6,8' } },
    ],
  },
];

/** The form, hidden until it is asked for. `onMade(name)` hears of a new campaign. */
export function createForm(app, { onMade }) {
  let families = [];
  let rows = [];
  let asked = 0;
  let timer = null;
  const name = field('Name', 'name', el('input', { type: 'text', value: PRESETS[0].title, maxlength: 60 }));
  const wall = field('Seconds for each run', 'limits.wall', el('input', { type: 'number', min: 1, max: 60, value: 2 }));
  const times = field('Repetitions', 'repetitions', el('input', { type: 'number', min: 1, max: 20, value: 1 }));
  const boards = el('div.stack');
  const solvers = el('div.choices', { 'data-place': 'solvers' });
  const told = el('p', { 'data-testid': 'campaign-plan', role: 'status' });
  const samples = el('div.thumbnails');
  const go = el('button.primary', { type: 'submit', 'data-testid': 'start-campaign' }, 'Start');
  const element = el('form.new-campaign', { hidden: true, 'data-testid': 'campaign-form', 'aria-label': 'New comparison', novalidate: true },
    el('div.row', { role: 'group', 'aria-label': 'Begin with' },
      el('span.soft', 'Begin with'),
      PRESETS.map((preset) => el('button.small', { type: 'button', onclick: () => take(preset) }, preset.title)),
    ),
    name.element,
    group('Boards', boards, el('div.row', el('button.small', { type: 'button', onclick: () => add() }, icon('plus'), 'More boards'))),
    group('Solvers', solvers),
    group('Limits', el('div.grid-2', wall.element, times.element)),
    samples,
    told,
    el('div.row', go, el('button', { type: 'button', onclick: () => form.toggle(false) }, 'Close')),
  );

  const form = {
    element,
    opener: null,
    /** Show or hide it. */
    async toggle(isOpen = element.hidden) {
      element.hidden = !isOpen;
      form.opener?.setAttribute('aria-expanded', String(isOpen));
      if (!isOpen) return form.opener?.focus();
      if (!families.length) await app.attempt(load);
      return name.input.focus();
    },
  };

  async function load() {
    const [found, { solvers: known }] = await Promise.all([app.api.get('/api/families'), app.api.hello()]);
    families = found;
    solvers.replaceChildren(
      ...known.map(({ name: one, summary }) =>
        el('label.choice', { title: summary },
          el('input', { type: 'checkbox', value: one, 'data-testid': `solver-${one}` }),
          el('span', el('b', one), el('small.soft', summary)),
        ),
      ),
    );
    take(PRESETS[0]);
  }

  function take(preset) {
    name.input.value = preset.title;
    for (const box of solvers.querySelectorAll('input')) box.checked = preset.solvers.includes(box.value);
    rows = [];
    for (const one of preset.boards) add(one);
  }

  // -- boards of one family -----------------------------------------------------------------------------------------

  function add(given = { family: 'hexagon', seeds: '1..2', parameters: {} }) {
    const row = { inputs: new Map() };
    const chosen = el('select', { onchange: () => fill({}) },
      families.map((family) => el('option', { value: family.name, selected: family.name === given.family }, family.name)),
    );
    const summary = el('p.soft.small');
    const parameters = el('div.parameters');
    row.family = field('Family', 'family', chosen);
    row.seeds = field('Seeds', 'seeds', el('input', { type: 'text', value: given.seeds }), 'one board for each: 1..5, or 1,4,9');
    const remover = el('button.plain', { type: 'button', 'aria-label': 'Remove these boards', title: 'Remove these boards', onclick: () => remove(row) },
      icon('close'),
    );
    row.element = el('div.boards', el('div.boards-head', row.family.element, row.seeds.element, remover), summary, parameters);
    const fill = (values) => {
      const family = families.find((one) => one.name === chosen.value);
      summary.textContent = family.summary;
      row.inputs = new Map(family.parameters.map((one) => [one.name, inputOf(one, values[one.name] ?? one.default)]));
      parameters.replaceChildren(...[...row.inputs.values()].map((one) => one.element));
      place();
    };
    rows.push(row);
    fill(given.parameters);
  }

  function remove(row) {
    rows = rows.filter((one) => one !== row);
    place();
    element.querySelector('.group button')?.focus();
  }

  /** Every field knows its place in the campaign: faults name it. */
  function place() {
    rows.forEach((row, k) => {
      row.element.dataset.place = `instances[${k}]`;
      row.family.input.dataset.place = `instances[${k}].family`;
      row.seeds.input.dataset.place = `instances[${k}].seeds`;
      for (const [one, { input }] of row.inputs) input.dataset.place = `instances[${k}].parameters.${one}`;
    });
    boards.replaceChildren(...rows.map((row) => row.element));
    look();
  }

  function values() {
    return {
      name: name.input.value,
      wall: Number(wall.input.value),
      repetitions: Number(times.input.value),
      solvers: [...solvers.querySelectorAll('input:checked')].map((box) => box.value),
      instances: rows.map((row) => ({
        family: row.family.input.value,
        seeds: row.seeds.input.value,
        parameters: Object.fromEntries(
          [...row.inputs].filter(([, { isDefault }]) => !isDefault()).map(([one, { value }]) => [one, value()]),
        ),
      })),
    };
  }

  // -- what it comes to ---------------------------------------------------------------------------------------------

  function look() {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  }

  async function ask() {
    asked += 1;
    const turn = asked;
    try {
      const plan = await app.api.post('/api/campaigns/plan', values());
      if (turn !== asked) return;
      accuse(null);
      const [least, most] = plan.cells;
      const cells = least === most ? `${grouped(least)} cells` : `${grouped(least)} to ${grouped(most)} cells`;
      told.textContent = `${plural(plan.boards, 'board')} of ${cells}, ${plural(plan.runs, 'run')}: ${duration(plan.seconds)} at most, usually far less.`;
      samples.replaceChildren(...plan.samples.map((one) => thumbnail(one.cells, one.name, app.theme.isDark())));
    } catch (error) {
      if (turn === asked) accuse(error.message);
    }
  }

  /** Show a fault beside what it is about; null: there is none. */
  function accuse(message) {
    for (const old of element.querySelectorAll('.fault')) old.remove();
    for (const old of element.querySelectorAll('[aria-invalid]')) {
      old.removeAttribute('aria-invalid');
      old.removeAttribute('aria-describedby');
    }
    go.disabled = message !== null;
    if (message === null) return;
    const places = [...element.querySelectorAll('[data-place]')].filter((one) => message.startsWith(one.dataset.place));
    const at = places.sort((a, b) => b.dataset.place.length - a.dataset.place.length)[0] ?? told;
    const text = at === told ? message : message.slice(at.dataset.place.length).replace(/^[^:]*: /, '');
    const fault = el('small.fault', { id: 'campaign-fault', role: 'alert', 'data-testid': 'campaign-fault' }, text);
    told.textContent = '';
    samples.replaceChildren();
    if (at.matches('input, select')) {
      at.setAttribute('aria-invalid', 'true');
      at.setAttribute('aria-describedby', 'campaign-fault');
      at.after(fault);
    } else at.append(fault);
  }

  element.addEventListener('input', look);
  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    asked += 1;
    go.disabled = true;
    try {
      const made = await app.api.post('/api/campaigns/new', values());
      accuse(null);
      await onMade(made.name);
    } catch (error) {
      accuse(error.message);
    }
  });
  return form;
}

function field(label, place, input, help = null) {
  input.dataset.place = place;
  input.dataset.testid = `campaign-${place}`;
  return { input, element: labeled(label, input, help) };
}

function group(title, ...content) {
  return el('fieldset.group', el('legend', title), ...content);
}

/** The field of a parameter: numbers may be ranges. Defaults are not sent, so that boards have short names. */
function inputOf({ name, help, kind, choices, default: usual }, value) {
  if (kind === 'bool') {
    const input = el('input', { type: 'checkbox' });
    input.checked = Boolean(value);
    return { input, element: el('label.check', { title: help }, input, el('span', name)), value: () => input.checked, isDefault: () => input.checked === usual };
  }
  const input = choices.length
    ? el('select', choices.map((one) => el('option', { value: one, selected: one === value }, one)))
    : el('input', { type: 'text', inputmode: kind === 'int' ? 'text' : null, value: value ?? '' });
  return { ...field(name, name, input, help), value: () => input.value, isDefault: () => input.value === String(usual) };
}
