"""Settings of made-up errors: files, learning, calibration, profiles, and the command."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from textmend.cli.app import app
from textmend.data.corruption.borrowing import borrow
from textmend.data.corruption.calibration import calibrate, made_profile
from textmend.data.corruption.change import changes
from textmend.data.corruption.learning import learn
from textmend.data.corruption.misspelling import read_misspellings
from textmend.data.corruption.profile import Profile, comparison, comparison_json, distance, profile_of
from textmend.data.corruption.selection import Selection, parse_sources, read_selected
from textmend.data.corruption.settings import Counts, read_settings
from textmend.data.corruption.toml import write_settings
from textmend.data.files import read_lines
from textmend.errors import ConfigError, InputError

TEXT = [
    "My brother goes to the library every Friday, because he likes to read the newspapers there.",
    "She has never been in a big city, and her parents don't want to move.",
    "However, the weather was too cold for a walk along the river.",
    "If they had known about the strike, they would have taken the car.",
    "The teacher told us that these books are better than the others.",
]
PAIRS = [
    ("He discuss about it with friend .", "He discusses it with a friend ."),
    ("We discussed about the plan in Monday .", "We discussed the plan on Monday ."),
    ("She arrived in the station in Monday .", "She arrived at the station on Monday ."),
    ("They was happy becuase it rained .", "They were happy because it rained ."),
    ("I like my job .", "I like my job ."),
]


def words(pairs: list[tuple[str, str]]) -> list[tuple[list[str], list[str]]]:
    return [(wrong.split(" "), right.split(" ")) for wrong, right in pairs]


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["corrupt", *map(str, arguments)])
    if code == 0 and result.exception is not None:
        raise result.exception
    return result.stdout


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[rates]\ntypos = 1", "unknown setting rates.typos"),
        ("[colours]\nred = 1", "unknown section \\[colours\\]"),
        ("sentences = 3", "should be a table"),
        ("[rates]\nspelling = 'often'", "wrong type"),
        ("[rates]\nspelling = -1", "negative"),
        ("[sentences]\nclean = [0.1, 0.2]", "2 shares"),
        ("[sentences]\nclean = 2", "between 0 and 1"),
        ("[rules.case]\n'<nouns>' = { '<lower>' = 1 }", "unknown <nouns>"),
        ("[rules.case]\nI = { '<small>' = 1 }", "unknown <small>"),
        ("[rules.case]\n'a b c' = { d = 1 }", "one or two words"),
        ("[slips]\nblurred = 1", "unknown setting slips.blurred"),
        ("[spelling]\nslips = 1", "slips should lie"),
        ("[rates", "not TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        read_settings(write(tmp_path / "my.toml", text))


def test_a_file_changes_what_it_holds_and_nothing_else(tmp_path: Path) -> None:
    path = write(tmp_path / "my.toml", "[rates]\ncase = 0\n[rules.confusion]\nthan = { then = 3 }")
    built_in, settings = read_settings(), read_settings(path)
    assert settings.rates == {**built_in.rates, "case": 0.0}
    assert settings.rules["confusion"] == {"than": {"then": 3.0}}
    assert settings.rules["agreement"] == built_in.rules["agreement"]


def test_written_settings_are_read_back_as_they_were(tmp_path: Path) -> None:
    settings = learn(words(PAIRS), read_settings())
    write_settings(tmp_path / "a.toml", settings, "a remark")
    once = read_settings(tmp_path / "a.toml")
    write_settings(tmp_path / "b.toml", once, "a remark")
    assert read_settings(tmp_path / "b.toml") == once
    assert once.rates == settings.rates
    assert once.counts == settings.counts


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_word_can_stand_in_the_file(right: str, wrong: str) -> None:
    import tomllib

    from textmend.data.corruption.toml import key

    assert tomllib.loads(f"{key(right)} = {{ {key(wrong)} = 1 }}") == {right: {wrong: 1}}


def test_misspellings_are_read_from_three_layouts(tmp_path: Path) -> None:
    tabs = write(tmp_path / "a.tsv", "becuase\tbecause\n")
    colons = write(tmp_path / "b.txt", "because: becuase*3, xx, be cause\n")
    blocks = write(tmp_path / "c.dat", "$because\nbecuase\nbecouse\n$their\nthier\n")
    assert list(read_misspellings(tabs)) == [("becuase", "because", 1.0)]
    assert list(read_misspellings(colons)) == [("becuase", "because", 3.0)]
    assert [wrong for wrong, _, _ in read_misspellings(blocks)] == ["becuase", "becouse", "thier"]
    with pytest.raises(InputError, match=r"d\.txt:1: no misspelling"):
        list(read_misspellings(write(tmp_path / "d.txt", "hello\n")))


def test_a_misspelling_list_named_in_the_file_is_used(tmp_path: Path) -> None:
    write(tmp_path / "list.tsv", "becuase\tbecause\n")
    path = write(tmp_path / "my.toml", "[spelling]\nlists = ['list.tsv']\nslips = 0.25")
    rules = read_settings(path).rules["spelling"]["because"]
    assert rules["<slip>"] / sum(rules.values()) == pytest.approx(0.25, rel=1e-3)


def test_rules_are_learned_from_pairs() -> None:
    settings = learn(words(PAIRS * 10), read_settings())
    assert "in" in settings.rules["replaced_preposition"]["on"]
    assert "discussed about" in settings.rules["unneeded_preposition"]["discussed"]
    assert "becuase" in settings.rules["spelling"]["because"]
    assert settings.counts.dropped["a"] == 10
    assert settings.counts.spurious["about"] == 10
    assert settings.clean[0] == pytest.approx(0.2)


def test_rules_are_borrowed_from_tables() -> None:
    counts = Counts({"the": 50.0}, {}, {"on": {"in": 40.0, "zebra": 2.0}, "goes": {"go": 90.0}})
    base = read_settings()
    settings = borrow(counts, [text.split() for text in TEXT] + [["on", "goes"]], base)
    assert set(settings.rules["missing_article"]) == {"the"}
    assert set(settings.rules["replaced_preposition"]["on"]) == {"in"}
    assert settings.rules["agreement"] == base.rules["agreement"]


def test_calibration_brings_the_shares_nearer() -> None:
    base = read_settings()
    sentences = [text.replace(",", " ,").replace(".", " .").split() for text in TEXT] * 60
    wanted = Profile(kinds=Counter(missing_article=50, spelling=25, missing_punctuation=25))
    settings = replace(base, shares={"missing_article": 2.0, "spelling": 1.0, "missing_punctuation": 1.0})
    before = distance(made_profile(settings, sentences, seed=9), wanted)
    after = distance(made_profile(calibrate(settings, sentences), sentences, seed=9), wanted)
    assert after < 0.15 < before


def test_a_profile_counts_kinds_and_numbers() -> None:
    profile = profile_of(words(PAIRS))
    assert profile.kinds == {
        "agreement": 2,
        "unneeded_preposition": 2,
        "missing_article": 1,
        "replaced_preposition": 3,
        "spelling": 1,
    }
    assert profile.numbers == {0: 1, 2: 3, 3: 1}
    assert profile.clean == 0.2
    assert "replaced_preposition" in comparison(profile, profile)
    assert json.loads(comparison_json(profile, profile))["distance"] == 0


sentence = st.lists(st.sampled_from(["a", "b", "ab", "-", "a-b", "n't", "A"]), max_size=7)


@given(sentence, sentence)
def test_changes_lead_from_the_wrong_to_the_right_sentence(source: list[str], target: list[str]) -> None:
    rebuilt = list(target)
    for change in reversed(changes(source, target)):
        assert tuple(target[change.start : change.start + len(change.right)]) == change.right
        rebuilt[change.start : change.start + len(change.right)] = change.wrong
    assert rebuilt == source


def test_sources_columns_and_held_out_sentences(tmp_path: Path) -> None:
    path = write(tmp_path / "text.tsv", "".join(f"{'ab'[n % 2]}\tSentence {n}.\tx{n}\n" for n in range(200)))
    selection = Selection(column=2, sources=parse_sources("a"), hold_out=10)
    lines, held_out = read_selected([path], selection, seed=1)
    kept = list(lines)
    assert {line.source for line in kept} == {"a"}
    assert kept[0].text == "Sentence 0."
    assert len(kept) + len(held_out) == 100
    assert 0 < len(held_out) < 30
    shuffled, _ = read_selected([path], replace(selection, shuffle=True), seed=1)
    order = [line.number for line in shuffled]
    assert order != sorted(order)
    assert sorted(order) == [line.number for line in kept]


def test_a_column_that_is_not_there_is_named_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path / "text.tsv", "a\tb\nc\n")
    lines, _ = read_selected([path], Selection(column=2), seed=1)
    with pytest.raises(InputError, match=r"text\.tsv:2: no column 2"):
        list(lines)


def test_the_command_writes_the_same_bytes_twice_and_compresses(tmp_path: Path) -> None:
    text = write(tmp_path / "text.txt", "\n".join(TEXT) + "\n")
    for name in ("one.tsv", "two.tsv", "three.tsv.gz"):
        run(text, "-o", tmp_path / name, "--seed", 4)
    assert (tmp_path / "one.tsv").read_bytes() == (tmp_path / "two.tsv").read_bytes()
    rows = [line.split("\t") for line in read_lines(tmp_path / "three.tsv.gz")]
    assert rows[0][1].startswith("My brother goes to the library every Friday ,")
    assert all(len(row) == 2 for row in rows)


def test_without_an_output_the_pairs_are_printed(tmp_path: Path) -> None:
    text = write(tmp_path / "text.txt", "\n".join(TEXT) + "\n")
    assert len(run(text, "--limit", 3).splitlines()) == 3


def test_the_command_holds_out_learns_and_reports(tmp_path: Path) -> None:
    text = write(tmp_path / "text.txt", "".join(f"{line} Number {n}.\n" for n in range(40) for line in TEXT))
    pairs = write(tmp_path / "pairs.tsv", "".join(f"{a}\t{b}\n" for a, b in PAIRS * 5))
    run("--learn", pairs, "-o", tmp_path / "my.toml")
    options = ("--config", tmp_path / "my.toml", "--hold-out", tmp_path / "held.tsv", "--hold-out-every", 10)
    report = run(text, *options, "--report", pairs, "--json", "-o", tmp_path / "made.tsv")
    facts = json.loads(report)
    held = len(list(read_lines(tmp_path / "held.tsv")))
    assert facts["made"]["sentences"] + held == 200
    assert facts["real"]["sentences"] == 25
    assert 0 <= facts["distance"] <= 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "no text to spoil"),
        (("--learn",), "no file to write"),
        (("--learn", "-o", "x.toml"), "nothing to learn from"),
        (("no-such-file.txt",), "no such file"),
        (("x.txt", "--sources", "a:b"), "not a number"),
    ],
)
def test_a_wrong_call_says_what_to_do(arguments: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        run(*arguments)


def test_an_unknown_recipe_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="unknown recipe 'soup'; one of paper, program, learner"):
        run(write(tmp_path / "text.txt", "A line.\n"), "--recipe", "soup")
