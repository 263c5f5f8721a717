"""The word list of the speller: English words, each with how common it is.

One file, made by `tools/build_lexicon.py` and described in `docs/lexicon.md`:

    textmend-lexicon 1 en-1 85000\\n     a header line: format, version, name, number of words
    <85000 bytes>                       round(12 * log2(1 + count)) of each word
    Aachen\\nAaron\\n...zydeco            the words in code-point order, UTF-8, one a line

A word stands as it is written in a sentence: `London`, `BBC`, `I`, `house`; a word that is written in two
ways (`march`, `March`) stands twice.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from textmend.errors import InputError

MAGIC = "textmend-lexicon"
VERSION = "1"
STEPS = 12  # stored weight of a word: STEPS * log2(1 + count), rounded


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Words in code-point order and, beside them, the logarithms of their counts."""

    name: str
    sha256: str
    words: list[str]
    weights: npt.NDArray[np.uint8]

    def index(self, word: str) -> int | None:
        """Where the word stands in the list, written exactly so."""
        place = bisect_left(self.words, word)
        return place if place < len(self.words) and self.words[place] == word else None

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.index(word) is not None

    def weight(self, word: str) -> float:
        """How common the word is: log2(1 + count); 0 for a word that is not in the list."""
        place = self.index(word)
        return 0.0 if place is None else float(self.weights[place]) / STEPS


def pack(name: str, counts: Sequence[tuple[str, int]]) -> bytes:
    """The bytes of a lexicon file.

    >>> lexicon = unpack(pack("tiny", [("the", 1023), ("I", 255), ("cat", 0)]))
    >>> lexicon.words, lexicon.weight("the"), lexicon.weight("I"), "cat" in lexicon, "i" in lexicon
    (['I', 'cat', 'the'], 10.0, 8.0, True, False)
    """
    ordered = sorted(counts)
    weights = np.rint(STEPS * np.log2(1.0 + np.array([count for _, count in ordered], dtype=np.float64)))
    header = f"{MAGIC} {VERSION} {name} {len(ordered)}\n".encode()
    body = "\n".join(word for word, _ in ordered).encode()
    return b"".join((header, np.minimum(weights, 255).astype(np.uint8).tobytes(), body))


def unpack(data: bytes, path: str = "lexicon") -> Lexicon:
    """Read what `pack` wrote.

    >>> unpack(b"something else")
    Traceback (most recent call last):
    textmend.errors.InputError: lexicon: not a lexicon of version 1; install textmend anew
    """
    line, _, rest = data.partition(b"\n")
    header = line.decode("utf-8", "replace").split(" ")
    if len(header) != 4 or header[:2] != [MAGIC, VERSION] or not header[3].isdecimal():
        raise InputError(f"not a lexicon of version {VERSION}", path=path, remedy="install textmend anew")
    size = int(header[3])
    words = rest[size:].decode("utf-8", "replace").split("\n")
    if len(words) != size:
        raise InputError(
            f"damaged lexicon: {len(words)} words where {size} are announced",
            path=path,
            remedy="install textmend anew",
        )
    weights = np.frombuffer(rest, dtype=np.uint8, count=size)
    return Lexicon(header[2], hashlib.sha256(data).hexdigest(), words, weights)


@cache
def english() -> Lexicon:
    """The English word list that comes with textmend; read once."""
    file = resources.files("textmend.text") / "resources" / "en.lexicon"
    return unpack(file.read_bytes(), str(file))
