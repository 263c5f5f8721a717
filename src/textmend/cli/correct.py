"""`textmend correct`: corrected text, or what would be corrected, for people, scripts and hooks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from textmend.corrector import Correction, Corrector
    from textmend.data.textfile import TextFile

JSON_VERSION = 1


def correct(
    files: Annotated[list[str] | None, typer.Argument(help="Text files; - or none: standard input.")] = None,
    model: Annotated[
        list[str] | None, typer.Option(help="A built-in model or a model folder; several vote.")
    ] = None,
    diff: Annotated[bool, typer.Option("--diff", help="Show the changes, word by word.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the edits with their places as JSON.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Exit with 1 if there is something to correct.")
    ] = False,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Write the corrected text to the files.")
    ] = False,
    show_rounds: Annotated[
        bool, typer.Option("--show-rounds", help="Show each round with its changes.")
    ] = False,
    rounds: Annotated[int, typer.Option(help="Rounds at the most.", min=1)] = 4,
    min_confidence: Annotated[
        float, typer.Option(help="Leave out edits less sure than this.", min=0, max=1)
    ] = 0.0,
    words: Annotated[
        list[Path] | None, typer.Option(help="Words to leave alone, one a line, beside your dictionaries.")
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", help="plain, markdown, html, latex; auto goes by the file's name.")
    ] = "auto",
) -> None:
    """Correct text files, or standard input, and print the result."""
    from textmend.loading import load
    from textmend.text.markup import format_of
    from textmend.text.protection import find_dictionary

    texts = list(_read(files or ["-"], in_place))
    corrector = load(list(model) if model else None, rounds=rounds)
    if min_confidence:
        corrector = corrector.at_least(min_confidence)
    found = 0
    for file in texts:
        kind = format_of(file.path) if format_ == "auto" else format_
        careful = corrector.protecting(find_dictionary(Path(file.path).parent, words or ()))
        if show_rounds:
            _print_rounds(careful, file, kind)
            continue
        correction = careful.correct(file.text, kind)
        found += len(correction.edits)
        if in_place and correction.edits:
            file.with_text(correction.text).write()
        if as_json:
            print(json.dumps(_as_json(file, corrector, correction), ensure_ascii=False))
        elif diff:
            _print_diff(file, correction)
        elif check:
            _print_places(file, correction)
        elif not in_place:
            sys.stdout.write(correction.text)
    if check and found:
        raise typer.Exit(1)


def _read(names: list[str], in_place: bool) -> Iterator[TextFile]:
    from textmend.data.textfile import decode_text, read_text
    from textmend.errors import InputError

    for name in names:
        if name != "-":
            yield read_text(name)
        elif in_place:
            raise InputError("--in-place needs files", remedy="name them, or leave the option out")
        else:
            yield decode_text(sys.stdin.buffer.read(), "standard input")


def _as_json(file: TextFile, corrector: Corrector, correction: Correction) -> dict[str, object]:
    return {
        "version": JSON_VERSION,
        "file": file.path,
        "model": corrector.name,
        "text": correction.text,
        "rounds": correction.rounds,
        "edits": [asdict(edit) for edit in correction.edits],
    }


def _print_places(file: TextFile, correction: Correction) -> None:
    for edit in correction.edits:
        before = file.text[: edit.start]
        line, column = before.count("\n") + 1, edit.start - before.rfind("\n")
        print(f"{file.path}:{line}:{column}: {edit.message}")


def _print_diff(file: TextFile, correction: Correction) -> None:
    from rich.console import Console
    from rich.text import Text

    shown = Text()
    place = 0
    for edit in correction.edits:
        shown.append(file.text[place : edit.start])
        if edit.before:
            shown.append(f"[-{edit.before}-]", style="red strike")
        if edit.after:
            shown.append(f"{{+{edit.after}+}}", style="green")
        place = edit.end
    shown.append(file.text[place:])
    Console(highlight=False, soft_wrap=True).print(shown, end="")


def _print_rounds(corrector: Corrector, file: TextFile, kind: str) -> None:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True, markup=False)
    for decoded in corrector.show_rounds(file.text, kind):
        first = decoded.rounds[0].words if decoded.rounds else decoded.words
        console.print(f"  {' '.join(first)}")
        for this in decoded.rounds:
            edits = "; ".join(f"{choice.edit.kind} {choice.edit.argument}".strip() for choice in this.choices)
            console.print(f"{this.number} {' '.join(this.after())}    ({edits})")
