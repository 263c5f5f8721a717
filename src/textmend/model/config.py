"""The settings of a model: sizes of its encoder and kinds of its heads, strict JSON in and out."""

from __future__ import annotations

import json
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any, Self

from textmend.errors import ConfigError

HEADS = ("factorised", "plain")
INSERTS = ("append", "gap")
PHIS = ("sum", "mean")


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderConfig:
    """The sizes of an encoder, and the pieces it knows by number.

    >>> sizes = {"hidden": 16, "layers": 2, "heads": 2, "intermediate": 32}
    >>> EncoderConfig(vocabulary=40, positions=40, mask=4, **sizes).embedding
    16
    """

    vocabulary: int
    hidden: int
    layers: int
    heads: int
    intermediate: int
    positions: int
    mask: int
    pad: int = 0
    embedding: int = 0
    epsilon: float = 1e-12

    def __post_init__(self) -> None:
        if self.embedding == 0:
            object.__setattr__(self, "embedding", self.hidden)
        for name in ("vocabulary", "hidden", "layers", "heads", "intermediate", "positions", "embedding"):
            _at_least(name, getattr(self, name), 1)
        if self.hidden % self.heads:
            raise ConfigError(f"hidden = {self.hidden} does not divide by heads = {self.heads}")
        for name in ("mask", "pad"):
            if not 0 <= getattr(self, name) < self.vocabulary:
                raise ConfigError(
                    f"{name} = {getattr(self, name)} is not a piece below vocabulary = {self.vocabulary}"
                )

    @classmethod
    def from_dict(cls, settings: object) -> Self:
        return cls(**_checked(cls, settings, "encoder"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """An edit model: its encoder, the sizes of its edit space, and one setting for each ablation.

    `argument_pieces` is the width of the matrices of pieces that spell the dictionary's q-grams.
    """

    encoder: EncoderConfig
    transforms: int
    appends: int
    replaces: int
    argument_pieces: int = 8
    head: str = "factorised"
    inserts: str = "append"
    phi: str = "sum"
    dropout: float = 0.1
    attention_dropout: float = 0.1

    def __post_init__(self) -> None:
        for name in ("transforms", "appends", "replaces", "argument_pieces"):
            _at_least(name, getattr(self, name), 0)
        for name, choices in (("head", HEADS), ("inserts", INSERTS), ("phi", PHIS)):
            if getattr(self, name) not in choices:
                raise ConfigError(f"{name} = {getattr(self, name)!r} is not one of {', '.join(choices)}")
        for name in ("dropout", "attention_dropout"):
            if not 0 <= getattr(self, name) < 1:
                raise ConfigError(f"{name} = {getattr(self, name)} is not between 0 and 1")

    @property
    def edits(self) -> int:
        """The size of the edit space: copy, delete, transforms, appends, replaces."""
        return 2 + self.transforms + self.appends + self.replaces

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, settings: object) -> Self:
        values = _checked(cls, settings, "model")
        return cls(**{**values, "encoder": EncoderConfig.from_dict(values["encoder"])})

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        return cls.from_dict(json.loads(text))


def _checked(cls: type, settings: object, where: str) -> dict[str, Any]:
    """The settings, if they are those of the class and of its types.

    >>> _checked(EncoderConfig, {"layer": 2}, "encoder")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    textmend.errors.ConfigError: encoder: unknown setting 'layer'; it knows vocabulary, hidden, layers, ...
    """
    if not isinstance(settings, dict):
        raise ConfigError(f"{where}: expected settings by name, got {settings!r}")
    known = {field.name: field for field in fields(cls)}
    for name in settings:
        if name not in known:
            raise ConfigError(f"{where}: unknown setting {name!r}; it knows {', '.join(known)}")
    for name, field in known.items():
        if name not in settings and field.default is MISSING:
            raise ConfigError(f"{where}: missing setting {name!r}")
        if name in settings:
            _check_type(f"{where}.{name}", settings[name], str(field.type))
    return settings


def _check_type(name: str, value: object, kind: str) -> None:
    accepted = {"int": (int,), "float": (int, float), "str": (str,)}.get(kind, (object,))
    if not isinstance(value, accepted) or isinstance(value, bool):
        raise ConfigError(f"{name}: expected {kind}, got {value!r}")


def _at_least(name: str, value: int, least: int) -> None:
    if value < least:
        raise ConfigError(f"{name} = {value} is below {least}")
