"""Files in and out: compression by suffix, strict UTF-8, writing aside and renaming."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, cast

import zstandard

from textmend.errors import InputError

COMPRESSIONS = (".gz", ".xz", ".zst")


def plain_suffix(path: str | Path) -> str:
    """The suffix that tells the format, compression left out.

    >>> plain_suffix("pairs.TSV.gz"), plain_suffix("a/b.m2"), plain_suffix("README")
    ('.tsv', '.m2', '')
    """
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    if suffixes and suffixes[-1] in COMPRESSIONS:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


@contextmanager
def open_bytes(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file for reading bytes, decompressing .gz, .xz and .zst; errors name the file."""
    try:
        with Path(path).open("rb") as raw, _decompressed(raw, Path(path).suffix.lower()) as stream:
            yield stream
    except FileNotFoundError:
        raise InputError("no such file", path=path, remedy="check the name") from None
    except IsADirectoryError:
        raise InputError("this is a folder", path=path, remedy="name a file in it") from None
    except PermissionError:
        raise InputError("not readable", path=path, remedy="check its permissions") from None
    except (gzip.BadGzipFile, lzma.LZMAError, zstandard.ZstdError, EOFError) as error:
        raise InputError(
            f"damaged compressed file ({error})", path=path, remedy="fetch or make it anew"
        ) from None


@contextmanager
def _decompressed(raw: BinaryIO, suffix: str) -> Iterator[BinaryIO]:
    if suffix == ".gz":
        with gzip.open(raw) as stream:
            yield cast(BinaryIO, stream)
    elif suffix == ".xz":
        with lzma.open(raw) as stream:
            yield cast(BinaryIO, stream)
    elif suffix == ".zst":
        with zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True) as stream:
            yield cast(BinaryIO, stream)
    else:
        yield raw


def read_lines(path: str | Path) -> Iterator[str]:
    """Yield the lines of a UTF-8 file without their line ends, streaming.

    Only `\\n` and `\\r\\n` end a line: other separators of Unicode are part of the text.
    """
    with open_bytes(path) as stream:
        number = 0
        for number, raw in enumerate(_raw_lines(stream), 1):
            try:
                line = raw.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                raise InputError(
                    f"not UTF-8 (byte {error.start} is 0x{raw[error.start]:02x})",
                    path=path,
                    line=number,
                    remedy="convert the file to UTF-8",
                ) from None
            yield line.removesuffix("\n").removesuffix("\r")


def _raw_lines(stream: BinaryIO, chunk_size: int = 1 << 20) -> Iterator[bytes]:
    rest = b""
    while chunk := stream.read(chunk_size):
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop()
        for line in lines:
            yield line + b"\n"
    if rest:
        yield rest


@contextmanager
def write_atomically(path: str | Path) -> Iterator[IO[str]]:
    """Open a text file (UTF-8, `\\n`) that appears under its name only when complete.

    The suffix picks the compression. On any error the old file stays and nothing half-written is left.
    """
    with write_bytes_atomically(path) as raw, _compressed(raw, Path(path).suffix.lower()) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
        yield text
        text.flush()
        text.detach()


@contextmanager
def write_bytes_atomically(path: str | Path) -> Iterator[BinaryIO]:
    """Open a binary file that appears under its name only when complete."""
    target = Path(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    except OSError as error:
        raise InputError(
            f"cannot write here ({error.strerror})", path=path, remedy="name another place"
        ) from None
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def _compressed(raw: BinaryIO, suffix: str) -> Iterator[BinaryIO]:
    if suffix == ".gz":
        with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as stream:
            yield cast(BinaryIO, stream)
    elif suffix == ".xz":
        with lzma.open(raw, "wb") as stream:
            yield cast(BinaryIO, stream)
    elif suffix == ".zst":
        with zstandard.ZstdCompressor().stream_writer(raw, closefd=False) as stream:
            yield cast(BinaryIO, stream)
    else:
        yield raw
