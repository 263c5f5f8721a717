"""What no edit may touch: words of the writer's dictionaries, links and names of code, parts switched off."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from textmend.data.files import read_lines
from textmend.text.sentences import Span
from textmend.text.words import split_words

PROJECT_FILE = ".textmend-dictionary.txt"
_SWITCH = re.compile(
    r"(?:<!--|/\*|//|%|#|;|--|\{#|\.\.)[ \t]*textmend:[ \t]*(?P<to>off|on)\b"
    r"|^[ \t]*textmend:[ \t]*(?P<bare>off|on)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_CODE_LIKE = re.compile(r"(?i:[a-z][a-z0-9+.-]*://|www\.).+|.*(?:@|\\|_\w|\w_).*|#\w.*|\w+\.\w{2,4}/.+")


@dataclass(frozen=True, slots=True)
class Dictionary:
    """Words and phrases that stay as they are. An entry in small letters holds for every case.

    >>> dictionary = Dictionary.of(["Kubernetes", "foo", "New Yorkk"])
    >>> sorted(dictionary.places(["FOO", "and", "kubernetes", "in", "New", "Yorkk", "KUBERNETES"]))
    [0, 4, 5, 6]
    """

    phrases: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[str]) -> Dictionary:
        phrases: dict[str, tuple[tuple[str, ...], ...]] = {}
        for entry in entries:
            words = tuple(word.text for word in split_words(entry))
            if words:
                first = words[0].casefold()
                phrases[first] = (*phrases.get(first, ()), words)
        return cls(phrases)

    def __or__(self, other: Dictionary) -> Dictionary:
        every = {*self.phrases, *other.phrases}
        return Dictionary({key: self.phrases.get(key, ()) + other.phrases.get(key, ()) for key in every})

    def places(self, words: Sequence[str]) -> Iterator[int]:
        """The places of the words that are protected."""
        if not self.phrases:
            return
        for place, word in enumerate(words):
            for phrase in self.phrases.get(word.casefold(), ()):
                here = words[place : place + len(phrase)]
                if len(here) == len(phrase) and all(map(_matches, phrase, here)):
                    yield from range(place, place + len(phrase))


def _matches(entry: str, word: str) -> bool:
    """Whether an entry protects a word as it is written.

    >>> _matches("foo", "Foo"), _matches("Foo", "foo"), _matches("Foo", "FOO")
    (True, False, True)
    """
    return word in {entry, entry.upper()} or (entry.islower() and word.casefold() == entry.casefold())


def read_dictionary(path: str | Path) -> Dictionary:
    """A file with one word or phrase a line; what follows a `#` (first, or after a space) is a note."""
    return Dictionary.of(re.split(r"(?:^|\s)#", line, maxsplit=1)[0] for line in read_lines(path))


def personal_file() -> Path:
    """The writer's own dictionary: `~/.config/textmend/dictionary.txt` or where settings are kept."""
    home = os.environ.get("APPDATA") if os.name == "nt" else os.environ.get("XDG_CONFIG_HOME")
    return (Path(home) if home else Path.home() / ".config") / "textmend" / "dictionary.txt"


def project_file(start: str | Path) -> Path | None:
    """The dictionary of the project a file belongs to, looked for from its folder upwards."""
    place = Path(start).resolve()
    for folder in (place, *place.parents):
        if (folder / PROJECT_FILE).is_file():
            return folder / PROJECT_FILE
    return None


def find_dictionary(start: str | Path | None = None, extra: Iterable[str | Path] = ()) -> Dictionary:
    """The personal dictionary, that of the project around `start`, and the files named in `extra`, as one."""
    found = [personal_file(), project_file(start) if start is not None else None]
    files = [*(path for path in found if path is not None and path.is_file()), *extra]
    dictionary = Dictionary()
    for path in files:
        dictionary |= read_dictionary(path)
    return dictionary


def switched_off(text: str) -> list[Span]:
    """What lies between the comments `textmend: off` and `textmend: on`, or the end of the text.

    >>> text = "a <!-- textmend: off --> b <!-- textmend: on --> c"
    >>> [span.of(text) for span in switched_off(text)]
    ['<!-- textmend: off --> b <!-- textmend: on']
    """
    spans = []
    start: int | None = None
    for match in _SWITCH.finditer(text):
        off = (match["to"] or match["bare"]).lower() == "off"
        if off and start is None:
            start = match.start()
        elif not off and start is not None:
            spans.append(Span(start, match.end()))
            start = None
    return spans if start is None else [*spans, Span(start, len(text))]


def is_code_like(word: str) -> bool:
    """Whether a word is a link, an address, a handle or a name of code, which is never corrected.

    >>> [is_code_like(word) for word in ("www.a.org", "x@y.org", "@ann", "my_file", "word", "and/or")]
    [True, True, True, True, False, False]
    """
    return len(word) > 1 and not word.isalpha() and _CODE_LIKE.fullmatch(word) is not None
