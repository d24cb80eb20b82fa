/** Formulas of the Reduce view: examples to begin with, random ones, and which clauses an assignment fails. */

import { makeRandom } from '../board/chance.js';

const lines = (head, clauses) => `${head}\n${clauses.map((clause) => `${clause.join(' ')} 0`).join('\n')}\n`;

export const EXAMPLES = [
  {
    key: 'three', title: 'Three variables', text: lines('c The smallest cubic formula: any one of its variables alone satisfies it.\np 1in3 3 3',
      [[1, 2, 3], [1, 2, 3], [1, 2, 3]]),
  },
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
  { key: 'choice', title: 'CNF: x or y', text: 'c Goes through a chain of reductions to a cubic formula.\np cnf 2 1\n1 2 0\n' },
  {
    key: 'implications', title: 'CNF: three clauses', text: 'c (x or y) and (not x or z) and (not y or not z)\np cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n',
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

/** A clause in signs: x₁ + x₂ + x₃ = 1, or x₁ ∨ ¬x₂. */
export function clauseParts({ kind, clauses }, k) {
  return { literals: clauses[k], between: kind === 'cnf' ? ' ∨ ' : ' + ', end: kind === 'cnf' ? '' : ' = 1' };
}

export const literalName = (literal) => `${literal < 0 ? '¬' : ''}x${Math.abs(literal)}`;

/** The text of a formula, as files spell it. */
export function formulaText({ kind, variables, clauses }) {
  return lines(`p ${kind === 'cnf' ? 'cnf' : '1in3'} ${variables} ${clauses.length}`, clauses);
}
