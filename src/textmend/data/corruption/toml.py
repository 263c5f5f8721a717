"""Settings written as a readable TOML file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from textmend.data.corruption.settings import RuleTable, Settings
from textmend.data.files import write_atomically

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\"}


def write_settings(path: str | Path, settings: Settings, remark: str = "") -> None:
    """Write settings that `read_settings` reads back as they are."""
    with write_atomically(path) as file:
        file.write("\n".join(_lines(settings, remark)) + "\n")


def _lines(settings: Settings, remark: str) -> Iterable[str]:
    yield from (f"# {line}" for line in remark.splitlines())
    yield "[sentences]"
    yield f"clean = {list(settings.clean)}"
    yield f"touched = {_number(settings.touched)}"
    yield f"lengths = {list(settings.lengths)}"
    yield "errors = ["
    yield from (f"  [{', '.join(map(_number, row))}]," for row in settings.errors)
    yield "]"
    yield from _section("rates", settings.rates)
    yield from _section("shares", settings.shares)
    yield from _section("slips", settings.slips)
    yield "\n[sounds]"
    for letters, others in settings.sounds.items():
        yield f"{key(letters)} = [{', '.join(quoted(other) for other in others)}]"
    for kind, rules in settings.rules.items():
        yield from _rules(f"rules.{kind}", rules)
    yield from _section("counts.dropped", settings.counts.dropped)
    yield from _section("counts.spurious", settings.counts.spurious)
    yield from _rules("counts.replaced", settings.counts.replaced)


def _section(name: str, values: Mapping[str, float]) -> Iterable[str]:
    yield f"\n[{name}]"
    yield from (f"{key(word)} = {_number(value)}" for word, value in values.items())


def _rules(name: str, rules: RuleTable) -> Iterable[str]:
    yield f"\n[{name}]"
    for right, wrongs in rules.items():
        yield f"{key(right)} = {{ {', '.join(f'{key(w)} = {_number(rate)}' for w, rate in wrongs.items())} }}"


def _number(value: float) -> str:
    return f"{value:.4g}" if value < 1000 else str(round(value))


def key(text: str) -> str:
    """A key of TOML, in quotes where it needs them.

    >>> key("the"), key("it 's"), key('"'), key("")
    ('the', '"it \\'s"', '"\\\\""', '""')
    """
    return text if _BARE.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    """A string of TOML.

    >>> quoted("a\\tb")
    '"a\\\\U00000009b"'
    """
    return (
        '"' + "".join(_ESCAPES.get(c) or (c if c.isprintable() else f"\\U{ord(c):08x}") for c in text) + '"'
    )
