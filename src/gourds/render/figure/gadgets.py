"""Figures of gadgets: a gadget with the coverings that mean something, and all that a gadget can do.

They take the place of the paper's figures of its gadgets. Everything comes from the drawings of the gadgets and from
exhaustion, so a gadget that someone draws gets the same figures. Filler is faint in all of them: it has no part in
what the gadgets do. Pictures are at most 900 pixels wide, unless a single gadget needs more.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from gourds.board import Board
from gourds.hexgrid import Cell
from gourds.reductions.gadgets.coverings import Signature, Table
from gourds.reductions.gadgets.drawing import FILLER, SYMBOLS, VARIABLE_FILLER, Gadget, GadgetSet, Gourds
from gourds.render.figure.panels import Panel, columns_that_fit, panel_grid
from gourds.render.palette import fainter, tones
from gourds.render.scene import Scene
from gourds.render.svg import on_paper, titled
from gourds.render.text import short_labels
from gourds.words import counted

_TABLE_COLUMNS = 3


def gadget_figure(gadgets: GadgetSet, gadget: Gadget) -> str:
    """The gadget, and an example of every covering that means something, as SVG.

    Captions say what a covering means and which gourds it uses outside of the filler. A covering that the drawing asks
    for and that does not exist is said to be missing.
    """
    panels = gadget_panels(Table.of(gadgets, gadget))
    body = panel_grid(panels, columns_that_fit(panels))
    return on_paper(body, f"The {gadget.name} gadget and its coverings")


def gadget_panels(table: Table) -> list[Panel]:
    """The gadget by itself, and an example of every covering that means something."""
    gadget = table.gadget
    first, *rest = kinds_of(gadget.gourds)
    panels = [Panel(f"The {gadget.name} gadget", [f"with {first}", *rest], gadget_scene(gadget))]
    for name, used in gadget.coverings.items():
        covering, meaning = table.covering(name), meaning_of(gadget, name)
        if covering is None:
            panels.append(Panel(f"{meaning}: no such covering", kinds_of(used), gadget_scene(gadget)))
        else:
            filler = [(a, b) for a, b in gadget.filler_gourds if gadget.symbol_at.get(b) == FILLER]
            panels.append(Panel(meaning, kinds_of(used), gadget_scene(gadget, [*covering, *filler])))
    return panels


def table_figure(gadgets: GadgetSet, gadget: Gadget) -> str:
    """An example of every signature that coverings of the gadget have, as SVG; those that mean something come first.

    Only gourds outside of the filler are drawn. The columns of filler at both ends of the gadget are left out.
    """
    table = Table.of(gadgets, gadget)
    named = [name for name in gadget.coverings if table.covering(name) is not None]
    order = sorted(
        table.count, key=lambda used: named.index(table.meaning(used)) if table.meaning(used) else len(named)
    )
    panels = [table_panel(table, signature) for signature in order]
    title = f"The {gadget.name} gadget: {counted(table.total, 'covering')}, {counted(len(order), 'signature')}"
    if not panels:
        return titled(panel_grid([Panel("No covering", [], gadget_scene(gadget))], 1), title, "")
    facts = "One covering for every signature, the gourds that it uses. Bold frames: coverings that mean something."
    body = panel_grid(panels, min(_TABLE_COLUMNS, len(panels)), is_framed=True)
    return titled(body, title, facts)


def gadget_scene(gadget: Gadget, covering: Sequence[tuple[Cell, Cell]] = (), *, is_cropped: bool = False) -> Scene:
    """The gadget with gourds on it, its filler faint; cropped: without the columns of filler at both ends."""
    symbols = gadget.symbol_at
    used = [q for q, _ in gadget.inner]
    if is_cropped and used:
        symbols = {cell: symbol for cell, symbol in symbols.items() if min(used) <= cell[0] <= max(used)}
    return symbols_scene(gadget.name, symbols, covering)


def symbols_scene(
    kind: str,
    symbols: Mapping[Cell, str],
    covering: Sequence[tuple[Cell, Cell]] = (),
    marked: Collection[Cell] = (),
    empty: Cell | None = None,
) -> Scene:
    """Cells with their symbols, drawn as a gadget of a kind, gourds on them; marked cells stand out.

    Tones follow the kind's symbols; of what is no gadget, the order of the symbols' names.
    """
    board = Board.from_cells(symbols)
    known = (*SYMBOLS[kind], *symbols.values()) if kind in SYMBOLS else sorted(symbols.values())
    names = tuple(dict.fromkeys((FILLER, VARIABLE_FILLER, *known)))
    shades = tones(names)
    at = {cell: k for k, cell in enumerate(board.cell_list())}
    return Scene(
        board=board,
        color_of=np.array([names.index(symbols[cell]) for cell in at], dtype=np.int32),
        names=names,
        labels=tuple(short_labels(names)),
        tones=(fainter(shades[0]), *shades[1:]),
        cells_of=(),
        ends_of=(),
        budgets=(),
        gourds=tuple((at[a], at[b]) for a, b in covering),
        empty=None if empty is None else at[empty],
        name=kind,
        highlight={at[cell]: 0 for cell in marked} or None,
    )


def table_panel(table: Table, signature: Signature) -> Panel:
    """A covering with a signature: how many there are, what it means, which gourds it uses."""
    gadget, name = table.gadget, table.meaning(signature)
    count = counted(table.count[signature], "covering")
    heading = f"{meaning_of(gadget, name, is_short=True)} · {count}" if name else count
    # As in the paper: what variables share with V, V alone, variables alone, two variables.
    used = dict(sorted(signature, key=lambda row: (row[0].count(VARIABLE_FILLER) or 3, len(set(row[0])), row[0])))
    kinds = kinds_of(gadget.coverings[name] if name else used)
    return Panel(heading, kinds, gadget_scene(gadget, table.example[signature], is_cropped=True), bool(name))


def meaning_of(gadget: Gadget, name: str, is_short: bool = False) -> str:
    """What a covering says, in words."""
    if name in ("true", "false"):
        return f"{SYMBOLS['variable'][0]} is {name}"
    others = [symbol for symbol in SYMBOLS.get(gadget.name, ()) if symbol != name]
    rest = "" if is_short or len(others) < 2 else f", {' and '.join(others)} are false"
    return f"{name} is true{rest}"


def kinds_of(gourds: Gourds) -> list[str]:
    """How many gourds of each kind, as the paper writes kinds: variables before fillers."""
    fillers = (VARIABLE_FILLER, FILLER)
    found = []
    for kind, count in gourds.items():
        a, b = sorted(kind, key=lambda color: (color in fillers, color))
        if count:
            found.append(f"{count} ({a}, {b})")
    return found or ["no gourds"]
