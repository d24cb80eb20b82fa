/** The data of the page: columns of numbers, one for each run, and dictionaries of words. */

const VERDICTS = ['feasible', 'infeasible', 'unknown'];

/** The object that the page holds, unpacked. */
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}

/** Typed columns for all runs, and the instances they belong to. */
function readRows(data) {
  const { runs, instances } = data;
  const count = runs.solver.length;
  const instance = new Uint32Array(count);
  const first = new Uint32Array(runs.count.length + 1);
  let place = 0;
  runs.count.forEach((number, k) => {
    first[k] = place;
    instance.fill(k, place, place + number);
    place += number;
  });
  first[runs.count.length] = place;
  const dictionary = (part) => [...new Set(data.outcomes.map((outcome) => outcome[part]))];
  const words = { verdict: VERDICTS, status: dictionary(1).sort(), evidence: dictionary(2).sort() };
  const codes = ['verdict', 'status', 'evidence'].map((name, part) =>
    data.outcomes.map((outcome) => words[name].indexOf(outcome[part])));
  const coded = (part) => Uint8Array.from(runs.outcome, (outcome) => codes[part][outcome]);
  return {
    count,
    instance,
    first,
    words,
    solver: Uint16Array.from(runs.solver),
    verdict: coded(0),
    status: coded(1),
    evidence: coded(2),
    time: Float64Array.from(runs.time, (value) => value / 1e5),
    memory: Float32Array.from(runs.memory),
    seed: Float64Array.from(runs.seed),
    repetition: Uint32Array.from(runs.repetition),
    family: Uint16Array.from(instances.family),
    cells: Uint32Array.from(instances.cells),
  };
}

const collator = new Intl.Collator('en', { numeric: true });

/** The place of each text in their order, made when it is first asked for. */
function ranksOf(texts) {
  let ranks = null;
  return () => {
    if (!ranks) {
      ranks = new Uint32Array(texts.length);
      const order = texts.map((_, k) => k);
      order.sort((a, b) => collator.compare(texts[a], texts[b])).forEach((k, place) => { ranks[k] = place; });
    }
    return ranks;
  };
}

/** Instances whose name or parameters hold all of these words; null: no word was given. */
function searchInstances(instances) {
  let texts = null;
  return (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return null;
    texts ??= instances.name.map((name, k) => `${name} ${instances.parameters[k]} ${instances.digest[k]}`.toLowerCase());
    return Uint8Array.from(texts, (text) => (words.every((word) => text.includes(word)) ? 1 : 0));
  };
}

/** The runs that a filter {family, solver, verdict, status, evidence} of numbers lets through; null lets all through. */
function filterRuns(rows, filter, found) {
  const kept = new Uint32Array(rows.count);
  const { family, solver, verdict, status, evidence } = filter;
  let size = 0;
  for (let k = 0; k < rows.count; k++) {
    const instance = rows.instance[k];
    if (solver !== null && rows.solver[k] !== solver) continue;
    if (verdict !== null && rows.verdict[k] !== verdict) continue;
    if (status !== null && rows.status[k] !== status) continue;
    if (evidence !== null && rows.evidence[k] !== evidence) continue;
    if (family !== null && rows.family[instance] !== family) continue;
    if (found && !found[instance]) continue;
    kept[size++] = k;
  }
  return kept.slice(0, size);
}

/** Sort row numbers by a key of each; equal ones stay in their order. */
function sortBy(order, key, isDescending) {
  const keys = new Float64Array(order.length);
  order.forEach((row, k) => { keys[k] = key(row); });
  const places = Uint32Array.from(order, (_, k) => k);
  const sign = isDescending ? -1 : 1;
  places.sort((a, b) => {
    const difference = keys[a] - keys[b];
    return (difference === 0 || Number.isNaN(difference) ? 0 : sign * difference) || a - b;
  });
  return places.map((place) => order[place]);
}

/** Times in a few characters, as the rest of the page writes them. */
function seconds(value) {
  if (!Number.isFinite(value)) return '–';
  if (value < 0.00995) return `${(value * 1000).toFixed(1)} ms`;
  if (value < 0.9995) return `${(value * 1000).toFixed(0)} ms`;
  if (value < 99.95) return `${value.toFixed(value < 9.995 ? 2 : 1)} s`;
  return `${grouped(Math.round(value))} s`;
}

const grouped = (value) => value.toLocaleString('en-US');
const counted = (value, noun) => `${grouped(value)} ${noun}${value === 1 ? '' : 's'}`;
