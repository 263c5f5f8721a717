"""The front door with scripted edits: spans of the original, rounds that merge, everything else untouched."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import textmend
from textmend import Corrector
from textmend.cli.app import app
from textmend.decoding import ScriptedEngine
from textmend.edits import DELETE, Append, Replace, Transform
from textmend.errors import ModelError

SCRIPT = ScriptedEngine(
    {
        "go": Transform("verb:past"),
        "teh": Replace(("the",)),
        "very": DELETE,
        "to": Transform("join"),
        "alot": Transform("split"),
    },
    {"They went home .": {2: Append(("off",))}, "He quickly ran .": {2: Transform("swap")}},
)
corrector = Corrector(SCRIPT, name="scripted")
run = CliRunner()


def test_edits_name_places_of_the_original_text() -> None:
    text = "I see 🙂 teh\r\ncat  and teh dog."
    correction = corrector.correct(text)
    assert correction.text == "I see 🙂 the\r\ncat  and the dog."
    assert [text[edit.start : edit.end] for edit in correction.edits] == ["teh", "teh"]
    assert correction.edits[0].message == "'teh' -> 'the': word choice"


def test_changes_of_several_rounds_on_one_place_become_one_edit() -> None:
    correction = corrector.correct("They go home.")
    assert correction.text == "They went off home."
    (edit,) = correction.edits
    assert (edit.before, edit.after, edit.round, correction.rounds) == ("go", "went off", 1, 2)


def test_words_are_dropped_joined_split_and_swapped_with_their_spaces() -> None:
    assert corrector.correct("It is very good to day.").text == "It is good today."
    assert corrector.correct("I like alot of it.").text == "I like a lot of it."
    assert corrector.correct("He quickly ran.").text == "He ran quickly."


def test_alternatives_are_ranked() -> None:
    odds = {Replace(("the",)): 0.6, Replace(("ten",)): 0.2, Replace(("tea",)): 0.1}
    (edit,) = Corrector(ScriptedEngine({"teh": odds})).correct("teh end").edits
    assert (edit.after, edit.alternatives) == ("the", ("ten", "tea"))
    assert edit.confidence == pytest.approx(0.6, abs=1e-3)


def test_edits_below_the_asked_confidence_are_not_made() -> None:
    assert corrector.at_least(0.95).correct("teh cat").edits == ()


@settings(deadline=None)
@given(st.text(max_size=80))
def test_with_no_edits_any_text_comes_back_as_it_was(text: str) -> None:
    nothing = Corrector(ScriptedEngine())
    assert nothing.correct(text) == textmend.Correction(text, (), 0)


chunks = st.lists(
    st.sampled_from([*"🙂é\t\n\r .,-", "teh", "go", "very", "to", "alot", "a cat", "\r\n"]), max_size=30
)


@settings(deadline=None)
@given(chunks.map(" ".join))
def test_edits_applied_to_the_original_give_the_output_and_never_overlap(text: str) -> None:
    correction = corrector.correct(text)
    place, parts = 0, []
    for edit in correction.edits:
        assert place <= edit.start <= edit.end
        assert text[edit.start : edit.end] == edit.before
        parts += [text[place : edit.start], edit.after]
        place = edit.end
    assert "".join([*parts, text[place:]]) == correction.text


def test_many_texts_stream_in_their_order() -> None:
    def texts() -> object:
        yield "teh a"
        yield ""
        yield "b teh"

    found = corrector.correct_many(texts())  # type: ignore[arg-type]
    assert [correction.text for correction in found] == ["the a", "", "b the"]


def test_threads_share_a_corrector() -> None:
    texts = [f"{number} teh cat go to day." for number in range(40)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(corrector.correct, texts)) == [corrector.correct(text) for text in texts]


def test_an_unknown_model_is_named_with_what_there_is() -> None:
    with pytest.raises(ModelError, match=r"no model 'nope'; name a model folder or one of .*spelling"):
        textmend.load("nope")


def test_the_spelling_dictionary_corrects_without_a_model() -> None:
    correction = textmend.load("spelling").correct("I like it becuase it works.")
    assert correction.text == "I like it because it works."
    assert correction.edits[0].message == "'becuase' -> 'because': spelling"


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_bytes("\ufeffI came becuase of it.\r\nBye.\r\n".encode())
    return path


def correct(*arguments: str, given: str | bytes | None = None) -> tuple[int, str]:
    result = run.invoke(app, ["correct", "--model", "spelling", *arguments], input=given)
    return result.exit_code, result.output


def test_standard_input_is_corrected_to_standard_output() -> None:
    assert correct(given="It is definately so.\n") == (0, "It is definitely so.\n")


def test_in_place_keeps_the_encoding_mark_and_the_line_ends(letter: Path) -> None:
    assert correct("--in-place", str(letter)) == (0, "")
    assert letter.read_bytes() == "\ufeffI came because of it.\r\nBye.\r\n".encode()


def test_words_of_a_dictionary_are_left_alone(letter: Path) -> None:
    (letter.parent / "mine.txt").write_text("becuase\n")
    assert correct("--check", "--words", str(letter.parent / "mine.txt"), str(letter)) == (0, "")
    (letter.parent / ".textmend-dictionary.txt").write_text("becuase\n")
    assert correct("--check", str(letter)) == (0, "")


def test_code_in_markdown_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("It is `becuase` becuase.\n\n```\nbecuase\n```\n")
    assert correct(str(page))[1] == "It is `becuase` because.\n\n```\nbecuase\n```\n"


def test_check_names_the_places_and_exits_with_one(letter: Path) -> None:
    code, output = correct("--check", str(letter))
    assert code == 1
    assert output == f"{letter}:1:8: 'becuase' -> 'because': spelling\n"
    assert correct("--check", given="All is well.\n") == (0, "")


def test_json_has_a_version_and_the_edits(letter: Path) -> None:
    _, output = correct("--json", str(letter))
    answer = json.loads(output)
    assert (answer["version"], answer["model"]) == (1, "spelling")
    assert answer["edits"][0]["after"] == "because"


def test_a_diff_and_the_rounds_can_be_looked_at() -> None:
    assert "[-becuase-]{+because+}" in correct("--diff", given="It is becuase.\n")[1]
    _, output = correct("--show-rounds", given="It is becuase.\n")
    assert "0 It is because . (transform spell)" in " ".join(output.split())


@pytest.mark.parametrize(
    ("data", "message"), [(b"\x00\x01", "a binary file"), (b"caf\xe9", "not UTF-8 (at byte 3)")]
)
def test_bad_files_are_refused_and_left_alone(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(data)
    result = run.invoke(app, ["correct", "--in-place", str(path)])
    assert message in str(result.exception)
    assert path.read_bytes() == data


def test_edits_come_in_the_order_of_the_text_even_round_a_footnote() -> None:
    text = "I see teh cat\\footnote{It is teh one.} and teh dog."
    correction = corrector.correct(text, "latex")
    assert correction.text == text.replace("teh", "the")
    places = [edit.start for edit in correction.edits]
    assert places == sorted(places)
