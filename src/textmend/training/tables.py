"""Tables of a TOML file become frozen dataclasses, strictly."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from textmend.errors import ConfigError

Table = TypeVar("Table")


def read_table(kind: type[Table], table: Mapping[str, Any], where: str) -> Table:
    """Build a dataclass from a TOML table; unknown keys and wrong types name themselves.

    A field `from_` is the key `from`; a dash in a key is not an underscore.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Point:
    ...     x: float
    ...     y: float = 0.0
    >>> read_table(Point, {"x": 3}, "point")
    Point(x=3.0, y=0.0)
    >>> read_table(Point, {"x": 3, "z": 1}, "point")
    Traceback (most recent call last):
    textmend.errors.ConfigError: [point] has no setting 'z'; it knows: x, y
    """
    hints = get_type_hints(kind)
    fields = {field.name.removesuffix("_"): field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for key in table:
        if key not in fields:
            raise ConfigError(f"[{where}] has no setting '{key}'; it knows: {', '.join(fields)}")
    for key, field in fields.items():
        if key not in table and field.default is field.default_factory is dataclasses.MISSING:
            raise ConfigError(f"[{where}] lacks the setting '{key}'")
    values = {
        fields[key].name: _value(hints[fields[key].name], value, key, where) for key, value in table.items()
    }
    return kind(**values)


def _value(hint: Any, value: Any, key: str, where: str) -> Any:
    origin = get_origin(hint)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return read_table(
            hint, _expect(Mapping, value, key, where), key if where == "run" else f"{where}.{key}"
        )
    if origin is tuple:
        items = _expect(list, value, key, where)
        return tuple(_value(get_args(hint)[0], item, key, where) for item in items)
    if origin in (Union, types.UnionType):
        return _value(next(arm for arm in get_args(hint) if arm is not types.NoneType), value, key, where)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return _expect(hint, value, key, where)


def _expect(kind: Any, value: Any, key: str, where: str) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        wanted = {Mapping: "a table", list: "a list"}.get(kind) or {
            "str": "a string",
            "bool": "true or false",
        }.get(kind.__name__, f"a number ({kind.__name__})")
        raise ConfigError(f"[{where}] {key} = {value!r}: {wanted} is wanted here")
    return value
