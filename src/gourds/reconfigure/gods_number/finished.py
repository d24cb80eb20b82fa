"""Finished searches in a file, so that an interrupt loses none of them.

The file holds the board and, for each search, its placement, how many configurations are 0, 1, 2, … moves away, and the
largest distance to each placement: a few numbers for each placement, whatever the number of configurations. It is
written whole after every search. What is read is checked as far as it can be without searching again: whether it is of
this board, and whether the numbers of configurations add up.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import numpy as np

from gourds.errors import Fault, InputError
from gourds.files.json_values import is_number, list_at, parse_json, spell_json
from gourds.files.raw import check_output, naming, read_text, write_text
from gourds.reconfigure.gods_number.two_bits import Search
from gourds.reconfigure.spaces.placement_graph import PlacementGraph

FORMAT: Final = "gourds-survey"
VERSION: Final = 1


class Finished:
    """The searches that are finished, in memory and, if there is a file, in it."""

    def __init__(self, graph: PlacementGraph, reachable: list[int], path: str | os.PathLike[str] | None) -> None:
        self.graph = graph
        self.reachable = reachable
        """How many configurations can be reached from each placement."""
        self.path = path
        self.searches: list[Search] = []
        if path is not None:
            check_output(path)
            if Path(path).exists():
                with naming(path):
                    self.searches = self._read(read_text(path))

    def add(self, search: Search) -> None:
        """Keep a finished search."""
        self.searches.append(search)
        if self.path is not None:
            write_text(self.path, self._spelled())

    def _spelled(self) -> str:
        lines = [
            spell_json({"placement": one.placement, "counts": one.counts, "farthest": one.farthest.tolist()})
            for one in self.searches
        ]
        head = {"format": FORMAT, "version": VERSION, "cells": self.graph.board.cells.tolist()}
        return f'{spell_json(head)[:-1]},\n "searches": [\n  ' + ",\n  ".join(lines) + "]}\n"

    def _read(self, text: str) -> list[Search]:
        document = parse_json(text)
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise InputError(f'not a file of finished searches: "format" is not "{FORMAT}"')
        if document.get("version") != VERSION:
            raise InputError(Fault("version", f"must be {VERSION}"))
        if document.get("cells") != self.graph.board.cells.tolist():
            raise InputError(Fault("cells", "these searches are of another board"))
        found: dict[int, Search] = {}
        for k, entry in enumerate(list_at(document, "searches")):
            with naming(place=f"searches[{k}]"):
                search = self._read_search(entry)
                found[search.placement] = search
        return list(found.values())

    def _read_search(self, entry: Any) -> Search:
        if not isinstance(entry, dict):
            raise InputError("must be an object")
        placement: Any = entry.get("placement")
        count = len(self.graph.placements)
        if not is_number(placement) or not 0 <= placement < count:
            raise InputError(Fault("placement", f"must be a number from 0 to {count - 1}"))
        counts, farthest = list_at(entry, "counts"), list_at(entry, "farthest")
        if not all(is_number(each) and each > 0 for each in counts) or sum(counts) != self.reachable[placement]:
            raise InputError(Fault("counts", f"must add up to {self.reachable[placement]:,} configurations"))
        is_list = len(farthest) == count and all(is_number(each) and -1 <= each < len(counts) for each in farthest)
        if not is_list or max(farthest) != len(counts) - 1 or farthest[placement] < 0:
            raise InputError(Fault("farthest", f"must be {count} distances, the largest {len(counts) - 1}"))
        return Search(placement, tuple(counts), np.array(farthest, dtype=np.int32))
