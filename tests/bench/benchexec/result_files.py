"""Result files as BenchExec writes them, for tests."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from xml.sax.saxutils import quoteattr

HEAD = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE result
  PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN'
  'https://www.sosy-lab.org/benchexec/result-3.12.dtd'>
"""
SYSTEM = (
    '<systeminfo hostname="{host}"><os name="Linux"/><cpu model="A processor" cores="8" frequency="3GHz"/>'
    '<ram size="16777216000B"/><environment><var name="HOME">/</var></environment></systeminfo>\n'
)


def run(name: str, status: str | None, category: str = "missing", **given: str) -> str:
    """A run; ``given`` are attributes of it, or columns if they are none of these."""
    attributes = {key: given.pop(key) for key in ("files", "properties", "expectedVerdict") if key in given}
    head = "".join(f" {key}={quoteattr(value)}" for key, value in ({"name": name} | attributes).items())
    columns = {"cputime": "1.5s", "walltime": "2.5s", "memory": "104857600B"} | given
    if status is None:
        return f"<run{head}/>\n"
    texts = [f"<column title={quoteattr(k)} value={quoteattr(v)}/>" for k, v in ({"status": status} | columns).items()]
    hidden = f'<column title="category" value="{category}" hidden="true"/>'
    return f"<run{head}>\n{''.join(texts)}{hidden}\n</run>\n"


def result(*runs: str, host: str = "measuring", **given: str) -> str:
    """A result file of the tool Kissat within 900 s, unless ``given`` says otherwise."""
    usual = {"benchmarkname": "boards", "tool": "Kissat", "version": "4.0", "toolmodule": "benchexec.tools.kissat"}
    usual |= {"generator": "BenchExec 3.35", "timelimit": "900s", "memlimit": "1048576000B", "options": "-q"}
    head = "".join(f" {key}={quoteattr(value)}" for key, value in (usual | given).items())
    return f"{HEAD}<result{head}>\n{SYSTEM.format(host=host)}{''.join(runs)}</result>\n"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def rows(store: Path, columns: str) -> list[tuple]:
    """Columns of all runs of a store, in order."""
    with closing(sqlite3.connect(store)) as connection:
        return connection.execute(f"SELECT {columns} FROM result ORDER BY plan_id").fetchall()
