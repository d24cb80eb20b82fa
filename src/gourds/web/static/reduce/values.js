/**
 * What an assignment of a formula says of the cubic formula that it was turned into, also where the assignment fails: so
 * that the gadgets can be shown that cannot be covered.
 *
 * The values of the images are given. Others follow from exactly-one clauses: two clauses that share two variables have
 * equal third ones (so all copies of a variable are equal), a variable that stands twice among equals is false, after a
 * true variable the others of a clause are false, after two false ones the third is true. All of this holds in every
 * solution, so a clause fails in the end only if no solution has the values given.
 */

const known = new WeakMap();

/** The variables in classes of equal ones: for each variable the number of its class; worked out once. */
function classesOf(formula) {
  if (!known.has(formula)) known.set(formula, findClasses(formula));
  return known.get(formula);
}

function findClasses({ variables, clauses }) {
  const parent = Array.from({ length: variables + 1 }, (_, v) => v);
  const find = (v) => {
    while (parent[v] !== v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    const third = new Map();
    for (const clause of clauses) {
      const found = clause.map(find);
      for (let k = 0; k < 3; k++) {
        const [a, b] = [found[(k + 1) % 3], found[(k + 2) % 3]];
        const key = a < b ? `${a} ${b}` : `${b} ${a}`;
        const other = find(third.get(key) ?? found[k]);
        if (other !== find(found[k])) {
          parent[find(found[k])] = other;
          isChanged = true;
        }
        third.set(key, other);
      }
    }
  }
  return parent.map((_, v) => find(v));
}

/** The values that follow from `given` (variable → value) in a formula of exactly-one clauses; null where none does. */
export function impliedValues(formula, given) {
  const { variables, clauses } = formula;
  const classes = classesOf(formula);
  const values = new Map();
  for (const [variable, value] of given) if (!values.has(classes[variable])) values.set(classes[variable], value);
  const triples = clauses.map((clause) => clause.map((v) => classes[v]));
  const set = (name, value) => !values.has(name) && Boolean(values.set(name, value));
  for (const [a, b, c] of triples) {
    if (a === b || a === c) set(a, false);
    else if (b === c) set(b, false);
  }
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const triple of triples) {
      const open = triple.filter((name) => !values.has(name));
      if (!open.length) continue;
      const hasTrue = triple.some((name) => values.get(name));
      if (hasTrue) for (const name of open) isChanged = set(name, false) || isChanged;
      else if (open.length === 1) isChanged = set(open[0], true) || isChanged;
    }
  }
  return Array.from({ length: variables }, (_, k) => given.get(k + 1) ?? values.get(classes[k + 1]) ?? null);
}

/** The values of the cubic formula's variables under an assignment of the formula; null where they are not known. */
export function cubicValues(answer, assignment) {
  if (!assignment) return [];
  if (answer.stages.length === 1) return assignment;
  const given = new Map();
  answer.images.forEach((image, k) => {
    if (image) given.set(answer.gadgets[image.gadget].variables[0], assignment[k] === image.sign > 0);
  });
  return impliedValues(answer.cubic, given);
}
