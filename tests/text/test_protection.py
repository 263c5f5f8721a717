"""Dictionaries of the writer and of the project, and parts switched off."""

from __future__ import annotations

from pathlib import Path

import pytest

from textmend.errors import InputError
from textmend.text.protection import (
    PROJECT_FILE,
    Dictionary,
    find_dictionary,
    personal_file,
    project_file,
    read_dictionary,
    switched_off,
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "config"))
    (tmp_path / "config" / "textmend").mkdir(parents=True)
    return tmp_path


def test_dictionaries_of_writer_project_and_command_are_one(home: Path) -> None:
    personal_file().write_text("# mine\nfoo\nbar # a note\n\n", "utf-8")
    (home / PROJECT_FILE).write_text("Grafana\n", "utf-8")
    (home / "a" / "b").mkdir(parents=True)
    extra = home / "words.txt"
    extra.write_text("C#\nNew Pondham\n", "utf-8")
    dictionary = find_dictionary(home / "a" / "b" / "text.md", [extra])
    words = ["Foo", "BAR", "Grafana", "grafana", "C#", "New", "Pondham", "New", "York", "mine"]
    assert sorted(set(dictionary.places(words))) == [0, 1, 2, 4, 5, 6]


def test_without_files_nothing_is_protected(home: Path) -> None:
    assert find_dictionary(home / "text.md") == Dictionary()


def test_the_project_file_is_looked_for_upwards(tmp_path: Path) -> None:
    (tmp_path / PROJECT_FILE).write_text("x", "utf-8")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    assert project_file(tmp_path / "deep" / "er" / "new.txt") == (tmp_path / PROJECT_FILE).resolve()


def test_a_words_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_dictionary(tmp_path / "none.txt")


@pytest.mark.parametrize(
    ("text", "off"),
    [
        ("a\n# textmend: off\nb\n# textmend: on\nc", "b"),
        ("a\n% textmend: off\nb", "b"),
        ("a\ntextmend: off\nb\ntextmend: on\nc", "b"),
        ("a <!-- textmend:off --> b <!-- textmend: ON --> c", "b"),
        ("we say textmend: off in the middle of a line", ""),
        ("a // textmend: offline", ""),
    ],
)
def test_comments_switch_off_and_on(text: str, off: str) -> None:
    hidden = "".join(span.of(text) for span in switched_off(text))
    assert off in hidden
    assert bool(hidden) == bool(off)
    assert "c" not in hidden.replace("textmend", "").split()
