"""Which sentence splitter: own rules against sentencex and blingfire, where they are installed.

    python benchmarks/sentences.py [--json]

Quality is agreement with the sentences of learner corpora (in the folder `shared` beside the checkout) and
with cases of our own; speed (CPU time) and safety on made text. Offsets must cover the text without a gap.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from textmend.text.sentences import split_sentences

ROOT = Path(__file__).resolve().parents[1]
GEC = ROOT.parent / "shared" / "data" / "gec"
PATIENCE = 20
Splitter = Callable[[str], list[tuple[int, int]]]

CASES = {
    "abbreviations": [
        ("Dr. Lee met Mr. Brown at 5 p.m. in St. Ives.", 1),
        ("See fig. 3, vol. 2, p. 17, e.g. the map, i.e. this one.", 1),
        ("He works for Pond Inc. in the U.S. Army.", 1),
        ("We left at 5 p.m. Then it rained.", 2),
        ("J. R. Smith et al. (2019) agree.", 1),
    ],
    "URLs": [
        ("Look at https://example.org/a.b?c=d! It works.", 2),
        ("Write to a.b@example.org. We answer.", 2),
        ("Use example.com and node.js v2.5.1 now.", 1),
    ],
    "lists": [
        ("Things:\n- one\n- two\n- three", 4),
        ("1. First thing\n2. Second thing", 2),
        ("a) one\nb) two", 2),
    ],
    "blank lines": [("no stop\n\nnext", 2), ("no stop\r\n \r\nnext", 2), ("A title\n\n\nA text. More.", 3)],
    "quotes": [('"Really?" he asked. "Yes!" she said.', 2), ("He left. (Nobody cared.) She stayed.", 3)],
    "wrapped lines": [("A line that was wrapped at\nLondon width goes on\nhere.", 1)],
    "learners": [
        ("it works. i like it.", 2),
        ("You are late.I am not.", 2),
        ("What a day!!! Then we slept...", 2),
    ],
}
HOSTILE = {
    "no spaces": "a",
    "full stops": ".",
    "question marks and brackets": "?)",
    "line ends": "\n",
    "initials": "A. ",
    "emoji": "😀",
    "items": "\n- a",
    "spaces": " ",
}


def splitters() -> dict[str, Splitter]:
    """Own rules, and the libraries that are installed."""
    found: dict[str, Splitter] = {"own rules": lambda text: [tuple(span) for span in split_sentences(text)]}
    if find_spec("sentencex"):
        import sentencex

        def by_sentencex(text: str) -> list[tuple[int, int]]:
            return [(b["start_index"], b["end_index"]) for b in sentencex.get_sentence_boundaries("en", text)]

        found["sentencex"] = by_sentencex
    if find_spec("blingfire"):
        import blingfire

        def by_blingfire(text: str) -> list[tuple[int, int]]:
            return [(start, end) for start, end in blingfire.text_to_sentences_and_offsets(text)[1]]

        found["blingfire"] = by_blingfire
    return found


def gold(name: str) -> tuple[str, set[int]]:
    """The essays of a corpus as one text, and where its sentences end."""
    essays = (GEC / "raw" / f"{name}.jsonl").read_text("utf-8").split("\n")
    text = "\n\n".join(json.loads(line)["text"] for line in essays if line)
    places = [place for place, character in enumerate(text) if not character.isspace()]
    packed = "".join(text[place] for place in places)
    ends: set[int] = set()
    place = 0
    for line in (GEC / f"{name}.m2").read_text("utf-8").split("\n"):
        sentence = "".join(line[2:].split()) if line.startswith("S ") else ""
        found = packed.find(sentence, place, place + 200_000) if sentence else -1
        if found >= 0:
            place = found + len(sentence)
            ends.add(places[place - 1] + 1)
            if found:
                ends.add(places[found - 1] + 1)
    return text, ends


def agreement(split: Splitter, text: str, ends: set[int]) -> float:
    """F1 of the sentence ends."""
    found = {start + len(text[start:end].rstrip()) for start, end in split(text) if text[start:end].strip()}
    return 2 * len(found & ends) / (len(found) + len(ends))


def count(split: Splitter, text: str) -> int:
    return sum(1 for start, end in split(text) if text[start:end].strip())


def seconds(split: Splitter, text: str) -> float:
    start = time.process_time()
    split(text)
    return time.process_time() - start


def measure(name: str, split: Splitter) -> Iterator[tuple[str, str]]:
    """The lines of the table for one splitter."""
    yield "splitter", name
    for kind, cases in CASES.items():
        right = sum(count(split, text) == expected for text, expected in cases)
        yield kind, f"{right}/{len(cases)}"
    if GEC.is_dir():
        for corpus in ("fce.dev", "wi.dev", "fce.train"):
            yield f"F1 of ends, {corpus}", f"{100 * agreement(split, *gold(corpus)):.1f}"
    prose = (
        "Dr. Lee saw 3.5 frogs in the pond, e.g. a green one. It was 5 p.m. already! Why did he go there?\n"
        * 5000
    )
    yield "MB/s of prose", f"{len(prose) / 1e6 / min(seconds(split, prose) for _ in range(3)):.1f}"
    odd = "Ünïcödé 😀. “Ja!” e\u0301t\u00a0al. \r\n\r\n中文。 ok? 👩‍👩‍👧 yes"
    spans = split(odd)
    covers = "".join(odd[start:end] for start, end in spans) == odd
    yield "covers any Unicode", "yes" if covers else "no"
    for kind, piece in HOSTILE.items():
        text = piece * (1_000_000 // len(piece))
        yield f"s for 1 MB of {kind}", patient(name, text)


def patient(name: str, text: str) -> str:
    """Seconds in a process of its own, which is ended when it takes too long."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=lambda: sender.send(seconds(splitters()[name], text)))
    process.start()
    answered = receiver.poll(PATIENCE)
    process.kill()
    process.join()
    return f"{receiver.recv():.2f}" if answered else f"> {PATIENCE}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    table = [dict(measure(name, split)) for name, split in splitters().items()]
    if arguments.json:
        print(json.dumps(table, indent=1))
        return
    for row in table[0]:
        print(f"{row:38}" + "".join(f"{column.get(row, ''):>14}" for column in table))


if __name__ == "__main__":
    main()
