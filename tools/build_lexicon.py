"""Make the speller's word list from running text and lemminflect's tables of word forms.

    python tools/build_lexicon.py CORPUS... -o src/textmend/text/resources/en.lexicon

A corpus is plain text or TSV (source, then sentence), one sentence a line, compressed or not. Nothing but
counts of words comes out of it. Which words get in is told in `docs/lexicon.md` and decided in `choose`.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from textmend.data.files import read_lines, write_bytes_atomically
from textmend.text import wordforms
from textmend.text.lexicon import pack
from textmend.text.wordforms import WordForms

WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
POSSESSIVE = re.compile(r".+'s$", re.IGNORECASE)
CONTRACTIONS = frozenset(
    f"{head}'s" for head in ("it", "he", "she", "that", "there", "here", "what", "who", "where", "how", "let")
)
IZE = re.compile(r"(?<![aes])(?<!pr)iz(e[drs]?|ers|ing|ations?|able)$")

MIN_LONG = 4  # a word of five letters and more outside the tables: seen this often, in two sources
MIN_SHORT = 12  # a shorter one
MIN_NAME = 6  # a name: seen this often with a capital inside sentences, in two sources
MIN_ACRONYM = 20
NAME_SHARE = 3.0  # a name is written with a capital this many times as often as without
RARE_PLURAL = 1 / 128  # a plural this rare beside a singular that is said to be its own plural: informations
JOINED = 50  # a word outside the tables that is written as two so many times as often is none: eachother
SURE = 20  # a word outside the tables that is seen this often is no slip
LIKELY_SLIP, OTHER_SLIP = 60, 400  # a rarer one beside a near word so many times more common is one

# in the tables, but more often mistakes than words
WRONG_TEXT = """
refered refering controled controling occured occuring kidnaped payed flied grinded bended teared
criterions phenomenons iller illest targetted targetting envelopped thier theirself theirselves ourself
worsed worsing worses zincking
"""
WRONG = frozenset(WRONG_TEXT.split())
# known, but not to be put into anybody's mouth
NEVER_SUGGESTED_TEXT = """
arse arsehole ass asses asshole assholes bastard bastards bitch bitches bullshit cock cocks crap cunt
cunts damn dick dicks dildo fag faggot faggots fags fuck fucked fucker fuckers fuckin fucking fucks
motherfucker motherfucking nigga niggas nigger niggers penis piss pissed porn porno pussy rape raped rapes
raping shit shits shitty slut sluts th tit tits turd turds twat vagina wank wanker whore whores
"""
NEVER_SUGGESTED = frozenset(NEVER_SUGGESTED_TEXT.split())
# words of three letters and less outside the tables; others of that length are fragments: th, de, er
SHORT_WORDS_TEXT = """
ad ads app bio bot bye cop eve fad gal hey hi ho huh ilk lab nor oh ok ox per pub rep tab ten thy til uh
um yay yum
"""
SHORT_WORDS = frozenset(SHORT_WORDS_TEXT.split())


@dataclass(slots=True)
class Counts:
    """How often each word, as written, stands inside (`inner`) and at the head (`first`) of a sentence."""

    inner: Counter[str] = field(default_factory=Counter)
    first: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)

    def total(self, word: str) -> int:
        """How often the word is meant: as written, and with a capital at the head of a sentence.

        >>> Counts(Counter(cat=3, Cat=1), Counter(Cat=2)).total("cat")
        5
        """
        total = self.inner[word] + self.first[word]
        title = word.capitalize()
        if word == word.lower() and self.inner[word] >= self.inner[title]:
            total += self.first[title]
        return total


def count_words(lines: Iterable[str]) -> Counts:
    """Count the words of lines: the source's name, a tab, the sentence.

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


def choose(counts: Counts, tables: WordForms) -> dict[str, int]:
    """The words of the lexicon with their counts; 0 for a word that is known but never suggested."""
    wrong = WRONG | set(rare_plurals(tables, counts)) | set(forms_of_forms(tables, counts))
    listed = {word for word in tables.listed() if is_plain(word)} - wrong
    chosen = {word: max(counts.total(word), 1) for word in listed}
    for word in set(counts.inner) | set(counts.first):
        if word not in chosen and word not in wrong and is_plain(word) and is_frequent(word, counts):
            chosen[word] = counts.total(word)
    near = Neighbours(chosen, at_least=LIKELY_SLIP * MIN_LONG)
    chosen = {word: count for word, count in chosen.items() if not is_slip(word, chosen, listed, near)}
    for word in [word for word in chosen if IZE.search(word)]:
        chosen.setdefault(IZE.sub(r"is\1", word), 1)
    for word in chosen:
        fragment = len(word) < 4 and word == word.lower() and word not in listed and word not in SHORT_WORDS
        if word in NEVER_SUGGESTED or (fragment and chosen[word] < 5000):
            chosen[word] = 0
    return chosen


def count_joins(lines: Iterable[str], words: set[str]) -> Counter[str]:
    """How often each of the words is written as two.

    >>> count_joins(["a\\tSee each other", "a\\tto each other"], {"eachother", "website"})
    Counter({'eachother': 2})
    """
    joins: Counter[str] = Counter()
    for line in lines:
        found = WORD.findall(line.rpartition("\t")[2].lower())
        joins.update(both for both in map(str.__add__, found, found[1:]) if both in words)
    return joins


