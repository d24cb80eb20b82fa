/**
 * Gadgets and their coverings. All gadgets of a kind are copies, so one template serves them all, made of symbols: `x` for
 * the variable of a variable gadget, 0, 1, 2 for those of a clause, V and F for the fillers.
 *
 * The coverings that mean something (Theorem 1): of a variable, x with x and V with V is true, x with V is false; of a
 * clause, the one variable that is true goes with V twice, the others not at all.
 */

const nameOf = (q, r) => `${q},${r}`;

/** The shape of a gadget: cells relative to its first column with their symbols. */
export function shapeOf(gadget, colorAt) {
  const column = Math.min(...gadget.cells.map(([q]) => q));
  const symbols = new Map([['V', 'V'], ['F', 'F']]);
  gadget.variables.forEach((variable, k) => symbols.set(`x${variable}`, gadget.kind === 'variable' ? 'x' : String(k)));
  const cells = gadget.cells.map(([q, r]) => ({ q: q - column, r, symbol: symbols.get(colorAt(q, r)) ?? 'F' }));
  return { column, cells, width: Math.max(...cells.map(({ q }) => q)) + 1, height: Math.max(...cells.map(({ r }) => r)) + 1 };
}

/**
 * A kind of gadget: its shape; its coverings as pairs of cells, by themselves and (`full`) with the filler covered too.
 * `known` has the pairs as the server says them.
 */
export function templateOf(kind, shape, known) {
  const at = new Map(shape.cells.map((cell) => [nameOf(cell.q, cell.r), cell]));
  const cellsOfPairs = (pairs) => pairs.map((pair) => pair.map((cell) => at.get(nameOf(...cell))));
  const filler = cellsOfPairs(known.filler);
  const coverings = Object.fromEntries(Object.entries(known.meaning).map(([name, pairs]) => [name, cellsOfPairs(pairs)]));
  const full = Object.fromEntries(Object.entries(coverings).map(([name, pairs]) => [name, [...pairs, ...filler]]));
  const cellsOf = new Map();
  for (const cell of shape.cells) cellsOf.set(cell.symbol, [...(cellsOf.get(cell.symbol) ?? []), cell]);
  return { kind, ...shape, cellsOf, coverings, filler, full, none: [], symbolAt: ({ q, r }) => at.get(nameOf(q, r))?.symbol ?? 'F' };
}

/** The name of the covering that an assignment of the cubic formula gives a gadget; null if a clause fails. */
export function coveringName(gadget, assignment) {
  if (gadget.kind === 'variable') {
    const value = assignment[gadget.variables[0] - 1];
    return value === undefined || value === null ? null : String(value);
  }
  const values = gadget.clause.map((variable) => assignment[variable - 1]);
  if (values.some((value) => value === undefined || value === null)) return null;
  const chosen = values.flatMap((value, k) => (value ? [k] : []));
  return chosen.length === 1 ? String(chosen[0]) : null;
}
