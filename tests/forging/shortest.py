"""Forged certificates that no plan is shorter: one random case at a time.

Most say something false of a start and a target, a move or more too many or that there is no plan, and list
everything that the checker could want except what gives them away: layers without the configurations where the sides
meet, layers that a bound too high or moves too few keep apart, layers of another game. Then follow changes to the marks
and to the entries. A definition in plain Python says which of them are right after all; the truth is known by search.
"""

from __future__ import annotations

import base64
import copy
import json
import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from gourds import shapes
from gourds.board import Board
from gourds.certificates import verify
from gourds.certificates.pair import Pair
from gourds.errors import InputError
from gourds.files.certificates import Certificate
from gourds.reconfigure.scrambles import random_configuration
from tests.forging.forgery import ODDITIES, Forgery, verdict
from tests.forging.shortest_definition import Game, State, is_proof, is_true, packed, unpacked

GAMES = 60
"""So many starts and targets."""
SIZES = (5, 7, 7, 7, 7, 7, 7, 9)
Data = dict[str, Any]


@lru_cache(maxsize=GAMES)
def game(number: int) -> Game:
    """A start and a target on a small board, proper or not."""
    rng = random.Random(number)
    while True:
        size, seed = rng.choice(SIZES), rng.randrange(2**32)
        make = shapes.random_connected if number % 3 == 0 else shapes.random_proper
        board = Board.from_cells(make(size, seed))
        try:
            start, target = (random_configuration(board, seed + k) for k in (1, 2))
        except InputError:  # gourds do not cover this one
            continue
        if start != target:
            return Game(frozenset(board.cell_list()), tuple(start.end_cells()), tuple(target.end_cells()))


def pair_of(one: Game) -> Pair:
    """The same for the checker."""
    return Pair(tuple(sorted(one.cells)), tuple(range(1, len(one.start) + 1)), one.start, one.target)


class Liar:
    """Lists the layers of a game; by default honestly."""

    def __init__(self, one: Game, moves: int | None) -> None:
        self.game, self.moves = one, moves
        self.hidden: frozenset[State] = frozenset()
        """Configurations that are never listed."""
        self.excess = 0
        """What is added to the bound."""
        self.blind_to = -1
        """The gourd whose moves are not followed."""
        self.depth: int | None = None
        """How many layers there are from the start; else about half."""
        self.missing = 0
        """How many layers there are too few."""
        self.lists_back = False
        """Whether layers from the target are listed where there should be none."""

    def data(self) -> Data:
        """The entries of the certificate."""
        limit = float("inf") if self.moves is None else self.moves - 1
        if self.game.due(self.game.start) > limit or self.game.due(self.game.start) == float("inf"):
            return {"moves": self.moves, "configurations": 0, "forth": [], "back": []}
        layers = 1 << 20 if self.moves is None else max(0, self.moves - 2 - self.missing)
        depth = layers if self.moves is None else layers // 2 if self.depth is None else min(self.depth, layers)
        forth, first = self._side(self.game.start, depth, limit, back=False)
        back, second = ([], 0) if self.moves is None else self._side(self.game.target, layers - depth, limit, back=True)
        if self.moves is None and self.lists_back:
            back, _ = self._side(self.game.target, 2, limit, back=True)
        return {"moves": self.moves, "configurations": first + second, "forth": forth, "back": back}

    def _side(self, origin: State, depth: int, limit: float, *, back: bool) -> tuple[list[str], int]:
        seen, layer, texts = {origin}, [origin], []
        for k in range(depth):
            bits, new = [], []
            for state in layer:
                for after in self.game.moves(state):
                    is_new = after not in seen and after not in self.hidden
                    is_new = is_new and k + 1 + self.excess + self.game.due(after, back=back) <= limit
                    if is_new and self.blind_to >= 0:
                        is_new = state[self.blind_to] == after[self.blind_to]
                    bits.append(int(is_new))
                    if is_new:
                        seen.add(after)
                        new.append(after)
            if self.moves is None and not new:
                break
            texts.append(packed(bits))
            layer = new
        return texts, len(seen)


# -- what a liar can do -----------------------------------------------------------------------------------------


def hide_the_target(liar: Liar, rng: random.Random) -> None:
    """The start does not reach the target, nor the other way round."""
    liar.hidden |= {liar.game.target, liar.game.start}


def hide_a_meeting(liar: Liar, rng: random.Random) -> None:
    """All configurations in the middle of shortest plans are left out."""
    plan = a_plan(liar.game, rng)
    liar.hidden |= {rng.choice(plan)} if plan else set()