def is_plain(word: str) -> bool:
    """Whether this is a word by itself: letters, and no `'s` behind a noun."""
    if len(word) == 1:
        return word in ("a", "I")
    return bool(WORD.fullmatch(word)) and (not POSSESSIVE.match(word) or word in CONTRACTIONS)


def is_frequent(word: str, counts: Counts) -> bool:
    """Whether a word that the tables do not list is written so often enough, in more than one source."""
    often, lower = counts.inner[word], counts.inner[word.lower()]
    if counts.sources[word] < 2:
        return False
    if word == word.lower():
        names = counts.inner[word.capitalize()] + counts.inner[word.upper()]
        return often >= (MIN_LONG if len(word) > 4 else MIN_SHORT) and often * 10 >= names
    if word.isupper() and len(word) > 1:
        return often >= MIN_ACRONYM and often > NAME_SHARE * (lower + counts.inner[word.capitalize()])
    return word == "I" or (often >= MIN_NAME and often > NAME_SHARE * lower)


def rare_plurals(tables: WordForms, counts: Counts) -> Iterator[str]:
    """Plurals in the tables of what has none: informations, knowledges."""
    for lemma in tables.listed():
        ways = tables.columns(lemma, "noun")[0] if tables.columns(lemma, "noun") else ()
        if lemma in ways:
            limit = RARE_PLURAL * counts.total(lemma)
            yield from (
                way
                for way in ways
                if way != lemma and counts.total(way) < limit and is_only_plural(way, tables)
            )


def forms_of_forms(tables: WordForms, counts: Counts) -> Iterator[str]:
    """Forms in the tables that nobody writes, of lemmas that are forms themselves: consisteded."""
    for lemma in tables.listed():
        for kind in ("noun", "verb"):
            if tables.lemmas(lemma, kind)[:1] not in ((), (lemma,)):
                ways = {way for column in tables.columns(lemma, kind) for way in column}
                yield from (way for way in ways if way != lemma and not counts.total(way))


def is_only_plural(word: str, tables: WordForms) -> bool:
    return not any(
        tables.lemmas(word, kind) for kind in ("verb", "adj", "adv")
    ) and word not in tables.lemmas(word, "noun")


class Neighbours:
    """The common words one edit away from any word, found by what is left when a letter is dropped."""

    def __init__(self, counts: dict[str, int], at_least: int) -> None:
        self._by_rest: dict[str, list[str]] = {}
        for word in (word for word, count in counts.items() if count >= at_least and word == word.lower()):
            for rest in {word, *drops(word)}:
                self._by_rest.setdefault(rest, []).append(word)

    def of(self, word: str) -> set[str]:
        near = {found for rest in {word, *drops(word)} for found in self._by_rest.get(rest, ())}
        return {found for found in near if found != word and is_one_edit(word, found)}


def drops(word: str) -> Iterator[str]:
    """The word without each of its letters.

    >>> list(drops("the"))
    ['he', 'te', 'th']
    """
    return (word[:place] + word[place + 1 :] for place in range(len(word)))


def is_one_edit(word: str, other: str) -> bool:
    from rapidfuzz.distance import OSA

    return OSA.distance(word, other, score_cutoff=1) == 1


def is_slip(word: str, chosen: dict[str, int], listed: set[str], near: Neighbours) -> bool:
    """Whether a word is rather a slip for a far more common one: `seperate`, `dont`."""
    count = chosen[word]
    contractions = [f"{word[:place]}'{word[place:]}" for place in range(1, len(word))]
    if any(chosen.get(way, 0) > 10 * count for short in contractions for way in (short, short.capitalize())):
        return True
    if word != word.lower():
        return word in listed and count == 1 and count_of_other_cases(word, chosen) > 1
    if word in listed or count >= SURE or "'" in word:
        return False
    return any(
        chosen[found] > count * (LIKELY_SLIP if is_likely_slip(word, found) else OTHER_SLIP)
        for found in near.of(word)
    )


def count_of_other_cases(word: str, chosen: dict[str, int]) -> int:
    """How often a name of two capitals is written so: `McDonald` for `Mcdonald`."""
    return max(chosen.get(word[:place] + word[place:].capitalize(), 0) for place in (2, 3))


def is_likely_slip(word: str, meant: str) -> bool:
    """Whether an edit is of the kinds that writers make: swapped letters, a vowel, a double letter.

    >>> is_likely_slip("seperate", "separate"), is_likely_slip("repost", "report")
    (True, False)
    """
    if sorted(word) == sorted(meant):
        return True
    undoubled = [re.sub(r"(.)\1", r"\1", text) for text in (word, meant)]
    return undoubled[0] == undoubled[1] or re.sub("[aeiouy]", "", word) == re.sub("[aeiouy]", "", meant)


def read_all(paths: list[Path]) -> Iterator[str]:
    return (line for path in paths for line in read_lines(path))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--name", default="en-1")
    arguments = parser.parse_args()
    tables = wordforms.english()
    chosen = choose(count_words(read_all(arguments.corpus)), tables)
    joins = count_joins(
        read_all(arguments.corpus), {word for word in chosen if len(word) > 3} - tables.listed()
    )
    chosen = {word: count for word, count in chosen.items() if joins[word] <= JOINED * count or not count}
    data = pack(arguments.name, list(chosen.items()))
    with write_bytes_atomically(arguments.output) as stream:
        stream.write(data)
    print(f"{len(chosen)} words, {len(data)} bytes -> {arguments.output}")


if __name__ == "__main__":
    main()
