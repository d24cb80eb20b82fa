"""The forger of diagrams: sweeps over feasible boards that might seem to end early, and wrong numbers of placements.

The checker makes every layer itself, so layers alone prove nothing. What it takes from the certificate is the order and
the classes. So most forgeries have odd ones, and layers as the checker itself makes them, as far as it goes: wherever
it loses a placement on the way, it is found out. Besides:

- diagrams and counts of infeasible and feasible twins, moved over;
- the target's own, with states dropped, added and exchanged, layers cut off, put in and swapped, ways altered in one
  layer and added up from there on, cells exchanged in the order, budgets and classes that are others;
- the same bytes packed in ways that they are not written in.

A count is forged if the number that it states is not the number of placements.
"""

from __future__ import annotations

import base64
import copy
import random
import zlib
from functools import lru_cache
from typing import Any

from gourds.certificates.diagram import Sweep, numbers, written
from gourds.certificates.entries import RejectedError
from gourds.errors import LimitError
from gourds.hexgrid import Cell
from gourds.matching.frontier.diagram import counting_diagram
from tests.forging.targets import Target

Data = dict[str, Any]
Layer = dict[int, int]
MOST = 3_000
"""Layers that the forger follows have no more states."""


def diagram(rng: random.Random, target: Target) -> Data:
    """One forged proof that there is no placement."""
    others = [c.data for c in target.relatives if c.kind == "diagram"]
    if others and rng.random() < 0.25:
        data = copy.deepcopy(dict(rng.choice(others)))
    else:
        order, classes = _order(rng, target), _classes(rng, target)
        data = {"order": [list(cell) for cell in order], "classes": [list(pair) for pair in classes]}
        data["layers"] = [pack(written(sorted(layer))) for layer in _followed(rng, target, order, classes)]
        if data["layers"] and rng.random() < 0.3:
            del data["layers"][rng.randrange(len(data["layers"])) :]
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        _change(rng, target, data, "classes")
    return data


def count(rng: random.Random, target: Target) -> Data:
    """One forged proof of a number that is not the number of placements."""
    truth = _own_count(target)
    others = [c.data for c in target.relatives if c.kind == "count"]
    roll = rng.random()
    if roll < 0.2 and others:
        data = copy.deepcopy(dict(rng.choice(others)))
    elif roll < 0.5 and truth is not None:
        data = copy.deepcopy(truth)
    else:
        order = _order(rng, target)
        counted = sorted((i, j) for i, j in target.puzzle.budget if i != j)
        layers = _followed(rng, target, order, counted, lies=rng.random() < 0.5)
        states = [sorted(layer) for layer in layers]
        packed = [
            pack(written(row) + numbers([layer[s] for s in row])) for row, layer in zip(states, layers, strict=True)
        ]
        total = sum(layers[-1].values()) if layers else 0
        data = {"order": [list(cell) for cell in order], "number": str(total), "layers": packed}
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        _change(rng, target, data, "number")
    if truth is not None and data.get("number") == truth["number"]:
        number = int(truth["number"])
        data["number"] = rng.choice([str(number + 1), str(number - 1), str(2 * number), "0", f" {number}", number, "x"])
    return data


@lru_cache(maxsize=64)
def _own_count(target: Target) -> Data | None:
    """The honest count of the target."""
    try:
        return counting_diagram(target.instance, max_states=50_000)
    except LimitError:
        return None


def _order(rng: random.Random, target: Target) -> list[Cell]:
    """Cells in a narrow order, a random one, or nearly one of them."""
    honest = _own_count(target)
    cells = list(target.puzzle.color)
    if honest is not None and rng.random() < 0.6:
        cells = [(q, r) for q, r in honest["order"]]
    elif rng.random() < 0.3:
        rng.shuffle(cells)
    roll = rng.random()
    if roll < 0.15:
        cells = cells[::-1]
    elif roll < 0.4:
        del cells[rng.randrange(len(cells)) + 1 :]
    elif roll < 0.5:
        k, m = rng.randrange(len(cells)), rng.randrange(len(cells))
        cells[k], cells[m] = cells[m], cells[k]
    elif roll < 0.65:
        cells.insert(rng.randrange(len(cells) + 1), rng.choice(cells))
    elif roll < 0.7:
        cells.insert(rng.randrange(len(cells) + 1), (99, 99))
    elif roll < 0.8:
        part = rng.choice(target.puzzle.components)
        cells = [cell for cell in cells if cell in part]
    return cells


