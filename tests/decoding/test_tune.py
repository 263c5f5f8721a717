"""Tuning: the sweep gives what decoding would, and finds the best point."""

from __future__ import annotations

import random

import pytest

from textmend.decoding import Engine, ScriptedEngine, Thresholds, decode
from textmend.decoding.tune import Grid, Sweep, tune, tune_gates
from textmend.edits import DELETE, Append, Replace, Transform

GRID = Grid(copy_bias=(-0.2, 0.0, 0.3), min_edit=(0.0, 0.5), min_sentence=(0.0, 0.6))
ENGINE = ScriptedEngine(
    {
        "a": {Replace(("b", "c")): 0.55, DELETE: 0.2},
        "b": {DELETE: 0.3, Transform("case:upper"): 0.2, Replace(("B",)): 0.15},
        "c": {Append(("a",)): 0.65},
        "d": {Transform("join"): 0.45},
    }
)


def sentences(count: int) -> list[list[str]]:
    chance = random.Random(1)
    return [[chance.choice("abcdef") for _ in range(chance.randrange(8))] for _ in range(count)]


@pytest.mark.parametrize("point", GRID.points(Thresholds()))
def test_the_sweep_gives_what_decoding_one_round_gives(point: Thresholds) -> None:
    sources = sentences(60)
    sweep = Sweep.of(ENGINE, sources, GRID.points(Thresholds()))
    assert sweep.outputs(point) == [decoded.words for decoded in decode(ENGINE, sources, point, rounds=1)]


def test_the_best_thresholds_come_first_and_are_played_to_the_end() -> None:
    sources = [["a"], ["c"], ["f"]]
    gold = [("a",), ("c", "a"), ("f",)]

    def score(outputs: list[tuple[str, ...]]) -> float:
        return sum(map(tuple.__eq__, outputs, gold)) / len(gold)

    engine = ScriptedEngine(sentences={"a": {1: {DELETE: 0.55}}, "c": {1: {Append(("a",)): 0.65}}})
    best, *rest = tune(engine, sources, score, grid=Grid(min_edit=(0.0, 0.6, 0.9)), rounds=2)
    assert (best.thresholds.min_edit, best.first_round, best.final) == (0.6, 1.0, 1.0)
    assert len(rest) == 5 * 3 * 4 - 1
    assert all(trial.first_round <= 1.0 for trial in rest)


def test_gates_are_as_strict_as_the_same_texts_allow() -> None:
    sources = [["a"], ["c"], ["f"], ["f"]]

    def engine_with(thresholds: Thresholds) -> Engine:
        return ScriptedEngine(
            {"a": DELETE, "c": DELETE if thresholds.replace_gate <= 0.1 else Replace(("x",))}
        )

    gated, share = tune_gates(engine_with, sources, Thresholds(copy_bias=0.1))
    assert (gated, share) == (Thresholds(copy_bias=0.1, replace_gate=0.1, append_gate=0.1), 1.0)
    gated, share = tune_gates(engine_with, sources, Thresholds(), same=0.7)
    assert (gated.replace_gate, share) == (0.5, 0.75)
