"""Seq2Edits: a pair of token sequences into one edit for each source token.

diff -> slots (what becomes of each token, what is inserted after it) -> edits of the space
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from textmend.edits.alignment import DELETION, INSERTION, MATCH, SUBSTITUTE, diff
from textmend.edits.edit import COPY, DELETE, START, Append, Edit, Replace, Transform
from textmend.edits.space import Space
from textmend.edits.transforms import GLUE, SWAP, Rule, rule_named, rules_named

SPLITS = ("split", "hyphen:split")


@dataclass(slots=True)
class Slot:
    """A source token, whether it stays, the words inserted after it, and a transform settled already."""

    token: str
    kept: bool = True
    inserted: list[str] = field(default_factory=list)
    transform: str = ""


def align(source: Sequence[str], target: Sequence[str], space: Space) -> list[Edit]:
    """Label [START], every source token and [END] with the edits that lead to the target.

    What the space cannot express is left as it is; of a q-gram that the space lacks the longest known
    beginning is labelled, the rest is for the next round.

    >>> from textmend.edits.space import OpenSpace
    >>> align("He won race".split(), "he won the race".split(), OpenSpace())
    [Copy(), Transform(name='case:lower'), Append(words=('the',)), Copy(), Copy()]
    """
    if source == target:
        return [COPY] * (len(source) + 2)
    rules = rules_named(space.transforms)
    slots = slots_of(source, target, space.transforms, rules)
    return [*(label(slot, space, rules) for slot in slots), COPY]


def label(slot: Slot, space: Space, rules: Sequence[Rule]) -> Edit:
    """The edit of one slot."""
    if slot.transform:
        return Transform(slot.transform)
    if not slot.inserted:
        return COPY if slot.kept else DELETE
    for length in range(len(slot.inserted), 0, -1):
        words = tuple(slot.inserted[:length])
        if slot.kept:
            edit: Append | Replace = Append(words)
        elif rule := matching_rule(slot.token, words, rules):
            return Transform(rule.name)
        else:
            edit = Replace(words)
        if space.has(edit):
            return edit
    return COPY


def matching_rule(token: str, words: tuple[str, ...], rules: Sequence[Rule]) -> Rule | None:
    """The first rule that turns the token into just these words.

    >>> matching_rule("can", ("could",), rules_named(["case:lower", "suffix:+>s"])) is None
    True
    """
    if len(words) > 2:
        return None
    return next((rule for rule in rules if rule.match(token, words)), None)


def slots_of(
    source: Sequence[str], target: Sequence[str], transforms: Sequence[str], rules: Sequence[Rule]
) -> list[Slot]:
    """Read the alignment into slots; the first slot is [START].

    >>> [(slot.token, slot.transform) for slot in slots_of(["to", "day"], ["today"], ("join",), ())]
    [('[START]', ''), ('to', 'join'), ('day', '')]
    """
    path = diff(source, target)
    units = _find_units(source, target, path, transforms, rules)
    slots = [Slot(START)]
    i = j = 0
    place = 0
    while place < len(path):
        if (i, j) in units:
            unit = units[i, j]
            slots.extend(unit.slots)
            i, j, place = i + unit.source, j + unit.target, place + unit.steps
            continue
        operation = path[place]
        if operation == INSERTION:
            slots[-1].inserted.append(target[j])
        else:
            slots.append(Slot(source[i], kept=operation == MATCH))
            i += 1
            if operation == SUBSTITUTE:
                slots[-1].inserted.append(target[j])
        if operation != DELETION:
            j += 1
        place += 1
    return slots


@dataclass(frozen=True, slots=True)
class _Unit:
    """A stretch of the path that one transform explains: its slots, and what it takes of either side."""

    slots: tuple[Slot, ...]
    source: int
    target: int
    steps: int


def _find_units(
    source: Sequence[str], target: Sequence[str], path: str, transforms: Sequence[str], rules: Sequence[Rule]
) -> dict[tuple[int, int], _Unit]:
    """Joins, splits and swaps that the path passes round: found before the scan, from left to right."""
    nodes = _nodes(path)
    steps_of = {node: steps for steps, node in enumerate(nodes)}
    units: dict[tuple[int, int], _Unit] = {}
    place = 0
    while place < len(path):
        i, j = nodes[place]
        unit = None
        for taken, made in ((2, 1), (1, 2), (2, 2)):
            end = steps_of.get((i + taken, j + made))
            if end is None or path[place:end] == MATCH * (end - place):
                continue
            slots = _unit_slots(source[i : i + taken], target[j : j + made], transforms, rules)
            if slots:
                unit = _Unit(slots, taken, made, end - place)
                break
        if unit:
            units[i, j] = unit
            place += unit.steps
        else:
            place += 1
    return units


def _nodes(path: str) -> list[tuple[int, int]]:
    i = j = 0
    nodes = [(0, 0)]
    for operation in path:
        i += operation != INSERTION
        j += operation != DELETION
        nodes.append((i, j))
    return nodes


def _unit_slots(
    old: Sequence[str], new: Sequence[str], transforms: Sequence[str], rules: Sequence[Rule]
) -> tuple[Slot, ...]:
    match len(old), len(new):
        case 2, 1:
            return _join(old[0], old[1], new[0], transforms, rules)
        case 1, 2:
            names = [name for name in SPLITS if name in transforms]
            split = next((name for name in names if _splits(name, old[0], tuple(new))), None)
            return (Slot(old[0], transform=split),) if split else ()
        case _:
            swapped = SWAP in transforms and old[0] == new[1] and old[1] == new[0]
            return (Slot(old[0], transform=SWAP), Slot(old[1])) if swapped else ()


def _splits(name: str, token: str, words: tuple[str, ...]) -> bool:
    rule = rule_named(name)
    return rule is not None and rule.match(token, words)


def _join(
    left: str, right: str, joined: str, transforms: Sequence[str], rules: Sequence[Rule]
) -> tuple[Slot, ...]:
    for name, glue in GLUE.items():
        if name not in transforms or not joined.startswith(left + glue):
            continue
        rest = joined[len(left + glue) :]
        if rest == right:
            return Slot(left, transform=name), Slot(right)
        if rest and matching_rule(right, (rest,), rules):
            return Slot(left, transform=name), Slot(right, kept=False, inserted=[rest])
    return ()
