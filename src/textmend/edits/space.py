"""The edit space: which edits there are, and their ids.

Ids are laid out as: 0 copy, 1 delete, then the transforms, then the appends, then the replaces.
"""

from __future__ import annotations

import json
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from textmend.edits.edit import COPY, DELETE, Append, Edit, Replace, Transform
from textmend.edits.transforms import NEIGHBOURS, SETS, SPELL, rule_named
from textmend.errors import SpaceError

FORMAT = "textmend-edits"
VERSION = 1

Words = tuple[str, ...]


class Space(Protocol):
    """What labelling asks of an edit space."""

    @property
    def transforms(self) -> tuple[str, ...]: ...

    def has(self, edit: Append | Replace) -> bool: ...


@dataclass(frozen=True)
class OpenSpace:
    """A space in which every q-gram counts as known; it has no ids.

    >>> OpenSpace().has(Append(("however", ",")))
    True
    """

    transforms: tuple[str, ...] = SETS["all"]

    def has(self, edit: Append | Replace) -> bool:  # noqa: ARG002
        return True


@dataclass(frozen=True)
class EditSpace:
    """A closed list of edits with their ids.

    >>> space = EditSpace(transforms=("case:lower",), appends=(("the",),), replaces=(("could", "have"),))
    >>> len(space), space.id_of(Replace(("could", "have"))), space.edit_of(3)
    (5, 4, Append(words=('the',)))
    """

    transforms: tuple[str, ...]
    appends: tuple[Words, ...]
    replaces: tuple[Words, ...]
    speller: tuple[str, str] | None = None
    """Name and sha256 of the spelling dictionary the spell transform was labelled with."""

    def __post_init__(self) -> None:
        for name in self.transforms:
            if rule_named(name) is None and name not in NEIGHBOURS:
                raise SpaceError(
                    f"unknown transform {name!r}", remedy="it may come from a newer textmend: upgrade"
                )
        if len(self._ids) != len(self._edits):
            repeated = next(edit for edit, count in Counter(self._edits).items() if count > 1)
            raise SpaceError(f"an edit is listed twice: {repeated}", remedy="remove one of them")

    @cached_property
    def _edits(self) -> tuple[Edit, ...]:
        return (
            COPY,
            DELETE,
            *map(Transform, self.transforms),
            *map(Append, self.appends),
            *map(Replace, self.replaces),
        )

    @cached_property
    def _ids(self) -> dict[Edit, int]:
        return {edit: number for number, edit in enumerate(self._edits)}

    def __len__(self) -> int:
        return len(self._edits)

    def id_of(self, edit: Edit) -> int:
        """The id of an edit; KeyError if the space does not have it."""
        return self._ids[edit]

    def edit_of(self, number: int) -> Edit:
        """The edit of an id."""
        return self._edits[number]

    def has(self, edit: Append | Replace) -> bool:
        return edit in self._ids

    @classmethod
    def build(
        cls,
        pairs: Iterable[tuple[Sequence[str], Sequence[str]]],
        *,
        appends: int = 1000,
        replaces: int = 1000,
        max_words: int = 2,
        transforms: str = "all",
        shared: bool = False,
    ) -> EditSpace:
        """Count the q-grams that pairs need and keep the most frequent.

        With `shared`, appends and replaces draw from one list, counted together.

        >>> pairs = [(["I", "go", "home"], ["I", "go", "to", "home"]), (["a", "b"], ["a", "to", "b"])]
        >>> EditSpace.build(pairs, transforms="none").appends
        (('to',),)
        """
        from textmend.edits.labelling import align

        if transforms not in SETS:
            raise SpaceError(f"unknown transform set {transforms!r}", remedy=f"one of {', '.join(SETS)}")
        appended: Counter[Words] = Counter()
        replaced: Counter[Words] = appended if shared else Counter()
        everything = OpenSpace(SETS[transforms])
        for source, target in pairs:
            for edit in align(source, target, everything):
                match edit:
                    case Append(words):
                        appended[words[:max_words]] += 1
                    case Replace(words):
                        replaced[words[:max_words]] += 1
        return cls(
            transforms=SETS[transforms],
            appends=_most_frequent(appended, appends),
            replaces=_most_frequent(replaced, replaces),
            speller=_speller() if SPELL in SETS[transforms] else None,
        )

    def save(self, path: str | Path) -> None:
        """Write the space as readable JSON, atomically."""
        from textmend.data.files import write_atomically

        with write_atomically(path) as file:
            file.write(self.to_json())

    @classmethod
    def load(cls, path: str | Path) -> EditSpace:
        """Read a space, strictly: an unknown version or field is an error."""
        from textmend.data.files import open_bytes

        with open_bytes(path) as file:
            return cls.from_json(file.read(), path)

    def to_json(self) -> str:
        """The space as JSON, one q-gram a line."""
        speller = None if self.speller is None else {"name": self.speller[0], "sha256": self.speller[1]}
        head = json.dumps(
            {"format": FORMAT, "version": VERSION, "speller": speller}, indent=1, ensure_ascii=False
        )
        lists = [
            f' "{name}": [\n'
            + ",\n".join("  " + json.dumps(item, ensure_ascii=False) for item in items)
            + "\n ]"
            for name, items in (
                ("transforms", self.transforms),
                ("appends", self.appends),
                ("replaces", self.replaces),
            )
        ]
        return head.removesuffix("\n}") + ",\n" + ",\n".join(lists) + "\n}\n"

    @classmethod
    def from_json(cls, text: str | bytes, path: str | Path = "edits.json") -> EditSpace:
        """Read what `to_json` wrote."""
        try:
            fields = json.loads(text)
        except ValueError as error:
            raise SpaceError(
                f"not JSON ({error})", path=path, remedy="make it anew with textmend vocab"
            ) from None
        _check_fields(fields, path)
        space = cls(
            transforms=tuple(fields["transforms"]),
            appends=tuple(map(tuple, fields["appends"])),
            replaces=tuple(map(tuple, fields["replaces"])),
            speller=(fields["speller"]["name"], fields["speller"]["sha256"]) if fields["speller"] else None,
        )
        if space.speller is not None and space.speller != (installed := _speller()):
            warnings.warn(
                f"{path}: labelled with the spelling dictionary {space.speller[0]} ({space.speller[1][:8]}), "
                f"installed is {installed[0]} ({installed[1][:8]}): spell edits may differ",
                stacklevel=2,
            )
        return space


