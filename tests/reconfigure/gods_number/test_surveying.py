"""Surveys: bounds against searches from every placement, interrupts, limits."""

from __future__ import annotations

import json
import time

import numpy as np
import pytest
from benchmarks._kinds import kind_of, triangle_neighbors

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.errors import InputError, LimitError
from gourds.reconfigure.gods_number.bounds import Bounds, placement_distances
from gourds.reconfigure.gods_number.surveying import survey
from gourds.reconfigure.gods_number.two_bits import TwoBitSpace
from gourds.reconfigure.spaces.placement_graph import placement_graph
from gourds.reconfigure.task import Options

STRIP = Board.from_cells(shapes.strip(9))


def matrix(board: Board) -> np.ndarray:
    """M(p, q), searched from every placement, symmetries left out."""
    space = TwoBitSpace(placement_graph(board))
    return np.array([space.search(p).farthest for p in range(len(space.graph.placements))])


@pytest.mark.parametrize("board", list(polyhexes.proper_boards(9)), ids=repr)
def test_bounds_hold_after_every_search_and_meet_at_gods_number(board):
    graph, truth = placement_graph(board), matrix(board)
    assert (truth == truth.T).all()
    space, bounds = TwoBitSpace(graph), Bounds(graph)
    searches = 0
    while not bounds.is_proved:
        assert bounds.lowest <= truth.max() <= bounds.highest
        bounds.add(space.search(bounds.choose()))
        searches += 1
        assert (bounds.upper >= truth).all()
        assert (bounds.upper[bounds.is_searched] == truth[bounds.is_searched]).all()
    assert bounds.lowest == bounds.highest == truth.max()
    assert searches < len(set(graph.orbits.tolist()))
    assert survey(board, every=False).diameter == survey(board).diameter == truth.max()


def test_distances_of_placements_are_those_of_walks():
    graph = placement_graph(STRIP)
    steps = placement_distances(graph)
    assert (steps == steps.T).all()
    assert (steps.diagonal() == 0).all()
    for p in range(len(graph.placements)):
        goals = graph.goal[graph.first[p] : graph.first[p + 1]]
        assert (steps[p][steps[p] > 0] == 1 + steps[goals].min(axis=0)[steps[p] > 0]).all()


def test_boards_in_parts_and_boards_without_configurations():
    line = survey(Board.from_cells([(0, 0), (1, 0), (2, 0)]))
    assert (line.components, line.diameter, line.reachable, line.states) == (2, 1, 2, 4)
    claw = survey(Board.from_cells([(0, 0), (1, 0), (-1, 0), (0, 1), (1, -2), (0, -1), (2, -2)]))
    assert claw.diameter is not None
    assert claw.components > 1
    none = survey(Board.from_cells([(0, 0), (1, 0), (-1, 1), (0, -1), (2, 0)]))
    assert none.diameter is not None


# -- interrupts ----------------------------------------------------------------------------------------------------


class InterruptedSurveyError(Exception):
    """Stands for a user who has had enough."""


def stop_after(searches: int):
    """A listener that interrupts during a search."""

    def say(text: str) -> None:
        if f"search {searches + 1} of" in text and " 5 moves" in text:
            raise InterruptedSurveyError

    return say


def test_an_interrupt_loses_no_finished_search(tmp_path):
    whole, file = survey(STRIP, every=True), tmp_path / "searches.json"
    with pytest.raises(InterruptedSurveyError):
        survey(STRIP, Options(say=stop_after(3)), resume=file, every=True)
    kept = json.loads(file.read_text())["searches"]
    assert len(kept) == 3
    heard: list[str] = []
    assert survey(STRIP, Options(say=heard.append), resume=file, every=True) == whole
    assert "search 4 of" in heard[0]
    assert heard[7] == "1 MB; search 4 of 16; God's number 26 to 27; 5% within 7 moves"
    assert max(map(len, heard)) < 80
    assert json.loads(file.read_text())["searches"][:3] == kept
    assert survey(STRIP, Options(say=pytest.fail), resume=file, every=True) == whole


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "gourds-plan"}, "not a file of finished searches"),
        ({"version": 2}, "version: must be 1"),
        ({"cells": [[0, 0]]}, "cells: these searches are of another board"),
        ({"searches": 1}, "searches: must be a list"),
        ({"searches": [1]}, r"searches\[0\]: must be an object"),
        ({"placement": 99}, r"searches\[0\].placement: must be a number from 0 to 29"),
        ({"counts": [1, 5]}, r"searches\[0\].counts: must add up to 11,520 configurations"),
        ({"farthest": [3]}, r"searches\[0\].farthest: must be 30 distances, the largest"),
    ],
)
def test_files_of_searches_are_checked(tmp_path, change, reason):
    file = tmp_path / "searches.json"
    with pytest.raises(InterruptedSurveyError):
        survey(STRIP, Options(say=stop_after(1)), resume=file)
    document = json.loads(file.read_text())
    (key,) = change
    (document if key in document else document["searches"][0]).update(change)
    file.write_text(json.dumps(document))
    with pytest.raises(InputError, match=reason) as error:
        survey(STRIP, resume=file)
    assert error.value.source == str(file)


# -- limits --------------------------------------------------------------------------------------------------------


def test_limits_of_memory():
    with pytest.raises(
        LimitError, match=r"425,097,953,280 configurations, which take 106,\d+ MB of memory, .* 2,000 MB"
    ):
        survey(Board.from_cells(shapes.hexagon(2)))
    with pytest.raises(LimitError, match="more than"):
        survey(Board.from_cells(shapes.hexagon(3)))
    with pytest.raises(LimitError, match="more than the 1 MB"):
        survey(Board.from_cells(shapes.strip(13)), memory_limit=1)


def test_out_of_time_there_are_bounds(tmp_path):
    space = survey(STRIP, Options(deadline=time.monotonic()))
    assert (space.diameter, space.distances, space.upper_bound, space.reason) == (None, None, None, "out of time")
    assert (space.from_first, space.reachable, space.searches) == ((1,), 11_520, 0)
    with pytest.raises(InterruptedSurveyError):
        survey(STRIP, Options(say=stop_after(2)), resume=tmp_path / "x.json")
    space = survey(STRIP, Options(deadline=time.monotonic()), resume=tmp_path / "x.json")
    assert space.searches == 2
    assert space.lower_bound <= 26 <= space.upper_bound
    assert space.upper_bound > space.lower_bound


# -- kinds of boards -----------------------------------------------------------------------------------------------


def test_kinds_of_boards_separate_small_gods_numbers_from_large_ones():
    numbers = {"round": set(), "forked": set(), "thin": set()}
    for board in polyhexes.proper_boards(9):
        numbers[kind_of(board)].add(survey(board, every=False).diameter)
        near = triangle_neighbors(board)
        assert sum(map(len, near)) // 2 - len(near) + 1 == (kind_of(board) == "round")
    assert numbers == {"round": {20, 21}, "forked": {20}, "thin": {25, 26, 27, 28}}
