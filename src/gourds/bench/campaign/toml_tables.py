"""Reads tables of a TOML file: keys are requested by name and type, and every fault is noted with its place."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from gourds.errors import Fault, InputError, quoted
from gourds.families.ranges import is_range, read_numbers

Scalar = bool | int | float | str
MOST = 10**9
"""The largest number allowed where a positive one is needed: seconds, megabytes, repetitions, cells."""
_MISSING: Any = object()
_NAMES = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}


class Table:
    """One table. Request its keys, then :meth:`close` it: keys that were not requested are faults."""

    def __init__(self, data: dict[str, Any], place: str, faults: list[Fault]) -> None:
        self.data = data
        self.place = place
        self.faults = faults
        self.known: list[str] = []

    def at(self, key: str) -> str:
        """The place of a key."""
        return f"{self.place}.{key}" if self.place else key

    def fault(self, key: str, reason: str) -> None:
        """Note that something is wrong with a key."""
        self.faults.append(Fault(self.at(key), reason))

    def take(self, key: str, kind: type, default: Any = _MISSING) -> Any:
        """The value of a key; of another type, a fault and the default. Without a default the key is required."""
        self.known.append(key)
        value = self.data.get(key, _MISSING)
        if value is _MISSING:
            if default is _MISSING:
                self.fault(key, f"is missing; it must be {_NAMES[kind]}")
                return None
            return default
        if kind is float and is_kind(value, int):
            return float(value) if abs(value) <= 2**63 else math.inf
        if not is_kind(value, kind):
            self.fault(key, f"must be {_NAMES[kind]}, not {quoted(value)}")
            return None if default is _MISSING else default
        return value

    def positive(self, key: str, kind: type, default: Any = None) -> Any:
        """A number above 0, up to a billion."""
        value = self.take(key, kind, default)
        if value is not None and not 0 < value <= MOST:
            most = f"at most {MOST:,}" if value > MOST else "positive"
            self.fault(key, f"must be {most}, not {quoted(value)}")
            return default
        return value

    def choices(self, key: str, kind: type, default: Any) -> list[Any]:
        """The values of a key that holds one value or a list of them; the default if the key is missing."""
        self.known.append(key)
        if key not in self.data:
            return default if isinstance(default, list) else [default]
        value = self._spread(key) if kind is int else self.data[key]
        values = value if isinstance(value, list) else [value]
        if self.data[key] == []:
            self.fault(key, "must not be an empty list")
        for k, item in enumerate(values):
            if not is_kind(item, kind):
                place = key if values is not value else f"{key}[{k}]"
                self.fault(place, f"must be {_NAMES[kind]}, not {quoted(item)}")
        return [item for item in values if is_kind(item, kind)]

    def _spread(self, key: str) -> Any:
        """The value of a key, with the numbers of ranges such as "1..20" in their place."""
        value, numbers = self.data[key], []
        values = value if isinstance(value, list) else [value]
        for item in values:
            if not is_range(item):
                numbers.append(item)
                continue
            try:
                numbers += read_numbers(item)
            except InputError as error:
                self.fault(key, str(error))
        return numbers if any(map(is_range, values)) else value

    def seeds(self, key: str, default: Iterable[int]) -> tuple[int, ...]:
        """A number, a range ``"1..20"``, a list of these, or ``{from = 1, to = 20}``, both ends included; each once."""
        if not isinstance(self.data.get(key), dict):
            found = self.choices(key, int, list(default))
        else:
            ends = Table(self.take(key, dict), self.at(key), self.faults)
            first, last = ends.take("from", int), ends.take("to", int)
            ends.close()
            found = [] if first is None or last is None else list(range(first, last + 1))
            if first is not None and last is not None and not found:
                self.fault(key, f"there is nothing from {first} to {last}")
        for seed in found:
            if not 0 <= seed < 2**62:
                self.fault(key, f"a seed must not be negative or huge, here is {quoted(seed)}")
        return tuple(dict.fromkeys(found))

    def tables(self, key: str) -> list[Table]:
        """The tables of an array ``[[key]]``; at least one is required."""
        found = self.take(key, list, [])
        if not found:
            self.fault(key, f"there must be one or more tables [[{key}]]")
        rows = []
        for k, item in enumerate(found):
            if isinstance(item, dict):
                rows.append(Table(item, self.at(f"{key}[{k}]"), self.faults))
            else:
                self.fault(f"{key}[{k}]", f"must be a table, not {quoted(item)}")
        return rows

    def table(self, key: str) -> Table:
        """A table within this one, empty if it is missing."""
        return Table(self.take(key, dict, {}), self.at(key), self.faults)

    def close(self) -> None:
        """Note every key that was not requested."""
        for key in self.data:
            if key not in self.known:
                self.fault(key, f"is not known here; there are {', '.join(dict.fromkeys(self.known))}")


def is_kind(value: object, kind: type) -> bool:
    """Whether a value has that type. Truth values are not numbers here; whole numbers are numbers."""
    if isinstance(value, bool):
        return kind is bool
    return isinstance(value, (int, float) if kind is float else kind)