def _classes(rng: random.Random, target: Target) -> list[tuple[int, int]]:
    classes = sorted((i, j) for i, j in target.puzzle.budget if i != j)
    if rng.random() < 0.4:
        classes = [pair for pair in classes if rng.random() < 0.5]
    if rng.random() < 0.1:
        classes.append((rng.randrange(3), rng.randrange(3)))
    return classes


def _followed(
    rng: random.Random, target: Target, order: list[Cell], classes: list[tuple[int, int]], *, lies: bool = False
) -> list[Layer]:
    """The layers as the checker makes them, up to an empty one; with ``lies``, states or ways change in some layer."""
    try:
        sweep = Sweep(target.puzzle, order, classes)
    except (RejectedError, KeyError):
        return []
    layer, layers = dict(sweep.start), list[Layer]()
    at = rng.randrange(len(order)) if lies and order else -1
    for k in range(len(order)):
        try:
            layer = sweep.advance(k, layer)
        except (RejectedError, KeyError, ValueError):
            break
        if k == at and layer:
            state = rng.choice(list(layer))
            if rng.random() < 0.4:
                del layer[state]
            else:
                layer[rng.choice([state, state + 1, state ^ 1])] = rng.choice([1, 2, layer[state] + 1])
        if not layer or len(layer) > MOST:
            break
        layers.append(dict(layer))
    return layers


def _change(rng: random.Random, target: Target, data: Data, own: str) -> None:
    """One structural change."""
    layers, order = data.get("layers"), data.get("order")
    if not isinstance(layers, list) or not isinstance(order, list):
        return
    at = rng.randrange(len(layers) + 1)
    roll = rng.random()
    if roll < 0.35 and layers and isinstance(layers[at - 1], str):
        layers[at - 1] = _repacked(rng, layers[at - 1])
    elif roll < 0.45 and layers:
        del layers[at - 1 :]
    elif roll < 0.5 and layers:
        layers.insert(at, rng.choice(layers))
    elif roll < 0.55:
        layers.append(pack(b""))
    elif roll < 0.6:
        rng.shuffle(layers)
    elif roll < 0.7 and len(order) > 1:
        k, m = rng.sample(range(len(order)), 2)
        order[k], order[m] = order[m], order[k]
    elif roll < 0.75 and order:
        del order[rng.randrange(len(order))]
    elif roll < 0.85:
        data[own] = rng.choice(
            [[], [[0, 1]], [[1, 0]], [[0, 0]], [[0, 1], [0, 1]], [[-1, -1]], [[0, 9]], "0", "1", 1, None, "１"]
        )
    elif roll < 0.93 and layers:
        layers[at - 1] = rng.choice(["", "AAAA", "eJw=", "x", None, 0, [], "\u00e9", layers[at - 1]])
    else:
        data[rng.choice(["order", "layers", "reason", "x", own])] = rng.choice(
            [None, 0, [], [[]], {}, "x", [None], [{}]]
        )


def _repacked(rng: random.Random, packed: str) -> str:
    """A layer with its bytes changed, or packed as it is not written."""
    try:
        raw = bytearray(zlib.decompress(base64.b64decode(packed)))
    except (ValueError, zlib.error):
        return packed
    roll = rng.random()
    if not raw or roll < 0.1:
        return pack(bytes(raw) + b"\x01")
    k = rng.randrange(len(raw))
    if roll < 0.35:
        raw[k] = (raw[k] + rng.choice([1, -1, 128])) % 256
    elif roll < 0.55:
        del raw[k]
    elif roll < 0.65:
        raw.insert(k, rng.randrange(256))
    elif roll < 0.75:
        del raw[k:]
    elif roll < 0.8:
        raw[-1] |= 128  # the last number in one byte too many
        raw.append(0)
    elif roll < 0.9:
        data = zlib.compress(bytes(raw))
        return base64.b64encode(rng.choice([data + data, data + b"\0", data[:-1], raw])).decode()
    else:
        return rng.choice([packed + "\n", " " + packed, packed.rstrip("=") + "!", packed[:-1]])
    return pack(bytes(raw))


def pack(raw: bytes) -> str:
    """Bytes as a layer is written."""
    return base64.b64encode(zlib.compress(raw, 9)).decode()
