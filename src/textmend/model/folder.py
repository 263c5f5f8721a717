"""Folders that appear under their name only when complete, and the settings in them."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from textmend.errors import InputError, ModelError


@contextmanager
def write_folder(folder: str | Path) -> Iterator[Path]:
    """Give an empty folder to fill; at the end it takes the place of `folder`.

    On any error the old folder stays and nothing half-written is left. Files are on the disk before
    the name changes; a crash between the two renames leaves the old folder aside, for `recover`.
    """
    target = Path(folder).absolute()
    recover(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part"))
    except OSError as error:
        raise InputError(
            f"cannot write here ({error.strerror})", path=folder, remedy="name another place"
        ) from None
    try:
        yield part
        part.chmod(0o755)
        for path in part.rglob("*"):
            if path.is_file():
                _sync(path)
        _sync(part)
        aside = _aside(target)
        if target.exists():
            target.rename(aside)
        part.rename(target)
        _sync(target.parent)
        shutil.rmtree(aside, ignore_errors=True)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        recover(target)
        raise


def recover(folder: str | Path) -> None:
    """Put back the folder that a crash during `write_folder` left aside; tidy up if it had finished."""
    target = Path(folder).absolute()
    aside = _aside(target)
    if aside.is_dir():
        if target.exists():
            shutil.rmtree(aside, ignore_errors=True)
        else:
            aside.rename(target)


def _aside(target: Path) -> Path:
    return target.with_name(f".{target.name}.old")


def _sync(path: Path) -> None:
    """Have the disk hold a file or folder; Windows cannot do that for folders."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_settings(path: Path, remedy: str) -> dict[str, Any]:
    """The JSON object of a settings file; `remedy` says what to do where there is none."""
    try:
        settings = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise ModelError(f"{path}: no such file; {remedy}") from None
    except ValueError as error:
        raise ModelError(f"{path}: not JSON ({error}); fetch the model anew") from None
    if not isinstance(settings, dict):
        raise ModelError(f"{path}: not a JSON object; fetch the model anew")
    return settings
