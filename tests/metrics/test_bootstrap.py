"""Intervals that cover, tests that notice, and the same numbers every time."""

from __future__ import annotations

import numpy as np
import pytest

from textmend.metrics import bootstrap
from textmend.metrics.bootstrap import Floats, compare, confidence
from textmend.metrics.counts import Counts, count_matrix, f_of, precision_of, recall_of


def rate(sums: Floats) -> Floats:
    return sums[:, 0] / sums[:, 1]


def tosses(share: float, size: int, seed: int) -> Floats:
    heads = np.random.default_rng(seed).random(size) < share
    return np.stack([heads.astype(float), np.ones(size)], axis=1)


def test_the_interval_is_about_as_wide_as_the_binomial_one() -> None:
    interval = confidence(tosses(0.7, 2000, 1), rate)
    assert interval.high - interval.low == pytest.approx(2 * 1.96 * (0.7 * 0.3 / 2000) ** 0.5, rel=0.15)


def test_about_95_of_100_intervals_cover_the_truth() -> None:
    intervals = [confidence(tosses(0.6, 300, seed), rate, samples=400, seed=seed) for seed in range(100)]
    assert 88 <= sum(interval.low <= 0.6 <= interval.high for interval in intervals) <= 100


def test_the_same_seed_gives_the_same_interval_in_batches_or_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = tosses(0.5, 200, 3)
    whole = confidence(counts, rate)
    monkeypatch.setattr(bootstrap, "_CELLS", 1000)
    assert confidence(counts, rate) == whole


def test_an_output_does_not_differ_from_itself() -> None:
    counts = tosses(0.5, 100, 1)
    result = compare(counts, counts, rate)
    assert (result.difference, result.interval.low, result.interval.high, result.p) == (0, 0, 0, 1)


def test_chance_differences_are_called_chance_and_real_ones_real() -> None:
    false_alarms = sum(
        compare(tosses(0.5, 200, seed), tosses(0.5, 200, seed + 1000), rate, samples=300).p < 0.05
        for seed in range(60)
    )
    assert false_alarms <= 9
    assert compare(tosses(0.8, 300, 1), tosses(0.6, 300, 2), rate).p < 0.001


def test_the_comparison_is_the_other_way_round_for_the_other_output() -> None:
    one, other = tosses(0.8, 100, 1), tosses(0.7, 100, 2)
    there, back = compare(one, other, rate), compare(other, one, rate)
    assert there.difference == -back.difference
    assert there.interval.low == -back.interval.high
    assert there.p == back.p


def test_measures_of_sums_are_the_measures_of_counts() -> None:
    rows = [Counts(1, 2, 3), Counts(0, 0, 0), Counts(0, 0, 2), Counts(0, 2, 0)]
    sums = count_matrix(rows)
    assert precision_of(sums).tolist() == [row.precision for row in rows]
    assert recall_of(sums).tolist() == [row.recall for row in rows]
    for beta in (0.5, 1.0):
        assert f_of(sums, beta).tolist() == pytest.approx([row.f(beta) for row in rows])
