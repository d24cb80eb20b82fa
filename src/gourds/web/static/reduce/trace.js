/**
 * Where a variable goes along the chain of formulas: in every formula the literals that stand for it, and in the
 * formulas before it the one that it stands for. Literals are numbers, −v is the negative of v.
 */

/** The literals of each stage that belong to variable `v` of stage `at`; an empty list where there is none. */
export function traceOf(stages, at, v) {
  const found = stages.map(() => []);
  found[at] = [v];
  for (let k = at; k + 1 < stages.length; k++) {
    found[k + 1] = [...new Set(found[k].flatMap((literal) => stages[k].images[Math.abs(literal) - 1].map((image) => image * Math.sign(literal))))];
  }
  for (let k = at; k > 0 && found[k].length; k--) {
    found[k - 1] = originsOf(stages, k, found[k][0]);
  }
  return found;
}

const origins = new WeakMap();

/** The literal of the stage before that a literal stands for, in a list; empty if it was added there. */
function originsOf(stages, k, literal) {
  const before = stages[k - 1];
  if (!origins.has(before)) {
    const table = new Map();
    before.images.forEach((images, u) => images.forEach((image) => table.set(Math.abs(image), (u + 1) * Math.sign(image))));
    origins.set(before, table);
  }
  const found = origins.get(before).get(Math.abs(literal));
  return found === undefined ? [] : [found * Math.sign(literal)];
}

/** The literal of the first formula that a variable of the cubic one stands for; null if it was added on the way. */
export function originOf(stages, v) {
  return traceOf(stages, stages.length - 1, v)[0][0] ?? null;
}
