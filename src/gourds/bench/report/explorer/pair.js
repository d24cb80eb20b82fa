/** Two solvers: the median time of each on every instance, who is faster, and what the test says. */

/** The median time of a solver on every instance; infinite unless more than half of the runs solved it; NaN without runs. */
function medianTimes(rows, instances, solver) {
  const solved = rows.words.status.indexOf('solved');
  const wrong = rows.words.status.indexOf('wrong');
  const times = new Float64Array(instances).fill(NaN);
  const counts = new Uint16Array(instances);
  for (let k = 0; k < instances; k++) {
    const found = [];
    let total = 0;
    let isWrong = false;
    for (let row = rows.first[k]; row < rows.first[k + 1]; row++) {
      if (rows.solver[row] !== solver) continue;
      total++;
      isWrong ||= rows.status[row] === wrong;
      if (rows.status[row] === solved) found.push(rows.time[row]);
    }
    if (!total) continue;
    counts[k] = found.length;
    if (isWrong || 2 * found.length <= total) {
      times[k] = Infinity;
      continue;
    }
    found.sort((a, b) => a - b);
    while (found.length < total) found.push(Infinity);
    times[k] = (found[(total - 1) >> 1] + found[total >> 1]) / 2;
  }
  return { times, counts };
}

/**
 * Who is faster on each instance: −1 the first, 1 the second, 0 nobody clearly, NaN if one of them has no runs or none solved it.
 * Clearly is by more than 10 %, by more than the floor, and by two standard deviations of what repetitions vary by.
 */
function comparePair(data, rows, a, b) {
  const count = data.instances.name.length;
  const [first, second] = [a, b].map((solver) => medianTimes(rows, count, solver));
  const scatters = [a, b].map((solver) => data.solvers[solver].scatter ?? 0);
  const logs = new Float64Array(count);
  const faster = new Int8Array(count);
  const used = [];
  for (let k = 0; k < count; k++) {
    const [x, y] = [first.times[k], second.times[k]];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    used.push(k);
    if (x === Infinity && y === Infinity) logs[k] = NaN;
    else if (x === Infinity || y === Infinity) {
      logs[k] = x === Infinity ? Infinity : -Infinity;
      faster[k] = x === Infinity ? 1 : -1;
    } else {
      const [u, v] = [Math.max(x, data.floor), Math.max(y, data.floor)];
      logs[k] = Math.log(u / v);
      const noise = Math.hypot(scatters[0] / Math.sqrt(first.counts[k]), scatters[1] / Math.sqrt(second.counts[k]));
      const isClear = Math.abs(logs[k]) > Math.max(Math.log(1.1), 2 * noise) && Math.abs(u - v) > data.floor;
      if (isClear) faster[k] = Math.sign(logs[k]);
    }
  }
  return { first: first.times, second: second.times, logs, faster, used: Uint32Array.from(used) };
}

/** In words: what the test that was run ahead says. */
function tellTest(data, a, b) {
  const found = data.tests[a < b ? `${a},${b}` : `${b},${a}`];
  if (!found) return 'Too many pairs: no test was run on these two.';
  const [p, effect, count, isDifference, whyNot] = found;
  const log = a < b ? effect : -effect;
  const [quick, slow] = log < 0 ? [a, b] : [b, a];
  const names = [quick, slow].map((solver) => data.solvers[solver].label);
  const on = `on ${counted(count, 'instance')} that at least one solved`;
  if (!isDifference) return `A paired test finds no difference ${on}: ${whyNot}.`;
  const factor = Math.exp(Math.abs(log));
  const told = p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
  return `${names[0]} is ${factor < 9.995 ? factor.toFixed(2) : grouped(Math.round(factor))}× as fast as ${names[1]} ${on}`
    + ` (paired test, ${told}; not solved counts as the limit).`;
}

/** A time; those below the floor are shown as such. */
function showTime(data, time) {
  if (time === Infinity) return 'not solved';
  return time < data.floor ? `< ${+(data.floor * 1000).toPrecision(2)} ms` : seconds(time);
}
