/** The section put together; solvers, families and counts elsewhere on the page become ways into it. */

const EVERY = { family: null, solver: null, verdict: null, status: null, evidence: null };

function createExplorer(root, data) {
  const rows = readRows(data);
  const { instances } = data;
  const labels = data.solvers.map((solver) => solver.label);
  const openInstance = createDialog(data, rows);
  const search = searchInstances(instances);
  const nameRanks = ranksOf(instances.name);
  const familyRanks = ranksOf(data.families);
  const labelRanks = ranksOf(labels);
  const filter = { ...EVERY };
  let view = 'runs';
  let pair = null;

  // -- the filter ----------------------------------------------------------------------------------------------

  const choices = { family: data.families, solver: labels, verdict: VERDICTS, evidence: rows.words.evidence, status: rows.words.status };
  const titles = { family: 'Family', solver: 'Solver', verdict: 'Verdict', evidence: 'Rests on', status: 'Ended' };
  const selects = {};
  const select = (words, { title, first, change, testid }) => {
    const node = el('select', { 'data-testid': testid, onchange: () => change(node.value === '' ? null : Number(node.value)) },
      first == null ? [] : el('option', { value: '' }, first), words.map((word, k) => el('option', { value: k }, word || 'nothing')));
    return [node, el('label', {}, title, node)];
  };
  const fields = Object.entries(choices).map(([name, words]) => {
    const change = (value) => {
      filter[name] = value;
      refresh();
    };
    const [node, label] = select(words, { title: titles[name], first: 'all', change, testid: `filter-${name}` });
    selects[name] = node;
    label.dataset.field = name;
    return label;
  });
  const text = el('input', { type: 'search', 'data-testid': 'filter-text', placeholder: 'words in the name', oninput: refresh });
  const clear = el('button', { type: 'button', onclick: () => find({}) }, 'Clear');
  const bar = el('div.filters', { role: 'search', 'aria-label': 'Filter' }, fields, el('label.text', {}, 'Instance', text), clear);
  const told = el('p.told', { role: 'status', 'aria-live': 'polite', 'data-testid': 'told' });

  // -- every run -----------------------------------------------------------------------------------------------

  /** A name without its family, which has a column of its own. */
  function shortName(k) {
    const [name, family] = [instances.name[k], `${data.families[rows.family[k]]} `];
    return name.startsWith(family) ? name.slice(family.length) : name;
  }

  const word = (name) => (run) => rows.words[name][rows[name][run]] || '–';
  const looks = { feasible: 'yes', infeasible: 'no', unknown: 'unknown' };
  const runTable = createTable({
    label: 'Runs',
    testid: 'run-rows',
    open: (run) => openInstance(rows.instance[run], run),
    columns: [
      { title: 'Instance', width: 330, key: (run) => nameRanks()[rows.instance[run]], cell: (run) => shortName(rows.instance[run]) },
      { title: 'Family', width: 90, key: (run) => familyRanks()[rows.family[rows.instance[run]]], cell: (run) => data.families[rows.family[rows.instance[run]]] },
      { title: 'Cells', width: 66, number: true, key: (run) => rows.cells[rows.instance[run]], cell: (run) => grouped(rows.cells[rows.instance[run]]) },
      { title: 'Solver', width: 150, key: (run) => labelRanks()[rows.solver[run]], cell: (run) => labels[rows.solver[run]] },
      { title: 'Verdict', width: 90, key: (run) => rows.verdict[run], cell: (run) => [word('verdict')(run), looks[word('verdict')(run)]] },
      { title: 'Rests on', width: 160, key: (run) => rows.evidence[run], cell: word('evidence') },
      { title: 'Ended', width: 100, key: (run) => rows.status[run], cell: (run) => [word('status')(run), word('status')(run) === 'wrong' ? 'error' : ''] },
      { title: 'Time', width: 85, number: true, isDescendingFirst: true, key: (run) => rows.time[run], cell: (run) => [showTime(data, rows.time[run]), rows.time[run] < data.floor ? 'floor' : ''] },
      { title: 'Memory', width: 88, number: true, isDescendingFirst: true, key: (run) => rows.memory[run], cell: (run) => `${grouped(rows.memory[run])} MB` },
      { title: 'Seed', width: 60, number: true, key: (run) => rows.seed[run], cell: (run) => String(rows.seed[run]) },
    ],
  });

  // -- two solvers ---------------------------------------------------------------------------------------------

  const chosen = [0, Math.min(1, labels.length - 1)];
  const [firstSelect, firstLabel] = select(labels, { title: 'First', testid: 'first-solver', change: (value) => choose(0, value) });
  const [secondSelect, secondLabel] = select(labels, { title: 'Second', testid: 'second-solver', change: (value) => choose(1, value) });
  const verdict = el('p.verdict', { 'data-testid': 'pair-told', role: 'status', 'aria-live': 'polite' });
  const plot = createPlot(data, (instance) => openInstance(instance));
  const time = (side) => (k) => [showTime(data, pair[side][k]), pair[side][k] < data.floor ? 'floor' : ''];
  const pairTable = createTable({
    label: 'Two solvers on every instance',
    testid: 'pair-rows',
    open: (k) => openInstance(k),
    columns: [
      { title: 'Instance', width: 330, key: (k) => nameRanks()[k], cell: (k) => instances.name[k] },
      { title: 'Cells', width: 70, number: true, key: (k) => rows.cells[k], cell: (k) => grouped(rows.cells[k]) },
      { title: 'Verdict', width: 95, key: (k) => instances.truth[k], cell: (k) => [VERDICTS[instances.truth[k]], looks[VERDICTS[instances.truth[k]]]] },
      { title: 'First', width: 120, number: true, key: (k) => pair.first[k], cell: time('first') },
      { title: 'Second', width: 120, number: true, key: (k) => pair.second[k], cell: time('second') },
      { title: 'First over second', width: 150, number: true, key: (k) => (Number.isNaN(pair.logs[k]) ? 1e9 : pair.logs[k]), cell: ratioCell },
      { title: 'Faster', width: 190, key: (k) => pair.faster[k], cell: (k) => fasterCell(k) },
    ],
  });
  pairTable.sort(5, false);

  function ratioCell(k) {
    if (!Number.isFinite(pair.logs[k])) return '–';
    if (pair.first[k] < data.floor && pair.second[k] < data.floor) return ['noise', 'floor'];
    const value = Math.exp(pair.logs[k]);
    return [`${value < 9.995 ? value.toFixed(2) : grouped(Math.round(value))}×`, pair.faster[k] ? '' : 'floor'];
  }

  function fasterCell(k) {
    if (Number.isNaN(pair.logs[k])) return ['solved by neither', 'unknown'];
    if (!pair.faster[k]) return ['about equal', 'floor'];
    const label = labels[chosen[pair.faster[k] < 0 ? 0 : 1]];
    return Number.isFinite(pair.logs[k]) ? label : `only ${label}`;
  }

  function choose(side, value) {
    chosen[side] = value;
    pair = null;
    refresh();
  }

  // -- both ----------------------------------------------------------------------------------------------------

  const tab = (name, title) => el('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, 'data-testid': `tab-${name}`, onclick: () => turn(name) }, title);
  const tabs = { runs: tab('runs', 'Runs'), pair: tab('pair', 'Two solvers') };
  const panels = {
    runs: el('div', { role: 'tabpanel', id: 'panel-runs', 'aria-labelledby': 'tab-runs' }, runTable.element),
    pair: el('div', { role: 'tabpanel', id: 'panel-pair', 'aria-labelledby': 'tab-pair' },
      el('div.filters', {}, firstLabel, secondLabel), verdict, plot.element, pairTable.element),
  };
  const tablist = el('div.tabs', { role: 'tablist', 'aria-label': 'What to list' }, tabs.runs, labels.length > 1 ? tabs.pair : null);
  tablist.addEventListener('keydown', (event) => {
    if (!['ArrowLeft', 'ArrowRight'].includes(event.key) || labels.length < 2) return;
    turn(view === 'runs' ? 'pair' : 'runs');
    tabs[view].focus();
  });
  root.replaceChildren(tablist, bar, told, panels.runs, panels.pair);
  turn('runs');

  function turn(name) {
    view = name;
    for (const [key, button] of Object.entries(tabs)) {
      button.setAttribute('aria-selected', String(key === name));
      button.tabIndex = key === name ? 0 : -1;
      panels[key].hidden = key !== name;
    }
    for (const field of bar.querySelectorAll('[data-field=solver], [data-field=evidence], [data-field=status]')) {
      field.hidden = name === 'pair';
    }
    refresh();
  }

  function refresh() {
    const found = search(text.value);
    if (view === 'runs') {
      const kept = filterRuns(rows, filter, found);
      const all = rows.count < data.total ? `${grouped(rows.count)} on this page, ${grouped(data.total)} in all` : grouped(rows.count);
      told.textContent = `${counted(kept.length, 'run')} of ${all}${tally(kept)}`;
      runTable.show(kept);
      return;
    }
    pair ??= comparePair(data, rows, ...chosen);
    const kept = pair.used.filter((k) => (filter.family === null || rows.family[k] === filter.family)
      && (filter.verdict === null || instances.truth[k] === filter.verdict) && (!found || found[k]));
    const names = chosen.map((solver) => labels[solver]);
    const sums = [0, 0, 0, 0, 0, 0];
    for (const k of kept) sums[Number.isNaN(pair.logs[k]) ? 5 : pair.logs[k] === -Infinity ? 3 : pair.logs[k] === Infinity ? 4 : pair.faster[k] + 1]++;
    const [quick, equal, slow, alone, other, neither] = sums.map(grouped);
    firstSelect.value = String(chosen[0]);
    secondSelect.value = String(chosen[1]);
    names.forEach((name, k) => pairTable.rename(3 + k, name));
    verdict.textContent = chosen[0] === chosen[1] ? 'Choose two different solvers.' : tellTest(data, ...chosen);
    told.textContent = `${counted(kept.length, 'instance')}: ${names[0]} clearly faster on ${quick}, ${names[1]} on ${slow},`
      + ` about equal ${equal}; only ${names[0]} solves ${alone}, only ${names[1]} ${other}, neither ${neither}`;
    plot.show(pair, kept, names);
    pairTable.show(kept);
  }

  /** How these runs ended: ": 80 solved, 3 time limit". */
  function tally(kept) {
    const counts = new Uint32Array(rows.words.status.length);
    for (const run of kept) counts[rows.status[run]]++;
    const parts = [...counts].map((number, k) => [number, rows.words.status[k]]).filter(([number]) => number);
    return parts.length ? `: ${parts.sort((a, b) => b[0] - a[0]).map(([number, name]) => `${grouped(number)} ${name}`).join(', ')}` : '';
  }

  /** Show the runs with these words: {solver: 'sat', status: 'time limit'}. */
  function find(wanted) {
    for (const name of Object.keys(EVERY)) {
      const place = name in wanted ? choices[name].indexOf(wanted[name]) : -1;
      filter[name] = place < 0 ? null : place;
      selects[name].value = place < 0 ? '' : String(place);
    }
    text.value = '';
    turn('runs');
  }

  return { find, openInstance };
}

/** Everything that is marked as a way in becomes a button. */
function openWays({ find, openInstance }, data) {
  const places = new Map(data.instances.number.map((number, k) => [number, k]));
  for (const node of document.querySelectorAll('[data-find], [data-instance]')) {
    const place = places.get(Number(node.dataset.instance));
    if (!node.dataset.find && place === undefined) continue;
    const onclick = () => {
      if (place !== undefined) openInstance(place);
      else {
        find(JSON.parse(node.dataset.find));
        document.getElementById('runs').scrollIntoView({ block: 'start' });
        document.querySelector('#explorer select').focus({ preventScroll: true });
      }
    };
    const link = node.querySelector('a');
    if (link) {
      link.addEventListener('click', (event) => {
        event.preventDefault();
        onclick();
      });
      continue;
    }
    const title = node.dataset.find ? 'Show these runs' : 'Show this instance';
    const button = el('button.way', { type: 'button', title, onclick });
    button.append(...node.childNodes);
    node.append(button);
  }
}

const root = document.getElementById('explorer');
if (root && 'DecompressionStream' in window) {
  const data = await unpack(document.getElementById('explorer-data').textContent);
  const explorer = createExplorer(root, data);
  openWays(explorer, data);
  document.documentElement.dataset.explorer = 'ready';
}
