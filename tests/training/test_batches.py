"""Batches: every sentence once an epoch, within the budget, whatever step one begins at."""

from __future__ import annotations

from itertools import islice

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from textmend.training.batches import Schedule, plan_epoch

LENGTHS = st.lists(st.integers(2, 60), min_size=1, max_size=80)


def schedule(lengths: list[int], **settings: int) -> Schedule:
    return Schedule(
        np.array(lengths),
        np.ones(len(lengths), dtype=bool),
        batch_tokens=settings.get("batch_tokens", 100),
        max_pieces=60,
        keep_unchanged=1.0,
        accumulate=settings.get("accumulate", 1),
        key=(7, 0),
    )


@given(LENGTHS, st.integers(60, 400), st.integers(0, 5))
def test_every_sentence_comes_once_an_epoch_and_no_batch_is_over_its_budget(
    lengths: list[int], budget: int, epoch: int
) -> None:
    plan = schedule(lengths, batch_tokens=budget).plan(epoch)
    assert sorted(np.concatenate(list(plan)).tolist()) == list(range(len(lengths)))
    assert all(len(rows) * max(lengths[row] for row in rows) <= budget for rows in plan)


@given(LENGTHS, st.integers(1, 4), st.integers(0, 30))
def test_beginning_at_a_step_gives_what_walking_there_gives(
    lengths: list[int], accumulate: int, step: int
) -> None:
    walked = list(islice(schedule(lengths, accumulate=accumulate).walk(0), step, step + 3))
    jumped = list(islice(schedule(lengths, accumulate=accumulate).walk(step), 3))
    for one, other in zip(walked, jumped, strict=True):
        assert one.epoch == other.epoch
        assert [rows.tolist() for rows in one.batches] == [rows.tolist() for rows in other.batches]


def test_epochs_are_shuffled_anew() -> None:
    both = schedule(list(range(2, 50)))
    assert both.plan(0).rows.tolist() != both.plan(1).rows.tolist()


def test_parts_of_an_epoch_count_as_steps() -> None:
    steps = schedule([10] * 100, batch_tokens=100)
    assert (steps.steps(1), steps.steps(2.5), steps.steps(0.3)) == (10, 25, 3)


def test_unchanged_sentences_are_thinned_and_long_ones_left_out() -> None:
    lengths = np.array([5] * 4000 + [500])
    changed = np.arange(4001) < 1000
    plan = plan_epoch(lengths, changed, batch_tokens=50, max_pieces=64, keep_unchanged=0.1, key=(1,))
    kept = set(plan.rows.tolist())
    assert set(range(1000)) <= kept
    assert 200 < len(kept) - 1000 < 400
    assert 4000 not in kept
