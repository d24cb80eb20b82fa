"""The forger of LRAT proofs, and what an LRAT proof is by its definition, on sets, for tiny formulas."""

from __future__ import annotations

import random
from collections.abc import Iterable

from tests.forging.proofs import Clauses

Assumed = set[int]


def is_right(clauses: Clauses, lines: Iterable[str]) -> bool:
    """Whether the lines are an LRAT proof, straight from the definition."""
    here = {name: list(clause) for name, clause in enumerate(clauses, 1)}
    newest = len(clauses)
    for line in lines:
        words = line.split()
        if not words or words[0] == "c":
            continue
        if words[-1] != "0":
            return False
        if words[1] == "d":
            for name in map(int, words[2:-1]):
                if name not in here:
                    return False
                del here[name]
            continue
        numbers = [int(word) for word in words]
        if numbers.count(0) != 2 or numbers[0] <= newest:
            return False
        middle = numbers.index(0)
        newest, lemma, hints = numbers[0], numbers[1:middle], numbers[middle + 1 : -1]
        if any(abs(hint) not in here for hint in hints) or not _is_redundant(here, lemma, hints):
            return False
        if not lemma:
            return True
        here[newest] = lemma
    return False


def _is_redundant(here: dict[int, list[int]], lemma: list[int], hints: list[int]) -> bool:
    assumed = {-lit for lit in lemma}
    opened = [k for k, hint in enumerate(hints) if hint < 0]
    own = hints[: opened[0]] if opened else hints
    found = _followed(here, assumed, own)
    if found == "conflict" or found is None or not lemma:
        return found == "conflict"
    parts = {}
    for k, end in zip(opened, [*opened[1:], len(hints)], strict=False):
        if -hints[k] in parts or -lemma[0] not in here[-hints[k]]:
            return False
        parts[-hints[k]] = hints[k + 1 : end]
    for name, clause in here.items():
        if -lemma[0] in clause:
            more = {-lit for lit in clause if lit != -lemma[0]}
            if name not in parts or _followed(here, found | more, parts[name]) != "conflict":
                return False
    return True


def _followed(here: dict[int, list[int]], assumed: Assumed, hints: list[int]) -> Assumed | str | None:
    """What is true after some hints; 'conflict', or None if a hint is not unit."""
    true = set(assumed)
    if any(-lit in true for lit in true):
        return "conflict"
    for hint in hints:
        left = {lit for lit in here[hint] if -lit not in true}
        if not left:
            return "conflict"
        if len(left) > 1:
            return None
        true |= left
    return true


def change_lrat(rng: random.Random, lines: list[str]) -> None:
    """One change of the sort that a wrong proof would have: a hint, an ID, a literal, a deletion, a line."""
    at = rng.randrange(len(lines))
    words = lines[at].split()
    names = [line.split()[0] for line in lines]
    if words[1] == "d":
        match rng.randrange(4):
            case 0:
                del lines[at]
            case 1:
                words.insert(2, rng.choice(names))
            case 2 if len(words) > 4:
                del words[rng.randrange(2, len(words) - 1)]
            case _:
                lines.insert(rng.randrange(len(lines)), lines.pop(at))
                return
        if at < len(lines) and words[0] == lines[at].split()[0]:
            lines[at] = " ".join(words)
        return
    middle = words.index("0")
    name, literals, hints = words[0], words[1:middle], words[middle + 1 : -1]
    k = rng.randrange(len(hints)) if hints else 0
    opened = [i for i, hint in enumerate(hints) if hint.startswith("-")]
    match rng.randrange(13):
        case 0 if hints:  # another hint
            hints[k] = rng.choice([*names, str(rng.randrange(1, 60))])
        case 1 if hints:  # a hint is missing
            del hints[k]
        case 2 if len(hints) > 1:
            rng.shuffle(hints)
        case 3 if opened:  # the hints of a clause to resolve with are missing
            i = rng.choice(opened)
            j = next((o for o in opened if o > i), len(hints))
            del hints[i if rng.random() < 0.5 else i + 1 : j]
        case 4 if hints:
            hints[k] = hints[k][1:] if hints[k].startswith("-") else "-" + hints[k]
        case 5 if literals:  # stronger
            del literals[rng.randrange(len(literals))]
        case 6 if literals:
            i = rng.randrange(len(literals))
            literals[i] = literals[i][1:] if literals[i].startswith("-") else "-" + literals[i]
        case 7 if literals:  # another first literal
            rng.shuffle(literals)
        case 8:  # an ID used again, or from nowhere
            name = rng.choice([*names, "1", str(rng.randrange(1, 99))])
        case 9:  # a premise is deleted
            lines.insert(at, f"{name} d {rng.choice([*hints, '1']).lstrip('-')} 0")
            at += 1
        case 10 if len(lines) > 1:
            del lines[at]
            return
        case 11:
            lines.insert(rng.randrange(len(lines)), lines[at])
            return
        case _:
            hints.insert(rng.randrange(len(hints) + 1), rng.choice([*names, str(rng.randrange(1, 60))]))
    lines[at] = " ".join([name, *literals, "0", *hints, "0"])
