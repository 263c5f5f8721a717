"""The tables of the paper's authors: dropped, spurious and replaced words, and word forms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from textmend.data.corruption.settings import Counts, RuleTable
from textmend.data.files import read_lines
from textmend.errors import InputError

VERB_TAGS = ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ")
VerbForms = dict[str, tuple[str, ...]]


def read_counts(folder: str | Path) -> Counts:
    """The counts of `dropped_words.tsv`, `spurious_words.tsv` and `replaced_words.tsv` in a folder."""
    replaced: RuleTable = {}
    for right, wrong, count in _rows(Path(folder) / "replaced_words.tsv", 3):
        replaced.setdefault(right, {})[wrong] = float(count)
    dropped, spurious = (
        {word: float(count) for word, count in _rows(Path(folder) / f"{name}_words.tsv", 2)}
        for name in ("dropped", "spurious")
    )
    return Counts(dropped, spurious, replaced)


def read_verb_forms(folder: str | Path) -> VerbForms:
    """Each verb form with the other forms of its verb, from `word_forms.tsv` (form, lemma, Penn tag)."""
    forms: dict[str, dict[str, None]] = {}
    lemmas: dict[str, dict[str, None]] = {}
    for form, lemma, tag in _rows(Path(folder) / "word_forms.tsv", 3, counted=False):
        if tag in VERB_TAGS:
            forms.setdefault(lemma, {})[form] = None
            lemmas.setdefault(form, {})[lemma] = None
    return {
        form: tuple(dict.fromkeys(other for lemma in found for other in forms[lemma] if other != form))
        for form, found in lemmas.items()
    }


def _rows(path: Path, columns: int, counted: bool = True) -> Iterator[list[str]]:
    for number, line in enumerate(read_lines(path), 1):
        row = line.split("\t")
        if len(row) != columns or (counted and not _is_number(row[-1])):
            raise InputError(
                f"not {columns} columns{' with a count in the last' if counted else ''}: {line[:40]!r}",
                path=path,
                line=number,
                remedy="see docs/corrupting.md for the layout of the tables",
            )
        yield row


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()
