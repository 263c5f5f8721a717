"""A text file as a whole, with the encoding it was written in."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, replace
from pathlib import Path

from textmend.data.files import write_bytes_atomically
from textmend.errors import InputError

BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class TextFile:
    """The text of a file, line ends as they are, and how to write it back."""

    path: str
    text: str
    encoding: str = "utf-8"
    bom: bytes = b""

    def encoded(self) -> bytes:
        """The bytes of the file."""
        return self.bom + self.text.encode(self.encoding)

    def with_text(self, text: str) -> TextFile:
        return replace(self, text=text)

    def write(self) -> None:
        """Put the file in its place, all of it or nothing."""
        with write_bytes_atomically(self.path) as stream:
            stream.write(self.encoded())


def decode_text(data: bytes, path: str) -> TextFile:
    """Decode bytes by their mark, or as UTF-8; what is neither is refused.

    >>> decode_text(b"caf\\xc3\\xa9\\r\\n", "a.txt").text
    'café\\r\\n'
    >>> decode_text(b"\\xff\\xfea\\x00", "a.txt").encoding
    'utf-16-le'
    """
    bom, encoding = next(((mark, name) for mark, name in BOMS if data.startswith(mark)), (b"", "utf-8"))
    if not bom and b"\0" in data:
        raise InputError("a binary file", path=path, remedy="name a text file")
    try:
        return TextFile(path, data[len(bom) :].decode(encoding), encoding, bom)
    except UnicodeDecodeError as error:
        raise InputError(
            f"not {encoding.upper()} (at byte {error.start})", path=path, remedy="convert the file to UTF-8"
        ) from None


def read_text(path: str | Path) -> TextFile:
    """Read a text file."""
    try:
        return decode_text(Path(path).read_bytes(), str(path))
    except FileNotFoundError:
        raise InputError(
            "no such file", path=path, remedy="check the name, or give the text on standard input"
        ) from None
    except IsADirectoryError:
        raise InputError("this is a folder", path=path, remedy="name the files in it") from None
    except PermissionError:
        raise InputError("not readable", path=path, remedy="check its permissions") from None
