"""Where the prose is in Markdown, HTML and LaTeX, and that hostile input is borne."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textmend.errors import InputError
from textmend.text.markup import FORMATS, find_prose
from textmend.text.markup.html_tokens import CLOSE, OPEN, html_tokens

FOLDER = Path(__file__).parents[1] / "documents"


def prose(text: str, format: str) -> list[str]:
    """The segments as they read, without those of white space."""
    views = ["".join(piece.read(text) for piece in segment) for segment in find_prose(text, format)]
    return [view.strip() for view in views if view.strip()]


MARKDOWN = [
    ("# One #\n\nTwo\nthree\n===", ["One", "Two\nthree"]),
    ("* a\n* b\n\n  c", ["a", "b", "c"]),
    ("| a | b |\n|---|---|\n| c |  |\n| | d |", ["a", "b", "c", "d"]),
    ("> a\n> b\nlazy", ["a\nb\nlazy"]),
    ("    code\n\ntext", ["text"]),
    ("~~~\ncode\n~~~\ntext", ["text"]),
    ("a `b` ``c ` d`` e", ["a b X e"]),
    ("[a](b 'c') ![d](e) [f][g]\n\n[g]: h", ["a  f"]),
    ("[a], [b][]\n\n[a]: x\n[b]: y", ["a, b"]),
    ("see [^1]\n\n[^1]: a note", ["see 1", "1 a note"]),
    ("---\ntitle: x\n---\ntext", ["text"]),
    ("- [ ] do it", ["do it"]),
    ("a <b>c</b> <code>d e</code> f", ["a c X f"]),
    ("<div>\nno\n</div>\n\nyes", ["yes"]),
    ("$a+b$ and $5 or $6, {{ x }}", ["X and $5 or $6, x"]),
    ("a \\* b &amp; c", ["a * b & c"]),
    ("1. # a\n2. b", ["a", "b"]),
    ("a **b** ~~c~~ _d_", ["a b c d"]),
    ("\tcode after tab\n\n- item\n\n\tin the item", ["item", "in the item"]),
]

HTML = [
    ("<p>a<p>b", ["a", "b"]),
    ("a<br>b", ["a\nb"]),
    ("a <!-- b --> c", ["a  c"]),
    ("<pre>a</pre>b<script>c < d</script>", ["b"]),
    ("<p title='x > y'>a</p>", ["a"]),
    ("a &lt; b &amp c &unknown; d", ["a < b & c &unknown; d"]),
    ("<i lang='fr'>bon</i> <span lang=en-GB>good</span>", ["bon good"]),
    ("<p translate=no>a</p><p>b</p>", ["b"]),
    ("a <code>b <code>c</code></code> d", ["a X d"]),
    ("<title>a</title><style>b</style>", ["a"]),
    ("1 < 2 <3 a<", ["1 < 2 <3 a<"]),
    ("<textarea><p>a</textarea>b", ["b"]),
]

LATEX = [
    ("a % b\nc", ["a c"]),
    ("a\\footnote{b} c", ["b", "a c"]),
    ("\\section{a} b", ["a", "b"]),
    ("\\emph{a \\textbf{b}} c", ["a b c"]),
    ("a $x$ \\(y + z\\) b", ["a x X b"]),
    ("a $b\n\nc $d$", ["a X", "c d"]),
    ("\\begin{verbatim}\n$\\x{\n\\end{verbatim} a", ["a"]),
    ("\\begin{tabular}{l} a \\end{tabular} b", ["b"]),
    ("\\item a \\item[b] c", ["a", "c"]),
    ("a\\\\b~c\\,d", ["a\nb c d"]),
    ("5\\% \\& \\_", ["5% & _"]),
    ("\\unknown[a]{b}{c} d", ["d"]),
    ("\\verb|a b| c", ["X c"]),
    ("\\'el\\`eve", ["eleve"]),
    ("\\newcommand{\\x}{y}\\title{t}\\begin{document}a\\end{document}b", ["t", "a"]),
]


@pytest.mark.parametrize(("text", "expected"), MARKDOWN)
def test_prose_of_markdown(text: str, expected: list[str]) -> None:
    assert prose(text, "markdown") == expected


@pytest.mark.parametrize(("text", "expected"), HTML)
def test_prose_of_html(text: str, expected: list[str]) -> None:
    assert prose(text, "html") == expected


@pytest.mark.parametrize(("text", "expected"), LATEX)
def test_prose_of_latex(text: str, expected: list[str]) -> None:
    assert prose(text, "latex") == expected


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(InputError, match="unknown format 'docx'; one of plain, markdown, html, latex"):
        find_prose("a", "docx")


@given(st.text(st.characters() | st.sampled_from("<>/!-&;\"'= ab")))
def test_tokens_of_html_cover_the_text(text: str) -> None:
    assert "".join(text[token.start : token.end] for token in html_tokens(text)) == text


class Tags(HTMLParser):
    """The tags the parser of the standard library finds."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((OPEN, tag))

    def handle_endtag(self, tag: str) -> None:
        self.found.append((CLOSE, tag))


@pytest.mark.parametrize("name", ["page.html", "newsletter.html", "crlf.html"])
def test_tags_are_those_the_standard_library_finds(name: str) -> None:
    text = (FOLDER / name).read_bytes().decode()
    text = text.replace("<textarea>", "<div>").replace("</textarea>", "</div>")
    parser = Tags()
    parser.feed(text)
    ours = [(token.kind, token.name) for token in html_tokens(text) if token.kind in {OPEN, CLOSE}]
    assert ours == parser.found


HOSTILE = [
    "<",
    "<a<",
    "<a b='",
    "<!--",
    "&",
    "</b>",
    "<b>",
    "[",
    "![",
    "`",
    "*a",
    "> ",
    "- ",
    "|a",
    "(",
    "😀",
    ".",
]
HOSTILE += [
    "{",
    "}",
    "\\",
    "\\a{",
    "$",
    "$a$",
    "\\begin{a}",
    "\\begin{equation}",
    "\\(",
    "\\footnote{",
    "%",
    "~",
]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_runs_are_borne(piece: str, format: str) -> None:
    text = piece * (20_000 // len(piece))
    for segment in find_prose(text, format):
        assert all(left.end <= right.start for left, right in pairwise(segment))


@pytest.mark.parametrize("format", FORMATS)
@given(text=st.text(st.sampled_from("ab <>/&;*_`[]()$\\{}%\n\r#|-.'\"!~^") | st.characters()))
def test_pieces_lie_in_order(format: str, text: str) -> None:
    for segment in find_prose(text, format):
        places = [place for piece in segment for place in (piece.start, piece.end)]
        assert places == sorted(places)
