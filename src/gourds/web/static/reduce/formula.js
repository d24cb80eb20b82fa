/** Formulas of the Reduce view: examples to begin with, random ones, and which clauses an assignment fails. */

import { makeRandom } from '../board/chance.js';

const lines = (head, clauses) => `${head}\n${clauses.map((clause) => `${clause.join(' ')} 0`).join('\n')}\n`;

export const EXAMPLES = [
  {
    key: 'three', title: 'Three variables', text: '# The smallest formula with a board of its own: one of three, said three times.\n'
      + 'exactly one of a, b, c\n'.repeat(3),
  },
  {
    key: 'trip', title: 'How to travel', text: '# Every line must hold.\nexactly one of bus, tram, bike\nrain -> not bike\nrain and not bus\n',
  },
  { key: 'choice', title: '(a or not b) and c', text: '# Goes through a chain of formulas to one that has a board.\n(a or not b) and c\n' },
  { key: 'xor', title: 'a xor b, b xor c, c xor a', text: '# Three values that all differ: there are only two.\na xor b\nb xor c\nc xor a\n' },
  {
    key: 'six', title: 'Six variables, no solution', text: lines('c The one unsatisfiable cubic formula with six variables.\np 1in3 6 6',
      [[1, 2, 3], [1, 2, 4], [1, 5, 6], [2, 5, 6], [3, 4, 5], [3, 4, 6]]),
  },
  {
    key: 'nine', title: 'Nine variables, one solution', text: lines('c Exactly one assignment satisfies it.\np 1in3 9 9',
      [[1, 2, 3], [1, 2, 3], [1, 2, 4], [3, 5, 6], [4, 5, 7], [4, 6, 8], [5, 8, 9], [6, 7, 9], [7, 8, 9]]),
  },
  { key: 'random-12', title: 'Random, 12 variables', text: (seed) => randomCubic(12, seed) },
  { key: 'random-30', title: 'Random, 30 variables', text: (seed) => randomCubic(30, seed) },
  {
    key: 'implications', title: 'CNF in DIMACS', text: 'c (p1 or p2) and (not p1 or p3) and (not p2 or not p3)\np cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n',
  },
];

function shuffle(list, random) {
  for (let k = list.length - 1; k > 0; k--) {
    const j = Math.floor(random() * (k + 1));
    [list[k], list[j]] = [list[j], list[k]];
  }
  return list;
}

/**
 * A cubic formula with a solution: a third of the variables is true, each stands in three clauses, one in every clause;
 * the others fill two places of each clause, three times each.
 */
export function randomCubic(variables, seed) {
  const random = makeRandom(seed);
  const names = shuffle(Array.from({ length: variables }, (_, k) => k + 1), random);
  const thrice = (list) => [...list, ...list, ...list];
  const first = shuffle(thrice(names.slice(0, variables / 3)), random);
  for (;;) {
    const rest = shuffle(thrice(names.slice(variables / 3)), random);
    const clauses = first.map((variable, k) => [variable, rest[2 * k], rest[2 * k + 1]].sort((a, b) => a - b));
    const twins = clauses.filter((clause) => new Set(clause).size < 3);
    // Exchange places with other clauses until no variable stands twice in one.
    for (let tries = 0; twins.length && tries < 2000; tries++) {
      const k = clauses.findIndex((clause) => new Set(clause).size < 3);
      if (k < 0) break;
      const j = Math.floor(random() * clauses.length);
      const [a, b] = [rest[2 * k], rest[2 * j]];
      if (j === k) continue;
      [rest[2 * k], rest[2 * j]] = [b, a];
      for (const m of [k, j]) clauses[m] = [first[m], rest[2 * m], rest[2 * m + 1]].sort((x, y) => x - y);
    }
    if (clauses.every((clause) => new Set(clause).size === 3)) {
      const head = `c A random cubic formula with a solution, seed ${seed}.\np 1in3 ${variables} ${variables}`;
      return lines(head, clauses);
    }
  }
}

const isTrue = (literal, assignment) => assignment[Math.abs(literal) - 1] === literal > 0;

/** The clauses that an assignment does not satisfy, counted from 0. */
export function failures({ kind, clauses }, assignment) {
  const holds = (clause) => {
    const many = clause.filter((literal) => isTrue(literal, assignment)).length;
    return kind === 'cnf' ? many > 0 : many === 1;
  };
  return clauses.map((_, k) => k).filter((k) => !holds(clauses[k]));
}

/** A clause in signs: a + b + c = 1, or a ∨ ¬b. */
export function clauseParts({ kind, clauses }, k) {
  return { literals: clauses[k], between: kind === 'cnf' ? ' ∨ ' : ' + ', end: kind === 'cnf' ? '' : ' = 1' };
}

export const literalName = (literal, names) => `${literal < 0 ? '¬' : ''}${names[Math.abs(literal) - 1]}`;

/**
 * The values of all variables of a formula from those of its own: a variable that was added for a part has the value
 * of that part, which is the clauses in which its negative has the largest number.
 */
export function completed({ variables, named, clauses }, values) {
  const found = values.slice(0, named);
  for (let t = named + 1; t <= variables; t++) {
    const parts = clauses.filter((clause) => clause.includes(-t) && clause.every((literal) => Math.abs(literal) <= t));
    found.push(parts.every((clause) => clause.some((literal) => literal !== -t && isTrue(literal, found))));
  }
  return found;
}

/** The text of a formula that a board says it was made from: in words if its variables have names. */
export function formulaText({ kind, variables, clauses, names }) {
  const isCnf = kind === 'cnf';
  if (!names?.length) return lines(`p ${isCnf ? 'cnf' : '1in3'} ${variables} ${clauses.length}`, clauses);
  const taken = new Set(names);
  const all = [...names];
  for (let k = 1; all.length < variables; k++) if (!taken.has(`t${k}`)) all.push(`t${k}`);
  const word = (literal) => `${literal < 0 ? 'not ' : ''}${all[Math.abs(literal) - 1]}`;
  const line = (clause) => (isCnf ? clause.map(word).join(' or ') || 'false' : `exactly one of ${clause.map(word).join(', ')}`);
  return `${clauses.map(line).join('\n') || 'true'}\n`;
}
