"""The command line. Commands are modules of this package; each is imported only when it runs."""

from textmend.cli.app import main

__all__ = ["main"]
