"""Documents of the real world: nothing but prose is ever seen, nothing but words is ever changed."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from textmend.text.document import Document, read_document
from textmend.text.markup import FORMATS, format_of
from textmend.text.markup.html_tokens import TEXT, html_tokens
from textmend.text.protection import Dictionary
from textmend.text.replacement import replacements, substitute
from textmend.text.revision import Change, Revision, Rewrite

FOLDER = Path(__file__).parents[1] / "documents"
DOCUMENTS = sorted(
    path for path in FOLDER.iterdir() if path.suffix in {".txt", ".srt", ".md", ".html", ".tex"}
)


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def edited(document: Document, rewrite: Rewrite | None) -> str:
    """The document after the same rewrite of every word (a `_` in it is the word itself), or none."""
    items = []
    for sentence in document.sentences:
        revision = Revision.begin(sentence)
        if rewrite:
            revision = revision.revise(
                {
                    place: replace(rewrite, words=tuple(word if put == "_" else put for put in rewrite.words))
                    for place, word in enumerate(sentence.words, 1)
                }
            )
        items += replacements(document.text, revision)
    items.sort(key=lambda item: (item.start, item.end))
    assert all(left.end <= right.start for left, right in pairwise(items))
    return substitute(document.text, items)


def check_spans(document: Document) -> None:
    places = []
    for sentence in document.sentences:
        assert sentence.words
        assert len(sentence.words) == len(sentence.spans)
        for place, (word, span) in enumerate(zip(sentence.words, sentence.spans, strict=True)):
            assert place in sentence.fixed or span.of(document.text) == word
            places.append(span)
    places.sort()
    assert all(left.end <= right.start for left, right in pairwise(places))


def test_there_are_thirty_documents_at_least() -> None:
    assert len(DOCUMENTS) >= 30


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_passes_unchanged_without_edits(path: Path, format: str) -> None:
    text = read(path)
    document = read_document(text, format, english_only=False)
    check_spans(document)
    assert edited(document, None) == text


@pytest.mark.parametrize("format", FORMATS)
@given(text=st.text(st.characters() | st.sampled_from("ab <>&*_`[]()$\\{}%\n\r#|-.'\"!")))
def test_any_text_passes_unchanged_without_edits(format: str, text: str) -> None:
    document = read_document(text, format, english_only=False)
    check_spans(document)
    assert edited(document, None) == text


REWRITES = [
    Rewrite(("word",), Change(1, "replace")),
    Rewrite((), Change(1, "delete")),
    Rewrite(("two", "words"), Change(1, "replace")),
    Rewrite(("_", "more"), Change(1, "append")),
    Rewrite(("_", ","), Change(1, "append-comma")),
    Rewrite(("_",), Change(1, "join"), glue=""),
    Rewrite(("_",), Change(1, "swap"), swaps=True),
]


@pytest.mark.parametrize("rewrite", REWRITES, ids=lambda rewrite: rewrite.change.kind)
@pytest.mark.parametrize("path", [p for p in DOCUMENTS if p.suffix == ".html"], ids=lambda path: path.name)
def test_whatever_is_edited_tags_and_code_of_html_stay(path: Path, rewrite: Rewrite) -> None:
    text = read(path)
    assert html_skeleton(edited(read_document(text, "html"), rewrite)) == html_skeleton(text)


def html_skeleton(text: str) -> list[str]:
    return [text[token.start : token.end] for token in html_tokens(text) if token.kind != TEXT]


@pytest.mark.parametrize("rewrite", REWRITES, ids=lambda rewrite: rewrite.change.kind)
@pytest.mark.parametrize("path", [p for p in DOCUMENTS if p.suffix == ".md"], ids=lambda path: path.name)
def test_whatever_is_edited_the_structure_of_markdown_stays(path: Path, rewrite: Rewrite) -> None:
    text = read(path)
    assert markdown_skeleton(edited(read_document(text, "markdown"), rewrite)) == markdown_skeleton(text)


def markdown_skeleton(text: str) -> list[tuple[str, ...]]:
    """The tokens but for prose, with the content of code and the targets of links."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    flat = [child for token in tokens for child in (token, *(token.children or []))]
    plain = {"inline", "text", "softbreak"}
    return [
        (token.type, token.content, *map(str, token.attrs.values()))
        for token in flat
        if token.type not in plain
    ]


