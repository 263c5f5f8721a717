"""The text layer in figures: tokenisation against the corpora, speed, hostile megabytes, language.

    python benchmarks/text.py [words] [documents] [hostile] [language]

Corpora are read from the folder `shared` beside the checkout; parts without data are left out. Times are CPU
time of one core. Hostile texts run in processes of their own, which also tell their memory.
"""

from __future__ import annotations

import argparse
import json
import lzma
import multiprocessing
import re
import resource
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from textmend.text.document import read_document
from textmend.text.language import is_english
from textmend.text.markup import FORMATS
from textmend.text.spacing import detokenise
from textmend.text.words import split_words

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
DOCUMENTS = ROOT / "tests" / "documents"
PATIENCE = 300
HOSTILE = ["a", ".", "?)", "😀", "(", "'", "-a", "a.b@", "http://", "\n", " ", "\n- a", "a. "]
HOSTILE_MARKUP = {
    "plain": ["> a\n"],
    "markdown": ["[", "![", "*a", "`a", "> ", "- a\n", "  - a\n", "[a](", "|a", "<b>", "&amp;", "$a"],
    "html": ["<", "<a<", "<a b='", "<!--", "<b>", "</b>", "<div>", "&amp;", "<code>", "<p>a"],
    "latex": [
        "{",
        "}",
        "\\",
        "\\a{",
        "$",
        "$a$",
        "\\begin{a}",
        "\\begin{equation}",
        "\\footnote{",
        "%\n",
        "~",
    ],
}


def best(run: Callable[[], object], times: int = 5) -> float:
    """The shortest CPU time of some runs."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        run()
        spent.append(time.process_time() - start)
    return min(spent)


def m2_tokens(path: Path) -> Iterator[list[str]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("S "):
                yield line[2:].split()


def aligned(name: str) -> Iterator[tuple[str, list[str]]]:
    """The sentences of a corpus as they were written, and their tokens."""
    essays = (DATA / "gec" / "raw" / f"{name}.jsonl").read_text("utf-8").split("\n")
    text = "\n\n".join(json.loads(line)["text"] for line in essays if line)
    places = [place for place, character in enumerate(text) if not character.isspace()]
    packed = "".join(text[place] for place in places)
    place = 0
    for tokens in m2_tokens(DATA / "gec" / f"{name}.m2"):
        sentence = "".join(tokens)
        found = packed.find(sentence, place, place + 200_000)
        found = packed.find(sentence) if found < 0 else found
        if sentence and found >= 0:
            place = found + len(sentence)
            yield text[places[found] : places[place - 1] + 1], tokens


def unhyphened(tokens: list[str]) -> list[str]:
    """Tokens split at hyphens, as the corpora split them."""
    return [part for token in tokens for part in re.findall(r"[-‐‑]+|[^-‐‑]+", token)]


def words_of(text: str) -> list[str]:
    return [word.text for word in split_words(text)]


def show_words() -> None:
    short = "I don't know why he left so early."
    rate = 2000 / best(lambda: [split_words(short) for _ in range(2000)])
    print(f"split_words: {rate:,.0f} sentences/s of 9 words (made)")
    if not DATA.is_dir():
        return
    for name in ("wi.dev", "fce.dev", "wi.train", "fce.train"):
        pairs = list(aligned(name))
        same = sum(words_of(text) == tokens for text, tokens in pairs)
        but_hyphens = sum(unhyphened(words_of(text)) == unhyphened(tokens) for text, tokens in pairs)
        texts = [text for text, _ in pairs[:3000]]
        rate = len(texts) / best(lambda texts=texts: [split_words(text) for text in texts], 3)
        count = sum(len(tokens) for _, tokens in pairs) / len(pairs)
        print(
            f"{name:10} {len(pairs):6} sentences of {count:.0f} words: "
            f"{100 * same / len(pairs):.1f}% identical, "
            f"{100 * but_hyphens / len(pairs):.1f}% hyphens apart; {rate:,.0f} sentences/s"
        )
    sources = {"conll13": m2_tokens(DATA / "gec" / "conll13.m2")}
    lines = (DATA / "gec" / "jfleg.dev.src").read_text("utf-8").splitlines()
    sources["jfleg"] = (line.split() for line in lines)
    for name, sentences in sources.items():
        rows = [(tokens, words_of(detokenise(tokens))) for tokens in sentences]
        same = sum(tokens == words for tokens, words in rows)
        print(f"{name:10} {len(rows):6} sentences: {100 * same / len(rows):.1f}% come back after detokenise")


def made(format: str, size: int = 1_000_000) -> str:
    """A text of a format: the documents of the tests, again and again."""
    suffix = {"plain": ".txt", "markdown": ".md", "html": ".html", "latex": ".tex"}[format]
    texts = [path.read_bytes().decode() for path in sorted(DOCUMENTS.glob(f"*{suffix}"))]
    whole = "\n\n".join(
        text.replace("document}", "doc}") for text in texts if "unclosed at the end" not in text
    )
    return (whole * (size // len(whole) + 1))[:size]


def show_documents() -> None:
    for format in FORMATS:
        text = made(format)
        seconds = best(lambda text=text, format=format: read_document(text, format), 1)
        words = sum(len(sentence.words) for sentence in read_document(text, format).sentences)
        print(f"read_document, {format:9} 1 MB in {seconds:.2f} s ({words:,} words)")


def show_hostile() -> None:
    for format in FORMATS:
        slowest = (0.0, 0.0, "")
        for piece in [*HOSTILE, *HOSTILE_MARKUP[format]]:
            seconds, memory = patient(format, piece * (1_000_000 // len(piece)))
            slowest = max(slowest, (seconds, memory, piece))
            print(f"  {format:9} 1 MB of {piece!r:20} {seconds:6.2f} s {memory:6.0f} MB", flush=True)
        print(f"hostile, {format}: slowest {slowest[2]!r} {slowest[0]:.2f} s, {slowest[1]:.0f} MB")


def patient(format: str, text: str) -> tuple[float, float]:
    """CPU seconds and peak memory (MB above the start) of reading a text, in a process of its own."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)

    def run() -> None:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        seconds = best(lambda: read_document(text, format), 1)
        sender.send((seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024))

    process = context.Process(target=run)
    process.start()
    answered = receiver.poll(PATIENCE)
    process.kill()
    process.join()
    return receiver.recv() if answered else (float("inf"), float("inf"))


def show_language() -> None:
    for name in ("languages.tsv", "languages-unseen.tsv"):
        rows = [line.split("\t") for line in (DOCUMENTS / name).read_text("utf-8").splitlines()]
        right = sum(is_english(text) == (language == "English") for language, text in rows)
        languages = {language for language, _ in rows}
        print(f"is_english: {right}/{len(rows)} of {name} in {len(languages)} languages")
    if (DATA / "text" / "clean.tsv.xz").is_file():
        with lzma.open(DATA / "text" / "clean.tsv.xz", "rt", encoding="utf-8") as lines:
            texts = [line.split("\t", 1)[1] for line in islice(lines, 0, None, 40)]
        wrong = sum(not is_english(text) for text in texts)
        rate = len(texts) / best(lambda: [is_english(text) for text in texts], 1)
        print(f"  clean English: {wrong} of {len(texts)} sentences refused; {rate:,.0f} sentences/s")


PARTS = {"words": show_words, "documents": show_documents, "hostile": show_hostile, "language": show_language}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which parts (all)")
    for part in parser.parse_args().parts or PARTS:
        PARTS[part]()


if __name__ == "__main__":
    main()
