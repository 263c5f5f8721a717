"""How text is to be spoiled: rates, rules and tables, read from and written to one TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final

from textmend.data.corruption.kind import KINDS
from textmend.data.corruption.misspelling import read_misspellings
from textmend.data.corruption.rules import RIGHT_NAMES, SLIP, WRONG_NAMES
from textmend.data.corruption.slip import WAYS
from textmend.data.files import open_bytes
from textmend.errors import ConfigError

SECTIONS: Final = ("sentences", "rates", "shares", "spelling", "slips", "sounds", "rules", "counts")
RuleTable = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Counts:
    """The tables of the paper's and of the authors' recipe, as counts."""

    dropped: dict[str, float]
    spurious: dict[str, float]
    replaced: RuleTable


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a recipe reads.

    `errors[c]` weighs 1, 2, 3, ... errors in sentences of length class c. `rates` multiply the rates of the
    rules, kind by kind; `shares` are the weights that the kinds should have among the errors made (see
    `calibrate`).
    """

    clean: tuple[float, ...]
    touched: float
    lengths: tuple[int, ...]
    errors: tuple[tuple[float, ...], ...]
    rates: dict[str, float]
    shares: dict[str, float]
    slips: dict[str, float]
    sounds: dict[str, list[str]]
    rules: dict[str, RuleTable]
    counts: Counts

    def length_class(self, length: int) -> int:
        """The class of sentences of so many words."""
        return sum(length > bound for bound in self.lengths)


def read_settings(path: str | Path | None = None) -> Settings:
    """The built-in settings with those of a TOML file laid over them.

    >>> settings = read_settings()
    >>> settings.length_class(8), settings.length_class(9), settings.rules["missing_article"]["the"]
    (0, 1, {'': 20.0})
    """
    built_in = _parse(resources.files(__package__).joinpath("default.toml").read_bytes(), "default.toml")
    if path is None:
        return _build(built_in, Path())
    with open_bytes(path) as stream:
        given = _parse(stream.read(), str(path))
    return _build(_laid_over(built_in, given, str(path)), Path(path).parent, str(path))


