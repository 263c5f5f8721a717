"""Choosing edits: thresholds, sums over edits with one result, what does not match."""

from __future__ import annotations

import numpy as np
import pytest

from textmend.decoding import Choice, ScriptedEngine, Thresholds, choose
from textmend.decoding.engine import Prediction
from textmend.edits import DELETE, Append, Edit, EditSpace, Replace, Transform


def chosen(
    odds: dict[Edit, float], words: str = "they play chess", position: int = 2, **settings: float
) -> list[Edit]:
    return [choice.edit for choice in choices(odds, words, position, **settings)]


def choices(odds: dict[Edit, float], words: str, position: int, **settings: float) -> tuple[Choice, ...]:
    engine = ScriptedEngine(sentences={words: {position: odds}})
    (prediction,) = engine.predict([words.split()])
    return choose(words.split(), prediction, engine.space, Thresholds(**settings))


def test_the_likeliest_edit_is_chosen() -> None:
    assert chosen({DELETE: 0.4, Replace(("chess",)): 0.5}) == [Replace(("chess",))]


def test_copy_wins_a_tie() -> None:
    assert chosen({DELETE: 0.5}) == []
    assert chosen({DELETE: 0.51}) == [DELETE]


def test_edits_that_give_one_string_are_summed() -> None:
    odds: dict[Edit, float] = {
        DELETE: 0.3,
        Transform("verb:third"): 0.2,
        Replace(("plays",)): 0.15,
        Transform("suffix:+>s"): 0.1,
    }
    (choice,) = choices(odds, "they play chess", 2)
    assert choice.edit == Transform("verb:third")
    assert choice.confidence == pytest.approx(0.45)
    assert [other.edit for other in choice.alternatives] == [DELETE]


def test_edits_that_change_nothing_count_for_copy() -> None:
    assert chosen({Replace(("play",)): 0.4, DELETE: 0.5}) == []


def test_a_transform_that_does_not_match_gives_way_to_the_next_best() -> None:
    odds: dict[Edit, float] = {Transform("hyphen:drop"): 0.6, DELETE: 0.3, Replace(("x",)): 0.05}
    assert chosen(odds) == [DELETE]
    assert chosen({Transform("hyphen:drop"): 0.6}) == []


def test_joining_with_the_next_word_is_not_replacing_by_the_joined_word() -> None:
    odds: dict[Edit, float] = {Transform("join"): 0.4, Replace(("playchess",)): 0.35}
    (choice,) = choices(odds, "they play chess", 2)
    assert choice.edit == Transform("join")
    assert choice.confidence == pytest.approx(0.4)


def test_the_last_word_has_no_neighbour_to_join() -> None:
    assert chosen({Transform("join"): 0.9}, position=3) == []


def test_start_takes_appends_only_and_end_nothing() -> None:
    assert chosen({Append(("However", ",")): 0.9}, position=0) == [Append(("However", ","))]
    for edit in (DELETE, Replace(("x",)), Transform("case:lower")):
        assert chosen({edit: 0.9}, position=0) == []
    for edit in (DELETE, Append(("x",))):
        assert chosen({edit: 0.9}, position=4) == []


def test_copy_bias_is_added_to_copy() -> None:
    assert chosen({DELETE: 0.6}, copy_bias=0.1) == [DELETE]
    assert chosen({DELETE: 0.6}, copy_bias=0.21) == []
    assert chosen({DELETE: 0.4}, copy_bias=-0.3) == [DELETE]


def test_an_edit_needs_the_minimum_probability() -> None:
    assert chosen({DELETE: 0.6}, min_edit=0.59) == [DELETE]
    assert chosen({DELETE: 0.6}, min_edit=0.61) == []


def test_a_sentence_needs_one_suspicious_token() -> None:
    assert chosen({DELETE: 0.6}, min_sentence=0.59) == [DELETE]
    assert chosen({DELETE: 0.6}, min_sentence=0.61) == []


SPACE = EditSpace(transforms=("join", "verb:past"), appends=(("to",),), replaces=())


def gap_prediction(edit: Edit, edit_probability: float, insert_probability: float) -> Prediction:
    """A model with gap inserts on 'go home': one edit of `go`, and `to` after it."""

    def part(edit_id: int, probability: float) -> Prediction:
        ids = np.full((4, 1), edit_id)
        probabilities = np.zeros((4, 1), dtype=np.float32)
        probabilities[1, 0] = probability
        return Prediction(ids, probabilities, 1 - probabilities[:, 0], probabilities[:, 0])

    own, gap = (
        part(SPACE.id_of(edit), edit_probability),
        part(SPACE.id_of(Append(("to",))), insert_probability),
    )
    return Prediction(own.ids, own.probabilities, own.copy, own.gate, gap)


@pytest.mark.parametrize(
    ("prediction", "edit"),
    [
        (gap_prediction(DELETE, 0.0, 0.9), Append(("to",))),
        (gap_prediction(Transform("verb:past"), 0.9, 0.0), Transform("verb:past")),
        (gap_prediction(Transform("verb:past"), 0.9, 0.9), Replace(("went", "to"))),
        (gap_prediction(DELETE, 0.9, 0.9), Replace(("to",))),
        (gap_prediction(Transform("join"), 0.9, 0.9), Transform("join")),
    ],
)
def test_an_insert_in_the_gap_joins_the_edit_of_its_token(prediction: Prediction, edit: Edit) -> None:
    (choice,) = choose(["go", "home"], prediction, SPACE, Thresholds())
    assert (choice.position, choice.edit) == (1, edit)
