"""`textmend corrupt`: pairs to train on from clean text, and the settings for it learned from pairs."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textmend.errors import InputError

if TYPE_CHECKING:
    from textmend.data.corruption.selection import Line, Selection
    from textmend.data.corruption.settings import Settings

REPORTED = 20_000  # pairs of either side that a report counts
LIKE = 200_000  # sentences that tell how common words are


def corrupt(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Clean text, a sentence a line, or .tsv.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File to write; without it, print.")
    ] = None,
    recipe: Annotated[str, typer.Option(help="paper, program or learner.")] = "learner",
    config: Annotated[
        Path | None, typer.Option(help="Rates and rules laid over the built-in ones (TOML).")
    ] = None,
    tables: Annotated[Path | None, typer.Option(help="Folder with *_words.tsv and word_forms.tsv.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same pairs.")] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Processes; their number changes no pair.")] = 1,
    limit: Annotated[int | None, typer.Option(min=1, help="Most pairs to make.")] = None,
    column: Annotated[int, typer.Option(min=0, help="Column of a .tsv, from 1; 0: the last.")] = 0,
    sources: Annotated[str, typer.Option(help="First columns to keep: wiki,news:1000 (most pairs).")] = "",
    min_words: Annotated[int, typer.Option(min=1, help="Leave out shorter sentences.")] = 1,
    max_words: Annotated[int, typer.Option(min=1, help="Leave out longer sentences.")] = 1000,
    tokenised: Annotated[
        bool, typer.Option("--tokenised", help="Words are split by spaces already.")
    ] = False,
    shuffle: Annotated[bool, typer.Option("--shuffle", help="Take the sentences in random order.")] = False,
    hold_out: Annotated[Path | None, typer.Option(help="Keep sentences back, by hash, in this file.")] = None,
    hold_out_every: Annotated[int, typer.Option(min=2, help="Keep back one in so many.")] = 500,
    learn: Annotated[
        bool, typer.Option("--learn", help="FILES are pairs: write their rates and rules.")
    ] = False,
    like: Annotated[Path | None, typer.Option(help="With --learn: text to set the rates for.")] = None,
    report: Annotated[Path | None, typer.Option(help="Real pairs to compare the made ones with.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Spoil clean text into pairs for training, or learn from pairs how to."""
    from textmend.cli.progress import counted
    from textmend.data.corruption.production import Order, make_pairs
    from textmend.data.corruption.selection import Selection, parse_sources, read_selected

    selection = Selection(
        column=column,
        sources=parse_sources(sources) if sources else None,
        min_words=min_words,
        max_words=max_words,
        tokenised=tokenised,
        hold_out=hold_out_every if hold_out else 0,
        shuffle=shuffle,
    )
    if learn:
        _learn(files or [], output, config, tables, like, selection)
        return
    if not files:
        raise InputError("no text to spoil", remedy="name a file: textmend corrupt text.txt -o pairs.tsv")
    lines, held_out = read_selected(files, selection, seed)
    order = Order(recipe, seed, config, tables, selection)
    pairs = counted(make_pairs(lines, order, workers, limit), "pairs made")
    made = _write(pairs, output, quiet=report is not None, sample=REPORTED if report else 0)
    if hold_out is not None:
        _write_held_out(hold_out, lines, held_out)
    if report is not None:
        _report(made, report, as_json)


def _write(
    pairs: Iterable[tuple[str, str]], output: Path | None, quiet: bool, sample: int
) -> list[tuple[list[str], list[str]]]:
    """Write the pairs, or print them, and return the first `sample` ones in words."""
    from textmend.data.files import write_atomically

    kept: list[tuple[list[str], list[str]]] = []
    number = 0
    started = time.perf_counter()
    with nullcontext(None if quiet else sys.stdout) if output is None else write_atomically(output) as file:
        for number, (wrong, right) in enumerate(pairs, 1):
            if file is not None:
                file.write(f"{wrong}\t{right}\n")
            if number <= sample:
                kept.append((wrong.split(" "), right.split(" ")))
    rate = number / max(1e-9, time.perf_counter() - started)
    print(f"{number:,} pairs, {rate:,.0f} a second", file=sys.stderr)
    return kept


def _write_held_out(path: Path, lines: Iterator[Line], held_out: list[Line]) -> None:
    from textmend.data.files import write_atomically

    for _ in lines:  # the rest of the input, when a limit came first
        pass
    with write_atomically(path) as file:
        file.writelines(
            f"{line.source}\t{line.text}\n" if line.source else f"{line.text}\n" for line in held_out
        )
    print(f"{len(held_out):,} sentences held out in {path}", file=sys.stderr)


def _report(made: list[tuple[list[str], list[str]]], real: Path, as_json: bool) -> None:
    from textmend.cli.progress import counted
    from textmend.data.corruption.profile import comparison, comparison_json, profile_of
    from textmend.data.pairs import read_pairs

    profiles = (
        profile_of(counted(made, "made pairs")),
        profile_of(counted(read_pairs(real), "real pairs"), REPORTED),
    )
    print(comparison_json(*profiles) if as_json else comparison(*profiles))


def _learn(
    files: list[Path],
    output: Path | None,
    config: Path | None,
    tables: Path | None,
    like: Path | None,
    selection: Selection,
) -> None:
    """Write the settings that pairs (or tables) suggest, with rates that suit the text."""
    from textmend.data.corruption.calibration import SENTENCES, calibrate
    from textmend.data.corruption.settings import read_settings
    from textmend.data.corruption.toml import write_settings

    if output is None:
        raise InputError("no file to write the settings to", remedy="add -o errors.toml")
    base = read_settings(config)
    if files:
        settings, text = _learned(files, base)
    elif tables is not None and like is not None:
        settings, text = _borrowed(tables, like, selection, base), []
    else:
        raise InputError(
            "nothing to learn from", remedy="name files of pairs, or give both --tables and --like"
        )
    if like is not None:
        text = list(islice(_sentences(like, selection), SENTENCES))
    names = ", ".join(path.name for path in (*files, *filter(None, (tables,))))
    remark = f"Learned by textmend corrupt --learn from {names}"
    write_settings(output, calibrate(settings, text), remark)


def _learned(files: list[Path], base: Settings) -> tuple[Settings, list[Sequence[str]]]:
    """Settings from pairs, and right sentences of them to set the rates by."""
    from textmend.cli.progress import counted
    from textmend.data.corruption.calibration import SENTENCES
    from textmend.data.corruption.learning import learn
    from textmend.data.pairs import read_pairs

    text: list[Sequence[str]] = []

    def passing() -> Iterator[tuple[Sequence[str], Sequence[str]]]:
        for pair in counted(read_pairs(files), "pairs learned"):
            if len(text) < SENTENCES and len(pair.target) > 3:
                text.append(pair.target)
            yield pair

    return learn(passing(), base), text


def _borrowed(tables: Path, like: Path, selection: Selection, base: Settings) -> Settings:
    from textmend.data.corruption.borrowing import borrow
    from textmend.data.corruption.tables import read_counts

    return borrow(read_counts(tables), islice(_sentences(like, selection), LIKE), base)


def _sentences(path: Path, selection: Selection) -> Iterator[list[str]]:
    """The sentences of a text, in words, spread over the whole of it."""
    from textmend.data.corruption.selection import read_selected
    from textmend.text.words import split_words

    lines, _ = read_selected([path], replace(selection, shuffle=True), seed=0)
    for line in lines:
        words = line.text.split() if selection.tokenised else [word.text for word in split_words(line.text)]
        if max(1, selection.min_words) <= len(words) <= selection.max_words:
            yield words
