"""A small made-up language with agreement, and run files to learn it by."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

NOUNS = {"dax": "daxes", "wug": "wugs", "blick": "blicks", "tove": "toves", "mib": "mibs", "zorn": "zorns"}
VERBS = {"glorp": "glorps", "sneck": "snecks", "vash": "vashes", "plim": "plims"}
COLOURS = ("grue", "bleen", "vermil")
OTHER_FORM = {form: other for both in (NOUNS | VERBS).items() for form, other in (both, both[::-1])}


def right_sentence(chance: random.Random) -> list[str]:
    """this wug glorps those bleen toves . (a noun's number rules its determiner and its verb)"""
    subject, plural = noun_phrase(chance, ("this", "these"))
    thing, _ = noun_phrase(chance, ("that", "those"))
    verb = chance.choice(sorted(VERBS))
    return [*subject, verb if plural else VERBS[verb], *thing, "."]


def noun_phrase(chance: random.Random, determiners: tuple[str, str]) -> tuple[list[str], bool]:
    plural = chance.random() < 0.5
    noun = chance.choice(sorted(NOUNS))
    colour = [chance.choice(COLOURS)] if chance.random() < 0.5 else []
    return [determiners[plural], *colour, NOUNS[noun] if plural else noun], plural


def wrong_sentence(chance: random.Random, right: list[str]) -> list[str]:
    """The sentence with its verb in the wrong number, first word or full stop lost, or a word too many."""
    wrong = list(right)
    verb = next(at for at, word in enumerate(wrong) if word in VERBS or word in VERBS.values())
    match chance.randrange(5):
        case 0:
            wrong[verb] = OTHER_FORM[wrong[verb]]
        case 1:
            del wrong[0]
        case 2:
            wrong.pop()
        case 3:
            wrong.insert(chance.randrange(len(wrong)), chance.choice(("um", "er")))
        case _:
            pass
    return wrong


def write_pairs(path: Path, number: int, seed: int) -> Path:
    """Pairs of the language, one a line."""
    chance = random.Random(seed)
    lines = []
    for _ in range(number):
        right = right_sentence(chance)
        lines.append(" ".join(wrong_sentence(chance, right)) + "\t" + " ".join(right))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def language(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with train.tsv (3,000 pairs), small.tsv (200) and dev.tsv (300) of the language."""
    folder = tmp_path_factory.mktemp("language")
    write_pairs(folder / "train.tsv", 3000, seed=1)
    write_pairs(folder / "small.tsv", 200, seed=2)
    write_pairs(folder / "dev.tsv", 300, seed=3)
    return folder


RUN = """
output = "{output}"
threads = 1
seed = 3
{top}

[encoder]
layers = 1
hidden = 16
intermediate = 32
heads = 2
positions = 32
vocabulary = 100
{encoder}

[model]
{model}

[edits]
pairs = ["{language}/small.tsv"]
transforms = "paper"
{edits}

[[stage]]
name = "toy"
data = ["{language}/small.tsv"]
steps = 12
batch_tokens = 300
lr = 1e-3
{stage}

{rest}
"""

WriteRun = Callable[..., Path]


@pytest.fixture
def write_run(tmp_path: Path, language: Path) -> WriteRun:
    """Write a run file for a tiny model; settings given by section take the place of the usual ones."""

    def write(name: str = "run", **sections: str) -> Path:
        parts = {key: sections.get(key, "") for key in ("top", "encoder", "model", "edits", "stage", "rest")}
        text = RUN.format(output=f"{name}-out", language=language.as_posix(), **parts)
        path = tmp_path / f"{name}.toml"
        path.write_text(_last_wins(text), encoding="utf-8")
        return path

    return write


def _last_wins(text: str) -> str:
    """Within a section, drop a setting that a later line sets again: TOML allows each once."""
    lines: list[str] = []
    begin = 0
    for line in text.splitlines():
        if line.startswith("["):
            begin = len(lines)
        key = line.partition("=")[0].strip()
        if "=" in line:
            lines[begin:] = [
                old for old in lines[begin:] if "=" not in old or old.partition("=")[0].strip() != key
            ]
        if key in ("epochs", "minutes", "steps") and "=" in line:
            lines[begin:] = [
                old
                for old in lines[begin:]
                if old.partition("=")[0].strip() not in ("epochs", "minutes", "steps")
            ]
        lines.append(line)
    return "\n".join(lines) + "\n"
