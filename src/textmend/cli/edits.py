"""`textmend edits` and `textmend vocab`: pairs into edits, and the edit space they need."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from textmend.edits import Coverage


def edits(
    source: Annotated[str, typer.Argument(help="The text as it was written, words between spaces.")],
    target: Annotated[str, typer.Argument(help="The text as it should be.")],
    space: Annotated[
        Path | None, typer.Option(help="An edit space; without it every q-gram counts as known.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a list of token, edit, argument.")] = False,
) -> None:
    """Show the edits that turn one text into another, token by token."""
    from textmend.data.pairs import at_spaces
    from textmend.edits import END, START, EditSpace, OpenSpace, align

    tokens = at_spaces(source)
    chosen = OpenSpace() if space is None else EditSpace.load(space)
    labels = align(tokens, at_spaces(target), chosen)
    rows = list(zip((START, *tokens, END), labels, strict=True))
    if as_json:
        items = [{"token": token, "edit": edit.kind, "argument": edit.argument} for token, edit in rows]
        print(json.dumps(items, ensure_ascii=False, indent=1))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("token", "edit", "argument")
    for token, edit in rows:
        style = "" if edit.kind == "copy" else "bold"
        table.add_row(*(_plain(cell) for cell in (token, edit.kind, edit.argument)), style=style)
    Console().print(table)


def _plain(cell: str) -> str:
    from rich.markup import escape

    return escape(cell)


def vocab(
    pairs: Annotated[
        list[Path], typer.Argument(help="Pairs: .tsv, .jsonl, .parquet, .m2, or two text files.")
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="Where the edit space goes (JSON).")],
    appends: Annotated[int, typer.Option(help="How many q-grams can be appended.", min=0)] = 1000,
    replaces: Annotated[int, typer.Option(help="How many q-grams can replace a word.", min=0)] = 1000,
    max_words: Annotated[int, typer.Option(help="Words in a q-gram at the most.", min=1)] = 2,
    transforms: Annotated[
        str, typer.Option(help="Transforms: all, paper (its 58 suffixes) or none.")
    ] = "all",
    shared: Annotated[bool, typer.Option(help="One list for appends and replaces.")] = False,
    annotator: Annotated[int, typer.Option(help="Whose corrections in M2 files.", min=0)] = 0,
    raw: Annotated[
        bool, typer.Option(help="The texts are not tokenised: split words as `correct` does.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the coverage report as JSON.")] = False,
) -> None:
    """Build an edit space from pairs and report how much of them it can express."""
    from textmend.cli.progress import counted
    from textmend.data.pairs import at_spaces, into_words, read_pairs
    from textmend.edits import EditSpace, coverage

    split = into_words if raw else at_spaces
    counting = counted(read_pairs(pairs, annotator=annotator, split=split), "counting edits")
    built = EditSpace.build(
        counting,
        appends=appends,
        replaces=replaces,
        max_words=max_words,
        transforms=transforms,
        shared=shared,
    )
    checking = counted(read_pairs(pairs, annotator=annotator, split=split), "measuring coverage")
    report = coverage(checking, built)
    built.save(output)
    if as_json:
        print(json.dumps(_as_json(report, len(built)), ensure_ascii=False, indent=1))
    else:
        _print_report(report, len(built), output)


def _as_json(report: Coverage, size: int) -> dict[str, object]:
    return {
        "edits": size,
        "sentences": report.sentences,
        "changed": report.changed,
        "gold_edits": report.gold_edits,
        **{f"{part}_share": round(report.share(part), 4) for part in _SHARES},
        "kinds": report.kinds,
        "losses": [
            {"cause": loss.cause, "count": loss.count, "examples": loss.examples} for loss in report.losses
        ],
    }


_SHARES = ("exact_one_round", "exact", "reached_one_round", "reached")


def _print_report(report: Coverage, size: int, output: Path) -> None:
    from rich.console import Console
    from rich.table import Table

    shares = Table("share of", "one round", "several rounds")
    for whole, part in (("sentences reproduced exactly", "exact"), ("gold edits reached", "reached")):
        shares.add_row(whole, f"{report.share(part + '_one_round'):.1%}", f"{report.share(part):.1%}")
    losses = Table("lost gold edits", "count", "share", "for example")
    for loss in report.losses:
        share = f"{loss.count / report.gold_edits:.1%}"
        losses.add_row(loss.cause, str(loss.count), share, _plain("; ".join(loss.examples)))
    console = Console()
    console.print(f"{size} edits in {output}: {report.sentences} pairs, {report.gold_edits} gold edits")
    console.print(shares)
    if report.losses:
        console.print(losses)
