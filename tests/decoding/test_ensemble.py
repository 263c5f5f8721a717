"""Ensembles average."""

from __future__ import annotations

import pytest

from textmend.decoding import EnsembleEngine, ScriptedEngine, decode
from textmend.edits import DELETE, Replace
from textmend.errors import ModelError


def test_probabilities_are_averaged() -> None:
    sure = ScriptedEngine(words={"a": {Replace(("b",)): 0.9, DELETE: 0.05}})
    unsure = ScriptedEngine(words={"a": {Replace(("b",)): 0.2, DELETE: 0.75}})
    (decoded,) = decode(EnsembleEngine([sure, unsure]), [["a"]])
    assert decoded.words == ("b",)
    assert decoded.rounds[0].choices[0].confidence == pytest.approx(0.55)


def test_one_model_is_its_own_ensemble() -> None:
    engine = ScriptedEngine(words={"a": {Replace(("b",)): 0.9, DELETE: 0.05}})
    assert decode(EnsembleEngine([engine]), [["a", "x"]]) == decode(engine, [["a", "x"]])


def test_models_with_other_edits_are_refused() -> None:
    with pytest.raises(ModelError, match=r"model 2 .* edit space"):
        EnsembleEngine([ScriptedEngine(words={"a": DELETE}), ScriptedEngine(words={"a": Replace(("b",))})])
    with pytest.raises(ModelError, match="at least one"):
        EnsembleEngine([])


def test_words_are_as_long_as_in_the_model_with_most_pieces() -> None:
    engines = [ScriptedEngine(limit=10), ScriptedEngine(limit=7)]
    engines[0].sizes = lambda words: [3 for _ in words]  # type: ignore[method-assign]
    ensemble = EnsembleEngine(engines)
    assert (ensemble.limit, ensemble.sizes(["a", "b"])) == (7, [3, 3])
