/** The files of a reduction: the board with its gadgets, the placement, the formula. */

/** What the menu Export offers, with bodies for /api/write. */
export function exportsOf({ document: instance, formula, texts }, placement) {
  const placed = placement ? { placement } : {};
  const text = { format: 'gourds-formula', text: texts.dimacs ?? texts.words };
  const found = [
    { title: 'Board' },
    { label: 'Instance', kind: '.json', body: { document: instance, form: 'json' } },
    ...['svg', 'png'].map((form) => (
      { label: 'Picture with gadgets', kind: `.${form}`, body: { document: instance, ...placed, gadgets: true, form } })),
  ];
  if (placement) {
    const body = { document: instance, ...placed, form: 'placement.json' };
    found.push({ label: 'Placement', kind: '.json', testid: 'export-placement', body });
  }
  const ending = formula.kind === 'cnf' ? '.cnf' : '.1in3';
  found.push({ title: 'Formula' });
  found.push({ label: 'In words', kind: '.formula', testid: 'export-words', body: { document: { ...text, text: texts.words }, form: 'formula' } });
  if (texts.dimacs) found.push({ label: 'DIMACS', kind: ending, testid: 'export-formula', body: { document: text, form: 'txt' } });
  if (formula.kind !== 'cnf') found.push({ label: 'SAT formula', kind: '.cnf', body: { document: text, form: 'cnf' } });
  found.push({ label: 'Pseudo-Boolean', kind: '.opb', body: { document: text, form: 'opb' } });
  return found;
}
