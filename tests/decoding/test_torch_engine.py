"""The torch engine against the model's own logits."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from tests.decoding.models import SPACE, TOKENIZER, sentences, small_model

from textmend.decoding import Thresholds, decode
from textmend.decoding.torch_engine import TorchEngine
from textmend.edits import Append, EditSpace, Replace
from textmend.errors import ModelError
from textmend.model.batch import Batch


def engine(replace_gate: float = 0.0, append_gate: float = 0.0, **settings: str) -> TorchEngine:
    return TorchEngine(
        small_model(**settings),  # type: ignore[arg-type]
        TOKENIZER,
        SPACE,
        replace_gate=replace_gate,
        append_gate=append_gate,
    )


def test_predictions_are_the_best_of_the_models_distribution() -> None:
    tested = engine()
    source = sentences(3)
    batch = Batch.from_numpy(tested.pieces.pad([tested.pieces.encode(words) for words in source]))
    with torch.inference_mode():
        encoded = tested.model.encode(batch)
        positions = batch.every_word()
        streams = tested.model.streams(encoded, batch, positions)
        wanted = tested.model.edit_logits(encoded, batch, positions, streams).softmax(1).numpy()
    predictions = tested.predict(source)
    found = np.concatenate([prediction.probabilities for prediction in predictions])
    ids = np.concatenate([prediction.ids for prediction in predictions])
    np.testing.assert_allclose(found, np.take_along_axis(wanted, ids, 1), atol=1e-5)
    np.testing.assert_allclose(found.sum(1), 1, atol=1e-5)
    assert (np.diff(found) <= 0).all()
    np.testing.assert_allclose(np.concatenate([p.copy for p in predictions]), wanted[:, 0], atol=1e-5)


@pytest.mark.parametrize(
    "settings", [{}, {"head": "plain"}, {"inserts": "gap"}, {"inserts": "gap", "head": "plain"}]
)
def test_distributions_and_predictions_agree(settings: dict[str, str]) -> None:
    tested = engine(replace_gate=0.4, append_gate=0.4, **settings)
    source = sentences(4)
    for distribution, prediction in zip(tested.distributions(source), tested.predict(source), strict=True):
        best = distribution.best(SPACE)
        np.testing.assert_allclose(best.probabilities, prediction.probabilities, atol=1e-6)
        np.testing.assert_array_equal(best.gate, prediction.gate)
        assert (best.inserts is None) == (prediction.inserts is None) == (settings.get("inserts") != "gap")
        if best.inserts is not None and prediction.inserts is not None:
            np.testing.assert_allclose(
                best.inserts.probabilities, prediction.inserts.probabilities, atol=1e-6
            )
            np.testing.assert_allclose(best.inserts.copy, prediction.inserts.copy, atol=1e-6)
            named = {SPACE.edit_of(int(i)) for i in prediction.inserts.ids.ravel()}
            assert named == {Append(words) for words in SPACE.appends}


def test_shut_gates_leave_no_replaces_and_appends() -> None:
    tested = engine(replace_gate=1.0, append_gate=1.0)
    for distribution in tested.distributions(sentences(4)):
        assert (distribution.edits[:, 2 + len(SPACE.transforms) :] == 0).all()
        np.testing.assert_allclose(distribution.edits.sum(1), 1, atol=1e-5)


def test_gates_open_where_they_are_reached() -> None:
    tested, full = engine(replace_gate=0.5, append_gate=1.0), engine()
    replaces = slice(len(SPACE) - len(SPACE.replaces), None)
    opened = np.concatenate([d.edits[:, replaces].sum(1) > 0 for d in tested.distributions(sentences(9))])
    could = np.concatenate([d.edits[:, replaces].sum(1) > 0 for d in full.distributions(sentences(9))])
    assert 0 < opened.sum() < could.sum()


def test_a_sentence_is_predicted_the_same_in_any_batch() -> None:
    tested = engine()
    source = sentences(40)
    alone = [decoded.words for decoded in decode(tested, source, rounds=2, batch_pieces=1)]
    together = [decoded.words for decoded in decode(tested, source, rounds=2)]
    assert alone == together
    assert sum(map(list.__ne__, map(list, alone), source)) > 10


def test_sentences_beyond_the_models_positions_are_read_in_windows() -> None:
    tested = engine()
    assert tested.limit == 78
    words = [word for sentence in sentences(30) for word in sentence]
    assert sum(tested.sizes(words)) > 3 * tested.limit
    (decoded,) = decode(tested, [words], rounds=1)
    assert decoded.rounds[0].words == tuple(words)


def test_start_and_end_keep_their_rules() -> None:
    (distribution,) = engine().distributions([["a", "b"]])
    assert distribution.edits[-1, 0] == 1
    assert distribution.edits[0, 1] == 0
    assert distribution.edits[0, SPACE.id_of(Replace(("a",)))] == 0
    assert distribution.edits[0, SPACE.id_of(Append(("the",)))] > 0


def test_a_space_of_another_size_is_refused() -> None:
    with pytest.raises(ModelError, match="an edit space of 2 edits for a model of 15"):
        TorchEngine(small_model(), TOKENIZER, EditSpace(transforms=(), appends=(), replaces=()))


def test_thresholds_hold_back_edits() -> None:
    source = sentences(20)
    free, held = (decode(engine(), source, t, rounds=1) for t in (Thresholds(), Thresholds(copy_bias=0.5)))
    counts = [sum(len(r.choices) for d in decoded for r in d.rounds) for decoded in (free, held)]
    assert counts[0] > counts[1]
