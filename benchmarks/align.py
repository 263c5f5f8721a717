"""How much faster the alignment is than a plain full dynamic program, and that it takes the same path.

    python benchmarks/align.py [PAIRS...] [--json]

Without pairs, real ones are taken from the folder `shared` beside the checkout, else made. Both programs run
in turns on the same pairs, chunk by chunk: the ratio of a chunk compares two neighbours in time.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "edits"))

from plain_alignment import plain_diff  # noqa: E402

from textmend.data.pairs import read_pairs  # noqa: E402
from textmend.edits import diff  # noqa: E402

Pairs = list[tuple[Sequence[str], Sequence[str]]]
CHUNKS = 12


def made_pairs(count: int, words: int, edits: int, seed: int = 1) -> Pairs:
    """Pairs of random words in which so many places differ."""
    chance = random.Random(seed)
    vocabulary = ["".join(chance.choices("abcdefghij", k=chance.randint(1, 9))) for _ in range(800)]
    pairs: Pairs = []
    for _ in range(count):
        source = chance.choices(vocabulary, k=words)
        target = list(source)
        for _ in range(edits):
            place = chance.randrange(len(target))
            match chance.randrange(3):
                case 0:
                    target[place] = chance.choice(vocabulary)
                case 1:
                    target.insert(place, chance.choice(vocabulary))
                case _:
                    del target[place]
        pairs.append((source, target))
    return pairs


def seconds(program: Callable[[Sequence[str], Sequence[str]], str], pairs: Pairs) -> float:
    start = time.perf_counter()
    for source, target in pairs:
        program(source, target)
    return time.perf_counter() - start


def compare(pairs: Pairs) -> dict[str, float]:
    """Pairs per second of both programs and the ratio, by chunks, each the best of three."""
    ours = plain = 0.0
    ratios = []
    for number in range(CHUNKS):
        chunk = pairs[number::CHUNKS]
        fast = min(seconds(diff, chunk) for _ in range(3))
        slow = min(seconds(plain_diff, chunk) for _ in range(3))
        ours, plain = ours + fast, plain + slow
        ratios.append(slow / fast)
    same = all(diff(source, target) == plain_diff(source, target) for source, target in pairs)
    return {
        "pairs": len(pairs),
        "ours_per_s": round(len(pairs) / ours),
        "plain_per_s": round(len(pairs) / plain),
        "ratio": round(plain / ours, 1),
        "ratio_lowest_chunk": round(min(ratios), 1),
        "ratio_median_chunk": round(statistics.median(ratios), 1),
        "same_path": same,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pairs", nargs="*", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    files = options.pairs or [file for file in [ROOT.parent / "shared/data/gec/wi.train.m2"] if file.exists()]
    real: Pairs = [tuple(pair) for pair in read_pairs(files)][::8] if files else made_pairs(3000, 18, 3)
    results = {"real" if files else "made": compare(real), "long": compare(made_pairs(48, 500, 3))}
    if options.json:
        print(json.dumps(results, indent=1))
        return
    for name, result in results.items():
        print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in result.items()))


if __name__ == "__main__":
    main()
