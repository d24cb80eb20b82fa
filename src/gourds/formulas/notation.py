"""Formulas as people write them: ``(a or not b) and c``, ``exactly one of a, b, c``.

    # A remark. Every line, or part before a semicolon, must hold.
    (rain or not umbrella) and hat
    exactly one of bus, tram, bike
    rain -> tram; tram xor hat

From what binds most to what binds least: ``not`` (~ ! ¬), ``and`` (& && ∧), ``xor`` (^ ⊕ !=), ``or`` (| || ∨), ``->``
(=> → implies), ``<->`` (<=> ↔ = iff). ``exactly one of``, ``at most one of`` and ``at least one of`` take a list, in
parentheses or without. ``true`` and ``false`` are constants. Names start with a letter; capitals matter in names only.
A line goes on if a parenthesis is open, or if a sign stands at its end or at the start of the next.

What people may read in two ways is a fault: two arrows in a row without parentheses, and a list without
parentheses before ``and`` or ``or``. Every line is read to its first fault.

>>> parse_words("(a or not b) and c")
Cnf(variables=3, clauses=((1, -2), (3,)))
>>> parse_words("exactly one of a, b, c").names
('a', 'b', 'c')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from gourds.errors import Fault, Faults, InputError, quoted
from gourds.formulas.expressions import All, AtMostOne, ExactlyOne, Expression, Not, Odd, Some, formula_of
from gourds.formulas.formula import Cnf, Formula, variable_names

MAX_CHARACTERS: Final = 1_000_000
MAX_LISTED: Final = 200
"""So many parts may be in a list, or between xors: lists of n parts give n² / 2 clauses."""
MAX_NESTED: Final = 40
"""So many parentheses may be open at a time."""

_SIGNS: Final = {
    "not": ("not", "~", "!", "¬"),
    "and": ("and", "&", "&&", "∧"),
    "xor": ("xor", "^", "⊕", "!=", "≠"),
    "or": ("or", "|", "||", "∨"),
    "implies": ("implies", "->", "=>", "→", "⇒"),
    "iff": ("iff", "<->", "<=>", "↔", "⇔", "=", "=="),
    "(": ("(",),
    ")": (")",),
    ",": (",",),
    "true": ("true",),
    "false": ("false",),
}
_KIND: Final = {sign: kind for kind, signs in _SIGNS.items() for sign in signs}
_LISTS: Final[dict[str, type[ExactlyOne | AtMostOne | Some]]] = {
    "exactly one of": ExactlyOne,
    "at most one of": AtMostOne,
    "at least one of": Some,
}
_RESERVED: Final = ("exactly", "at", "least", "most", "of")
_BINARY: Final = ("iff", "implies", "or", "xor", "and")
"""From what binds least to what binds most."""
_TOKEN: Final = re.compile(
    r"(?P<blank>[^\S\n]+|\#[^\n]*)|(?P<end>[\n;])"
    r"|(?P<list>(?:exactly|at[^\S\n]+most|at[^\S\n]+least)[^\S\n]+one[^\S\n]+of)\b"
    r"|(?P<word>[^\W\d]\w*'*)|(?P<sign><->|<=>|->|=>|!=|==|&&|\|\||.)",
    re.IGNORECASE,
)
_SEEN: Final = re.compile(r"\b(?:and|or|not|xor|iff|implies)\b|one\s+of\b|[&|~!^¬∧∨⊕→⇒↔⇔]|->|=>", re.IGNORECASE)


def looks_like_words(text: str) -> bool:
    """True iff the first line that says something, remarks aside, has a sign or a word that connects."""
    lines = (line.strip() for line in text[:10_000].split("\n"))
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return _SEEN.search(first.partition("#")[0]) is not None


@dataclass(frozen=True)
class _Token:
    """A sign, a name, the begin of a list, or the end of a line."""

    kind: str
    text: str
    at: int


class _FaultError(Exception):
    """Ends a line at its first fault."""


def parse_words(text: str) -> Formula:
    """The formula in a text: a 1-in-3 formula if that is all it says, else a CNF; its variables keep their names.

    Raises InputError with a fault for every line that cannot be read.
    """
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"formulas in words have at most {MAX_CHARACTERS:,} characters, not {len(text):,}")
    reader = _Reader(re.sub("\r\n?", "\n", text))
    statements = reader.statements()
    reader.faults.check()
    if not statements:
        raise InputError("there is no formula: write '(a or not b) and c', for example")
    return formula_of(statements, list(reader.numbers))


def format_words(formula: Formula, names: Sequence[str] | None = None) -> str:
    """The formula in words, a line for each clause; variables that stand in no clause are left out.

    ``names`` are those of all variables, if they are to have others than their own.

    >>> print(format_words(Cnf(3, ((1, -2), (3,)), ("a", "b", "c"))), end="")
    a or not b
    c
    """
    names = variable_names(formula) if names is None else names
    between = " or " if isinstance(formula, Cnf) else ", "
    lines = []
    for clause in formula.clauses:
        literals = between.join(f"{'not ' * (literal < 0)}{names[abs(literal) - 1]}" for literal in clause)
        lines.append((literals or "false") if isinstance(formula, Cnf) else f"exactly one of {literals}")
    return "\n".join(lines or ["true"]) + "\n"


class _Reader:
    """Reads expressions, a statement at a time."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.faults = Faults()
        self.numbers: dict[str, int] = {}
        self.tokens: list[_Token] = []
        self.k = 0
        self.nested = 0
        self._split()

    def statements(self) -> list[Expression]:
        """All statements; after a fault the next line goes on."""
        found: list[Expression] = []
        while True:
            while self._is("end"):
                self.k += 1
            if self._is("stop"):
                return found
            try:
                found.append(self._expression())
                if not self._is("end", "stop"):
                    self._refuse_rest()
            except _FaultError:
                self.nested = 0
                while not self._is("end", "stop"):
                    self.k += 1

    # -- tokens -------------------------------------------------------------------------------------------------

    def _split(self) -> None:
        """The tokens, without ends of lines where the formula goes on."""
        found: list[_Token] = []
        depth = 0
        for match in _TOKEN.finditer(self.text):
            kind, text = match.lastgroup, match[0]
            if kind == "blank":
                continue
            if kind == "list":
                token = _Token("list", " ".join(text.lower().split()), match.start())
            elif kind == "end":
                is_open = depth > 0 or (found and found[-1].kind in (*_BINARY, "not", ",", "list"))
                if text == "\n" and is_open:
                    continue
                depth = 0
                token = _Token("end", text, match.start())
            else:
                token = _Token(_KIND.get(text.lower(), "name" if kind == "word" else "other"), text, match.start())
                depth += (token.kind == "(") - (token.kind == ")")
                if token.kind in (*_BINARY, ","):
                    while found and found[-1].kind == "end" and found[-1].text == "\n":
                        found.pop()
            found.append(token)
        self.tokens = [*found, _Token("stop", "", len(self.text.rstrip()))]

    def _is(self, *kinds: str) -> bool:
        return self.tokens[self.k].kind in kinds

    def _next(self) -> _Token:
        self.k += 1
        return self.tokens[self.k - 1]

    def _refuse(self, token: _Token, reason: str) -> NoReturn:
        line = self.text.count("\n", 0, token.at) + 1
        column = token.at - self.text.rfind("\n", 0, token.at)
        self.faults += (Fault(f"line {line}, column {column}", reason),)
        raise _FaultError

    def _refuse_rest(self) -> NoReturn:
        """A statement is read, but its line is not at its end."""
        token, before = self.tokens[self.k], self.tokens[self.k - 1]
        if token.kind == ")":
            self._refuse(token, "this parenthesis was never opened")
        if token.kind == ",":
            self._refuse(token, "a comma belongs into a list, as in 'exactly one of a, b, c'")
        if token.kind in ("name", "list", "not", "(", "true", "false"):
            reason = f"{quoted(token.text)} follows {quoted(before.text)} without 'and', 'or' or the like between them"
            self._refuse(token, reason)
        self._refuse(token, f"{quoted(token.text)} means nothing in a formula")

    # -- expressions --------------------------------------------------------------------------------------------

    def _expression(self, level: int = 0) -> Expression:
        """An expression of signs that bind at least so much."""
        if level == len(_BINARY):
            return self._operand()
        kind = _BINARY[level]
        parts = [self._expression(level + 1)]
        while self._is(kind):
            sign = self._next()
            if kind in ("iff", "implies") and len(parts) == 2:
                self._refuse(sign, f"{quoted(sign.text)} twice can be read in two ways: put parentheses")
            parts.append(self._expression(level + 1))
            if kind == "xor" and len(parts) > MAX_LISTED:
                self._refuse(sign, f"at most {MAX_LISTED} parts can stand between xors")
        if len(parts) == 1:
            return parts[0]
        if kind in ("and", "or"):
            return All(tuple(parts)) if kind == "and" else Some(tuple(parts))
        if kind == "implies":
            return Some((Not(parts[0]), parts[1]))
        odd = Odd(tuple(parts))
        return odd if kind == "xor" else Not(odd)

    def _operand(self) -> Expression:
        """What signs connect: a name, a constant, a list, or an expression in parentheses; perhaps negated."""
        is_negated = False
        while self._is("not"):
            self.k += 1
            is_negated = not is_negated
        token = self._next()
        found = self._opened(token)
        if not is_negated:
            return found
        return -found if isinstance(found, int) else Not(found)

    def _opened(self, token: _Token) -> Expression:
        if token.kind == "name":
            return self._variable(token)
        if token.kind in ("true", "false"):
            return All(()) if token.kind == "true" else Some(())
        if token.kind == "list":
            return self._list(token)
        if token.kind == "(":
            self._open(token)
            found = self._expression()
            self._close(token)
            return found
        return self._refuse_operand(token)

    def _refuse_operand(self, token: _Token) -> NoReturn:
        self.k -= 1
        if token.kind in ("end", "stop"):
            self._refuse(token, "the formula ends where a variable is needed")
        if token.kind == "other":
            is_digit = token.text.isdigit()
            reason = "names start with a letter" if is_digit else f"{quoted(token.text)} means nothing in a formula"
            self._refuse(token, reason)
        self._refuse(token, f"a variable is needed here, not {quoted(token.text)}")

    def _variable(self, token: _Token) -> int:
        if token.text.lower() in _RESERVED:
            self._refuse(token, f"{quoted(token.text)} is no name; lists read 'exactly one of a, b, c'")
        return self.numbers.setdefault(token.text, len(self.numbers) + 1)

    def _open(self, token: _Token) -> None:
        self.nested += 1
        if self.nested > MAX_NESTED:
            self._refuse(token, f"more than {MAX_NESTED} parentheses are open")

    def _close(self, opening: _Token) -> None:
        if self._is("end", "stop"):
            self._refuse(opening, "this parenthesis is never closed")
        if not self._is(")"):
            self._refuse_rest()
        self.k += 1
        self.nested -= 1

    def _list(self, token: _Token) -> Expression:
        """The parts of a list; ``and`` and ``or`` may stand after its last comma."""
        opening = self._next() if self._is("(") else None
        if opening:
            self._open(opening)
        parts = [self._expression() if opening else self._operand()]
        while self._is(","):
            self.k += 1
            if self._is("and", "or"):
                self.k += 1
            parts.append(self._expression() if opening else self._operand())
            if len(parts) > MAX_LISTED:
                self._refuse(token, f"a list has at most {MAX_LISTED} parts")
        if opening:
            self._close(opening)
        elif self._is("and", "or"):
            word = quoted(self.tokens[self.k].text)
            reason = f"{word} after a list can be read in two ways: write '{token.text} (a, b, c)' or one more comma"
            self._refuse(self.tokens[self.k], reason)
        return _LISTS[token.text](tuple(parts))
