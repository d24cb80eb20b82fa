"""Reading a sweep backwards: matchings drawn exactly uniformly, and how often each edge is used."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import accumulate

from gourds.errors import InternalError
from gourds.matching.components.product import draw_below
from gourds.matching.frontier.sweep import Layer, Layers, Option, Piece, Signature, Step, Sweep

PRODUCT_BITS = 3_000
"""Polynomials that are multiplied are kept shorter than those that are only added: products cost more than linear."""

Origin = tuple[int, int, int]
"""Where a state comes from: edge (−1: none), key, position of the coefficient."""


def sample_matchings(layers: Layers, signatures: Sequence[Signature], rngs: Sequence[random.Random]) -> list[list[int]]:
    """For each signature a matching that has it, drawn with its generator: indices of edges of the piece."""
    sweep = layers.sweep
    states = [sweep.locate(signature) for signature in signatures]
    chosen: list[list[int]] = [[] for _ in states]
    for k, layer in layers.backward():
        step = sweep.steps[k]
        known: dict[tuple[int, int], tuple[list[int], list[Origin]]] = {}
        for n, state in enumerate(states):
            if state not in known:
                known[state] = _origins(sweep, step, layer, state)
            sums, origins = known[state]
            at = 0
            if len(origins) > 1:
                drawn = draw_below(rngs[n], sums[-1])
                while sums[at] <= drawn:
                    at += 1
            edge, key, position = origins[at]
            states[n] = key, position
            if edge >= 0:
                chosen[n].append(edge)
    return chosen


def _origins(sweep: Sweep, step: Step, layer: Layer, state: tuple[int, int]) -> tuple[list[int], list[Origin]]:
    """The states before a step that lead to a state, with running sums of their counts."""
    key, position = state
    width = sweep.width
    one = (1 << width) - 1 if sweep.piece.caps else -1
    weights: list[int] = []
    origins: list[Origin] = []

    def consider(edge: int, before: int, at: int) -> None:
        weight = layer.get(before, 0) >> at * width & one
        if weight:
            weights.append(weight)
            origins.append((edge, before, at))

    if step.bit:
        consider(-1, key | step.bit, position)
    for option in step.options:
        if not key & option.bits:
            continue
        before = key ^ option.bits
        if not option.one:
            consider(option.edge, before, position)
        elif before & option.full:
            consider(option.edge, before - option.one, position)
        elif position >= option.unit // width:
            # The field overflowed: what stands in the next larger stride would not have been kept.
            at = position - option.unit // width
            if option.keep >> at * width & 1:
                consider(option.edge, before | option.full, at)
    if not origins:
        raise InternalError("a state of the sweep comes from nowhere")
    return list(accumulate(weights)), origins


def edge_weights(piece: Piece, weights: Mapping[Signature, int]) -> tuple[list[int], list[int]]:
    """Σ weight(signature) over the matchings that use each edge, and over those that leave each vertex empty."""
    bits = piece.bound_bits + sum(weights.values()).bit_length() + 1
    layers = Layers(Sweep(piece, width=bits, dense=PRODUCT_BITS))
    sweep = layers.sweep
    top = sum((size - 1) * stride for size, stride in zip(sweep.sizes, sweep.strides, strict=True))
    one = (1 << bits) - 1 if piece.caps else -1
    after: Layer = {}
    for signature, weight in weights.items():
        key, position = sweep.locate(signature)
        after[key] = after.get(key, 0) + (weight << (top - position) * bits)
    used, bare = [0] * len(piece.edges), [0] * piece.size
    for k, layer in layers.backward():
        step, here = sweep.steps[k], {}
        v = sweep.order[k]
        sums = [0] * len(step.options)
        for key, value in layer.items():
            if key & step.bit:
                rest = after.get(key ^ step.bit, 0)
            else:
                rest = 0
                for n, option in enumerate(step.options):
                    ways = _ways(after, key, option)
                    if ways:
                        rest += ways
                        sums[n] += value * ways >> top * bits & one
            if rest:
                here[key] = rest
        for option, total in zip(step.options, sums, strict=True):
            if option.edge >= 0:
                used[option.edge] = total
            else:
                bare[v] = total
        after = here
    return used, bare


def _ways(after: Layer, key: int, option: Option) -> int:
    """The completions of a state that begin with an option."""
    if key & option.bits:
        return 0
    if not option.one:
        return after.get(key | option.bits, 0)
    if key & option.full != option.full:
        return after.get(key + option.one | option.bits, 0)
    return (after.get((key ^ option.full) | option.bits, 0) & option.keep) << option.unit
