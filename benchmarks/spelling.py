"""How often the speller finds what was meant, how fast, and how often it doubts a correct word.

    python benchmarks/spelling.py PAIRS... [--clean FILE.m2] [--symspell]

Pairs come from lists (`$word` and its misspellings below it; `word: wrong, wrong*3`), from TSV (wrong,
tab, right) or from M2 files (edits typed SPELL, VERB:INFL and NOUN:INFL). Pairs are held out from tuning
by the hash of the right word; only these are counted, and only misspellings that no list of words in the
comparison knows, in whatever case. `--clean` counts the words of the corrected side of an M2 file that the
speller does not know.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from textmend.data.files import plain_suffix, read_lines
from textmend.data.m2 import read_m2
from textmend.text.spelling import Speller, english

Pair = tuple[str, str]
WORD = re.compile(r"[A-Za-z][A-Za-z']+")
TYPES = ("R:SPELL", "R:VERB:INFL", "R:NOUN:INFL")
SEED = "textmend-1"


def read_pairs(path: Path) -> list[Pair]:
    """The distinct pairs of a file, wrong word first."""
    readers = {".dat": _read_blocks, ".tsv": _read_tsv, ".m2": _read_m2}
    pairs = readers.get(plain_suffix(path), _read_list)(path)
    spelt = (pair for pair in pairs if all(WORD.fullmatch(word) for word in pair) and pair[0] != pair[1])
    return list(dict.fromkeys(spelt))


def _read_blocks(path: Path) -> Iterator[Pair]:
    right = ""
    for line in read_lines(path):
        if line.startswith("$"):
            right = line[1:].strip()
        elif line.strip():
            yield line.strip(), right


def _read_list(path: Path) -> Iterator[Pair]:
    for line in read_lines(path):
        right, _, rest = line.partition(":")
        for wrong in rest.split(","):
            yield wrong.strip().split("*")[0], right.strip()


def _read_tsv(path: Path) -> Iterator[Pair]:
    for line in read_lines(path):
        wrong, right = line.split("\t")[:2]
        yield wrong, right


def _read_m2(path: Path) -> Iterator[Pair]:
    for sentence in read_m2(path):
        for edit in sentence.edits:
            if edit.kind in TYPES and edit.end - edit.start == 1:
                yield sentence.source[edit.start], " ".join(edit.alternatives[0])


def is_held_out(pair: Pair) -> bool:
    """Whether a pair is kept from tuning: half of them, all pairs of a word together.

    >>> is_held_out(("recieve", "receive")) == is_held_out(("receeve", "Receive"))
    True
    """
    return hashlib.sha256(f"{SEED}:{pair[1].lower()}".encode()).digest()[0] % 2 == 1


def measure(name: str, pairs: list[Pair], suggest: Callable[[str], tuple[str, ...]]) -> None:
    """Print how often the right word comes first, and among the first five, whatever the case."""
    start = time.process_time()
    answers = [[found.lower() for found in suggest(wrong)] for wrong, _ in pairs]
    seconds = time.process_time() - start
    first = sum(found[:1] == [right.lower()] for found, (_, right) in zip(answers, pairs, strict=True))
    five = sum(right.lower() in found[:5] for found, (_, right) in zip(answers, pairs, strict=True))
    shares = f"first {100 * first / len(pairs):5.1f}%, in five {100 * five / len(pairs):5.1f}%"
    print(f"  {name:9s} {shares}, {len(pairs) / seconds:6,.0f} a CPU second")


def count_doubts(path: Path, speller: Speller) -> tuple[int, int, list[str]]:
    """Words on the corrected side of an M2 file, how many of them `best` would change, and some of these."""
    words: list[str] = []
    for block in "\n".join(read_lines(path)).split("\n\n"):
        lines = block.split("\n")
        source = lines[0][2:].split(" ")
        edits = [line[2:].split("|||") for line in lines[1:] if line.endswith("|||0")]
        for span, _, right, *_ in reversed(edits):
            start, end = map(int, span.split())
            if start >= 0:
                source[start:end] = right.split()
        words += [word for word in source if WORD.fullmatch(word)]
    doubted = [word for word in words if speller.best(word) is not None]
    return len(words), len(doubted), sorted(set(doubted))[:40]


def load_symspell() -> tuple[Callable[[str], tuple[str, ...]], Callable[[str], bool]]:
    from importlib import resources

    from symspellpy import SymSpell, Verbosity

    start = time.process_time()
    symspell = SymSpell(max_dictionary_edit_distance=2, prefix_length=7)
    symspell.load_dictionary(str(resources.files("symspellpy") / "frequency_dictionary_en_82_765.txt"), 0, 1)
    print(f"symspell: {time.process_time() - start:.2f} CPU seconds to load")

    def suggest(word: str) -> tuple[str, ...]:
        found = symspell.lookup(word.lower(), Verbosity.CLOSEST, max_edit_distance=2)
        return tuple(item.term for item in found[:5])

    return suggest, lambda word: word.lower() in symspell.words


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pairs", nargs="+", type=Path)
    parser.add_argument("--clean", type=Path)
    parser.add_argument("--symspell", action="store_true")
    arguments = parser.parse_args()
    start = time.process_time()
    speller = english()
    print(f"textmend: {1000 * (time.process_time() - start):.0f} CPU ms to load", end=", ")
    start = time.process_time()
    speller.suggest("wrod")
    print(f"{1000 * (time.process_time() - start):.0f} more for the first suggestion")
    print(f"lexicon: {speller.name}, sha256 {speller.sha256}")
    rival, rival_knows = load_symspell() if arguments.symspell else (None, lambda _: False)
    for path in arguments.pairs:
        held_out = [
            pair
            for pair in read_pairs(path)
            if is_held_out(pair) and not speller.knows(pair[0].upper()) and not rival_knows(pair[0])
        ]
        print(f"{path.name}: {len(held_out)} held-out pairs")
        measure("textmend", held_out, lambda word: speller.suggest(word.lower()))
        if rival:
            measure("symspell", held_out, rival)
    if arguments.clean:
        total, doubted, some = count_doubts(arguments.clean, speller)
        share = 100 * doubted / total
        print(f"{arguments.clean.name}, corrected: {doubted} of {total} words doubted ({share:.2f}%)")
        print("  " + " ".join(some))


if __name__ == "__main__":
    main()
