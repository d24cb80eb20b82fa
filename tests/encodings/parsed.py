"""Exported files parsed back, strictly: anything that is not as we write it fails."""

from __future__ import annotations

import re
from xml.etree import ElementTree


def parsed_cnf(text: str) -> list[list[int]]:
    header = re.search(r"^p cnf (\d+) (\d+)$", text, re.MULTILINE)
    assert header
    lines = [line.split() for line in text[header.end() :].splitlines() if line.strip()]
    assert all(line[-1] == "0" for line in lines)
    clauses = [[int(word) for word in line[:-1]] for line in lines]
    assert len(clauses) == int(header[2])
    assert all(0 < abs(x) <= int(header[1]) for clause in clauses for x in clause)
    return clauses


def parsed_opb(text: str) -> list[tuple[list[int], int]]:
    header = re.match(r"\* #variable= (\d+) #constraint= (\d+)\n", text)
    assert header
    rows = []
    for line in text.splitlines():
        if not line.startswith("*"):
            left, right = line.removesuffix(" ;").split(" = ")
            rows.append(([int(k) for k in re.findall(r"\+1 x(\d+)", left)], int(right)))
            assert re.fullmatch(r"(\+1 x\d+ )+= \d+ ;", line)
    assert len(rows) == int(header[2])
    return rows


def parsed_lp(text: str) -> dict[str, tuple[list[int], int]]:
    body = "\n".join(line for line in text.splitlines() if not line.startswith("\\"))
    match = re.fullmatch(r"Minimize\n obj: 0 x_1\nSubject To\n(.*)Binary\n(.*)\nEnd", body, re.DOTALL)
    assert match
    rows = {}
    for name, left, right in re.findall(r"(\w+):([^=]*)= (\d+)\n", match[1]):
        rows[name] = ([int(term.removeprefix("x_")) for term in left.replace("+", " ").split()], int(right))
    binary = [int(word.removeprefix("x_")) for word in match[2].split()]
    assert binary == list(range(1, len(binary) + 1))
    assert all(0 < k <= len(binary) for variables, _ in rows.values() for k in variables)
    assert sum(len(variables) for variables, _ in rows.values()) == len(re.findall(r"x_", match[1]))
    return rows


def parsed_mzn(text: str) -> list[tuple[list[int], int]]:
    body = "\n".join(line.partition("%")[0].rstrip() for line in text.splitlines())
    head, *constraints, end = [" ".join(item.split()) for item in body.split(";")][:-1]
    size = re.fullmatch(r"array\[1\.\.(\d+)\] of var 0\.\.1: x", head)
    assert size
    assert end == "solve satisfy"
    rows: list[tuple[list[int], int]] = []
    for constraint in constraints:
        match = re.fullmatch(r"constraint (?:false|0 = 0|((?:x\[\d+\] \+ )*x\[\d+\]) = (\d+))", constraint)
        assert match, constraint
        if match[1]:
            rows.append(([int(k) for k in re.findall(r"\d+", match[1])], int(match[2])))
        elif constraint.endswith("false"):
            rows.append(([1], 2))
        assert not match[1] or 0 < min(rows[-1][0]) <= max(rows[-1][0]) <= int(size[1])
    return rows


def parsed_xcsp(text: str) -> list[tuple[list[int], int]]:
    root = ElementTree.fromstring(text)
    assert (root.tag, root.attrib) == ("instance", {"format": "XCSP3", "type": "CSP"})
    assert [part.tag for part in root] == ["variables", "constraints"]
    names = [variable.attrib["id"] for variable in root[0]]
    assert names == [f"x{k}" for k in range(1, len(names) + 1)]
    assert {(variable.tag, str(variable.text)) for variable in root[0]} == {("var", " 0 1 ")}
    rows = []
    for entry in root[1]:
        if entry.tag == "group":
            template, *lists = entry
            assert template.findtext("list", "").split() == ["%..."]
        else:
            template, lists = entry, entry.findall("list")
        condition = re.fullmatch(r"\(eq,(\d+)\)", template.findtext("condition", "").strip())
        assert template.tag == "sum"
        assert condition
        rows += [(str(part.text).split(), int(condition[1])) for part in lists]
    assert {name for row, _ in rows for name in row} <= set(names)
    return [([int(name[1:]) for name in row], total) for row, total in rows]