def _parse(data: bytes, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{name}: not TOML: {error}") from None


def _laid_over(built_in: dict[str, Any], given: dict[str, Any], name: str) -> dict[str, Any]:
    """Sections merge key by key; a whole table of rules or counts replaces the built-in one of its name."""
    merged = dict(built_in)
    for section, values in given.items():
        if section not in SECTIONS:
            raise ConfigError(f"{name}: unknown section [{section}]; one of {', '.join(SECTIONS)}")
        if not isinstance(values, dict):
            raise ConfigError(f"{name}: {section} = {values!r} should be a table; write [{section}]")
        if section != "sounds":
            known = KINDS if section in ("rates", "shares", "rules") else built_in[section]
            for key in values:
                if key not in known:
                    raise ConfigError(f"{name}: unknown setting {section}.{key}; one of {', '.join(known)}")
        merged[section] = {**built_in[section], **values}
    return merged


def _build(tables: dict[str, Any], folder: Path, name: str = "default.toml") -> Settings:
    try:
        sentences, counts = tables["sentences"], tables["counts"]
        lengths = tuple(int(bound) for bound in sentences["lengths"])
        clean = sentences["clean"]
        settings = Settings(
            clean=tuple(map(float, clean))
            if isinstance(clean, list)
            else (float(clean),) * (len(lengths) + 1),
            touched=float(sentences["touched"]),
            lengths=lengths,
            errors=tuple(tuple(map(float, weights)) for weights in sentences["errors"]),
            rates={kind: float(rate) for kind, rate in tables["rates"].items()},
            shares={kind: float(share) for kind, share in tables["shares"].items()},
            slips={way: float(weight) for way, weight in tables["slips"].items()},
            sounds={letters: list(others) for letters, others in tables["sounds"].items()},
            rules={kind: _checked_rules(kind, rules, name) for kind, rules in tables["rules"].items()},
            counts=Counts(
                _numbers(counts["dropped"]), _numbers(counts["spurious"]), _rule_table(counts["replaced"])
            ),
        )
        _add_misspellings(settings, tables["spelling"], folder)
    except (TypeError, ValueError, AttributeError) as error:
        raise ConfigError(f"{name}: a value of the wrong type: {error}") from None
    _check(settings, name)
    return settings


def _numbers(values: Mapping[str, Any]) -> dict[str, float]:
    return {key: float(value) for key, value in values.items()}


def _rule_table(values: Mapping[str, Mapping[str, Any]]) -> RuleTable:
    return {right: _numbers(wrongs) for right, wrongs in values.items()}


def _checked_rules(kind: str, values: Mapping[str, Mapping[str, Any]], name: str) -> RuleTable:
    rules = _rule_table(values)
    for right, wrongs in rules.items():
        names = [
            word[1:-1] for word in right.split(" ") if word[:1] == "<" and word[-1:] == ">" and len(word) > 2
        ]
        if not right or len(right.split(" ")) > 2 or (names and len(names) != len(right.split(" "))):
            raise ConfigError(
                f"{name}: rules.{kind}: {right!r} should be one or two words, or one or two <classes>"
            )
        for known, used in ((RIGHT_NAMES, names), (WRONG_NAMES, _names_in(wrongs))):
            unknown = sorted(set(used) - known)
            if unknown:
                raise ConfigError(
                    f"{name}: rules.{kind}: unknown <{unknown[0]}>; one of {', '.join(sorted(known))}"
                )
    return rules


def _names_in(wrongs: Mapping[str, float]) -> list[str]:
    words = (word for wrong in wrongs if "<" in wrong for word in wrong.split(" "))
    return [word[1:-1] for word in words if word[:1] == "<" and word[-1:] == ">" and len(word) > 2]


def _add_misspellings(settings: Settings, spelling: Mapping[str, Any], folder: Path) -> None:
    """Give the words of misspelling lists rules of their own, beside those the file holds."""
    rules = settings.rules["spelling"]
    slip_share = float(spelling["slips"])
    if not 0 <= slip_share < 1:
        raise ConfigError(f"spelling.slips should lie between 0 and 1, not {slip_share}")
    slip_rate = rules.get("<word>", {}).get(SLIP, 1.0)
    listed: RuleTable = {}
    for path in spelling["lists"]:
        for wrong, right, count in read_misspellings(folder / path):
            wrongs = listed.setdefault(right, {})
            wrongs[wrong] = wrongs.get(wrong, 0.0) + count
    for right, wrongs in listed.items():
        scale = slip_rate * max(1, len(right) - 2) / 4 / sum(wrongs.values())
        given = rules.setdefault(right, {})
        for wrong, count in wrongs.items():
            given.setdefault(wrong, _short(count * scale))
    for right, wrongs in rules.items():
        if right != "<word>" and len(right) > 2:
            wrongs.setdefault(SLIP, _short(slip_share / (1 - slip_share) * sum(wrongs.values())))


def _short(rate: float) -> float:
    """A rate as the file shows it."""
    return float(f"{rate:.4g}")


def _check(settings: Settings, name: str) -> None:
    classes = len(settings.lengths) + 1
    problems = (
        (len(settings.errors) != classes, f"sentences.errors has {len(settings.errors)} rows, not {classes}"),
        (
            len(settings.clean) != classes,
            f"sentences.clean has {len(settings.clean)} shares, not 1 or {classes}",
        ),
        (not all(0 <= share <= 1 for share in settings.clean), "sentences.clean should lie between 0 and 1"),
        (not 0 <= settings.touched <= 1, "sentences.touched should lie between 0 and 1"),
        (list(settings.lengths) != sorted(settings.lengths), "sentences.lengths should increase"),
        (any(sum(row) <= 0 for row in settings.errors), "a row of sentences.errors has no weight"),
        (any(rate < 0 for rate in settings.rates.values()), "a rate is negative"),
        (not set(settings.slips) <= set(WAYS), f"slips has an unknown way; one of {', '.join(WAYS)}"),
    )
    for wrong, problem in problems:
        if wrong:
            raise ConfigError(f"{name}: {problem}")