@pytest.mark.parametrize("rewrite", REWRITES, ids=lambda rewrite: rewrite.change.kind)
@pytest.mark.parametrize("path", [p for p in DOCUMENTS if p.suffix == ".tex"], ids=lambda path: path.name)
def test_whatever_is_edited_commands_and_math_of_latex_stay(path: Path, rewrite: Rewrite) -> None:
    text = read(path)
    marks = re.compile(r"\\[A-Za-z]+|\\.|[{}$&%]|\$[^$\n]*\$|\[[^\]]*\]")
    assert marks.findall(edited(read_document(text, "latex"), rewrite)) == marks.findall(text)


def words_of(text: str, format: str = "plain", **settings: object) -> list[str]:
    document = read_document(text, format, **settings)  # type: ignore[arg-type]
    return [word for sentence in document.sentences for word in sentence.words]


def test_foreign_paragraphs_have_no_sentences() -> None:
    words = words_of(read(FOLDER / "mixed-languages.txt"))
    assert "english" in words and "Weltschmerz" in words
    assert not {"deutsche", "partie", "русский"} & set(words)


def test_short_headings_go_with_the_language_of_the_document() -> None:
    body = "Gestern haben wir lange am Teich gesessen und den Fröschen zugehört."
    assert words_of(f"# Unser Teich\n\n{body}", "markdown") == []
    assert words_of("# Our pond\n\nWe sat there for a long time.", "markdown")[:2] == ["Our", "pond"]


def test_quoted_mail_and_time_stamps_are_left_alone() -> None:
    assert "tuesday" not in words_of(read(FOLDER / "email.txt"))
    assert "00:00:01,000" not in words_of(read(FOLDER / "subtitles.srt"))


@pytest.mark.parametrize(("name", "format"), [("switches.md", "markdown"), ("switches.tex", "latex")])
def test_what_is_switched_off_has_no_sentences(name: str, format: str) -> None:
    words = words_of(read(FOLDER / name), format)
    assert "again" in words
    assert not {"limits", "neither", "item"} & set(words)


def test_links_names_of_code_and_words_of_the_dictionary_are_fixed() -> None:
    text = "See www.example.org or my_file and kubernetes at a.b@example.org now."
    (sentence,) = read_document(text, dictionary=Dictionary.of(["kubernetes"])).sentences
    fixed = {sentence.words[place] for place in sentence.fixed}
    assert fixed == {"www.example.org", "my_file", "kubernetes", "a.b@example.org"}


def test_inline_code_counts_as_a_word() -> None:
    words = words_of("Call the `start` of a `long + formula` now.", "markdown")
    assert words == ["Call", "the", "start", "of", "a", "X", "now", "."]


def test_a_word_across_markup_is_one_fixed_word() -> None:
    (sentence,) = read_document("An un*believ*able story", "markdown").sentences
    assert sentence.words == ("An", "unbelievable", "story")
    assert sentence.fixed == {1}


def test_spans_count_characters_whatever_the_line_ends() -> None:
    text = "😀 One two.\r\n\r\n- thrée\r\n- four"
    document = read_document(text, "markdown", english_only=False)
    assert [[span.of(text) for span in sentence.spans] for sentence in document.sentences] == [
        ["😀", "One", "two", "."],
        ["thrée"],
        ["four"],
    ]


def test_the_format_is_told_by_the_name() -> None:
    assert [format_of(path) for path in ("a.md", "b.HTML", "c.tex", "d.srt", "e")] == [
        "markdown",
        "html",
        "latex",
        "plain",
        "plain",
    ]
