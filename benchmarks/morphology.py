"""How many of learners' wrong word forms the morphology can put right, and how fast.

    python benchmarks/morphology.py FILE.m2... [--rivals]

Gold edits of one word into one word whose ERRANT type is about form (verb form, tense, agreement, noun
number, ...) are reachable when one of FORMS of the source word gives the corrected word. `--rivals` asks
lemminflect's own code and pyinflect (if installed) the same question.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from textmend.data.m2 import read_m2
from textmend.text.morphology import FORMS, english

TYPES = ("VERB:FORM", "VERB:TENSE", "VERB:SVA", "VERB:INFL", "NOUN:NUM", "NOUN:INFL", "ADJ:FORM")
CLOSED = frozenset(  # verbs without a lemma in common with what replaces them; the replace list has them
    {"be", "am", "is", "are", "was", "were", "been", "being", "have", "has", "had", "do", "does", "did", "to"}
    | {"can", "ca", "could", "will", "wo", "would", "shall", "should", "may", "might", "must"}
)
TAGS = ("VB", "VBZ", "VBG", "VBD", "VBN", "NN", "NNS", "JJ", "JJR", "JJS", "RBR", "RBS")


def read_form_edits(path: Path) -> Iterator[tuple[str, str, str]]:
    """Type, wrong word and right word of each one-word edit of form in an M2 file."""
    for sentence in read_m2(path):
        for edit in sentence.edits:
            wrong, right = sentence.source[edit.start : edit.end], edit.alternatives[0]
            kind = edit.kind[2:]
            if kind in TYPES and len(wrong) == len(right) == 1 and not is_closed(wrong[0], right[0]):
                yield kind, wrong[0], right[0]


def is_closed(wrong: str, right: str) -> bool:
    """Whether auxiliaries change places: can -> could, is -> are."""
    return wrong.lower() in CLOSED and right.lower() in CLOSED


def measure(name: str, edits: list[tuple[str, str, str]], forms_of: Callable[[str], set[str]]) -> None:
    """Print the share of edits that one of the forms of the wrong word reaches."""
    start = time.perf_counter()
    reached = Counter(kind for kind, wrong, right in edits if right.lower() in forms_of(wrong))
    seconds = time.perf_counter() - start
    asked = Counter(kind for kind, _, _ in edits)
    share = 100 * reached.total() / asked.total()
    print(f"{name}: {share:.1f}% of {asked.total()} edits, {len(edits) / seconds:,.0f} words a second")
    print(
        "   " + "  ".join(f"{kind} {100 * reached[kind] / asked[kind]:.1f}%" for kind in TYPES if asked[kind])
    )


def own_forms(word: str) -> set[str]:
    return {found for form in FORMS if (found := english().inflect(word.lower(), form))}


def lemminflect_forms(word: str) -> set[str]:
    import lemminflect

    found = lemminflect.getAllLemmas(word.lower()) or lemminflect.getAllLemmasOOV(word.lower(), "VERB")
    lemmas = {lemma for ways in found.values() for lemma in ways}
    return lemmas | {
        way for lemma in lemmas for tag in TAGS for way in lemminflect.getInflection(lemma, tag)[:1]
    }


def pyinflect_forms(word: str) -> set[str]:
    import pyinflect

    return {way for tag in TAGS for way in (pyinflect.getInflection(word.lower(), tag) or ())[:1]}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--rivals", action="store_true")
    arguments = parser.parse_args()
    edits = [edit for path in arguments.files for edit in read_form_edits(path)]
    start = time.perf_counter()
    english()
    print(f"load: {1000 * (time.perf_counter() - start):.0f} ms")
    measure("textmend", edits, own_forms)
    measure("textmend again (cached)", edits, own_forms)
    if arguments.rivals:
        measure("lemminflect's own code", edits, lemminflect_forms)
        measure("pyinflect", edits, pyinflect_forms)


if __name__ == "__main__":
    main()
