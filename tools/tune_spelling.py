"""Fit the weights of `textmend.text.likeness` to real misspellings.

    python tools/tune_spelling.py PAIRS...

Each misspelling is a choice among the near words of the lexicon; the weights make the choices of the
tuning half of the pairs (see `benchmarks/spelling.py`) most likely: a conditional logit, solved by
Newton's method. Every file counts the same, however long. Prints WEIGHTS, then tries the two bonuses for
candidates that are no near words.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))
from spelling import Pair, is_held_out, read_pairs
from textmend.text import likeness, spelling
from textmend.text.likeness import WEIGHTS, Likeness
from textmend.text.spelling import RANKED, Speller

Floats = npt.NDArray[np.float64]
MOST = 3000  # pairs of one file
RIDGE = 1e-3


def tuning_pairs(path: Path, speller: Speller) -> list[Pair]:
    """Lower-case pairs of the tuning half, misspellings that are no words."""
    pairs = [(wrong.lower(), right.lower()) for wrong, right in read_pairs(path)]
    pairs = [pair for pair in pairs if not is_held_out(pair) and not speller.knows(pair[0].upper())]
    random.Random(0).shuffle(pairs)
    return pairs[:MOST]


def choices(pairs: list[Pair], speller: Speller) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Features of all candidates and the right one's place, where the right word is among them."""
    rows, places = [], []
    for wrong, right in pairs:
        reach = 1 if len(wrong) < 3 else 2 if len(wrong) < 6 else 3
        candidates = [*filter(speller._is_suggestion, speller._index.find(wrong, reach, RANKED))]
        found = [place for place, (near, *_) in enumerate(candidates) if near.lower() == right]
        if found:
            like = Likeness(wrong)
            features = np.full((RANKED, len(WEIGHTS)), np.nan)
            features[: len(candidates)] = [like.features(*candidate) for candidate in candidates]
            rows.append(features)
            places.append(found[0])
    return np.stack(rows), np.array(places)


def fit(features: Floats, places: npt.NDArray[np.int64], importance: Floats) -> Floats:
    """The weights that make the places most likely."""
    missing = np.isnan(features[:, :, 0])
    features = np.nan_to_num(features)  # (N, C, F)
    chosen = features[np.arange(len(places)), places]  # (N, F)
    weights = np.zeros(features.shape[2])
    for _ in range(30):
        scores = np.where(missing, -np.inf, features @ weights)  # (N, C)
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares *= (importance / shares.sum(1))[:, None]
        expected = np.einsum("nc,ncf->nf", shares, features)  # (N, F)
        slope = (importance[:, None] * chosen - expected).sum(0) - RIDGE * weights
        bend = np.einsum("nc,ncf,ncg->fg", shares, features, features)
        bend -= np.einsum("nf,ng->fg", expected / importance[:, None], expected)
        step = np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
        weights += step / max(1.0, np.abs(step).max())  # far from the goal Newton's step is too long
    return weights


def top_one(pairs: list[Pair], speller: Speller) -> float:
    """How often, in percent, the right word comes first."""
    return 100 * sum(speller._rank(wrong)[:1] == (right,) for wrong, right in pairs) / len(pairs)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pairs", nargs="+", type=Path)
    arguments = parser.parse_args()
    speller = spelling.english()
    tuned = [tuning_pairs(path, speller) for path in arguments.pairs]
    tables = [choices(pairs, speller) for pairs in tuned]
    importance = np.concatenate([np.full(len(places), 1000 / len(places)) for _, places in tables])
    features = np.concatenate([rows for rows, _ in tables])
    weights = fit(features, np.concatenate([places for _, places in tables]), importance)
    print("WEIGHTS =", tuple(round(float(weight), 2) for weight in weights))
    likeness.WEIGHTS = tuple(float(weight) for weight in weights)
    spelling.COMMON = float(weights[2])
    for name in ("MENDED", "SAME_LETTERS"):
        for bonus in (-4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0):
            setattr(spelling, name, bonus)
            print(name, bonus, " ".join(f"{top_one(pairs, speller):.2f}" for pairs in tuned))
        setattr(spelling, name, getattr(likeness, name))


if __name__ == "__main__":
    main()