def hide_some(liar: Liar, rng: random.Random) -> None:
    """Some of those next to the start, or the target."""
    state = rng.choice([liar.game.start, liar.game.target])
    for _ in range(rng.randrange(4)):
        state = rng.choice(liar.game.moves(state))
    liar.hidden |= {state}


def raise_the_bound(liar: Liar, rng: random.Random) -> None:
    """Configurations seem to be farther away than they are."""
    liar.excess = rng.choice([1, 1, 2, 5])


def keep_a_gourd(liar: Liar, rng: random.Random) -> None:
    """One gourd never moves."""
    liar.blind_to = rng.randrange(len(liar.game.start))


def shift_the_middle(liar: Liar, rng: random.Random) -> None:
    """More layers on one side than on the other."""
    liar.depth = rng.randrange(12)


def stop_early(liar: Liar, rng: random.Random) -> None:
    """Layers do not go as far as to meet."""
    liar.missing = rng.choice([1, 1, 2, 3])


def list_both_sides(liar: Liar, rng: random.Random) -> None:
    """Where there is no plan, layers from the target too."""
    liar.lists_back = True


LIES: list[Callable[[Liar, random.Random], None]] = [
    hide_the_target,
    hide_a_meeting,
    hide_some,
    raise_the_bound,
    keep_a_gourd,
    shift_the_middle,
    stop_early,
    list_both_sides,
]


@lru_cache(maxsize=GAMES)
def _from_target(one: Game) -> dict[State, int]:
    seen, waiting = {one.target: 0}, [one.target]
    for state in waiting:
        for new in one.moves(state):
            if new not in seen:
                seen[new] = seen[state] + 1
                waiting.append(new)
    return seen


def a_plan(one: Game, rng: random.Random) -> list[State]:
    """The configurations inside of a shortest plan."""
    if one.distance == float("inf"):
        return []
    left, path = _from_target(one), [one.start]
    while path[-1] != one.target:
        path.append(rng.choice([new for new in one.moves(path[-1]) if left[new] < left[path[-1]]]))
    return path[1:-1]


# -- what can be done to entries --------------------------------------------------------------------------------


def _any_layer(data: Data, rng: random.Random) -> tuple[list[str], int] | None:
    places = [
        (data[key], k) for key in ("forth", "back") if isinstance(data.get(key), list) for k in range(len(data[key]))
    ]
    return rng.choice(places) if places else None


def flip_a_mark(data: Data, rng: random.Random) -> None:
    """One configuration less, or one twice."""
    if (place := _any_layer(data, rng)) is not None:
        bits = list(unpacked(place[0][place[1]]))
        if bits:
            bits[rng.randrange(len(bits))] ^= 1
            place[0][place[1]] = packed(bits)


def drop_a_configuration(data: Data, rng: random.Random) -> None:
    """The same in the last layer of a side, where all other marks stay right, with the number of configurations."""
    _flip_in_the_last_layer(data, rng, 1)


def add_a_configuration(data: Data, rng: random.Random) -> None:
    """One that is beyond the bound or was listed before, likewise."""
    _flip_in_the_last_layer(data, rng, 0)


def _flip_in_the_last_layer(data: Data, rng: random.Random, value: int) -> None:
    side = data.get(rng.choice(["forth", "back"]))
    if isinstance(side, list) and side:
        bits = list(unpacked(side[-1]))
        if value in bits:
            bits[rng.choice([k for k, bit in enumerate(bits) if bit == value])] ^= 1
            side[-1] = packed(bits)
            data["configurations"] += 1 - 2 * value


def move_a_mark(data: Data, rng: random.Random) -> None:
    """One configuration for another."""
    if (place := _any_layer(data, rng)) is not None:
        bits = list(unpacked(place[0][place[1]]))
        if 1 in bits and 0 in bits:
            for value in (1, 0):
                bits[rng.choice([k for k, bit in enumerate(bits) if bit == value])] ^= 1
            place[0][place[1]] = packed(bits)


def more_marks(data: Data, rng: random.Random) -> None:
    """Marks of moves that do not exist."""
    if (place := _any_layer(data, rng)) is not None:
        place[0][place[1]] = packed([*unpacked(place[0][place[1]]), *([rng.randrange(2)] * 8)])


def fewer_marks(data: Data, rng: random.Random) -> None:
    """The last marks are missing."""
    if (place := _any_layer(data, rng)) is not None:
        place[0][place[1]] = packed(list(unpacked(place[0][place[1]]))[:-8])


def drop_a_layer(data: Data, rng: random.Random) -> None:
    """One layer less."""
    if (place := _any_layer(data, rng)) is not None:
        del place[0][place[1]]


