"""How fast `textmend corrupt` is on one core, beside merely splitting the same text into words.

    python benchmarks/corrupt.py TEXT [--config errors.toml] [--sentences 100000] [--json]

TEXT holds a sentence a line, or is a .tsv with the sentence in its last column. Times are processor seconds
of this one process, so that other work on the machine does not count. The first figure includes filling the
memory of word classes; the second runs over the same text again.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import islice
from pathlib import Path

from textmend.data.corruption.production import Maker, Order
from textmend.data.corruption.recipe import RECIPES
from textmend.data.corruption.selection import Line, Selection, read_selected
from textmend.text.words import split_words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("text", type=Path)
    parser.add_argument("--config", type=Path)
    parser.add_argument("--sentences", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    selection = Selection(shuffle=True)
    lines = list(islice(read_selected([options.text], selection, seed=1)[0], options.sentences))
    figures = {"sentences": len(lines), "split_per_second": round(len(lines) / split_seconds(lines))}
    for recipe in RECIPES:
        maker = Maker(Order(recipe, config=options.config))
        for name in ("first", "again"):
            figures[f"{recipe}_{name}_per_second"] = round(len(lines) / make_seconds(maker, lines))
    ratio = round(figures["split_per_second"] / figures["learner_first_per_second"], 2)
    if options.json:
        print(json.dumps({**figures, "learner_over_split": ratio}))
        return
    for name, value in figures.items():
        print(f"{name:28}{value:>10,}")
    print(f"{'learner_over_split':28}{ratio:>10}")


def split_seconds(lines: list[Line]) -> float:
    """Processor seconds to split the lines into words."""
    started = time.process_time()
    for line in lines:
        " ".join([word.text for word in split_words(line.text)])
    return time.process_time() - started


def make_seconds(maker: Maker, lines: list[Line]) -> float:
    """Processor seconds to make a pair of each line, splitting included."""
    started = time.process_time()
    for line in lines:
        maker.make(line)
    return time.process_time() - started


if __name__ == "__main__":
    main()
