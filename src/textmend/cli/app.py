"""The `textmend` command: its sub-commands, and how errors reach a person."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from textmend import __version__
from textmend.cli import correct, corrupt, edits, evaluate, export, pretrain, train
from textmend.errors import TextmendError

app = typer.Typer(
    name="textmend",
    help="Correct text locally: grammar, spelling and OCR clean-up by parallel iterative edits.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"textmend {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and leave.", is_eager=True, callback=_print_version
        ),
    ] = False,
) -> None:
    del version


app.command()(correct.correct)
app.command()(edits.edits)
app.command()(edits.vocab)
app.add_typer(evaluate.app, name="evaluate")
app.command()(corrupt.corrupt)
app.command()(train.train)
app.command()(pretrain.pretrain)
app.command()(export.export)


def main() -> None:
    """Run the command line; a `TextmendError` becomes one line on standard error and exit code 2."""
    try:
        app()
    except TextmendError as error:
        print(f"textmend: {error}", file=sys.stderr)
        raise SystemExit(2) from None
