"""The tables of English word forms that the package `lemminflect` carries, read without running its code.

Two sorted lists of lines, searched by bisection: 20 ms to read, 3 microseconds a look-up.

    infl_lu:   go,verb,went,gone,going,goes      lemma, kind, past, participle, gerund, third person
               leaf,noun,leaves/leafs/leaf       several ways to write one form stand with a slash between
               big,adj,bigger,biggest
    lemma_lu:  found,verb,find/found             form, kind, lemmas, the usual one first
"""

from __future__ import annotations

import gzip
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path

from textmend.errors import InputError

CORRECTIONS = (  # where the tables are wrong, or list the unusual way first
    "bid,verb,bid/bade,bid/bidden,bidding,bids",
    "broadcast,verb,broadcast/broadcasted,broadcast/broadcasted,broadcasting,broadcasts",
    "far,adj,further/farther,furthest/farthest",
    "forecast,verb,forecast/forecasted,forecast/forecasted,forecasting,forecasts",
    "pay,verb,paid,paid,paying,pays",
    "quit,verb,quit/quitted,quit/quitted,quitting,quits",
    "run,verb,ran,run,running,runs",
    "stay,verb,stayed,stayed,staying,stays",
    "swell,verb,swelled,swollen/swelled,swelling,swells",
    "thrive,verb,thrived/throve,thrived/thriven,thriving,thrives",
    "torpedo,verb,torpedoed,torpedoed,torpedoing,torpedoes",
    "wake,verb,woke/waked,woken/waked,waking,wakes",
    "zinc,verb,zinced,zinced,zincing,zincs",
)
REMEDY = "run: pip install --force-reinstall 'lemminflect>=0.2.3'"


class Table:
    """Lines `word,kind,values` in code-point order.

    >>> table = Table(["big,adj,bigger,biggest", "go,noun,goes", "go,verb,went,gone,going,goes"])
    >>> table.find("go", "verb"), table.find("go", "adj")
    ('went,gone,going,goes', '')
    """

    __slots__ = ("lines",)

    def __init__(self, lines: list[str]) -> None:
        self.lines = sorted(lines)

    def find(self, word: str, kind: str) -> str:
        """What stands behind a word and its kind; empty when the table does not list it."""
        key = f"{word},{kind},"
        place = bisect_left(self.lines, key)
        found = place < len(self.lines) and self.lines[place].startswith(key)
        return self.lines[place][len(key) :] if found else ""

    def words(self) -> Iterator[str]:
        """The words in the first column; a word of several kinds comes several times."""
        return (line.partition(",")[0] for line in self.lines)


class WordForms:
    """Lemmas of forms and forms of lemmas, read when first asked for.

    >>> forms = english()
    >>> forms.lemmas("found", "verb"), forms.columns("go", "verb"), forms.columns("zzz", "noun")
    (('find', 'found'), (('went',), ('gone',), ('going',), ('goes',)), ())
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._corrections = Table(list(CORRECTIONS))

    def lemmas(self, form: str, kind: str) -> tuple[str, ...]:
        """The lemmas a form may belong to, the usual one first."""
        return _ways(self._lemmas.find(form, kind))

    def columns(self, lemma: str, kind: str) -> tuple[tuple[str, ...], ...]:
        """The inflected forms of a lemma, each with its ways of writing."""
        line = self._corrections.find(lemma, kind) or self._columns.find(lemma, kind)
        return tuple(_ways(column) for column in line.split(",")) if line else ()

    def listed(self) -> set[str]:
        """Every form the tables list."""
        return set(self._lemmas.words())

    @cached_property
    def _columns(self) -> Table:
        return _read(self._folder / "infl_lu.csv.gz")

    @cached_property
    def _lemmas(self) -> Table:
        return _read(self._folder / "lemma_lu.csv.gz")


def _ways(column: str) -> tuple[str, ...]:
    return tuple(column.split("/")) if column else ()


def _read(path: Path) -> Table:
    try:
        return Table(gzip.decompress(path.read_bytes()).decode("utf-8").splitlines())
    except (OSError, EOFError, ValueError) as error:
        raise InputError(f"unreadable table of word forms ({error})", path=path, remedy=REMEDY) from None


@cache
def english() -> WordForms:
    """The English tables, found without importing lemminflect."""
    spec = find_spec("lemminflect")
    if spec is None or not spec.submodule_search_locations:
        raise InputError("the package 'lemminflect' is not installed", remedy=REMEDY)
    return WordForms(Path(spec.submodule_search_locations[0]) / "resources")
