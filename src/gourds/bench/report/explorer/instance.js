/** One instance in a dialog: its picture, what is known, all its runs, and the commands that make it and repeat a run. */

const SVG = 'http://www.w3.org/2000/svg';
const HALF_ROW = Math.sqrt(3) / 2;

/** The board as a picture: a hexagon for each cell, one path for each color. */
function drawBoard([tones, digits, rows]) {
  const paths = tones.map(() => []);
  const [side, half] = [0.56, 0.485];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [r, start, text] of rows) {
    [...text].forEach((character, k) => {
      const tone = digits.indexOf(character);
      if (tone < 0) return;
      const x = start + k + r / 2;
      const y = r * HALF_ROW;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      paths[tone].push(`M${x.toFixed(2)} ${(y - side).toFixed(2)}l${half} ${side / 2}v${side}l${-half} ${side / 2}`
        + `l${-half} ${-side / 2}v${-side}z`);
    });
  }
  const svg = document.createElementNS(SVG, 'svg');
  const [wide, high] = [right - left + 1.2, bottom - top + 1.3];
  svg.setAttribute('viewBox', `${left - 0.6} ${top - 0.65} ${wide} ${high}`);
  svg.setAttribute('class', 'board');
  svg.setAttribute('width', Math.min(420, 34 * wide).toFixed(0));
  svg.setAttribute('height', (Math.min(420, 34 * wide) * high / wide).toFixed(0));
  svg.setAttribute('aria-hidden', 'true');
  paths.forEach((path, k) => {
    if (!path.length) return;
    const node = document.createElementNS(SVG, 'path');
    node.setAttribute('d', path.join(''));
    node.setAttribute('fill', tones[k]);
    svg.append(node);
  });
  return svg;
}

/** The dialog; `open(instance, run)` shows an instance, and the commands of one of its runs. */
function createDialog(data, rows) {
  const { instances } = data;
  const title = el('h2', { id: 'instance-title' });
  const close = el('button', { type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, '✕');
  const content = el('div');
  const dialog = el('dialog.instance', { 'aria-labelledby': 'instance-title', 'data-testid': 'instance' },
    el('header', {}, title, close), content);
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);

  const fileOf = (k) => instances.file[k] ?? (instances.command[k] ? 'board.json' : 'INSTANCE');

  function makingOf(k) {
    if (instances.command[k]) return `${instances.command[k]} -o board.json`;
    return instances.file[k] ? `# the file ${instances.file[k]}` : '# the instance is only in the store';
  }

  const repeating = (k, run) =>
    `gourds solve ${fileOf(k)} ${data.solvers[rows.solver[run]].options} --seed ${rows.seed[run]}`;

  function facts(k) {
    const truth = VERDICTS[instances.truth[k]];
    const sizes = [[instances.cells, 'cell'], [instances.colors, 'color'], [instances.gourds, 'gourd']];
    return [
      ['verdict', el(`span.${{ feasible: 'yes', infeasible: 'no', unknown: 'unknown' }[truth]}`, {}, truth)],
      ['known from', data.why[instances.why[k]] || '–'],
      ['size', sizes.map(([values, noun]) => counted(values[k], noun)).join(', ')],
      ['family', data.families[instances.family[k]]],
      ['parameters', instances.parameters[k] || '–'],
      ['seed', instances.seed[k] ?? '–'],
      ['digest', `${instances.digest[k]}…`],
    ].map(([name, value]) => [el('dt', {}, name), el('dd', {}, String(value) === value ? value : value)]);
  }

  function runTable(k, chosen, choose) {
    const heads = ['Solver', 'Verdict', 'Rests on', 'Ended', 'Time', 'Memory', 'Seed', 'Repetition', 'Command'];
    const lines = [];
    for (let run = rows.first[k]; run < rows.first[k + 1]; run++) {
      const words = rows.words;
      const cells = [words.verdict[rows.verdict[run]], words.evidence[rows.evidence[run]] || '–', words.status[rows.status[run]]];
      const numbers = [showTime(data, rows.time[run]), `${grouped(rows.memory[run])} MB`, rows.seed[run], rows.repetition[run]];
      lines.push(el(`tr${words.status[rows.status[run]] === 'wrong' ? '.bad' : ''}`, {},
        el('th', { scope: 'row' }, data.solvers[rows.solver[run]].label),
        cells.map((cell) => el('td', {}, cell)),
        numbers.map((cell, j) => el(`td.n${!j && rows.time[run] < data.floor ? '.floor' : ''}`, {}, String(cell))),
        el('td', {}, el('button', { type: 'button', 'aria-pressed': String(run === chosen), onclick: (event) => choose(run, event.target) }, 'repeat'))));
    }
    return el('div.scroll', {}, el('table', {}, el('thead', {}, el('tr', {}, heads.map((head, j) =>
      el(`th${j > 3 && j < 8 ? '.n' : ''}`, { scope: 'col' }, head)))), el('tbody', {}, lines)));
  }

  function open(k, run = rows.first[k]) {
    title.textContent = instances.name[k];
    const commands = el('pre', { 'data-testid': 'commands', 'aria-live': 'polite' });
    const write = (chosen) => {
      const has = chosen < rows.first[k + 1];
      commands.textContent = [makingOf(k), ...(has ? [repeating(k, chosen)] : [])].join('\n');
    };
    const table = runTable(k, run, (chosen, button) => {
      table.querySelectorAll('[aria-pressed=true]').forEach((one) => one.setAttribute('aria-pressed', 'false'));
      button.setAttribute('aria-pressed', 'true');
      write(chosen);
    });
    write(run);
    const card = document.getElementById(`i${instances.number[k]}`)?.querySelector('svg.board');
    const board = data.boards[k] ? drawBoard(data.boards[k]) : card?.cloneNode(true);
    content.replaceChildren(
      el('div.sides', {}, board ? el('div.picture', {}, board) : el('p.soft', {}, 'Its picture is not on this page.'),
        el('dl', {}, facts(k))),
      el('h3', {}, 'Do it again'), commands, el('h3', {}, 'All its runs'), table);
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  }

  return open;
}
