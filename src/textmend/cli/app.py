"""The `textmend` command: its sub-commands, and how errors reach a person."""

from __future__ import annotations

import sys

import typer

from textmend.errors import TextmendError

app = typer.Typer(
    name="textmend",
    help="Correct text locally: grammar, spelling and OCR clean-up by parallel iterative edits.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def _root() -> None:
    pass


def main() -> None:
    """Run the command line; a `TextmendError` becomes one line on standard error and exit code 2."""
    try:
        app()
    except TextmendError as error:
        print(f"textmend: {error}", file=sys.stderr)
        raise SystemExit(2) from None
