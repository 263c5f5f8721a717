"""How long scores take, and that they are the official ones.

    python benchmarks/score.py [--shared DIR] [--json]

Times are processor seconds on one core, so that a busy machine does not blur them; wall-clock stands
beside. The official figures are read from `oracles/scores.tsv` in the folder `shared` beside the checkout,
if it is there.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from textmend.data.m2 import GoldEdit, M2Sentence, read_m2
from textmend.metrics.gleu import corpus_gleu, gleu
from textmend.metrics.maxmatch import maxmatch

SHARED = Path(__file__).resolve().parents[2] / "shared"

Row = dict[str, object]


def timed(name: str, task: Callable[[], str]) -> Row:
    wall, cpu = time.perf_counter(), time.process_time()
    result = task()
    seconds = {"cpu_s": time.process_time() - cpu, "wall_s": time.perf_counter() - wall}
    return {"case": name, **{key: round(value, 3) for key, value in seconds.items()}, "result": result}


def hard_cases() -> list[tuple[str, Sequence[str], Sequence[str], tuple[GoldEdit, ...]]]:
    old, new = [f"s{n}" for n in range(200)], [f"o{n}" for n in range(200)]
    shuffled = random.Random(1).sample(old, 200)
    every_other = tuple(GoldEdit(n, n + 1, ((new[n],),)) for n in range(0, 200, 2))
    return [
        ("200 words rewritten", old, new, ()),
        ("200 words rewritten, 100 gold edits", old, new, every_other),
        ("200 words rewritten as 100", old, new[:100], ()),
        ("200 words shuffled", old, shuffled, ()),
        ("200 words reversed", old, old[::-1], ()),
        ("one word 150 times, 75 kept", ["very"] * 150, ["very"] * 75, ()),
        ("one word 150 times instead of once", ["so", "very", "old"], ["so", *["very"] * 150, "old"], ()),
        ("one word 150 times, all replaced", ["very"] * 150, ["quite"] * 150, ()),
    ]


def lines(path: Path) -> list[list[str]]:
    return [line.split() for line in path.read_text(encoding="utf-8").removesuffix("\n").split("\n")]


def official_rows(shared: Path) -> list[Row]:
    rows = []
    for line in (shared / "oracles/scores.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        name, _, _, *figures = line.split("\t")
        task = m2_task if figures[0] else gleu_task
        row = timed(name, lambda task=task, name=name: task(shared, name))
        rows.append({**row, "official": " ".join(filter(None, figures))})
    return rows


def m2_task(shared: Path, name: str) -> str:
    score = maxmatch(list(read_m2(shared / "data/gec/conll13.m2")), lines(shared / "oracles" / name))
    return f"{score.total.precision:.4f} {score.total.recall:.4f} {score.f:.4f}"


def gleu_task(shared: Path, name: str) -> str:
    references = zip(*(lines(shared / f"data/gec/jfleg.dev.ref{n}") for n in range(4)), strict=True)
    sources, outputs = lines(shared / "data/gec/jfleg.dev.src"), lines(shared / "oracles" / name)
    return f"{corpus_gleu(gleu(sources, list(references), outputs).counts):.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", type=Path, default=SHARED)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rows = []
    for name, source, output, golds in hard_cases():
        sentence = M2Sentence(tuple(source), golds)
        rows.append(
            timed(name, lambda sentence=sentence, output=output: str(maxmatch([sentence], [output]).total))
        )
    if (arguments.shared / "oracles").is_dir():
        rows += official_rows(arguments.shared)
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        print(f"{row['case']:38} {row['cpu_s']:6} s  {row['result']}  {row.get('official', '')}")


if __name__ == "__main__":
    main()