def _most_frequent(counts: Counter[Words], limit: int) -> tuple[Words, ...]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(words for words, _ in ranked[:limit])


def _speller() -> tuple[str, str]:
    from textmend.text.spelling import english

    return english().name, english().sha256


def _check_fields(fields: Any, path: str | Path) -> None:
    remedy = "make it anew with textmend vocab"
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise SpaceError("not an edit space", path=path, remedy=remedy)
    if fields.get("version") != VERSION:
        raise SpaceError(
            f"version {fields.get('version')!r}, this textmend reads {VERSION}",
            path=path,
            remedy="upgrade textmend",
        )
    known = {"format", "version", "speller", "transforms", "appends", "replaces"}
    if unknown := sorted(fields.keys() - known):
        raise SpaceError(f"unknown field {unknown[0]!r}", path=path, remedy=remedy)
    if missing := sorted(known - fields.keys()):
        raise SpaceError(f"field {missing[0]!r} is missing", path=path, remedy=remedy)
    for name in ("appends", "replaces"):
        for words in fields[name]:
            if not (isinstance(words, list) and words and all(isinstance(word, str) for word in words)):
                raise SpaceError(f"{name} must be lists of words, got {words!r}", path=path, remedy=remedy)
    if not all(isinstance(name, str) for name in fields["transforms"]):
        raise SpaceError("transforms must be names", path=path, remedy=remedy)
    speller = fields["speller"]
    if speller is not None and not (isinstance(speller, dict) and speller.keys() == {"name", "sha256"}):
        raise SpaceError(f"speller must have name and sha256, got {speller!r}", path=path, remedy=remedy)