def repeat_a_layer(data: Data, rng: random.Random) -> None:
    """One layer twice."""
    if (place := _any_layer(data, rng)) is not None:
        place[0].insert(place[1], place[0][place[1]])


def add_an_empty_layer(data: Data, rng: random.Random) -> None:
    """A layer that nothing is in."""
    side = data.get(rng.choice(["forth", "back"]))
    if isinstance(side, list):
        side.append(packed([0] * 8 * rng.randrange(4)))


def exchange_sides(data: Data, rng: random.Random) -> None:
    """What was listed from the target is listed from the start."""
    data["forth"], data["back"] = data.get("back"), data.get("forth")


def count_wrongly(data: Data, rng: random.Random) -> None:
    """Another number of configurations."""
    if isinstance(data.get("configurations"), int):
        data["configurations"] += rng.choice([-1, 1, 100])


def claim_more(data: Data, rng: random.Random) -> None:
    """A move more, or no plan at all, about the same layers."""
    if isinstance(data.get("moves"), int):
        data["moves"] = rng.choice([data["moves"] + 1, data["moves"] + 1, None, 10**30])


def spell_otherwise(data: Data, rng: random.Random) -> None:
    """Bytes after the end, white space, a layer that is cut."""
    if (place := _any_layer(data, rng)) is not None:
        text = place[0][place[1]]
        after = base64.b64encode(base64.b64decode(text) + b"more").decode()
        others = [after, after, f" {text}", text[:-4], text + "\n", "é", text.rstrip("="), text * 2]
        place[0][place[1]] = rng.choice(others)


def odd_entry(data: Data, rng: random.Random) -> None:
    """A value of another type."""
    key = rng.choice([*data])
    if isinstance(data[key], list) and data[key] and rng.random() < 0.5:
        data[key][rng.randrange(len(data[key]))] = rng.choice(ODDITIES)
    else:
        data[key] = rng.choice(ODDITIES)


def other_entries(data: Data, rng: random.Random) -> None:
    """One entry too many, or one that is missing."""
    if rng.random() < 0.5:
        data["remark"] = "trust me"
    else:
        del data[rng.choice([*data])]


CHANGES: list[Callable[[Data, random.Random], None]] = [
    flip_a_mark,
    drop_a_configuration,
    add_a_configuration,
    add_a_configuration,
    move_a_mark,
    more_marks,
    fewer_marks,
    drop_a_layer,
    repeat_a_layer,
    add_an_empty_layer,
    exchange_sides,
    count_wrongly,
    claim_more,
    spell_otherwise,
    odd_entry,
    other_entries,
]


def forge(rng: random.Random) -> Forgery:
    """One case: many lies and changes, or a single change of something honest."""
    is_single = rng.random() < 0.4
    number = rng.randrange(GAMES)
    one = game(number)
    changes: list[str] = []
    moves = None if one.distance == float("inf") else int(one.distance)
    if not is_single and rng.random() < 0.8:
        moves = (
            rng.choice([None, 4]) if moves is None else rng.choice([moves + 1, moves + 1, moves + 2, moves + 3, None])
        )
        changes.append("claim")
    other = not is_single and rng.random() < 0.05
    liar = Liar(game(rng.randrange(GAMES)) if other else one, moves)
    changes += ["another game"] if other else []
    for lie in rng.sample(LIES, rng.choice([0, 0, 0, 0, 0, 1] if is_single else [0, 1, 1, 1, 2])):
        lie(liar, rng)
        changes.append(lie.__name__)
    data = copy.deepcopy(liar.data())
    for change in rng.sample(CHANGES, 1 if is_single else rng.choice([0, 0, 1, 2])):
        before = json.dumps(data)
        try:
            change(data, rng)
        except (
            TypeError,
            AttributeError,
            ValueError,
            KeyError,
        ):  # what another change has left is not what this one changes
            data = json.loads(before)
        changes += [change.__name__] if json.dumps(data) != before else []
    is_right = is_proof(one, data)
    assert is_true(one, data) or not is_right, "the definition itself is not sound"
    documents = {"game": [sorted(one.cells), one.start, one.target], "data": data}
    return Forgery(
        f"game {number}", tuple(changes), documents, is_right, {"checker": verdict(lambda: accepts(one, data))}
    )


def accepts(one: Game, data: Data) -> bool:
    """What the checker says, of a file."""
    pair = pair_of(one)
    text = Certificate("shortest", pair.digest, data).to_text()
    check = verify.verify_pair(pair, Certificate.from_text(text))
    if check.verdict.value == "checker-error":
        raise RuntimeError(check.reason)
    return bool(check)
