"""GLEU+: small cases, laws, and the official figures."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textmend.metrics.gleu import corpus_gleu, gleu, gleu_of, ngram_counts

SOURCE = "she see cat in a old garden .".split()
REFERENCE = "she sees the cat in an old garden .".split()


def test_the_reference_scores_one() -> None:
    assert corpus_gleu(gleu([SOURCE], [[REFERENCE]], [REFERENCE]).counts) == pytest.approx(1.0)


def test_a_worked_case_by_hand() -> None:
    """Four words of five kept: of 4 unigrams 3 are gained, 1 is lost; the rest by the same count."""
    source, reference, output = "a b c d e f".split(), "a b c d e g".split(), "a b c d e f".split()
    assert ngram_counts(source, reference, output) == [6, 6, 4, 6, 3, 5, 2, 4, 1, 3]
    expected = math.exp(sum(map(math.log, (4 / 6, 3 / 5, 2 / 4, 1 / 3))) / 4)
    assert corpus_gleu(gleu([source], [[reference]], [output]).counts) == pytest.approx(expected)


def test_short_outputs_pay_a_brevity_penalty() -> None:
    counts = np.array([4, 8, 4, 4, 3, 3, 2, 2, 1, 1])
    assert float(gleu_of(counts)) == pytest.approx(math.exp(1 - 8 / 4))


def test_an_ngram_that_only_the_source_has_is_held_against_the_output() -> None:
    assert ngram_counts(["x", "x"], ["y"], ["x", "x", "x"])[2:4] == [0, 3]
    assert ngram_counts(["x"], ["x", "y"], ["x", "x"])[2:4] == [1, 2]


def test_an_empty_output_scores_zero_and_a_sentence_never_fails() -> None:
    score = gleu([SOURCE, SOURCE], [[REFERENCE], [REFERENCE]], [[], REFERENCE])
    assert score.sentences[1] == pytest.approx(1.0)
    assert 0 <= score.sentences[0] < 0.01
    assert corpus_gleu(gleu([SOURCE], [[REFERENCE]], [[]]).counts) == 0.0


def test_equal_references_are_as_good_as_one() -> None:
    one = corpus_gleu(gleu([SOURCE], [[REFERENCE]], [SOURCE]).counts)
    assert corpus_gleu(gleu([SOURCE], [[REFERENCE] * 3], [SOURCE]).counts) == pytest.approx(one)


def test_the_draws_are_fixed() -> None:
    counts = gleu([SOURCE] * 5, [[REFERENCE, SOURCE]] * 5, [REFERENCE] * 5).counts
    assert corpus_gleu(counts) == corpus_gleu(counts)


words = st.lists(st.sampled_from("abcd"), max_size=8)


@given(words, words, words)
def test_gleu_lies_between_zero_and_one(source: list[str], reference: list[str], output: list[str]) -> None:
    score = gleu([source], [[reference]], [output])
    assert 0 <= corpus_gleu(score.counts) <= 1
    assert (score.counts >= 0).all()


def test_official_figures_are_reproduced(shared: Path) -> None:
    def lines(path: Path) -> list[list[str]]:
        return [line.split() for line in path.read_text(encoding="utf-8").removesuffix("\n").split("\n")]

    data = shared / "data/gec"
    sources = lines(data / "jfleg.dev.src")
    references = list(zip(*(lines(data / f"jfleg.dev.ref{n}") for n in range(4)), strict=True))
    table = (line.split("\t") for line in (shared / "oracles/scores.tsv").read_text().splitlines()[1:])
    rows = [(row[0], row[6]) for row in table if len(row) > 6 and row[6]]
    assert len(rows) == 4
    for name, expected in rows:
        score = corpus_gleu(gleu(sources, references, lines(shared / "oracles" / name)).counts)
        assert f"{score:.4f}" == expected, name
