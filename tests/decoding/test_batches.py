"""Windows and batches."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from textmend.decoding import ScriptedEngine, decode
from textmend.decoding.batches import Window, batches, cut, predict_all
from textmend.edits import Append, Replace


@given(st.lists(st.integers(1, 12), min_size=1, max_size=80), st.integers(12, 40))
def test_windows_cover_the_words_within_the_limit(sizes: list[int], limit: int) -> None:
    stretches = cut(sizes, limit)
    assert stretches[0][0] == 0
    assert stretches[-1][1] == len(sizes)
    for start, end in stretches:
        assert sum(sizes[start:end]) <= limit
    for (left_start, left_end), (right_start, right_end) in pairwise(stretches):
        assert left_start < right_start <= left_end < right_end


@given(st.lists(st.integers(2, 60), max_size=50), st.integers(1, 300))
def test_batches_keep_to_their_budget_and_lose_nothing(sizes: list[int], budget: int) -> None:
    windows = [Window(i, 0, size, size) for i, size in enumerate(sizes)]
    grouped = list(batches(windows, budget))
    assert sorted(w.sentence for batch in grouped for w in batch) == list(range(len(sizes)))
    for batch in grouped:
        widest = max(w.size for w in batch)
        assert len(batch) == 1 or len(batch) * widest <= budget
        assert min(w.size for w in batch) >= 0.75 * widest


def test_a_long_sentence_is_corrected_throughout() -> None:
    engine = ScriptedEngine(words={"teh": Replace(("the",)), "go": Append(("to",))}, limit=20)
    words = ["teh", "cat", "go", *["x"] * 7] * 30
    (decoded,) = decode(engine, [words], rounds=1)
    assert " ".join(decoded.words) == " ".join(["the", "cat", "go", "to", *["x"] * 7] * 30)
    assert all(len(sentence.split()) <= 20 for batch in engine.batches for sentence in batch)


def test_start_and_end_of_a_window_are_not_those_of_the_sentence() -> None:
    engine = ScriptedEngine(words={"[START]": Append(("So",)), "[END]": Append(("never",))}, limit=8)
    (decoded,) = decode(engine, [["x"] * 50], rounds=1)
    assert decoded.words == ("So", *["x"] * 50)


def test_each_token_is_predicted_once() -> None:
    engine = ScriptedEngine(words={"b": Replace(("c",))}, limit=10)
    sentences = [["a"] * length + ["b"] for length in range(40)]
    predictions = dict(predict_all(engine, sentences, batch_pieces=32))
    for index, words in enumerate(sentences):
        assert len(predictions[index].copy) == len(words) + 2
        assert predictions[index].copy.argmin() == len(words)
