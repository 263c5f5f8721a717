"""Make the speller's word list from running text and lemminflect's tables of word forms.

    python tools/build_lexicon.py CORPUS... -o src/textmend/text/resources/en.lexicon

A corpus is plain text or TSV (the sentence is the last column), one sentence a line, compressed or not. Only counts of
words come out of it. Which words get in is told in `docs/lexicon.md` and decided in `choose`.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from textmend.data.files import read_lines, write_bytes_atomically
from textmend.text.lexicon import pack
from textmend.text import wordforms

WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
POSSESSIVE = re.compile(r".+'s$", re.IGNORECASE)

MIN_LOWER = 3  # a word that the tables do not know: seen this often in lower case, in two sources
MIN_NAME = 6  # a name: seen this often with a capital inside sentences, in two sources
MIN_ACRONYM = 20
NAME_SHARE = 3.0  # a name is written with a capital this many times as often as without
TYPO_RATIO = 300.0  # a word outside the tables one letter away from a word this much more common is a slip


@dataclass(slots=True)
class Counts:
    """How often each word, as written, stands inside (`inner`) and at the head (`first`) of a sentence."""

    inner: Counter[str] = field(default_factory=Counter)
    first: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)


def count_words(lines: Iterable[str]) -> Counts:
    """Count the words of tab-separated lines: the source's name, then the sentence.

    >>> counts = count_words(["a\\tThe cat saw London", "b\\tThe end"])
    >>> counts.inner["cat"], counts.first["The"], counts.sources["The"]
    (1, 2, 2)
    """
    counts = Counts()
    seen: dict[str, set[str]] = {}
    for line in lines:
        source, _, sentence = line.rpartition("\t")
        words = WORD.findall(sentence.replace("’", "'"))
        counts.first.update(words[:1])
        counts.inner.update(words[1:])
        seen.setdefault(source, set()).update(words)
    for words_of_source in seen.values():
        counts.sources.update(words_of_source)
    return counts


def table_words() -> set[str]:
    """Every single word that lemminflect's tables list as a form, but plurals of what has none (informations)."""
    return {
        word for word in wordforms.english().listed() if WORD.fullmatch(word) and not POSSESSIVE.match(word)
    }


def choose(counts: Counts, listed: set[str]) -> dict[str, int]:
    """The words of the lexicon with their counts."""
    lower = sum_by_case(counts)
    chosen: dict[str, int] = {}
    for word in listed | set(counts.inner) | set(counts.first):
        if POSSESSIVE.match(word) or (len(word) == 1 and word not in ("a", "I")):
            continue
        if is_wanted(word, counts, lower, listed):
            chosen[word] = frequency(word, counts)
    return {word: count for word, count in chosen.items() if not is_slip(word, chosen, listed)}


def sum_by_case(counts: Counts) -> Counter[str]:
    """Occurrences inside sentences of each word in lower case."""
    return Counter({word: count for word, count in counts.inner.items() if word == word.lower()})


def frequency(word: str, counts: Counts) -> int:
    """How often the word is meant: as written, and at the head of a sentence for a lower-case word."""
    total = counts.inner[word] + counts.first[word]
    if word == word.lower():
        title = word.capitalize()
        if counts.inner[word] >= counts.inner[title]:
            total += counts.first[title]
    return total


def is_wanted(word: str, counts: Counts, lower: Counter[str], listed: set[str]) -> bool:
    """Whether there is evidence enough that this is how a word is written."""
    if word in listed:
        return True
    often, wide = counts.inner[word], counts.sources[word] >= 2
    if word == word.lower():
        name = counts.inner[word.capitalize()] + counts.inner[word.upper()]
        return often >= MIN_LOWER and wide and often * 10 >= name
    if word.isupper():
        return (
            often >= MIN_ACRONYM
            and wide
            and often > NAME_SHARE * (lower[word.lower()] + counts.inner[word.capitalize()])
        )
    return often >= MIN_NAME and wide and often > NAME_SHARE * lower[word.lower()]


def is_slip(word: str, chosen: dict[str, int], listed: set[str]) -> bool:
    """Whether a word outside the tables is one slip away from a far more common one."""
    if word in listed or word != word.lower():
        return False
    limit = TYPO_RATIO * chosen[word]
    return any(chosen.get(near, 0) > limit for near in slips(word))


def slips(word: str) -> Iterable[str]:
    """What a word becomes when one letter is dropped, two are swapped, or one is doubled.

    >>> sorted(slips("teh"))
    ['eh', 'eth', 'te', 'teeh', 'tehh', 'th', 'the', 'tteh']
    """
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]
        yield word[: place + 1] + word[place:]
        if place + 1 < len(word):
            yield word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--name", default="en-1")
    arguments = parser.parse_args()
    counts = count_words(line for path in arguments.corpus for line in read_lines(path))
    chosen = choose(counts, table_words())
    data = pack(arguments.name, list(chosen.items()))
    with write_bytes_atomically(arguments.output) as stream:
        stream.write(data)
    print(f"{len(chosen)} words, {len(data)} bytes -> {arguments.output}")


if __name__ == "__main__":
    main()
