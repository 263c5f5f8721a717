"""The loop: rounds, stops, and independence of the batch."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from textmend.decoding import ScriptedEngine, Thresholds, decode
from textmend.decoding.spelling import respell
from textmend.edits import DELETE, Append, Replace, Transform


def texts(engine: ScriptedEngine, *sentences: str, **settings: object) -> list[str]:
    return [" ".join(d.words) for d in decode(engine, [s.split() for s in sentences], **settings)]  # type: ignore[arg-type]


def test_edits_of_all_tokens_are_applied_at_once() -> None:
    engine = ScriptedEngine(
        sentences={
            "Bolt can have run race": {2: Replace(("could",)), 4: Append(("the",))},
            "He still won race !": {0: Append(("However", ",")), 1: Transform("case:lower"), 4: DELETE},
        }
    )
    assert texts(engine, "Bolt can have run race", "He still won race !") == [
        "Bolt could have run the race",
        "However , he still won !",
    ]


def test_only_changed_sentences_go_to_the_next_round() -> None:
    engine = ScriptedEngine(
        sentences={
            "a b": {1: Replace(("x",))},
            "x b": {2: Replace(("y",))},
            "c d": {2: Replace(("e",))},
        }
    )
    assert texts(engine, "a b", "stays so", "c d") == ["x y", "stays so", "c e"]
    assert [sorted(batch) for batch in engine.batches] == [
        ["a b", "c d", "stays so"],
        ["c e", "x b"],
        ["x y"],
    ]


def test_rounds_keep_the_words_before_and_the_edits_made() -> None:
    engine = ScriptedEngine(
        sentences={"a b": {1: Replace(("x",))}, "x b": {2: {DELETE: 0.6, Replace(("y",)): 0.3}}}
    )
    (decoded,) = decode(engine, [["a", "b"]])
    first, second = decoded.rounds
    assert (first.number, first.words, second.number, second.words) == (1, ("a", "b"), 2, ("x", "b"))
    (choice,) = second.choices
    assert (choice.position, choice.edit, round(choice.confidence, 5)) == (2, DELETE, 0.6)
    assert [(other.words, round(other.probability, 5)) for other in choice.alternatives] == [(("y",), 0.3)]
    assert second.after() == decoded.words == ("x",)


def test_a_fixed_point_leaves_no_round() -> None:
    (decoded,) = decode(ScriptedEngine(), [["all", "well"]])
    assert decoded.words == ("all", "well")
    assert decoded.rounds == ()


def test_an_edit_that_changes_nothing_is_a_fixed_point() -> None:
    engine = ScriptedEngine(words={"the": Replace(("the",))})
    assert decode(engine, [["the", "end"]])[0].rounds == ()
    assert len(engine.batches) == 1


def test_a_cycle_stops_at_the_version_it_comes_back_to() -> None:
    engine = ScriptedEngine(words={"a": Replace(("b",)), "b": Replace(("c",)), "c": Replace(("b",))})
    (decoded,) = decode(engine, [["a"]], rounds=50)
    assert decoded.words == ("b",)
    assert [r.words for r in decoded.rounds] == [("a",), ("b",), ("c",)]
    assert len(engine.batches) == 3


def test_the_round_limit_holds() -> None:
    engine = ScriptedEngine(words={"a": Append(("a",))})
    assert texts(engine, "a", rounds=2) == ["a a a a"]
    assert texts(engine, "a", rounds=0) == ["a"]


def test_a_sentence_that_loses_all_its_words_ends() -> None:
    engine = ScriptedEngine(words={"um": DELETE})
    assert texts(engine, "um", "um well") == ["", "well"]
    assert texts(engine, "") == [""]


def test_the_preparation_is_round_zero() -> None:
    engine = ScriptedEngine(sentences={"I came because": {3: Append(("of", "it"))}})
    (decoded,) = decode(engine, [["I", "came", "becuase"]], prepare=respell)
    assert decoded.words == ("I", "came", "because", "of", "it")
    assert [r.number for r in decoded.rounds] == [0, 1]


def test_what_is_not_allowed_gives_way_to_the_next_best() -> None:
    engine = ScriptedEngine(words={"colour": {Replace(("color",)): 0.6, DELETE: 0.3}})
    never_replace = lambda tokens, position, edit: not isinstance(edit, Replace)  # noqa: E731
    assert texts(engine, "my colour", allowed=never_replace) == ["my"]
    assert texts(engine, "my colour", allowed=lambda tokens, position, edit: False) == ["my colour"]


WORDS = ["a", "b", "c", "d", "e"]
SCRIPT = {
    "a": Replace(("b", "c")),
    "b": {DELETE: 0.5, Replace(("d",)): 0.45},
    "c": {Append(("a",)): 0.3, Replace(("e",)): 0.3},
    "d": Transform("case:upper"),
}


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from(WORDS), max_size=9), max_size=12),
    st.integers(3, 60),
    st.integers(),
    st.sampled_from([3, 4, 254]),
)
def test_a_sentence_ends_the_same_whatever_its_batch(
    sentences: list[list[str]], batch_pieces: int, seed: int, limit: int
) -> None:
    engine = ScriptedEngine(SCRIPT, limit=limit)
    thresholds = Thresholds(copy_bias=0.1)
    together = decode(engine, sentences, thresholds, batch_pieces=batch_pieces)
    alone = [decode(engine, [sentence], thresholds)[0] for sentence in sentences]
    assert together == alone
    order = list(range(len(sentences)))
    random.Random(seed).shuffle(order)
    shuffled = decode(engine, [sentences[i] for i in order], thresholds, batch_pieces=batch_pieces)
    assert [together[i] for i in order] == shuffled
