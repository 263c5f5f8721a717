"""Writing aside and renaming: a file is there complete, or as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textmend.data.files import read_lines, write_atomically
from textmend.errors import InputError


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".zst"])
def test_what_is_written_is_read_back(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"text.txt{suffix}"
    with write_atomically(path) as stream:
        stream.write("één\u2028twee\ndrie\n")
    assert list(read_lines(path)) == ["één\u2028twee", "drie"]


def test_an_error_while_writing_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("old")

    def fail() -> None:
        with write_atomically(path) as stream:
            stream.write("half of the new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(InputError, match="cannot write here"),
        write_atomically(tmp_path / "file" / "text.txt"),
    ):
        pass


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\r")), min_size=1))
def test_only_line_feeds_end_lines(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    path = tmp_path_factory.mktemp("lines") / "text.txt"
    path.write_bytes("\r\n".join([*lines, ""]).encode())
    expected = [lines[0].removeprefix("\ufeff"), *lines[1:]]
    assert list(read_lines(path)) == expected
